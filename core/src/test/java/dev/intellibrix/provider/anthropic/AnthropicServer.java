package dev.intellibrix.provider.anthropic;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import dev.intellibrix.provider.Provider;
import dev.intellibrix.provider.wire.ScriptedServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/** A server of the Messages API. */
@SuppressWarnings("exports") // Tests are not exported at all.
public final class AnthropicServer extends ScriptedServer<AnthropicServer> {

    static final String START = "{'type':'message_start','message':{'id':'msg_1','type':'message','role':'assistant',"
            + "'content':[],'model':'claude-test-1','stop_reason':null,'stop_sequence':null,"
            + "'usage':{'input_tokens':25,'output_tokens':1}}}";
    static final String STOP = "{'type':'message_stop'}";

    public AnthropicServer() throws IOException {}

    @Override
    protected AnthropicServer self() {
        return this;
    }

    @Override
    public Provider provider() {
        return builder().build();
    }

    @Override
    public Provider provider(Supplier<String> keys) {
        return builder().apiKeySupplier(keys).build();
    }

    @Override
    public AnthropicServer says(String text) {
        return turn(
                "end_turn",
                start(0, "{'type':'text','text':''}"),
                delta(0, "{'type':'text_delta','text':'" + text + "'}"),
                stop(0));
    }

    @Override
    public AnthropicServer calls(String... namesAndArguments) {
        List<String> events = new ArrayList<>();
        for (int i = 0; 2 * i < namesAndArguments.length; i++) {
            String arguments = namesAndArguments[2 * i + 1].replace("'", "!");
            int half = arguments.length() / 2;
            events.add(start(
                    i,
                    "{'type':'tool_use','id':'toolu_" + i + "','name':'" + namesAndArguments[2 * i] + "','input':{}}"));
            events.add(delta(i, partial("")));
            events.add(delta(i, partial(arguments.substring(0, half))));
            events.add(delta(i, partial(arguments.substring(half))));
            events.add(stop(i));
        }
        return turn("tool_use", events.toArray(String[]::new));
    }

    /** The answer to the next request, whole, with these blocks. */
    AnthropicServer message(String blocks, String stopReason) {
        return json("{'id':'msg_1','type':'message','role':'assistant','model':'claude-test-1','content':[" + blocks
                + "],'stop_reason':'" + stopReason + "','stop_sequence':null,"
                + "'usage':{'input_tokens':11,'output_tokens':7}}");
    }

    /** The answer to the next request, as a whole stream with these events between its start and its end. */
    public AnthropicServer turn(String stopReason, String... between) {
        List<String> all = new ArrayList<>(List.of(START));
        all.addAll(Arrays.asList(between));
        all.add(end(stopReason));
        all.add(STOP);
        return events(all.toArray(String[]::new));
    }

    /** The answer to the next request, as a stream of these events and no more. */
    public AnthropicServer events(String... data) {
        StringBuilder stream = new StringBuilder();
        for (String each : data) {
            String json = quoted(each);
            stream.append("event: ")
                    .append(typeOf(json))
                    .append("\ndata: ")
                    .append(json)
                    .append("\n\n");
        }
        return rawEvents(stream.toString());
    }

    public AnthropicProvider.Builder builder() {
        return AnthropicProvider.builder()
                .baseUrl(mock().url("/v1").toString())
                .apiKey(KEY)
                .promptCaching(false);
    }

    static String start(int index, String block) {
        return "{'type':'content_block_start','index':" + index + ",'content_block':" + block + "}";
    }

    static String delta(int index, String delta) {
        return "{'type':'content_block_delta','index':" + index + ",'delta':" + delta + "}";
    }

    static String text(String text) {
        return "{'type':'text_delta','text':'" + text + "'}";
    }

    static String partial(String partial) {
        return "{'type':'input_json_delta','partial_json':'" + partial + "'}";
    }

    static String stop(int index) {
        return "{'type':'content_block_stop','index':" + index + "}";
    }

    static String end(String stopReason) {
        return "{'type':'message_delta','delta':{'stop_reason':'" + stopReason
                + "','stop_sequence':null},'usage':{'output_tokens':15}}";
    }

    private static String typeOf(String json) {
        try {
            return Json.parse(json).path("type").stringValue("");
        } catch (JsonFault e) {
            return "message";
        }
    }
}

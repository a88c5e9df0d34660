package dev.intellibrix.provider.openai;

import dev.intellibrix.provider.Provider;
import dev.intellibrix.provider.wire.ScriptedServer;
import java.io.IOException;
import java.util.function.Supplier;

/** A Chat Completions server. */
@SuppressWarnings("exports") // Tests are not exported at all.
public final class ChatServer extends ScriptedServer<ChatServer> {

    public ChatServer() throws IOException {}

    @Override
    protected ChatServer self() {
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
    public ChatServer says(String text) {
        return events(delta("{'role':'assistant','content':'" + text + "'}"), finish("stop"));
    }

    @Override
    public ChatServer calls(String... namesAndArguments) {
        String[] data = new String[namesAndArguments.length / 2 + 1];
        for (int i = 0; i < data.length - 1; i++) {
            data[i] = delta("{'tool_calls':[{'index':" + i + ",'id':'call_" + i
                    + "','type':'function','function':{'name':'"
                    + namesAndArguments[2 * i] + "','arguments':'" + namesAndArguments[2 * i + 1].replace("'", "!")
                    + "'}}]}");
        }
        data[data.length - 1] = finish("tool_calls");
        return events(data);
    }

    /** The answer to the next request, with this as the message of the only choice. */
    ChatServer message(String message, String finishReason) {
        return json("{'model':'m-1','choices':[{'index':0,'message':" + message + ",'finish_reason':'" + finishReason
                + "'}],'usage':{'prompt_tokens':11,'completion_tokens':7,'total_tokens':18}}");
    }

    /** The answer to the next request, as events with these data, and the end mark. */
    public ChatServer events(String... data) {
        return rawEvents(framed(data) + "data: [DONE]\n\n");
    }

    /** The answer to the next request, as a stream that ends after these events without an end mark. */
    ChatServer cutEvents(String... data) {
        return rawEvents(framed(data));
    }

    String baseUrl() {
        return mock().url("/v1").toString();
    }

    public OpenAiProvider.Builder builder() {
        return OpenAiProvider.builder().baseUrl(baseUrl()).apiKey(KEY);
    }

    /** One event of a stream, with this delta. */
    static String delta(String delta) {
        return "{'choices':[{'index':0,'delta':" + delta + ",'finish_reason':null}]}";
    }

    /** The event that ends a turn. */
    static String finish(String reason) {
        return "{'choices':[{'index':0,'delta':{},'finish_reason':'" + reason + "'}]}";
    }

    private static String framed(String... data) {
        StringBuilder stream = new StringBuilder();
        for (String each : data) {
            stream.append("data: ").append(quoted(each)).append("\n\n");
        }
        return stream.toString();
    }
}

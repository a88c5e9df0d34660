package dev.intellibrix.provider.gemini;

import dev.intellibrix.provider.Provider;
import dev.intellibrix.provider.wire.ScriptedServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** A server of the Gemini API. */
@SuppressWarnings("exports") // Tests are not exported at all.
public final class GeminiServer extends ScriptedServer<GeminiServer> {

    public GeminiServer() throws IOException {}

    @Override
    protected GeminiServer self() {
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
    public GeminiServer says(String text) {
        return chunks(chunk("{'text':'" + text + "'}"), last("", "STOP"));
    }

    @Override
    public GeminiServer calls(String... namesAndArguments) {
        List<String> parts = new ArrayList<>();
        for (int i = 0; 2 * i < namesAndArguments.length; i++) {
            String signature = i == 0 ? ",'thoughtSignature':'c2ln'" : "";
            parts.add("{'functionCall':{'name':'" + namesAndArguments[2 * i] + "','args':"
                    + namesAndArguments[2 * i + 1] + "}" + signature + "}");
        }
        return chunks(last(String.join(",", parts), "STOP"));
    }

    /** The answer to the next request, whole, with these parts. */
    GeminiServer content(String parts, String finishReason) {
        return json(last(parts, finishReason));
    }

    /** The answer to the next request, as a stream of these data. */
    public GeminiServer chunks(String... data) {
        StringBuilder stream = new StringBuilder();
        for (String each : data) {
            stream.append("data: ").append(quoted(each)).append("\r\n\r\n");
        }
        return rawEvents(stream.toString());
    }

    GeminiProvider.Builder builder() {
        return GeminiProvider.builder()
                .baseUrl(mock().url("/v1beta").toString())
                .apiKey(KEY);
    }

    /** A piece of a stream with these parts. */
    public static String chunk(String parts) {
        return "{'candidates':[{'content':{'parts':[" + parts + "],'role':'model'},'index':0}],"
                + "'usageMetadata':{'promptTokenCount':25,'totalTokenCount':25},'modelVersion':'gemini-test-1'}";
    }

    /** The last piece of a stream, or a whole answer. */
    public static String last(String parts, String finishReason) {
        return "{'candidates':[{'content':{'parts':[" + parts + "],'role':'model'},'finishReason':'" + finishReason
                + "','index':0}],'usageMetadata':{'promptTokenCount':25,'candidatesTokenCount':10,"
                + "'thoughtsTokenCount':5,'totalTokenCount':40},'modelVersion':'gemini-test-1'}";
    }
}

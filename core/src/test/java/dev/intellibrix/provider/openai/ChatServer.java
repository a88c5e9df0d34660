package dev.intellibrix.provider.openai;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import dev.intellibrix.message.Message;
import dev.intellibrix.provider.ModelRequest;
import dev.intellibrix.provider.ModelResponse;
import dev.intellibrix.provider.ProviderException;
import dev.intellibrix.provider.StreamSink;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import org.assertj.core.api.Assertions;
import tools.jackson.databind.JsonNode;

/**
 * A server on loopback that answers as a test tells it to. JSON is written with single quotes, and with {@code !}
 * for a quote inside a text.
 */
final class ChatServer implements AutoCloseable {

    static final String KEY = "sk-secret-0123456789abcdef";

    private final MockWebServer server = new MockWebServer();

    ChatServer() throws IOException {
        server.start(InetAddress.getLoopbackAddress(), 0);
    }

    /** The whole answer to the next request. */
    ChatServer json(String body) {
        return answer(new MockResponse.Builder()
                .addHeader("Content-Type", "application/json")
                .body(quoted(body))
                .build());
    }

    /** The answer to the next request, with this as the message of the only choice. */
    ChatServer message(String message, String finishReason) {
        return json("{'model':'m-1','choices':[{'index':0,'message':" + message + ",'finish_reason':'" + finishReason
                + "'}],'usage':{'prompt_tokens':11,'completion_tokens':7,'total_tokens':18}}");
    }

    /** The answer to the next request, as events with these data, and the end mark. */
    ChatServer events(String... data) {
        return rawEvents(framed(data) + "data: [DONE]\n\n");
    }

    /** The answer to the next request, as a stream that ends after these events without an end mark. */
    ChatServer cutEvents(String... data) {
        return rawEvents(framed(data));
    }

    ChatServer rawEvents(String stream) {
        return answer(new MockResponse.Builder()
                .addHeader("Content-Type", "text/event-stream")
                .chunkedBody(stream, 64)
                .build());
    }

    ChatServer answer(MockResponse response) {
        server.enqueue(response);
        return this;
    }

    MockWebServer mock() {
        return server;
    }

    String baseUrl() {
        return server.url("/v1").toString();
    }

    OpenAiProvider.Builder builder() {
        return OpenAiProvider.builder().baseUrl(baseUrl()).apiKey(KEY);
    }

    ModelResponse ask() {
        return ask(StreamSink.none());
    }

    ModelResponse ask(StreamSink sink) {
        return builder().build().generate(request(), sink);
    }

    ProviderException failure() {
        return failure(StreamSink.none());
    }

    ProviderException failure(StreamSink sink) {
        return Assertions.catchThrowableOfType(ProviderException.class, () -> ask(sink));
    }

    /** The body that the server received next. */
    JsonNode received() throws InterruptedException, JsonFault {
        return Json.parse(receivedRequest().getBody().utf8());
    }

    RecordedRequest receivedRequest() throws InterruptedException {
        RecordedRequest request = server.takeRequest(10, TimeUnit.SECONDS);
        Assertions.assertThat(request).as("a request").isNotNull();
        return request;
    }

    /** What the provider sends for these messages. */
    JsonNode sent(OpenAiProvider provider, Message... messages) throws InterruptedException, JsonFault {
        message("{'content':'ok'}", "stop");
        provider.generate(ModelRequest.builder("m", List.of(messages)).build(), StreamSink.none());
        return received();
    }

    static ModelRequest request() {
        return ModelRequest.builder("m", List.of(Message.user("hi"))).build();
    }

    /** One event of a stream, with this delta. */
    static String delta(String delta) {
        return "{'choices':[{'index':0,'delta':" + delta + ",'finish_reason':null}]}";
    }

    /** The event that ends a turn. */
    static String finish(String reason) {
        return "{'choices':[{'index':0,'delta':{},'finish_reason':'" + reason + "'}]}";
    }

    static String quoted(String json) {
        return json.replace('\'', '"').replace("!", "\\\"");
    }

    private static String framed(String... data) {
        StringBuilder stream = new StringBuilder();
        for (String each : data) {
            stream.append("data: ").append(quoted(each)).append("\n\n");
        }
        return stream.toString();
    }

    @Override
    public void close() {
        server.close();
    }
}

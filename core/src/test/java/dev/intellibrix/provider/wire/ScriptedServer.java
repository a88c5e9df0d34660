package dev.intellibrix.provider.wire;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import dev.intellibrix.message.Message;
import dev.intellibrix.provider.ModelRequest;
import dev.intellibrix.provider.ModelResponse;
import dev.intellibrix.provider.Provider;
import dev.intellibrix.provider.ProviderException;
import dev.intellibrix.provider.StreamSink;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import org.assertj.core.api.Assertions;
import tools.jackson.databind.JsonNode;

/**
 * A server on loopback that answers as a test tells it to. JSON is written with single quotes, and with {@code !} for a quote
 * inside a text.
 *
 * @param <S> the server of one API
 */
public abstract class ScriptedServer<S extends ScriptedServer<S>> implements AutoCloseable {

    public static final String KEY = "sk-secret-0123456789abcdef";

    private final MockWebServer server = new MockWebServer();

    protected ScriptedServer() throws IOException {
        server.start(InetAddress.getLoopbackAddress(), 0);
    }

    /** This, as what it is. */
    protected abstract S self();

    /** A provider that asks this server, with all defaults. */
    public abstract Provider provider();

    /** A provider that asks this server, with keys from here. */
    public abstract Provider provider(Supplier<String> keys);

    /** The answer to the next request, as a stream: a text. */
    public abstract S says(String text);

    /** The answer to the next request, as a stream: calls, each as a name and its arguments. */
    public abstract S calls(String... namesAndArguments);

    /** The whole answer to the next request. */
    public S json(String body) {
        return answer(new MockResponse.Builder()
                .addHeader("Content-Type", "application/json")
                .body(quoted(body))
                .build());
    }

    /** The answer to the next request, as a stream. */
    public S rawEvents(String stream) {
        return answer(new MockResponse.Builder()
                .addHeader("Content-Type", "text/event-stream")
                .chunkedBody(stream, 64)
                .build());
    }

    /** The answer to the next request. */
    public S answer(MockResponse response) {
        server.enqueue(response);
        return self();
    }

    public MockWebServer mock() {
        return server;
    }

    public ModelResponse ask() {
        return ask(StreamSink.none());
    }

    public ModelResponse ask(StreamSink sink) {
        return provider().generate(request(), sink);
    }

    public ProviderException failure() {
        return failure(StreamSink.none());
    }

    public ProviderException failure(StreamSink sink) {
        return Assertions.catchThrowableOfType(ProviderException.class, () -> ask(sink));
    }

    /** The body that the server received next. */
    public JsonNode received() throws InterruptedException, JsonFault {
        return Json.parse(receivedRequest().getBody().utf8());
    }

    public RecordedRequest receivedRequest() throws InterruptedException {
        RecordedRequest request = server.takeRequest(10, TimeUnit.SECONDS);
        Assertions.assertThat(request).as("a request").isNotNull();
        return request;
    }

    /** What the provider sends for this request. */
    public JsonNode sent(Provider provider, ModelRequest request) throws InterruptedException, JsonFault {
        says("ok");
        provider.generate(request, StreamSink.none());
        return received();
    }

    /** What the provider sends for these messages. */
    public JsonNode sent(Provider provider, Message... messages) throws InterruptedException, JsonFault {
        return sent(provider, ModelRequest.builder("m", List.of(messages)).build());
    }

    public static ModelRequest request() {
        return ModelRequest.builder("m", List.of(Message.user("hi"))).build();
    }

    public static String quoted(String json) {
        return json.replace('\'', '"').replace("!", "\\\"");
    }

    @Override
    public void close() {
        server.close();
    }
}

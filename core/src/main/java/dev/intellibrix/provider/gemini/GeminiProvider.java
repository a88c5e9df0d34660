package dev.intellibrix.provider.gemini;

import dev.intellibrix.provider.ModelRequest;
import dev.intellibrix.provider.ModelResponse;
import dev.intellibrix.provider.Provider;
import dev.intellibrix.provider.StreamSink;
import dev.intellibrix.provider.http.HttpProviderBuilder;
import dev.intellibrix.provider.wire.ModelCalls;
import dev.intellibrix.provider.wire.ModelServer;
import dev.intellibrix.provider.wire.ServerOptions;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import okhttp3.HttpUrl;

/**
 * A model behind the Gemini API: Google's own server, or one that speaks the same API.
 *
 * <pre>{@code
 * Provider gemini = GeminiProvider.of(apiKey);
 * Provider thinking = GeminiProvider.builder()
 *         .apiKey(apiKey)
 *         .extraBody(Map.of("generationConfig", Map.of("thinkingConfig", Map.of("includeThoughts", true))))
 *         .build();
 * }</pre>
 *
 * <p>A turn goes back part by part as it came, each with the signature of its thought; a turn of another provider goes
 * without its reasoning. System messages are sent as the system instruction, wherever they stand. A call that the server
 * gives no id gets one that is like no other. Media that the API does not take is named to the model instead, and schemas are
 * written in the part of JSON Schema that it takes, with the rest in the descriptions. A call that the model wrote so that
 * the server could not read it is a {@link dev.intellibrix.provider.ProviderException} that may be tried again.
 *
 * <p>Tools that the server runs itself, such as its web search, cannot be offered: what they read would come into the
 * conversation without being marked as untrusted.
 *
 * <p>Nothing is sent twice: wrap the provider in {@link dev.intellibrix.provider.RetryingProvider} for that. The id of the
 * provider is {@code gemini} for Google's server and {@code gemini:host} for every other one, so that what one server added
 * to a turn is not sent to another one.
 *
 * <p>Immutable and thread-safe. An instance has its own connections, which close when they are idle, and its threads do not
 * keep the JVM alive; there is nothing to close. The key is in no message, log or {@link #toString()}.
 */
public final class GeminiProvider implements Provider {

    private static final Pattern MODEL =
            Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*");

    private final String id;
    private final HttpUrl baseUrl;
    private final boolean stream;
    private final RequestEncoder encoder;
    private final ModelServer server;

    private GeminiProvider(Builder builder) {
        this.id = builder.options.idOr("gemini", Builder.USUAL_HOST);
        this.baseUrl = builder.options.baseUrl();
        this.stream = builder.stream;
        this.encoder = new RequestEncoder(id, builder.options.extraBody());
        this.server = builder.options.connect("x-goog-api-key", "");
    }

    /**
     * Google's own server with this key and all defaults.
     *
     * @throws NullPointerException when there is no key, as from a variable of the environment that is not set
     * @throws IllegalArgumentException when the key is empty or cannot be sent
     */
    public static GeminiProvider of(String apiKey) {
        return builder().apiKey(apiKey).build();
    }

    /** A builder with all defaults: Google's own server and no key. */
    public static Builder builder() {
        return new Builder();
    }

    @Override
    public String id() {
        return id;
    }

    /**
     * {@inheritDoc}
     *
     * @throws java.util.concurrent.CancellationException when the request was cancelled or the thread interrupted
     * @throws IllegalArgumentException when the request's model is not the name of one
     */
    @Override
    public ModelResponse generate(ModelRequest request, StreamSink sink) {
        return server.post(
                address(request.model()), encoder.encode(request), request, calls -> new GenerateTurn(id, calls, sink));
    }

    /** The server, without anything secret. */
    @Override
    public String toString() {
        return "GeminiProvider[" + ModelCalls.nameOf(baseUrl) + "]";
    }

    /** A name with a slash, such as {@code tunedModels/mine}, says itself what kind of model it names. */
    private HttpUrl address(String model) {
        if (!MODEL.matcher(model).matches()) {
            throw new IllegalArgumentException("model must be the name of a model, such as gemini-2.5-flash");
        }
        String path = (model.contains("/") ? model : "models/" + model)
                + (stream ? ":streamGenerateContent" : ":generateContent");
        HttpUrl.Builder address = baseUrl.newBuilder().addPathSegments(path);
        return (stream ? address.setQueryParameter("alt", "sse") : address).build();
    }

    /** Collects the options. Not thread-safe. */
    public static final class Builder extends HttpProviderBuilder<Builder> {

        private static final String USUAL_HOST = "generativelanguage.googleapis.com";

        private final ServerOptions options;
        private boolean stream = true;

        private Builder() {
            this(new ServerOptions(
                    "https://" + USUAL_HOST + "/v1beta",
                    Set.of("contents", "systemInstruction", "tools", "toolConfig")));
        }

        private Builder(ServerOptions options) {
            super(options);
            this.options = options;
        }

        /**
         * The address that {@code /models/...} is added to. A query is kept.
         *
         * @throws IllegalArgumentException when it is no http or https address, or holds a user or a password
         */
        public Builder baseUrl(String url) {
            options.baseUrl(url);
            return this;
        }

        /**
         * The key, sent as {@code x-goog-api-key}.
         *
         * @throws IllegalArgumentException when it is empty or holds what cannot stand in a header
         */
        public Builder apiKey(String key) {
            options.apiKey(Objects.requireNonNull(key, "apiKey is null; leave it out for a server that wants none"));
            return this;
        }

        /**
         * More fields of the request's body, such as {@code safetySettings}; called again, it adds. The fields of
         * {@code generationConfig} are put among those that this class writes itself, such as {@code temperature}; one of
         * them is replaced, or left out where the value is null.
         *
         * @param fields anything that can be written as JSON
         * @throws IllegalArgumentException for {@code contents}, {@code systemInstruction}, {@code tools} and
         *     {@code toolConfig}, which are set elsewhere
         */
        public Builder extraBody(Map<String, ?> fields) {
            options.extraBody(fields);
            return this;
        }

        /** Whether to ask for a stream, which is the default. Without one the sink gets the turn in one piece. */
        public Builder stream(boolean ask) {
            this.stream = ask;
            return this;
        }

        /** The provider. */
        public GeminiProvider build() {
            return new GeminiProvider(this);
        }
    }
}

package dev.intellibrix.provider.openai;

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
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/**
 * A model behind the Chat Completions API: OpenAI's own, or any server that speaks it, such as Ollama, vLLM, llama.cpp,
 * DeepSeek or OpenRouter.
 *
 * <pre>{@code
 * Provider openai = OpenAiProvider.of(apiKey);
 * Provider ollama = OpenAiProvider.builder().baseUrl("http://localhost:11434/v1").build();
 * }</pre>
 *
 * <p>Streamed and whole answers are read alike, whichever the server sends. What servers are known to get wrong is
 * tolerated where the meaning is plain; what remains is a {@link dev.intellibrix.provider.ProviderException} that says what
 * was wrong and whether another try may help. Nothing is sent twice: wrap the provider in
 * {@link dev.intellibrix.provider.RetryingProvider} for that.
 *
 * <p>Call ids are given on as the server sent them, so they may be missing (the empty string) or the same; the loop makes
 * them unique. The id of the provider is {@code openai} for OpenAI and {@code openai:host} for every other server, so that
 * what one server added to a turn is not sent to another one.
 *
 * <p>Immutable and thread-safe. An instance has its own connections, which close when they are idle, and its threads do not
 * keep the JVM alive; there is nothing to close. The key is in no message, log or {@link #toString()}.
 */
public final class OpenAiProvider implements Provider {

    private final String id;
    private final HttpUrl endpoint;
    private final RequestEncoder encoder;
    private final ModelServer server;

    private OpenAiProvider(Builder builder) {
        HttpUrl baseUrl = builder.options.baseUrl();
        this.id = builder.options.idOr("openai", Builder.USUAL_HOST);
        this.endpoint = baseUrl.newBuilder().addPathSegments("chat/completions").build();
        boolean isOpenAi = baseUrl.host().equals(Builder.USUAL_HOST);
        String maxTokensField = isOpenAi ? "max_completion_tokens" : "max_tokens";
        this.encoder = new RequestEncoder(
                new MessageEncoder(id, builder.replayReasoning),
                builder.maxTokensField != null ? builder.maxTokensField : maxTokensField,
                builder.stream,
                builder.strictTools != null ? builder.strictTools : isOpenAi,
                builder.options.extraBody());
        this.server = builder.options.connect("Authorization", "Bearer ");
    }

    /**
     * OpenAI's own server with this key and all defaults.
     *
     * @throws NullPointerException when there is no key, as from a variable of the environment that is not set
     * @throws IllegalArgumentException when the key is empty or cannot be sent
     */
    public static OpenAiProvider of(String apiKey) {
        return builder()
                .apiKey(Objects.requireNonNull(apiKey, "apiKey is null; use builder() for a server that wants none"))
                .build();
    }

    /** A builder with all defaults: OpenAI's own server and no key. */
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
     */
    @Override
    public ModelResponse generate(ModelRequest request, StreamSink sink) {
        return server.post(endpoint, encoder.encode(request), request, calls -> new ChatTurn(id, calls, sink));
    }

    /** The server, without anything secret. */
    @Override
    public String toString() {
        return "OpenAiProvider[" + ModelCalls.nameOf(endpoint) + "]";
    }

    /** Collects the options. Not thread-safe. */
    public static final class Builder extends HttpProviderBuilder<Builder> {

        private static final String USUAL_HOST = "api.openai.com";

        private final ServerOptions options;
        private @Nullable String maxTokensField;
        private boolean stream = true;
        private boolean replayReasoning = true;
        private @Nullable Boolean strictTools;

        private Builder() {
            this(new ServerOptions(
                    "https://" + USUAL_HOST + "/v1", Set.of("model", "messages", "tools", "tool_choice", "stream")));
        }

        private Builder(ServerOptions options) {
            super(options);
            this.options = options;
        }

        /**
         * The address that {@code /chat/completions} is added to, such as {@code http://localhost:11434/v1}. A query, such
         * as {@code ?api-version=1}, is kept.
         *
         * @throws IllegalArgumentException when it is no http or https address, or holds a user or a password
         */
        public Builder baseUrl(String url) {
            options.baseUrl(url);
            return this;
        }

        /**
         * The key, sent as {@code Authorization: Bearer}; null for a server that wants none.
         *
         * @throws IllegalArgumentException when it is empty or holds what cannot stand in a header
         */
        public Builder apiKey(@Nullable String key) {
            options.apiKey(key);
            return this;
        }

        /**
         * More fields of the request's body, such as {@code reasoning_effort}; called again, it adds. A field that this
         * class writes itself, such as {@code stream_options}, is replaced, or left out where the value is null.
         *
         * @param fields anything that can be written as JSON
         * @throws IllegalArgumentException for {@code model}, {@code messages}, {@code tools}, {@code tool_choice} and
         *     {@code stream}, which are set elsewhere
         */
        public Builder extraBody(Map<String, ?> fields) {
            options.extraBody(fields);
            return this;
        }

        /**
         * The field that limits the output: {@code max_completion_tokens} by default for OpenAI, {@code max_tokens} for
         * every other server.
         */
        public Builder maxTokensField(String name) {
            if (name.isBlank()) {
                throw new IllegalArgumentException("maxTokensField is empty");
            }
            this.maxTokensField = name;
            return this;
        }

        /** Whether to ask for a stream, which is the default. Without one the sink gets the turn in one piece. */
        public Builder stream(boolean ask) {
            this.stream = ask;
            return this;
        }

        /** Whether a turn goes back with its reasoning, which is the default; some servers refuse it. */
        public Builder replayReasoning(boolean replay) {
            this.replayReasoning = replay;
            return this;
        }

        /**
         * Whether the server is to decode the answers of {@code ask} with a type by their schema, where the schema is in the part
         * of JSON Schema that it takes; on by default for OpenAI's own server, off for every other one, which may not know the field.
         */
        public Builder strictTools(boolean ask) {
            this.strictTools = ask;
            return this;
        }

        /** The provider. */
        public OpenAiProvider build() {
            return new OpenAiProvider(this);
        }
    }
}

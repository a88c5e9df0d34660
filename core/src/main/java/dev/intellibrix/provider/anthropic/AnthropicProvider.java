package dev.intellibrix.provider.anthropic;

import dev.intellibrix.provider.ModelRequest;
import dev.intellibrix.provider.ModelResponse;
import dev.intellibrix.provider.Provider;
import dev.intellibrix.provider.StreamSink;
import dev.intellibrix.provider.http.HttpProviderBuilder;
import dev.intellibrix.provider.wire.ModelCalls;
import dev.intellibrix.provider.wire.ModelServer;
import dev.intellibrix.provider.wire.ServerOptions;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import okhttp3.HttpUrl;
import okhttp3.RequestBody;
import org.jspecify.annotations.Nullable;

/**
 * A model behind Anthropic's Messages API: Anthropic's own server, or one that speaks the same API.
 *
 * <pre>{@code
 * Provider anthropic = AnthropicProvider.of(apiKey);
 * Provider thinking = AnthropicProvider.builder()
 *         .apiKey(apiKey)
 *         .extraBody(Map.of("thinking", Map.of("type", "adaptive")))
 *         .build();
 * }</pre>
 *
 * <p>Thinking goes back with its signature, unchanged and in its place, and so does what the server added that is not
 * understood here; a turn of another provider goes without either. System messages are sent as the system prompt, wherever
 * they stand. Media that the API does not take is named to the model instead. Prompts are cached, see
 * {@link Builder#promptCaching(boolean)}.
 *
 * <p>Tools that the server runs itself, such as its web search, cannot be offered: what they read would come into the
 * conversation without being marked as untrusted. A turn that the server pauses all the same is gone on with in the same
 * call.
 *
 * <p>Nothing is sent twice: wrap the provider in {@link dev.intellibrix.provider.RetryingProvider} for that. The id of the
 * provider is {@code anthropic} for Anthropic and {@code anthropic:host} for every other server, so that what one server
 * added to a turn is not sent to another one.
 *
 * <p>Immutable and thread-safe. An instance has its own connections, which close when they are idle, and its threads do not
 * keep the JVM alive; there is nothing to close. The key is in no message, log or {@link #toString()}.
 */
public final class AnthropicProvider implements Provider {

    private final String id;
    private final HttpUrl endpoint;
    private final RequestEncoder encoder;
    private final ModelServer server;

    private AnthropicProvider(Builder builder) {
        this.id = builder.options.idOr("anthropic", Builder.USUAL_HOST);
        this.endpoint = builder.options
                .baseUrl()
                .newBuilder()
                .addPathSegments("messages")
                .build();
        this.encoder = new RequestEncoder(
                new MessageEncoder(id),
                builder.promptCaching ? builder.marks : CacheMarks.none(),
                builder.defaultMaxTokens,
                builder.stream,
                builder.strictTools != null
                        ? builder.strictTools
                        : builder.options.baseUrl().host().equals(Builder.USUAL_HOST),
                builder.options.extraBody());
        this.server = builder.options.connect("x-api-key", "");
    }

    /**
     * Anthropic's own server with this key and all defaults.
     *
     * @throws NullPointerException when there is no key, as from a variable of the environment that is not set
     * @throws IllegalArgumentException when the key is empty or cannot be sent
     */
    public static AnthropicProvider of(String apiKey) {
        return builder().apiKey(apiKey).build();
    }

    /** A builder with all defaults: Anthropic's own server and no key. */
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
        PausedTurn turn = new PausedTurn();
        while (true) {
            RequestBody body = encoder.encode(turn.rest(request));
            ModelResponse answer = server.post(
                    endpoint, body, request, calls -> turn.begin(new MessagesTurn(id, calls, sink, turn.pauses())));
            if (!turn.isPaused()) {
                return turn.end(answer);
            }
            turn.pause(answer);
        }
    }

    /** The server, without anything secret. */
    @Override
    public String toString() {
        return "AnthropicProvider[" + ModelCalls.nameOf(endpoint) + "]";
    }

    /** Collects the options. Not thread-safe. */
    public static final class Builder extends HttpProviderBuilder<Builder> {

        private static final String USUAL_HOST = "api.anthropic.com";

        private final ServerOptions options;
        private CacheMarks marks = CacheMarks.forFiveMinutes();
        private boolean promptCaching = true;
        private int defaultMaxTokens = 16_384;
        private boolean stream = true;
        private @Nullable Boolean strictTools;

        private Builder() {
            this(new ServerOptions(
                    "https://" + USUAL_HOST + "/v1",
                    Set.of("model", "messages", "system", "tools", "tool_choice", "stream", "mcp_servers")));
        }

        private Builder(ServerOptions options) {
            super(options);
            this.options = options;
            options.plainHeader("anthropic-version", "2023-06-01");
        }

        /**
         * The address that {@code /messages} is added to. A query is kept.
         *
         * @throws IllegalArgumentException when it is no http or https address, or holds a user or a password
         */
        public Builder baseUrl(String url) {
            options.baseUrl(url);
            return this;
        }

        /**
         * The key, sent as {@code x-api-key}.
         *
         * @throws IllegalArgumentException when it is empty or holds what cannot stand in a header
         */
        public Builder apiKey(String key) {
            options.apiKey(Objects.requireNonNull(key, "apiKey is null; leave it out for a server that wants none"));
            return this;
        }

        /**
         * More fields of the request's body, such as {@code thinking} or {@code output_config}; called again, it adds. A field
         * that this class writes itself, such as {@code temperature}, is replaced, or left out where the value is null.
         *
         * @param fields anything that can be written as JSON
         * @throws IllegalArgumentException for {@code model}, {@code messages}, {@code system}, {@code tools},
         *     {@code tool_choice} and {@code stream}, which are set elsewhere, and for {@code mcp_servers}
         */
        public Builder extraBody(Map<String, ?> fields) {
            options.extraBody(fields);
            return this;
        }

        /**
         * The most tokens that an answer may have where the request sets no limit: the API wants one. 16384 by default;
         * models with less room refuse it.
         *
         * @throws IllegalArgumentException when it is not positive
         */
        public Builder defaultMaxTokens(int count) {
            if (count < 1) {
                throw new IllegalArgumentException("defaultMaxTokens must be positive, but is " + count);
            }
            this.defaultMaxTokens = count;
            return this;
        }

        /**
         * Whether the server caches prompts, which is the default. A request then carries marks after the tools and the system
         * prompt and after the last two messages that are not the model's, so that a run reads its history from the cache.
         * Writing costs a little more than plain input and reading a tenth of it.
         */
        public Builder promptCaching(boolean cache) {
            this.promptCaching = cache;
            return this;
        }

        /**
         * How long the server keeps what it has cached after its last use: 5 minutes, which is the default, or an hour.
         *
         * @throws IllegalArgumentException when it is neither
         */
        public Builder cacheTime(Duration time) {
            if (time.equals(Duration.ofMinutes(5))) {
                this.marks = CacheMarks.forFiveMinutes();
            } else if (time.equals(Duration.ofHours(1))) {
                this.marks = CacheMarks.forAnHour();
            } else {
                throw new IllegalArgumentException("cacheTime must be 5 minutes or an hour, but is " + time);
            }
            return this;
        }

        /** Whether to ask for a stream, which is the default. Without one the sink gets the turn in one piece. */
        public Builder stream(boolean ask) {
            this.stream = ask;
            return this;
        }

        /**
         * Whether the server is to decode the answers of {@code ask} with a type by their schema, where the schema is in the part
         * of JSON Schema that it takes; on by default for Anthropic's own server, off for every other one, which may not know the field.
         */
        public Builder strictTools(boolean ask) {
            this.strictTools = ask;
            return this;
        }

        /** The provider. */
        public AnthropicProvider build() {
            return new AnthropicProvider(this);
        }
    }
}

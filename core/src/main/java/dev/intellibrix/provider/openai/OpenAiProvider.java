package dev.intellibrix.provider.openai;

import dev.intellibrix.internal.http.HttpClients;
import dev.intellibrix.internal.http.Secrets;
import dev.intellibrix.internal.json.Json;
import dev.intellibrix.provider.ModelRequest;
import dev.intellibrix.provider.ModelResponse;
import dev.intellibrix.provider.Provider;
import dev.intellibrix.provider.StreamSink;
import dev.intellibrix.provider.wire.ModelCalls;
import java.net.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

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
    private final Headers headers;
    private final RequestEncoder encoder;
    private final ModelCalls calls;

    private OpenAiProvider(Builder builder) {
        boolean isOpenAi = builder.baseUrl.host().equals("api.openai.com");
        String server = ModelCalls.nameOf(builder.baseUrl);
        this.id = builder.id != null ? builder.id : isOpenAi ? "openai" : "openai:" + server;
        this.endpoint =
                builder.baseUrl.newBuilder().addPathSegments("chat/completions").build();
        this.headers = builder.allHeaders();
        String maxTokensField = isOpenAi ? "max_completion_tokens" : "max_tokens";
        this.encoder = new RequestEncoder(
                new MessageEncoder(id, builder.replayReasoning),
                builder.maxTokensField != null ? builder.maxTokensField : maxTokensField,
                builder.stream,
                Collections.unmodifiableMap(new LinkedHashMap<>(builder.extraBody)));
        this.calls = new ModelCalls(builder.client(), builder.baseUrl, builder.secrets(), Clock.systemUTC());
    }

    /** OpenAI's own server with this key and all defaults. */
    public static OpenAiProvider of(String apiKey) {
        return builder().apiKey(apiKey).build();
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
        Request http = new Request.Builder()
                .url(endpoint)
                .headers(headers)
                .post(encoder.encode(request))
                .build();
        return calls.execute(http, request, new ChatTurn(id, calls, sink));
    }

    /** The server, without anything secret. */
    @Override
    public String toString() {
        return "OpenAiProvider[" + ModelCalls.nameOf(endpoint) + "]";
    }

    /** Collects the options. Not thread-safe. */
    public static final class Builder {

        private static final Set<String> OURS = Set.of("model", "messages", "tools", "tool_choice", "stream");

        private final Map<String, String> headers = new LinkedHashMap<>();
        private final Map<String, JsonNode> extraBody = new LinkedHashMap<>();
        private HttpUrl baseUrl = HttpUrl.get("https://api.openai.com/v1");
        private @Nullable String id;
        private @Nullable String apiKey;
        private @Nullable String maxTokensField;
        private boolean stream = true;
        private boolean replayReasoning = true;
        private Duration connectTimeout = Duration.ofSeconds(10);
        private Duration readTimeout = Duration.ofMinutes(3);
        private Duration callTimeout = Duration.ofMinutes(10);
        private Proxy proxy = Proxy.NO_PROXY;

        private Builder() {}

        /**
         * The address that {@code /chat/completions} is added to, such as {@code http://localhost:11434/v1}. A query, such
         * as {@code ?api-version=1}, is kept.
         *
         * @throws IllegalArgumentException when it is no http or https address, or holds a user or a password
         */
        public Builder baseUrl(String url) {
            HttpUrl parsed = HttpUrl.parse(url);
            if (parsed == null) {
                throw new IllegalArgumentException("baseUrl must be an http or https address");
            }
            if (!parsed.username().isEmpty() || !parsed.password().isEmpty()) {
                throw new IllegalArgumentException("baseUrl must not hold a user or a password");
            }
            this.baseUrl = parsed;
            return this;
        }

        /**
         * The key, sent as {@code Authorization: Bearer}; null for a server that wants none.
         *
         * @throws IllegalArgumentException when it is empty or holds what can not stand in a header
         */
        public Builder apiKey(@Nullable String key) {
            if (key != null && key.isBlank()) {
                throw new IllegalArgumentException("apiKey is empty; leave it out for a server that wants none");
            }
            requireSendable("apiKey", key == null ? "" : key);
            this.apiKey = key;
            return this;
        }

        /**
         * One more header; the same name again replaces the value. The value is treated as a secret.
         *
         * @throws IllegalArgumentException when the name or the value can not stand in a header
         */
        public Builder header(String name, String value) {
            boolean isToken = !name.isEmpty() && name.chars().allMatch(c -> c > ' ' && c < 0x7f && c != ':');
            if (!isToken) {
                throw new IllegalArgumentException("name is not the name of a header");
            }
            requireSendable("value of the header " + name, value);
            headers.put(name, value);
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
            fields.forEach((name, value) -> {
                if (OURS.contains(name)) {
                    throw new IllegalArgumentException("extraBody must not hold " + name);
                }
                extraBody.put(name, Json.mapper().valueToTree(value));
            });
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

        /** The id that marks what the server adds to a turn; set the same one for two addresses of one server. */
        public Builder id(String name) {
            if (name.isBlank()) {
                throw new IllegalArgumentException("id is empty");
            }
            this.id = name;
            return this;
        }

        /** How long a connection may take to open; 10 seconds by default. */
        public Builder connectTimeout(Duration timeout) {
            this.connectTimeout = HttpClients.positive(timeout, "connectTimeout");
            return this;
        }

        /** How long the server may be silent; 3 minutes by default. */
        public Builder readTimeout(Duration timeout) {
            this.readTimeout = HttpClients.positive(timeout, "readTimeout");
            return this;
        }

        /** How long a call may take in all, with its whole answer; 10 minutes by default. */
        public Builder callTimeout(Duration timeout) {
            this.callTimeout = HttpClients.positive(timeout, "callTimeout");
            return this;
        }

        /** A proxy; none by default, whatever the environment says. */
        public Builder proxy(Proxy way) {
            this.proxy = Objects.requireNonNull(way, "way");
            return this;
        }

        /** The provider. */
        public OpenAiProvider build() {
            return new OpenAiProvider(this);
        }

        private OkHttpClient client() {
            return HttpClients.builder(connectTimeout, readTimeout, callTimeout)
                    .proxy(proxy)
                    .build();
        }

        private Headers allHeaders() {
            Headers.Builder all = new Headers.Builder().set("Accept", "application/json, text/event-stream");
            all.set("User-Agent", "intellibrix-java");
            if (apiKey != null) {
                all.set("Authorization", "Bearer " + apiKey);
            }
            headers.forEach(all::set);
            return all.build();
        }

        private Secrets secrets() {
            List<String> values = new ArrayList<>(headers.values());
            if (apiKey != null) {
                values.add(apiKey);
            }
            baseUrl.queryParameterNames()
                    .forEach(name -> baseUrl.queryParameterValues(name).stream()
                            .filter(Objects::nonNull)
                            .forEach(values::add));
            return Secrets.of(values);
        }

        private static void requireSendable(String what, String value) {
            if (!value.chars().allMatch(c -> (c >= ' ' && c < 0x7f) || c == '\t')) {
                throw new IllegalArgumentException(what + " holds a character that can not stand in a header");
            }
        }
    }
}

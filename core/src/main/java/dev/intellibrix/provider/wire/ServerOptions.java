package dev.intellibrix.provider.wire;

import dev.intellibrix.internal.http.HttpClients;
import dev.intellibrix.internal.http.Secrets;
import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import java.net.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** The options that every provider over HTTP has; what each of them means is told by the providers' builders. Not thread-safe. */
public final class ServerOptions {

    private final Set<String> notInExtraBody;
    private final Map<String, String> plainHeaders = new LinkedHashMap<>();
    private final Map<String, String> headers = new LinkedHashMap<>();
    private final Map<String, JsonNode> extraBody = new LinkedHashMap<>();
    private HttpUrl baseUrl;
    private @Nullable String id;
    private @Nullable Supplier<String> key;
    private Duration connectTimeout = Duration.ofSeconds(10);
    private Duration readTimeout = Duration.ofMinutes(3);
    private Duration callTimeout = Duration.ofMinutes(10);
    private Proxy proxy = Proxy.NO_PROXY;

    /**
     * All defaults.
     *
     * @param notInExtraBody the fields of a body that are set elsewhere
     */
    public ServerOptions(String baseUrl, Set<String> notInExtraBody) {
        this.baseUrl = HttpUrl.get(baseUrl);
        this.notInExtraBody = notInExtraBody;
    }

    /** The address that paths are added to. */
    public void baseUrl(String url) {
        HttpUrl parsed = HttpUrl.parse(url);
        if (parsed == null) {
            throw new IllegalArgumentException("baseUrl must be an http or https address");
        }
        if (!parsed.username().isEmpty() || !parsed.password().isEmpty()) {
            throw new IllegalArgumentException("baseUrl must not hold a user or a password");
        }
        this.baseUrl = parsed;
    }

    /** See {@link #baseUrl(String)}. */
    public HttpUrl baseUrl() {
        return baseUrl;
    }

    /** A key that stays; null for none. */
    public void apiKey(@Nullable String value) {
        if (value != null && value.isBlank()) {
            throw new IllegalArgumentException("apiKey is empty; leave it out for a server that wants none");
        }
        requireSendable("apiKey", value == null ? "" : value);
        this.key = value == null ? null : () -> value;
    }

    /** A key that is asked for with every call. */
    public void apiKeySupplier(Supplier<String> supplier) {
        this.key = Objects.requireNonNull(supplier, "supplier");
    }

    /** A header that is no secret, unless it is set again. */
    public void plainHeader(String name, String value) {
        plainHeaders.put(name, value);
    }

    /** One more header. */
    public void header(String name, String value) {
        boolean isToken = !name.isEmpty() && name.chars().allMatch(c -> c > ' ' && c < 0x7f && c != ':');
        if (!isToken) {
            throw new IllegalArgumentException("name is not the name of a header");
        }
        requireSendable("value of the header " + name, value);
        headers.put(name, value);
    }

    /** More fields of the body. */
    public void extraBody(Map<String, ?> fields) {
        fields.forEach((name, value) -> {
            if (notInExtraBody.contains(name)) {
                throw new IllegalArgumentException("extraBody must not hold " + name);
            }
            extraBody.put(name, treeOf(name, value));
        });
    }

    private static JsonNode treeOf(String name, @Nullable Object value) {
        try {
            return Json.parse(Json.writeWhole(value)); // A null inside of it says something too.
        } catch (JsonFault | JacksonException e) {
            throw new IllegalArgumentException("extraBody holds a value of " + name + " that is no JSON", e);
        }
    }

    /** See {@link #extraBody(Map)}. */
    public Map<String, JsonNode> extraBody() {
        return Collections.unmodifiableMap(new LinkedHashMap<>(extraBody));
    }

    /** The id that marks what the server adds to a turn. */
    public void id(String name) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("id is empty");
        }
        this.id = name;
    }

    /** The id that was set, or the name of the API, followed by the server's where it is not the usual one. */
    public String idOr(String api, String usualHost) {
        if (id != null) {
            return id;
        }
        return baseUrl.host().equals(usualHost) ? api : api + ":" + ModelCalls.nameOf(baseUrl);
    }

    /** How long a connection may take to open. */
    public void connectTimeout(Duration timeout) {
        this.connectTimeout = HttpClients.positive(timeout, "connectTimeout");
    }

    /** How long the server may be silent. */
    public void readTimeout(Duration timeout) {
        this.readTimeout = HttpClients.positive(timeout, "readTimeout");
    }

    /** How long a call may take. */
    public void callTimeout(Duration timeout) {
        this.callTimeout = HttpClients.positive(timeout, "callTimeout");
    }

    /** A proxy. */
    public void proxy(Proxy way) {
        this.proxy = Objects.requireNonNull(way, "way");
    }

    /**
     * The server of these options.
     *
     * @param keyHeader the header that the key goes in
     * @param keyPrefix what stands before it there
     */
    public ModelServer connect(String keyHeader, String keyPrefix) {
        OkHttpClient client = HttpClients.builder(connectTimeout, readTimeout, callTimeout)
                .proxy(proxy)
                .build();
        Headers.Builder all = new Headers.Builder().set("Accept", "application/json, text/event-stream");
        all.set("User-Agent", "intellibrix-java");
        plainHeaders.forEach(all::set);
        headers.forEach(all::set);
        return new ModelServer(
                new ModelCalls(client, baseUrl, secrets(), Clock.systemUTC()), all.build(), keyHeader, keyPrefix, key);
    }

    private Secrets secrets() {
        List<String> values = new ArrayList<>(headers.values());
        headers.forEach((name, value) -> {
            if (name.toLowerCase(Locale.ROOT).endsWith("authorization")) {
                values.add(value.substring(value.indexOf(' ') + 1)); // A server repeats the key without its scheme.
            }
        });
        baseUrl.queryParameterNames()
                .forEach(name -> baseUrl.queryParameterValues(name).stream()
                        .filter(Objects::nonNull)
                        .forEach(values::add));
        return Secrets.of(values);
    }

    private static void requireSendable(String what, String value) {
        if (!isSendable(value)) {
            throw new IllegalArgumentException(what + " holds a character that can not stand in a header");
        }
    }

    /** Whether a text can stand in a header. */
    static boolean isSendable(String value) {
        return value.chars().allMatch(c -> (c >= ' ' && c < 0x7f) || c == '\t');
    }
}

package dev.intellibrix.internal.net;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import okhttp3.Headers;
import okhttp3.MediaType;
import okhttp3.RequestBody;
import org.jspecify.annotations.Nullable;

/** What is asked of a server, and how much of the answer is wanted. Immutable, except for what its functions do. */
public final class NetRequest {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}");
    private static final Pattern VALUE = Pattern.compile("[\\x20-\\x7e]{0,8000}");

    private final WebUrl url;
    private final Map<String, String> headers;
    private final Map<String, String> secretHeaders;
    private final String method;
    private final @Nullable RequestBody body;
    private final int maxBytes;
    private final int maxRedirects;
    private final Deadline deadline;
    private final @Nullable Duration silence;
    private final Predicate<ContentType> wanted;
    private final Consumer<WebUrl> beforeEach;

    private NetRequest(Builder builder) {
        this.url = builder.url;
        this.headers = Map.copyOf(builder.headers);
        this.secretHeaders = Map.copyOf(builder.secretHeaders);
        this.method = builder.method;
        this.body = builder.body;
        this.maxBytes = builder.maxBytes;
        this.maxRedirects = builder.maxRedirects;
        this.deadline = builder.deadline;
        this.silence = builder.silence;
        this.wanted = builder.wanted;
        this.beforeEach = builder.beforeEach;
    }

    /** A GET of this URL, to be gone on with. */
    public static Builder of(WebUrl url) {
        return new Builder(url);
    }

    WebUrl url() {
        return url;
    }

    /** The headers for a server; the secret ones are for the one that was asked first alone. */
    Headers headers(boolean isFirstOrigin) {
        Headers.Builder all = new Headers.Builder();
        // Otherwise the client asks for gzip and unpacks it without a bound of ours on either side.
        all.set("Accept-Encoding", "identity");
        all.set("Connection", "close");
        headers.forEach(all::set);
        if (isFirstOrigin) {
            secretHeaders.forEach(all::set);
        }
        return all.build();
    }

    String method() {
        return method;
    }

    @Nullable RequestBody body() {
        return body;
    }

    int maxBytes() {
        return maxBytes;
    }

    int maxRedirects() {
        return maxRedirects;
    }

    Deadline deadline() {
        return deadline;
    }

    /** How long the server may be silent, where that is not the client's own bound. */
    Optional<Duration> silence() {
        return Optional.ofNullable(silence);
    }

    Predicate<ContentType> wanted() {
        return wanted;
    }

    Consumer<WebUrl> beforeEach() {
        return beforeEach;
    }

    /** Names the URL and no header. */
    @Override
    public String toString() {
        return method + " " + url;
    }

    /** Collects a request. Not thread-safe. */
    public static final class Builder {

        private final WebUrl url;
        private final Map<String, String> headers = new LinkedHashMap<>();
        private final Map<String, String> secretHeaders = new LinkedHashMap<>();
        private String method = "GET";
        private @Nullable RequestBody body;
        private int maxBytes = 5_000_000;
        private int maxRedirects = 5;
        private Deadline deadline = Deadline.in(Duration.ofSeconds(30));
        private @Nullable Duration silence;
        private Predicate<ContentType> wanted = type -> true;
        private Consumer<WebUrl> beforeEach = hop -> {};

        private Builder(WebUrl url) {
            this.url = url;
        }

        /**
         * A header for every server on the way.
         *
         * @throws IllegalArgumentException when its name or value has other characters than printable ASCII; the message does
         *     not show the value
         */
        public Builder header(String name, String value) {
            headers.put(checkedName(name), checkedValue(name, value));
            return this;
        }

        /**
         * A header with a key, which no server but the one of this URL gets.
         *
         * @throws IllegalArgumentException as for {@link #header}
         */
        public Builder secretHeader(String name, String value) {
            secretHeaders.put(checkedName(name), checkedValue(name, value));
            return this;
        }

        /** Makes it a POST of this text, which is not sent again where the server redirects. */
        public Builder post(String mediaType, String text) {
            return send("POST", mediaType, text.getBytes(StandardCharsets.UTF_8));
        }

        /** Makes it a request of this method with a body, which is not sent again where the server redirects. */
        public Builder send(String verb, String mediaType, byte[] content) {
            this.method = verb;
            this.body = RequestBody.create(content, MediaType.get(mediaType));
            return this;
        }

        /** Makes it a DELETE without a body, which is not sent again where the server redirects. */
        public Builder delete() {
            this.method = "DELETE";
            this.body = null;
            return this;
        }

        /** How much of the answer is read, in bytes, before and after it is decompressed; 5,000,000 when not given. */
        public Builder maxBytes(int bytes) {
            this.maxBytes = bytes;
            return this;
        }

        /** How many redirects are followed; 5 when not given. */
        public Builder maxRedirects(int count) {
            this.maxRedirects = count;
            return this;
        }

        /** When the whole of the answer must be there, redirects included; in 30 seconds when not given. */
        public Builder deadline(Deadline end) {
            this.deadline = Objects.requireNonNull(end, "end");
            return this;
        }

        /** How long the server may be silent, also before it answers; 30 seconds when not given. */
        public Builder silence(Duration longest) {
            this.silence = Objects.requireNonNull(longest, "longest");
            return this;
        }

        /** The types of content that are read; of others nothing but the headers is. */
        public Builder wanted(Predicate<ContentType> types) {
            this.wanted = Objects.requireNonNull(types, "types");
            return this;
        }

        /** Runs before each URL is asked, the first and those of redirects, after the policy allowed it; throws to end it. */
        public Builder beforeEach(Consumer<WebUrl> check) {
            this.beforeEach = Objects.requireNonNull(check, "check");
            return this;
        }

        /** The request. */
        public NetRequest build() {
            return new NetRequest(this);
        }

        private static String checkedName(String name) {
            if (!NAME.matcher(name).matches()) {
                throw new IllegalArgumentException("name must be that of a header, but is \"" + name + "\"");
            }
            return name;
        }

        private static String checkedValue(String name, String value) {
            if (!VALUE.matcher(value).matches()) {
                throw new IllegalArgumentException("the value of " + name + " must be printable ASCII");
            }
            return value;
        }
    }
}

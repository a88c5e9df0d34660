package dev.intellibrix.mcp;

import dev.intellibrix.mcp.server.HttpSettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How tools are served over HTTP. By default only this machine can reach the server, at a free port, under the names {@code
 * localhost}, {@code 127.0.0.1} and {@code [::1]}. There is no encryption: for other machines, put a server that speaks TLS in
 * front. Immutable.
 */
public final class McpHttpOptions {

    private static final int MIN_TOKEN = 16;
    private static final Pattern HOST = Pattern.compile("\\[[0-9a-f:.%]+]|[\\p{L}\\p{N}._-]+");

    private final HttpSettings settings;

    private McpHttpOptions(HttpSettings settings) {
        this.settings = settings;
    }

    /** A builder with the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    HttpSettings settings() {
        return settings;
    }

    /** Collects options. Not thread-safe. */
    public static final class Builder {

        private InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        private @Nullable String token;
        private final Set<String> hosts = new HashSet<>(Set.of("localhost", "127.0.0.1", "[::1]"));
        private int maxSessions = 100;
        private Duration sessionIdle = Duration.ofMinutes(30);
        private Duration transferTimeout = Duration.ofSeconds(30);
        private Duration keepAlive = Duration.ofSeconds(15);

        private Builder() {}

        /** The port, on this machine only; 0 for any free one. */
        public Builder port(int number) {
            return address(new InetSocketAddress(InetAddress.getLoopbackAddress(), number));
        }

        /** Where it listens. An address that other machines can reach needs a {@link #token}. */
        public Builder address(InetSocketAddress where) {
            if (where.isUnresolved()) {
                throw new IllegalArgumentException("address can not be resolved: " + where.getHostString());
            }
            this.address = where;
            return this;
        }

        /**
         * The bearer token that every request has to bring.
         *
         * @param text at least 16 visible ASCII characters
         */
        public Builder token(String text) {
            if (text.length() < MIN_TOKEN || !text.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
                throw new IllegalArgumentException(
                        "token: at least " + MIN_TOKEN + " visible ASCII characters are needed");
            }
            this.token = text;
            return this;
        }

        /**
         * Names under which the server is reached as well, such as that of a server in front of it. Requests for other hosts are
         * refused, and so are those of pages of another site.
         *
         * @param names names or addresses without port, of IPv6 in brackets or not
         */
        public Builder hosts(String... names) {
            Arrays.stream(names).map(Builder::host).forEach(hosts::add);
            return this;
        }

        /** A name as it stands in the header, where only an address of IPv6 has colons, and has brackets around them. */
        private static String host(String name) {
            String lower = name.strip().toLowerCase(Locale.ROOT);
            boolean isBare = lower.chars().filter(c -> c == ':').count() > 1 && !lower.startsWith("[");
            String host = isBare ? "[" + lower + "]" : lower;
            if (!HOST.matcher(host).matches()) {
                throw new IllegalArgumentException(
                        "hosts: a name without port, scheme and path is needed, not " + name);
            }
            return host;
        }

        /**
         * How many sessions there may be; 100 unless set. The one that was idle for longest makes room for a new one; its client
         * has to begin anew.
         */
        public Builder maxSessions(int count) {
            this.maxSessions = ServeMcp.positive(count, "maxSessions");
            return this;
        }

        /** How long a session is kept after its last request; half an hour unless set. */
        public Builder sessionIdle(Duration duration) {
            this.sessionIdle = ServeMcp.positive(duration, "sessionIdle");
            return this;
        }

        /**
         * How long a request may take to arrive, and each message to be sent; half a minute unless set. A connection that takes
         * longer is closed.
         */
        public Builder transferTimeout(Duration duration) {
            this.transferTimeout = ServeMcp.positive(duration, "transferTimeout");
            return this;
        }

        /** How often a call that takes long shows that it is still there; for tests. */
        Builder keepAlive(Duration duration) {
            this.keepAlive = duration;
            return this;
        }

        /**
         * The options.
         *
         * @throws IllegalStateException when other machines can reach the address and there is no token
         */
        public McpHttpOptions build() {
            if (token == null
                    && !Objects.requireNonNull(address.getAddress(), "address").isLoopbackAddress()) {
                throw new IllegalStateException("token is missing: without one, every machine that reaches " + address
                        + " could call the tools");
            }
            return new McpHttpOptions(
                    new HttpSettings(address, token, hosts, maxSessions, sessionIdle, transferTimeout, keepAlive));
        }
    }
}

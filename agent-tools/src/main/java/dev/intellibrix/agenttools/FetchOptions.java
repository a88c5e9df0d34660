package dev.intellibrix.agenttools;

import dev.intellibrix.agenttools.fetch.FetchSettings;
import dev.intellibrix.internal.net.GuardedHttp;
import dev.intellibrix.internal.net.NetPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What the tool {@code fetch_url} may fetch, and how much of it. Immutable.
 *
 * <pre>{@code
 * AgentTools.builder(root).fetch(FetchOptions.builder().allowHosts("docs.oracle.com", "*.wikipedia.org").build())
 * }</pre>
 *
 * <p>Each call needs approval unless hosts are listed: a URL can carry data out, in its query for instance. Addresses of private
 * and other special networks, and those of this machine, are never connected to, whatever name, redirect or spelling leads
 * there.
 */
public final class FetchOptions {

    private final Builder options;

    private FetchOptions(Builder options) {
        this.options = options;
    }

    /** A builder with the defaults: any public host, with approval. */
    public static Builder builder() {
        return new Builder();
    }

    /** A builder with these options. */
    public Builder toBuilder() {
        return options.copy();
    }

    /** The hosts that may be fetched; all public ones when there are none. */
    public List<String> allowHosts() {
        return options.allowHosts;
    }

    /** Whether addresses are not checked. */
    public boolean allowPrivateNetwork() {
        return options.allowPrivateNetwork;
    }

    /** Whether each call needs approval. */
    public boolean needsApproval() {
        return options.needsApproval.orElse(options.allowHosts.isEmpty());
    }

    /** Whether pages that the {@code robots.txt} of a site forbids are not fetched. */
    public boolean respectRobotsTxt() {
        return options.respectRobotsTxt;
    }

    /** How the tool names itself to servers. */
    public String userAgent() {
        return options.userAgent;
    }

    /** How many bytes of a page are received. */
    public int maxBytes() {
        return options.maxBytes;
    }

    /** How many characters of a page a call shows. */
    public int maxChars() {
        return options.maxChars;
    }

    /** How many redirects are followed. */
    public int maxRedirects() {
        return options.maxRedirects;
    }

    /** How long a page may take. */
    public Duration timeout() {
        return options.timeout;
    }

    /** How many requests a conversation may make of one host in a minute. */
    public int maxRequestsPerMinute() {
        return options.maxRequestsPerMinute;
    }

    FetchSettings settings() {
        return new FetchSettings(
                needsApproval(),
                respectRobotsTxt(),
                userAgent(),
                maxBytes(),
                maxChars(),
                maxRedirects(),
                timeout(),
                maxRequestsPerMinute());
    }

    GuardedHttp http() {
        return GuardedHttp.of(options.policy());
    }

    /** Collects {@link FetchOptions}. Not thread-safe. */
    public static final class Builder {

        private static final Pattern USER_AGENT = Pattern.compile("[\\x21-\\x7e]([\\x20-\\x7e]{0,198}[\\x21-\\x7e])?");
        private static final Duration LONGEST = Duration.ofMinutes(10);

        private List<String> allowHosts = List.of();
        private boolean allowPrivateNetwork;
        private Optional<Boolean> needsApproval = Optional.empty();
        private boolean respectRobotsTxt;
        private String userAgent = "intellibrix";
        private int maxBytes = 5_000_000;
        private int maxChars = 50_000;
        private int maxRedirects = 5;
        private Duration timeout = Duration.ofSeconds(30);
        private int maxRequestsPerMinute = 20;

        private Builder() {}

        private Builder copy() {
            Builder copy = new Builder();
            copy.allowHosts = allowHosts;
            copy.allowPrivateNetwork = allowPrivateNetwork;
            copy.needsApproval = needsApproval;
            copy.respectRobotsTxt = respectRobotsTxt;
            copy.userAgent = userAgent;
            copy.maxBytes = maxBytes;
            copy.maxChars = maxChars;
            copy.maxRedirects = maxRedirects;
            copy.timeout = timeout;
            copy.maxRequestsPerMinute = maxRequestsPerMinute;
            return copy;
        }

        private NetPolicy policy() {
            return NetPolicy.ofPublicHosts().withHosts(allowHosts).withPrivateNetwork(allowPrivateNetwork);
        }

        /**
         * The only hosts that may be fetched, redirects included: exact names, and {@code *.example.org} for all names below
         * one, but not for that one itself. Calls need no approval then, unless {@link #needsApproval} says so. Addresses are
         * checked all the same.
         *
         * @throws IllegalArgumentException when one is not of this form; a scheme or a port does not belong there
         */
        public Builder allowHosts(String... hosts) {
            NetPolicy.ofPublicHosts().withHosts(List.of(hosts));
            this.allowHosts = List.of(hosts);
            return this;
        }

        /**
         * Whether addresses and ports are not checked, so that a server on this machine or of the local network can be
         * fetched; false when not given. For tests on one's own machine.
         */
        public Builder allowPrivateNetwork(boolean allowed) {
            this.allowPrivateNetwork = allowed;
            return this;
        }

        /** Whether each call needs approval; when not given it does, unless there is a list of hosts. */
        public Builder needsApproval(boolean needed) {
            this.needsApproval = Optional.of(needed);
            return this;
        }

        /** Whether pages that the {@code robots.txt} of a site forbids (RFC 9309) are not fetched; false when not given. */
        public Builder respectRobotsTxt(boolean respected) {
            this.respectRobotsTxt = respected;
            return this;
        }

        /**
         * How the tool names itself to servers; {@code intellibrix} when not given. The letters that it begins with are the
         * name that {@code robots.txt} is read for.
         *
         * @throws IllegalArgumentException when it is empty, longer than 200 characters, or not printable ASCII
         */
        public Builder userAgent(String name) {
            if (!USER_AGENT.matcher(name).matches()) {
                throw new IllegalArgumentException("name must have 1 to 200 printable characters of ASCII");
            }
            this.userAgent = name;
            return this;
        }

        /**
         * How many bytes of a page are received, before and after it is decompressed; 5,000,000 when not given. What comes
         * after them is not read, and the result says so.
         *
         * @throws IllegalArgumentException when it is not between 1 and 50,000,000
         */
        public Builder maxBytes(int bytes) {
            this.maxBytes = Checked.between(bytes, 1, 50_000_000, "bytes");
            return this;
        }

        /**
         * How many characters of a page a call shows at most; 50,000 when not given.
         *
         * @throws IllegalArgumentException when it is not between 1 and 10,000,000
         */
        public Builder maxChars(int chars) {
            this.maxChars = Checked.between(chars, 1, 10_000_000, "chars");
            return this;
        }

        /**
         * How many redirects are followed; 5 when not given.
         *
         * @throws IllegalArgumentException when it is not between 0 and 20
         */
        public Builder maxRedirects(int redirects) {
            this.maxRedirects = Checked.between(redirects, 0, 20, "redirects");
            return this;
        }

        /**
         * How long a page may take, redirects, {@code robots.txt} and making a text of it included; 30 seconds when not given. A
         * look-up of a name that the system does not end can take longer.
         *
         * @throws IllegalArgumentException when it is not between a millisecond and ten minutes
         */
        public Builder timeout(Duration duration) {
            Objects.requireNonNull(duration, "duration");
            if (duration.compareTo(Duration.ofMillis(1)) < 0 || duration.compareTo(LONGEST) > 0) {
                throw new IllegalArgumentException("duration must be from 1 ms to 10 minutes, but is " + duration);
            }
            this.timeout = duration;
            return this;
        }

        /**
         * How many requests a conversation may make of one host in a minute, redirects included; 20 when not given.
         *
         * @throws IllegalArgumentException when it is not between 1 and 10,000
         */
        public Builder maxRequestsPerMinute(int requests) {
            this.maxRequestsPerMinute = Checked.between(requests, 1, 10_000, "requests");
            return this;
        }

        /** The options. */
        public FetchOptions build() {
            return new FetchOptions(copy());
        }
    }
}

package dev.intellibrix.agenttools.search;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/** How often a search service is asked, and how long it may take. Immutable. */
public final class SearchServiceOptions {

    private final Optional<Duration> interval;
    private final Duration timeout;

    private SearchServiceOptions(Builder builder) {
        this.interval = builder.interval;
        this.timeout = builder.timeout;
    }

    /** A builder with the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** A builder with these options. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.interval = interval;
        builder.timeout = timeout;
        return builder;
    }

    /** The least time between two requests; the service's own default when not given. */
    public Optional<Duration> interval() {
        return interval;
    }

    /** How long a search may take. */
    public Duration timeout() {
        return timeout;
    }

    /** Collects {@link SearchServiceOptions}. Not thread-safe. */
    public static final class Builder {

        private static final Duration LONGEST_INTERVAL = Duration.ofMinutes(1);
        private static final Duration LONGEST = Duration.ofMinutes(10);

        private Optional<Duration> interval = Optional.empty();
        private Duration timeout = Duration.ofSeconds(30);

        private Builder() {}

        /**
         * The least time from one request to the next, of all runs that share the provider; further ones wait for their turn.
         * When not given, 1.1 seconds for Brave, whose smallest plan allows a request in a second, and none for the others.
         *
         * @throws IllegalArgumentException when it is negative or longer than a minute
         */
        public Builder interval(Duration duration) {
            Objects.requireNonNull(duration, "duration");
            if (duration.isNegative() || duration.compareTo(LONGEST_INTERVAL) > 0) {
                throw new IllegalArgumentException("duration must be from 0 to 1 minute, but is " + duration);
            }
            this.interval = Optional.of(duration);
            return this;
        }

        /**
         * How long a search may take, the wait for its turn and a second try included; 30 seconds when not given.
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

        /** The options. */
        public SearchServiceOptions build() {
            return new SearchServiceOptions(this);
        }
    }
}

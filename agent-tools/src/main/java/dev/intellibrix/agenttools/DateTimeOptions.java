package dev.intellibrix.agenttools;

import java.time.Clock;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Objects;

/** What the tool {@code datetime} takes for granted. Immutable. */
public final class DateTimeOptions {

    private final ZoneId timeZone;
    private final Clock clock;

    private DateTimeOptions(Builder builder) {
        this.timeZone = builder.timeZone;
        this.clock = builder.clock;
    }

    /** A builder with the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** A builder with these options. */
    public Builder toBuilder() {
        return new Builder().timeZone(timeZone).clock(clock);
    }

    /** The zone of times for which none is named. */
    public ZoneId timeZone() {
        return timeZone;
    }

    /** What tells the current time. */
    public Clock clock() {
        return clock;
    }

    /** Collects {@link DateTimeOptions}. Not thread-safe. */
    public static final class Builder {

        private ZoneId timeZone = ZoneOffset.UTC;
        private Clock clock = Clock.systemUTC();

        private Builder() {}

        /**
         * The zone of times for which none is named; UTC when not given, since the zone of a server says nothing about its
         * users.
         */
        public Builder timeZone(ZoneId zone) {
            this.timeZone = Objects.requireNonNull(zone, "zone");
            return this;
        }

        /** What tells the current time; the system's clock when not given. Its zone does not count. */
        public Builder clock(Clock source) {
            this.clock = Objects.requireNonNull(source, "source");
            return this;
        }

        /** The options. */
        public DateTimeOptions build() {
            return new DateTimeOptions(this);
        }
    }
}

package dev.intellibrix.agenttools;

import java.time.Duration;

/** Checks of options. */
final class Checked {

    private Checked() {}

    static int between(int value, int min, int max, String name) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(name + " must be between " + min + " and " + max + ", but is " + value);
        }
        return value;
    }

    static int positive(int value, String name) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + " must be positive, but is " + value);
        }
        return value;
    }

    /** A time that can be counted in nanoseconds. */
    static Duration upToADay(Duration duration) {
        if (duration.isNegative() || duration.isZero() || duration.compareTo(Duration.ofDays(1)) > 0) {
            throw new IllegalArgumentException("duration must be positive and at most a day, but is " + duration);
        }
        return duration;
    }
}

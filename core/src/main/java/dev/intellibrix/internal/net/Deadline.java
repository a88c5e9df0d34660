package dev.intellibrix.internal.net;

import java.time.Duration;

/** A point in time that a piece of work with several steps has to end at. Immutable. */
public final class Deadline {

    private final long endNanos;
    private final Duration total;

    private Deadline(long endNanos, Duration total) {
        this.endNanos = endNanos;
        this.total = total;
    }

    /** The end of this much time from now. */
    public static Deadline in(Duration time) {
        return new Deadline(System.nanoTime() + time.toNanos(), time);
    }

    /** This deadline, or the end of this much time from now when that is earlier. */
    public Deadline atMost(Duration time) {
        Deadline other = in(time);
        return other.endNanos - endNanos < 0 ? other : this;
    }

    /** Whether the time is up. */
    public boolean isOver() {
        return remaining().isZero();
    }

    /** Whether at least this much time is left. */
    public boolean leaves(Duration time) {
        return remaining().compareTo(time) >= 0;
    }

    /** What is left, never negative. */
    Duration remaining() {
        return Duration.ofNanos(Math.max(0, endNanos - System.nanoTime()));
    }

    /** All of the time, from when it began. */
    Duration total() {
        return total;
    }
}

package dev.intellibrix;

import dev.intellibrix.internal.concurrent.Workers;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Stops a run when its time is up. Time that is spent waiting for a person does not count: a pause moves the deadline, also
 * that of the run that this one works for. Thread-safe.
 */
final class RunTimer {

    private final RunControl control;
    private final @Nullable Duration limit;
    private final @Nullable RunTimer above;
    private final long startNanos;
    private long pausedNanos; // Guarded by this.
    private int pauses; // Guarded by this: how many things wait for a person now.
    private long pauseStart; // Guarded by this; of meaning while there are pauses.
    private boolean over; // Guarded by this.
    private @Nullable Future<?> alarm; // Guarded by this.

    /**
     * A timer.
     *
     * @param spent what the run took before it was suspended
     * @param above that of the run that this one works for
     */
    RunTimer(RunControl control, @Nullable Duration limit, Duration spent, @Nullable RunTimer above) {
        this.control = control;
        this.limit = limit;
        this.above = above;
        this.startNanos = System.nanoTime() - Mailbox.nanos(spent);
    }

    void start() {
        if (limit != null) {
            checkAfter(Math.max(0, nanosLeft(limit)));
        }
    }

    /** Begins a pause; several may overlap. */
    void pause() {
        synchronized (this) {
            if (pauses++ == 0) {
                pauseStart = System.nanoTime();
            }
        }
        if (above != null) {
            above.pause();
        }
    }

    /** Ends a pause. */
    void unpause() {
        if (above != null) {
            above.unpause();
        }
        synchronized (this) {
            if (--pauses == 0) {
                pausedNanos += System.nanoTime() - pauseStart;
            }
        }
    }

    synchronized void stop() {
        over = true;
        if (alarm != null) {
            alarm.cancel(false);
        }
    }

    /** When the time is up, if nothing pauses it any more: the run's own, or that of a run above it. */
    Optional<Instant> deadline(Clock clock) {
        Optional<Instant> others = above == null ? Optional.empty() : above.deadline(clock);
        if (limit == null) {
            return others;
        }
        long left = nanosLeft(limit); // Before the clock is read, so that the moment is never before the time is up.
        Instant own = clock.instant().plusNanos(left);
        return Optional.of(others.filter(own::isAfter).orElse(own));
    }

    /** Stops the run now if its time is up, before the alarm does: what keeps to the deadline may notice it first. */
    void stopIfUp() {
        if (isUp()) {
            control.stop(StopReason.TIME_LIMIT);
        }
    }

    private synchronized boolean isUp() {
        return limit != null && pauses == 0 && nanosLeft(limit) <= 0;
    }

    /** How long the run has taken, waiting for a person not counted. */
    synchronized Duration spent() {
        return Duration.ofNanos((pauses > 0 ? pauseStart : System.nanoTime()) - startNanos - pausedNanos);
    }

    private long nanosLeft(Duration of) {
        return Mailbox.nanos(of) - spent().toNanos();
    }

    private synchronized void checkAfter(long nanos) {
        if (!over) {
            alarm = Workers.timer().schedule(() -> Workers.shared().execute(this::check), nanos, TimeUnit.NANOSECONDS);
        }
    }

    private void check() {
        long left;
        boolean paused;
        synchronized (this) {
            if (over || limit == null) {
                return;
            }
            left = nanosLeft(limit);
            paused = pauses > 0;
        }
        if (left > 0 || paused) {
            checkAfter(Math.max(left, TimeUnit.MILLISECONDS.toNanos(100)));
        } else {
            control.stop(StopReason.TIME_LIMIT);
        }
    }
}

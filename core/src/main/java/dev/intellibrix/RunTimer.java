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
 * Stops a run when its time is up. Time that is spent waiting for a person does not count: a pause moves the deadline.
 * Thread-safe.
 */
final class RunTimer {

    private final RunControl control;
    private final @Nullable Duration limit;
    private final long startNanos;
    private long pausedNanos; // Guarded by this.
    private long pauseStart; // Guarded by this; 0 while the clock runs.
    private boolean over; // Guarded by this.
    private @Nullable Future<?> alarm; // Guarded by this.

    /**
     * A timer.
     *
     * @param spent what the run took before it was suspended
     */
    RunTimer(RunControl control, @Nullable Duration limit, Duration spent) {
        this.control = control;
        this.limit = limit;
        this.startNanos = System.nanoTime() - Mailbox.nanos(spent);
    }

    void start() {
        if (limit != null) {
            checkAfter(Math.max(0, nanosLeft(limit)));
        }
    }

    synchronized void pause() {
        pauseStart = System.nanoTime();
    }

    synchronized void unpause() {
        pausedNanos += System.nanoTime() - pauseStart;
        pauseStart = 0;
    }

    synchronized void stop() {
        over = true;
        if (alarm != null) {
            alarm.cancel(false);
        }
    }

    /** When the time is up, if nothing pauses it any more. */
    Optional<Instant> deadline(Clock clock) {
        return limit == null ? Optional.empty() : Optional.of(clock.instant().plusNanos(nanosLeft(limit)));
    }

    /** How long the run has taken, waiting for a person not counted. */
    synchronized Duration spent() {
        return Duration.ofNanos((pauseStart != 0 ? pauseStart : System.nanoTime()) - startNanos - pausedNanos);
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
            paused = pauseStart != 0;
        }
        if (left > 0 || paused) {
            checkAfter(Math.max(left, TimeUnit.MILLISECONDS.toNanos(100)));
        } else {
            control.stop(StopReason.TIME_LIMIT);
        }
    }
}

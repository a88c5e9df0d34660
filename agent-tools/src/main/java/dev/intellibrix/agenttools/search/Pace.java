package dev.intellibrix.agenttools.search;

import dev.intellibrix.tool.Cancellation;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

/** Gives turns to those who want to ask one service, so that it is not asked more often than it allows. Thread-safe. */
final class Pace {

    /** A service that asks for more is asked again after this: a number can be wrong. */
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(10);

    private final long intervalNanos;
    private final Time time;
    private final ReentrantLock lock = new ReentrantLock();
    private long next; // When the next turn is, as Time has it. Guarded by lock.

    Pace(Duration interval, Time time) {
        this.intervalNanos = interval.toNanos();
        this.time = time;
        this.next = time.nanos();
    }

    /**
     * Waits for a turn, and takes none that is too late.
     *
     * @param end until when there is time, as {@link Time#nanos} has it
     * @return how long it would be until the turn, where that is too late; zero where it has come
     * @throws java.util.concurrent.CancellationException when it is cancelled
     */
    Duration take(long end, Cancellation cancellation) throws InterruptedException {
        long turn;
        lock.lock();
        try {
            long now = time.nanos();
            turn = next - now < 0 ? now : next;
            if (turn - end > 0) {
                return Duration.ofNanos(Math.max(1, turn - now));
            }
            next = turn + intervalNanos;
        } finally {
            lock.unlock();
        }
        long wait = turn - time.nanos();
        if (wait > 0) {
            time.pass(Duration.ofNanos(wait), cancellation);
        }
        cancellation.throwIfCancelled();
        return Duration.ZERO;
    }

    /** Gives no turn for this long. */
    void pause(Duration wait) {
        long nanos = (wait.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : wait).toNanos();
        lock.lock();
        try {
            long end = time.nanos() + nanos;
            next = end - next > 0 ? end : next;
        } finally {
            lock.unlock();
        }
    }
}

package dev.intellibrix.mcp.server;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Ends what this thread reads or writes on a connection when it takes too long: an interrupt closes the connection. The
 * interrupt is gone when the limit is closed.
 */
final class TimeLimit implements AutoCloseable {

    private final Thread thread = Thread.currentThread();
    private final Future<?> alarm;
    private boolean isOver; // Guarded by this, as is all below.
    private boolean hasFired;

    /** A limit for this thread, from now on. */
    TimeLimit(ScheduledExecutorService timer, Duration length) {
        this.alarm = timer.schedule(this::fire, length.toNanos(), TimeUnit.NANOSECONDS);
    }

    private synchronized void fire() {
        if (!isOver) {
            hasFired = true;
            thread.interrupt();
        }
    }

    @Override
    public void close() {
        alarm.cancel(false);
        synchronized (this) {
            if (isOver) {
                return;
            }
            isOver = true;
            if (hasFired) {
                Thread.interrupted();
            }
        }
    }
}

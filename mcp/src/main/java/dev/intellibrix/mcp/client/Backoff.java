package dev.intellibrix.mcp.client;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Says when a server that could not be reached is tried again: after a second, then after twice as long each time, up to a minute. */
final class Backoff {

    private static final long FIRST = TimeUnit.SECONDS.toNanos(1);
    private static final long LONGEST = TimeUnit.SECONDS.toNanos(60);

    private final LongSupplier nanos;
    private long wait;
    private long failedAt;

    Backoff(LongSupplier nanos) {
        this.nanos = nanos;
    }

    synchronized boolean isOver() {
        return wait == 0 || nanos.getAsLong() - failedAt >= wait;
    }

    synchronized void failed() {
        failedAt = nanos.getAsLong();
        wait = wait == 0 ? FIRST : Math.min(LONGEST, 2 * wait);
    }

    synchronized void succeeded() {
        wait = 0;
    }
}

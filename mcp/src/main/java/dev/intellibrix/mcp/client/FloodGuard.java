package dev.intellibrix.mcp.client;

import java.util.function.LongSupplier;

/**
 * Bounds what a server sends without being asked: so much at once, and so much a second after that. Each message counts as a
 * kilobyte at least, since it costs more than its bytes. Thread-safe.
 */
final class FloodGuard {

    private static final long LEAST = 1024;

    private final long burst;
    private final long perSecond;
    private final LongSupplier nanos;
    private long level;
    private long since;

    FloodGuard(long burst, long perSecond, LongSupplier nanos) {
        this.burst = burst;
        this.perSecond = perSecond;
        this.nanos = nanos;
        this.since = nanos.getAsLong();
    }

    /** Whether a message of this size is still within the bounds. */
    synchronized boolean admits(long bytes) {
        long now = nanos.getAsLong();
        long drained = (long) ((now - since) / 1e9 * perSecond);
        if (drained > 0) {
            level = Math.max(0, level - drained);
            since = now;
        }
        level = Math.min(burst + 1, level + Math.max(LEAST, bytes));
        return level <= burst;
    }
}

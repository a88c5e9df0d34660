package dev.intellibrix.agenttools.search;

import dev.intellibrix.tool.Cancellation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A time that passes only where somebody waits for it, and that tells who did. */
final class Watch implements Time {

    private final List<Duration> waits = new ArrayList<>();
    private long now = Long.MAX_VALUE - 1_000; // The counter of nanoseconds may turn over at any moment.

    @Override
    public synchronized long nanos() {
        return now;
    }

    @Override
    public synchronized void pass(Duration time, Cancellation cancellation) {
        waits.add(time);
        now += time.toNanos();
    }

    synchronized List<Duration> waits() {
        return List.copyOf(waits);
    }
}

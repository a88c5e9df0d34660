package dev.intellibrix.agenttools.fetch;

import dev.intellibrix.tool.ToolException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.ReentrantLock;

/** Keeps a conversation from asking one host more often than so many times in a minute. Thread-safe. */
final class RequestRate {

    private static final Duration WINDOW = Duration.ofMinutes(1);
    private static final int MAX_KEYS = 10_000;

    private record Key(String conversation, String host) {}

    private final int perMinute;
    private final Clock clock;
    private final Recent<Key, Deque<Instant>> requests;
    private final ReentrantLock lock = new ReentrantLock();

    RequestRate(int perMinute, Clock clock) {
        this.perMinute = perMinute;
        this.clock = clock;
        this.requests = new Recent<>(MAX_KEYS, MAX_KEYS, any -> 1, clock);
    }

    /**
     * Counts a request that is about to be made.
     *
     * @throws ToolException when there were too many, with the time to wait
     */
    void take(String conversation, String host) {
        Key key = new Key(conversation, host);
        lock.lock();
        try {
            Instant now = clock.instant();
            Deque<Instant> times = requests.get(key).orElseGet(ArrayDeque::new);
            while (!times.isEmpty() && !times.peekFirst().plus(WINDOW).isAfter(now)) {
                times.removeFirst();
            }
            if (times.size() >= perMinute) {
                long wait = Duration.between(now, times.getFirst().plus(WINDOW)).toSeconds() + 1;
                throw new ToolException("not fetched: " + perMinute + " requests in a minute were made of " + host
                        + "; wait " + wait + " s, or use another source");
            }
            times.addLast(now);
            requests.put(key, times, WINDOW);
        } finally {
            lock.unlock();
        }
    }
}

package dev.intellibrix.agenttools.fetch;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.ToIntFunction;

/**
 * What was learned lately: entries that are forgotten after a time, and the oldest of them earlier when there are too many or
 * they are too heavy. Thread-safe.
 *
 * @param <K> names an entry
 * @param <V> what is remembered
 */
final class Recent<K, V> {

    private record Entry<V>(V value, int weight, Instant end) {}

    private final int maxEntries;
    private final long maxWeight;
    private final ToIntFunction<V> weigher;
    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<K, Entry<V>> entries = new LinkedHashMap<>(); // Oldest first. Guarded by lock.
    private long weight; // Guarded by lock.

    Recent(int maxEntries, long maxWeight, ToIntFunction<V> weigher, Clock clock) {
        this.maxEntries = maxEntries;
        this.maxWeight = maxWeight;
        this.weigher = weigher;
        this.clock = clock;
    }

    Optional<V> get(K key) {
        lock.lock();
        try {
            Entry<V> entry = entries.get(key);
            if (entry == null) {
                return Optional.empty();
            }
            if (!entry.end().isAfter(clock.instant())) {
                remove(key);
                return Optional.empty();
            }
            return Optional.of(entry.value());
        } finally {
            lock.unlock();
        }
    }

    /** Remembers a value for this long, unless it is heavier than all may be together. */
    void put(K key, V value, Duration time) {
        int own = weigher.applyAsInt(value);
        lock.lock();
        try {
            remove(key);
            if (own > maxWeight) {
                return;
            }
            entries.put(key, new Entry<>(value, own, clock.instant().plus(time)));
            weight += own;
            Iterator<Entry<V>> oldest = entries.values().iterator();
            while (entries.size() > maxEntries || weight > maxWeight) {
                weight -= oldest.next().weight();
                oldest.remove();
            }
        } finally {
            lock.unlock();
        }
    }

    private void remove(K key) {
        Entry<V> gone = entries.remove(key);
        weight -= gone == null ? 0 : gone.weight();
    }
}

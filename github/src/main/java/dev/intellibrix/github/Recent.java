package dev.intellibrix.github;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.ToIntFunction;

/**
 * The entries that were used last, up to a number and a weight. Thread-safe.
 *
 * @param <K> names an entry
 * @param <V> what is kept
 */
final class Recent<K, V> {

    private final int maxEntries;
    private final long maxWeight;
    private final ToIntFunction<V> weigher;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<K, V> entries = new LinkedHashMap<>(16, 0.75f, true); // Guarded by lock; the last used is last.
    private long weight; // Guarded by lock.

    Recent(int maxEntries, long maxWeight, ToIntFunction<V> weigher) {
        this.maxEntries = maxEntries;
        this.maxWeight = maxWeight;
        this.weigher = weigher;
    }

    Optional<V> get(K key) {
        lock.lock();
        try {
            return Optional.ofNullable(entries.get(key));
        } finally {
            lock.unlock();
        }
    }

    /** Keeps a value, unless it is heavier than all may be together. */
    void put(K key, V value) {
        lock.lock();
        try {
            forget(key);
            int own = weigher.applyAsInt(value);
            if (own > maxWeight) {
                return;
            }
            entries.put(key, value);
            weight += own;
            Iterator<V> oldest = entries.values().iterator();
            while (entries.size() > maxEntries || weight > maxWeight) {
                weight -= weigher.applyAsInt(oldest.next());
                oldest.remove();
            }
        } finally {
            lock.unlock();
        }
    }

    private void forget(K key) {
        V gone = entries.remove(key);
        weight -= gone == null ? 0 : weigher.applyAsInt(gone);
    }
}

package dev.intellibrix.internal.gate;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The entries of the calls of this process, for agents without a store. All agents share them, since two of them can be given
 * the same suspended run. Bounded: the oldest entries go when there are more than 100,000, or more than 32 million
 * characters. Thread-safe.
 */
final class ProcessRecords implements CallRecords {

    static final ProcessRecords SHARED = new ProcessRecords(100_000, 32_000_000);

    private final int maxEntries;
    private final long maxChars;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Kept> entries = new LinkedHashMap<>(); // Guarded by lock.
    private long chars; // Guarded by lock; what the entries weigh.

    ProcessRecords(int maxEntries, long maxChars) {
        this.maxEntries = maxEntries;
        this.maxChars = maxChars;
    }

    @Override
    public Optional<Kept> get(String key) {
        lock.lock();
        try {
            return Optional.ofNullable(entries.get(key));
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean compareAndSet(String key, Optional<Kept> found, JournalEntry entry) {
        lock.lock();
        try {
            if (!Optional.ofNullable(entries.get(key)).equals(found)) {
                return false;
            }
            remove(key); // So that it becomes the newest.
            entries.put(key, new Kept(entry, ""));
            chars += entry.length();
            while (entries.size() > 1 && (entries.size() > maxEntries || chars > maxChars)) {
                remove(entries.keySet().iterator().next());
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void remove(String key) {
        Kept old = entries.remove(key);
        chars -= old == null ? 0 : old.entry().length();
    }
}

package dev.intellibrix.internal.gate;

import dev.intellibrix.store.KeyValueStore;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where a journal keeps its entries. Thread-safe. */
interface CallRecords {

    /**
     * What is kept of a call.
     *
     * @param entry what it says
     * @param text the very text in the store; nothing where entries are kept as they are
     */
    record Kept(JournalEntry entry, String text) {}

    /** What is kept under a key. */
    Optional<Kept> get(String key);

    /** Sets the entry of a key when what is kept there is what was found. */
    boolean compareAndSet(String key, Optional<Kept> found, JournalEntry entry);

    /** In the store, or, where there is none, in this process. */
    static CallRecords in(@Nullable KeyValueStore store) {
        return store == null ? ProcessRecords.SHARED : new StoredRecords(store);
    }
}

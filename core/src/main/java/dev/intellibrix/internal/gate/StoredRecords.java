package dev.intellibrix.internal.gate;

import dev.intellibrix.store.KeyValueStore;
import dev.intellibrix.store.StoreException;
import java.util.Optional;

/** The entries of calls as texts in a store. */
record StoredRecords(KeyValueStore store) implements CallRecords {

    @Override
    public Optional<Kept> get(String key) {
        Optional<String> there = store.get(key);
        if (there == null) {
            throw new StoreException("the store gave null in place of what is under " + key);
        }
        return there.map(text -> new Kept(JournalEntry.fromJson(text), text));
    }

    @Override
    public boolean compareAndSet(String key, Optional<Kept> found, JournalEntry entry) {
        return store.compareAndSet(key, found.map(Kept::text), fitting(entry));
    }

    /** That a call is done matters more than what it gave, so a result that is too long is left out. */
    private static String fitting(JournalEntry entry) {
        String text = entry.toJson();
        return text.length() <= KeyValueStore.MAX_VALUE_LENGTH
                ? text
                : entry.done(null).toJson();
    }
}

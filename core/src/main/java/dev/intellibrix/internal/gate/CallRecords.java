package dev.intellibrix.internal.gate;

import dev.intellibrix.store.KeyValueStore;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where a journal keeps its entries. */
interface CallRecords {

    /** The text of a key. */
    Optional<String> get(String key);

    /** Sets the text of a key when it is what is expected. */
    boolean compareAndSet(String key, Optional<String> expected, String text);

    /** In the store, or, where there is none, in this process. */
    static CallRecords in(@Nullable KeyValueStore store) {
        if (store == null) {
            return ProcessRecords.SHARED;
        }
        return new CallRecords() {
            @Override
            public Optional<String> get(String key) {
                return store.get(key);
            }

            @Override
            public boolean compareAndSet(String key, Optional<String> expected, String text) {
                return store.compareAndSet(key, expected, text);
            }
        };
    }
}

package dev.intellibrix.testing;

import dev.intellibrix.store.InMemoryKeyValueStore;
import dev.intellibrix.store.KeyValueStore;

class InMemoryKeyValueStoreTest extends KeyValueStoreContract {

    private final KeyValueStore store = new InMemoryKeyValueStore();

    @Override
    protected KeyValueStore open() {
        return store;
    }
}

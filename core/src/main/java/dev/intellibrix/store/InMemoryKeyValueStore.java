package dev.intellibrix.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/** Texts in memory, for as long as the instance lives: for tests, and where nothing has to outlive the process. Thread-safe. */
public final class InMemoryKeyValueStore implements KeyValueStore {

    private final ConcurrentSkipListMap<String, String> values = new ConcurrentSkipListMap<>();

    /** An empty store. */
    public InMemoryKeyValueStore() {}

    @Override
    public Optional<String> get(String key) {
        return Optional.ofNullable(values.get(KeyValueStore.requireKey(key)));
    }

    @Override
    public void put(String key, String value) {
        values.put(KeyValueStore.requireKey(key), KeyValueStore.requireValue(value));
    }

    @Override
    public boolean compareAndSet(String key, Optional<String> expected, String value) {
        KeyValueStore.requireKey(key);
        KeyValueStore.requireValue(value);
        return expected.map(old -> values.replace(key, old, value))
                .orElseGet(() -> values.putIfAbsent(key, value) == null);
    }

    @Override
    public boolean delete(String key) {
        return values.remove(KeyValueStore.requireKey(key)) != null;
    }

    @Override
    public List<String> list(String prefix) {
        List<String> keys = new ArrayList<>();
        for (String key : values.tailMap(KeyValueStore.requirePrefix(prefix)).keySet()) {
            if (!key.startsWith(prefix)) {
                break;
            }
            keys.add(key);
        }
        return keys;
    }
}

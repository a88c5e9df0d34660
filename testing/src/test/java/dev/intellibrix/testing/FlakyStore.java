package dev.intellibrix.testing;

import dev.intellibrix.store.InMemoryKeyValueStore;
import dev.intellibrix.store.KeyValueStore;
import dev.intellibrix.store.StoreException;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;

/** A store of which some calls fail, as long as a test wants it so. */
final class FlakyStore implements KeyValueStore {

    enum Call {
        GET,
        PUT,
        COMPARE_AND_SET,
        DELETE,
        LIST
    }

    private final KeyValueStore inner;
    private volatile BiPredicate<Call, String> broken = (call, key) -> false;

    FlakyStore(KeyValueStore inner) {
        this.inner = inner;
    }

    FlakyStore() {
        this(new InMemoryKeyValueStore());
    }

    /** From now on these calls fail, and do nothing. */
    void fail(BiPredicate<Call, String> when) {
        broken = when;
    }

    /** These calls fail no more. */
    void recover() {
        broken = (call, key) -> false;
    }

    private void check(Call call, String key) {
        if (broken.test(call, key)) {
            throw new StoreException("down");
        }
    }

    @Override
    public Optional<String> get(String key) {
        check(Call.GET, key);
        return inner.get(key);
    }

    @Override
    public void put(String key, String value) {
        check(Call.PUT, key);
        inner.put(key, value);
    }

    @Override
    public boolean compareAndSet(String key, Optional<String> expected, String value) {
        check(Call.COMPARE_AND_SET, key);
        return inner.compareAndSet(key, expected, value);
    }

    @Override
    public boolean delete(String key) {
        check(Call.DELETE, key);
        return inner.delete(key);
    }

    @Override
    public List<String> list(String prefix) {
        check(Call.LIST, prefix);
        return inner.list(prefix);
    }
}

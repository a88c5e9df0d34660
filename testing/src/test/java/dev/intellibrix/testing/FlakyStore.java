package dev.intellibrix.testing;

import dev.intellibrix.store.InMemoryKeyValueStore;
import dev.intellibrix.store.KeyValueStore;
import dev.intellibrix.store.StoreException;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** A store of which some calls fail, are lost or are answered otherwise, as long as a test wants it so. */
final class FlakyStore implements KeyValueStore {

    enum Call {
        GET,
        PUT,
        COMPARE_AND_SET,
        DELETE,
        LIST
    }

    /**
     * What is asked of the store.
     *
     * @param key the key, or the prefix of a list
     * @param value what is to be written, empty for the other calls
     */
    record Operation(Call call, String key, String value) {

        /** Whether this brings the entry of a call to this state. */
        boolean makes(String state) {
            return call == Call.COMPARE_AND_SET && value.contains("\"state\":\"" + state + "\"");
        }
    }

    /** What becomes of a call: whether it is done, and what is answered. */
    @FunctionalInterface
    interface Fault {
        Object answer(Operation operation, Supplier<Object> real);
    }

    private final KeyValueStore inner;
    private volatile Fault fault = (operation, real) -> real.get();

    FlakyStore(KeyValueStore inner) {
        this.inner = inner;
    }

    FlakyStore() {
        this(new InMemoryKeyValueStore());
    }

    /** From now on these calls fail, and do nothing. */
    void fail(BiPredicate<Call, String> when) {
        fail(operation -> when.test(operation.call(), operation.key()));
    }

    /** From now on these calls fail, and do nothing. */
    void fail(Predicate<Operation> when) {
        behave((operation, real) -> {
            if (when.test(operation)) {
                throw new StoreException("down");
            }
            return real.get();
        });
    }

    /** From now on these calls are done, and their answers get lost. */
    void lose(Predicate<Operation> when) {
        behave((operation, real) -> {
            Object answer = real.get();
            if (when.test(operation)) {
                throw new StoreException("the answer was lost");
            }
            return answer;
        });
    }

    /** From now on all calls go through this. */
    void behave(Fault how) {
        fault = how;
    }

    /** All calls are done and answered again. */
    void recover() {
        fault = (operation, real) -> real.get();
    }

    @SuppressWarnings("unchecked")
    private <T> T ask(Call call, String key, String value, Supplier<T> real) {
        return (T) fault.answer(new Operation(call, key, value), real::get);
    }

    @Override
    public Optional<String> get(String key) {
        return ask(Call.GET, key, "", () -> inner.get(key));
    }

    @Override
    public void put(String key, String value) {
        ask(Call.PUT, key, value, () -> {
            inner.put(key, value);
            return true;
        });
    }

    @Override
    public boolean compareAndSet(String key, Optional<String> expected, String value) {
        return ask(Call.COMPARE_AND_SET, key, value, () -> inner.compareAndSet(key, expected, value));
    }

    @Override
    public boolean delete(String key) {
        return ask(Call.DELETE, key, "", () -> inner.delete(key));
    }

    @Override
    public List<String> list(String prefix) {
        return ask(Call.LIST, prefix, "", () -> inner.list(prefix));
    }
}

package dev.intellibrix.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.intellibrix.store.KeyValueStore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * What every {@link KeyValueStore} has to do, as JUnit tests. Extend it in a test, say where the store is, and run it:
 *
 * <pre>{@code
 * class RedisStoreTest extends KeyValueStoreContract {
 *     @Override
 *     protected KeyValueStore open() {
 *         return new RedisStore(address, prefixOfThisTest);
 *     }
 * }
 * }</pre>
 *
 * <p>It needs JUnit 6 or newer on the test's class path, which this module does not bring.
 */
public abstract class KeyValueStoreContract {

    private static final int THREADS = 16;
    private static final int ROUNDS = 20;

    /** Keys that some file systems or databases cannot tell apart, or cannot hold as they are. */
    private static final List<String> AWKWARD_KEYS = List.of(
            "a",
            "A",
            "\u00e4",
            "a\u0308",
            "\u00c4",
            "a ",
            " a",
            "a.",
            "a/b",
            "a\\b",
            "a%b",
            "a_b",
            "a:b",
            "a*b?",
            "a'b",
            "a\"b",
            "a;--",
            "con",
            "NUL",
            "nul.txt",
            "..",
            ".",
            "-",
            "_",
            "~",
            "%",
            "\u0131",
            "i",
            "I",
            "\u0130",
            "\u00df",
            "ss",
            "\u65e5\u672c\u8a9e",
            "\ud83d\ude00",
            "\u200b",
            "k-a",
            "%61",
            "\ufffd",
            "\uffee");

    /** For subclasses. */
    protected KeyValueStoreContract() {}

    /**
     * A store on the place of the running test, which is empty when the test begins. A second call gives a second instance on
     * the same place; a store that has no place outside of its instance gives that instance again.
     */
    protected abstract KeyValueStore open() throws Exception;

    @Test
    void aKeyHasNoValueUntilItIsPut() throws Exception {
        KeyValueStore store = open();

        assertEquals(Optional.empty(), store.get("a"));
        store.put("a", "1");
        assertEquals(Optional.of("1"), store.get("a"));
        store.put("a", "2");
        assertEquals(Optional.of("2"), store.get("a"));
    }

    @Test
    void aDeletedKeyIsGone() throws Exception {
        KeyValueStore store = open();
        store.put("a", "1");
        store.put("b", "2");

        assertTrue(store.delete("a"));
        assertFalse(store.delete("a"));
        assertEquals(Optional.empty(), store.get("a"));
        assertEquals(List.of("b"), store.list(""));
    }

    @Test
    void compareAndSetChangesNothingButWhatIsExpected() throws Exception {
        KeyValueStore store = open();

        assertFalse(store.compareAndSet("a", Optional.of("1"), "2"));
        assertEquals(Optional.empty(), store.get("a"));
        assertTrue(store.compareAndSet("a", Optional.empty(), "1"));
        assertFalse(store.compareAndSet("a", Optional.empty(), "2"));
        assertFalse(store.compareAndSet("a", Optional.of("0"), "2"));
        assertEquals(Optional.of("1"), store.get("a"));
        assertTrue(store.compareAndSet("a", Optional.of("1"), "2"));
        assertTrue(store.compareAndSet("a", Optional.of("2"), "2"));
        assertEquals(Optional.of("2"), store.get("a"));
        store.delete("a");
        assertFalse(store.compareAndSet("a", Optional.of("2"), "3"));
        assertTrue(store.compareAndSet("a", Optional.empty(), "3"));
        assertEquals(Optional.of("3"), store.get("a"));
    }

    @Test
    void compareAndSetTellsValuesApartThatOnlyLookAlike() throws Exception {
        KeyValueStore store = open();
        List<String> values = List.of("a", "A", "a ", "", " ", "\u00e4", "a\u0308", "a\n", "a\r\n", "1", "01", "1.0");
        for (String value : values) {
            store.put("key", value);
            for (String other : values) {
                assertEquals(other.equals(value), store.compareAndSet("key", Optional.of(other), value), other);
            }
        }
    }

    @Test
    void keysAreKeptApartWhateverTheyAreMadeOf() throws Exception {
        KeyValueStore store = open();
        for (String key : AWKWARD_KEYS) {
            store.put(key, "value of " + key);
        }
        for (String key : AWKWARD_KEYS) {
            assertEquals(Optional.of("value of " + key), open().get(key));
        }
        assertEquals(AWKWARD_KEYS.stream().sorted().toList(), store.list(""));
    }

    @Test
    void keysHaveUpTo512Characters() throws Exception {
        KeyValueStore store = open();
        List<String> keys = List.of(
                "a".repeat(512),
                "a".repeat(511),
                "A".repeat(512),
                "\u65e5".repeat(512),
                "\u65e5".repeat(511) + "x",
                "\ud83d\ude00".repeat(256));
        for (String key : keys) {
            assertTrue(store.compareAndSet(key, Optional.empty(), key));
        }
        for (String key : keys) {
            assertEquals(Optional.of(key), store.get(key));
            assertEquals(List.of(key), store.list(key).stream().limit(1).toList());
        }
        assertEquals(keys.stream().sorted().toList(), store.list(""));
        assertEquals(3, store.list("\u65e5").size() + store.list("\ud83d\ude00").size());
        keys.forEach(store::delete);
        assertEquals(List.of(), store.list(""));
    }

    @Test
    void refusesKeysAndValuesThatCanNotBeKept() throws Exception {
        KeyValueStore store = open();
        for (String key : List.of("", "a\u0000", "a\nb", "\u0085", "a".repeat(513), "\ud83d", "a\ude00")) {
            assertThrows(IllegalArgumentException.class, () -> store.get(key));
            assertThrows(IllegalArgumentException.class, () -> store.put(key, ""));
            assertThrows(IllegalArgumentException.class, () -> store.compareAndSet(key, Optional.empty(), ""));
            assertThrows(IllegalArgumentException.class, () -> store.delete(key));
        }
        assertThrows(IllegalArgumentException.class, () -> store.list("a".repeat(513)));
        for (String value :
                List.of("a\u0000", "\ud83d", "\ude00\ud83d", "x".repeat(KeyValueStore.MAX_VALUE_LENGTH + 1))) {
            assertThrows(IllegalArgumentException.class, () -> store.put("a", value));
            assertThrows(IllegalArgumentException.class, () -> store.compareAndSet("a", Optional.empty(), value));
        }
        assertEquals(List.of(), store.list(""));
    }

    @Test
    void valuesComeBackAsTheyWere() throws Exception {
        KeyValueStore store = open();
        List<String> values = List.of(
                "",
                " ",
                " x ",
                "\n",
                "\r\n\t",
                "line\nline\n",
                "'; DROP TABLE x; --",
                "\\u0041 \\n %s ${x}",
                "\u0001\u001f\u007f\u0085",
                "\u00e4\u00f6\u00fc \u65e5\u672c\u8a9e \ud83d\ude00 \u202e \ufeff",
                "{\"a\":[1,2]}");
        for (String value : values) {
            store.put("a", value);
            assertEquals(Optional.of(value), store.get("a"));
        }
    }

    @Test
    void valuesMayBeLarge() throws Exception {
        KeyValueStore store = open();
        String large = "0123456789 \u00e4\u65e5\ud83d\ude00\n".repeat(130_000);
        String ascii = "x".repeat(5_000_000);

        store.put("large", large);
        assertTrue(large.equals(store.get("large").orElseThrow()), "2 million characters");
        assertFalse(store.compareAndSet("large", Optional.of(large.substring(1)), "short"));
        assertTrue(store.compareAndSet("large", Optional.of(large), ascii));
        assertTrue(ascii.equals(open().get("large").orElseThrow()), "5 million characters");
    }

    @Test
    void aPrefixMeansItselfWhateverItHolds() throws Exception {
        KeyValueStore store = open();
        List<String> keys = new ArrayList<>(List.of(
                "a",
                "a/1",
                "a/2",
                "a/10",
                "a/2/x",
                "A/1",
                "a%",
                "a%1",
                "a_",
                "a_1",
                "ab",
                "\u00e4/1",
                "a\u0308/1",
                "\ud83d\ude00/1",
                "\ud83d\ude01/1",
                "\uffee/1",
                "\\/1",
                "*",
                "?",
                "'",
                "b".repeat(300) + "/1",
                "b".repeat(300) + "/2",
                "B".repeat(300)));
        Collections.shuffle(keys, new java.util.Random(7));
        for (String key : keys) {
            store.put(key, "");
        }
        for (String prefix : List.of(
                "",
                "a",
                "a/",
                "a/2",
                "A",
                "a%",
                "a_",
                "%",
                "_",
                "\u00e4",
                "\ud83d\ude00",
                "\\",
                "*",
                "?",
                "'",
                "b",
                "b".repeat(299),
                "zz")) {
            List<String> expected =
                    keys.stream().filter(key -> key.startsWith(prefix)).sorted().toList();
            assertEquals(expected, store.list(prefix), "prefix " + prefix);
        }
    }

    @Test
    void whatOneInstanceWritesAnotherOneReads() throws Exception {
        KeyValueStore one = open();
        KeyValueStore other = open();

        one.put("a", "1");
        assertEquals(Optional.of("1"), other.get("a"));
        assertTrue(other.compareAndSet("a", Optional.of("1"), "2"));
        assertFalse(one.compareAndSet("a", Optional.of("1"), "3"));
        assertEquals(List.of("a"), one.list(""));
        assertTrue(one.delete("a"));
        assertEquals(Optional.empty(), other.get("a"));
    }

    @Test
    void sixteenThreadsOnTwoInstancesLoseNoIncrement() throws Exception {
        List<KeyValueStore> stores = List.of(open(), open());
        stores.get(0).put("counter", "0");
        inParallel(thread -> {
            KeyValueStore store = stores.get(thread % 2);
            for (int i = 0; i < ROUNDS; i++) {
                Optional<String> old = store.get("counter");
                while (!store.compareAndSet("counter", old, String.valueOf(Integer.parseInt(old.orElseThrow()) + 1))) {
                    old = store.get("counter");
                }
            }
            return true;
        });
        assertEquals(
                Optional.of(String.valueOf(THREADS * ROUNDS)), stores.get(1).get("counter"));
    }

    @Test
    void ofSixteenThreadsThatMakeAKeyOneSucceeds() throws Exception {
        List<KeyValueStore> stores = List.of(open(), open());
        for (int round = 0; round < 10; round++) {
            String key = "key/" + round;
            List<Boolean> made = inParallel(
                    thread -> stores.get(thread % 2).compareAndSet(key, Optional.empty(), String.valueOf(thread)));
            assertEquals(1, Collections.frequency(made, true), key);
            int winner = made.indexOf(true);
            assertEquals(Optional.of(String.valueOf(winner)), stores.get(0).get(key));
            List<Boolean> deleted = inParallel(thread -> stores.get(thread % 2).delete(key));
            assertEquals(1, Collections.frequency(deleted, true), key);
        }
    }

    @Test
    void manyWritersOfManyKeysAreNotInEachOthersWay() throws Exception {
        List<KeyValueStore> stores = List.of(open(), open());
        inParallel(thread -> {
            KeyValueStore store = stores.get(thread % 2);
            for (int i = 0; i < ROUNDS; i++) {
                store.put("own/" + thread + "/" + i, "value " + i);
                store.put("shared", "value " + i);
                assertTrue(store.get("shared").orElseThrow().startsWith("value "));
            }
            return store.delete("own/" + thread + "/0");
        });
        assertEquals(THREADS * (ROUNDS - 1), stores.get(0).list("own/").size());
    }

    @Test
    void anInterruptCutsNothingShort() throws Exception {
        KeyValueStore store = open();
        Thread.currentThread().interrupt();
        try {
            store.put("a", "1");
            assertTrue(store.compareAndSet("a", Optional.of("1"), "2"));
            assertEquals(Optional.of("2"), store.get("a"));
            assertEquals(List.of("a"), store.list("a"));
            assertTrue(store.delete("a"));
            assertTrue(Thread.currentThread().isInterrupted(), "the interrupt is kept");
        } finally {
            Thread.interrupted();
        }
    }

    /** What one of the threads does. */
    @FunctionalInterface
    private interface Task<T> {
        T run(int thread) throws Exception;
    }

    private static <T> List<T> inParallel(Task<T> task) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            CyclicBarrier start = new CyclicBarrier(THREADS);
            List<Callable<T>> tasks = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int number = i;
                tasks.add(() -> {
                    start.await();
                    return task.run(number);
                });
            }
            List<T> results = new ArrayList<>();
            for (Future<T> each : threads.invokeAll(tasks, 5, TimeUnit.MINUTES)) {
                results.add(each.get());
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }
}

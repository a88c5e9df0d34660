package dev.intellibrix.store;

import java.util.List;
import java.util.Optional;

/**
 * Texts by key. What a call has written is there when it returns, for every other user of the same place, and, where the
 * place is not memory, also after a crash. Implementations are thread-safe, and every call is atomic: it happens as a whole
 * or not at all.
 *
 * <p><b>Keys</b> have 1 to {@value #MAX_KEY_LENGTH} characters (as {@link String#length} counts) of any script, but no
 * control characters and no half of a surrogate pair. Keys that differ in anything, case included, are different keys,
 * whatever the file system or the database thinks of them. A slash has no meaning but the one that callers give it.
 *
 * <p><b>Values</b> have up to {@value #MAX_VALUE_LENGTH} characters, the empty text included, but neither U+0000, which some
 * databases cannot hold, nor half of a surrogate pair, which no encoding can carry.
 *
 * <p>Any other key or value is an {@link IllegalArgumentException}; a place that cannot be read or written is a {@link
 * StoreException}. An own implementation proves itself with the {@code KeyValueStoreContract} of intellibrix-testing.
 */
public interface KeyValueStore {

    /** The most characters that a key may have. */
    int MAX_KEY_LENGTH = 512;

    /** The most characters that a value may have: 16 Mi. */
    int MAX_VALUE_LENGTH = 16 * 1024 * 1024;

    /**
     * The value of a key, or empty when there is none.
     *
     * @throws StoreException when the place cannot be read
     */
    Optional<String> get(String key);

    /**
     * Sets the value of a key, whatever it was.
     *
     * @throws StoreException when the place cannot be written; whether the value was set is then not known
     */
    void put(String key, String value);

    /**
     * Sets the value of a key when it is what the caller expects, and changes nothing otherwise. Of several callers that
     * expect the same, exactly one succeeds.
     *
     * @param expected the value that the key must have; empty when there must be none
     * @return whether the value was set
     * @throws StoreException when the place cannot be read or written; whether the value was set is then not known
     */
    boolean compareAndSet(String key, Optional<String> expected, String value);

    /**
     * Removes a key.
     *
     * @return whether there was one
     * @throws StoreException when the place cannot be written; whether the key was removed is then not known
     */
    boolean delete(String key);

    /**
     * All keys that start with a text, in the order of {@link String#compareTo}. Keys that come or go meanwhile may or may
     * not be among them.
     *
     * @param prefix the start of the keys; may be empty
     * @throws StoreException when the place cannot be read
     */
    List<String> list(String prefix);

    /**
     * Checks a key; for implementations.
     *
     * @return the key
     * @throws IllegalArgumentException when the key is not one
     */
    static String requireKey(String key) {
        if (key.isEmpty()) {
            throw new IllegalArgumentException("key must have at least 1 character");
        }
        return Texts.require("key", key, MAX_KEY_LENGTH, false);
    }

    /**
     * Checks the start of a key; for implementations.
     *
     * @return the prefix
     * @throws IllegalArgumentException when no key can start so
     */
    static String requirePrefix(String prefix) {
        return Texts.require("prefix", prefix, MAX_KEY_LENGTH, false);
    }

    /**
     * Checks a value; for implementations.
     *
     * @return the value
     * @throws IllegalArgumentException when it is too long or cannot be kept
     */
    static String requireValue(String value) {
        return Texts.require("value", value, MAX_VALUE_LENGTH, true);
    }
}

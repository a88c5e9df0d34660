package dev.intellibrix.agenttools.json.value;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An object. Its keys are in the order in which they came first; of two equal keys the last value counts. */
public final class JsonObject extends Container {

    /** The one without keys. */
    public static final JsonObject EMPTY = new JsonObject(new Builder());

    /** Up to this many keys are compared one by one; a hash table answers for more. */
    private static final int SMALL = 10;

    private final String[] keys;
    private final JsonValue[] values;
    private @Nullable Map<String, Integer> places;

    private JsonObject(Builder builder) {
        super(builder.values, builder.size, weight(builder.keys, builder.size));
        this.keys = builder.keys;
        this.values = builder.values;
        this.places = builder.places;
    }

    private static long weight(String[] keys, int size) {
        long weight = 0;
        for (int i = 0; i < size; i++) {
            weight += keys[i].length() / 8;
        }
        return weight;
    }

    @Override
    public Kind kind() {
        return Kind.OBJECT;
    }

    /** The key at a position in the order of keys. */
    public String key(int place) {
        return keys[place];
    }

    /** The value at a position in the order of keys. */
    public JsonValue value(int place) {
        return values[place];
    }

    /** The value of a key; null when there is none. */
    public @Nullable JsonValue get(String key) {
        int place = place(keys, size(), places, key);
        return place < 0 ? null : values[place];
    }

    /** The keys in the order of their code points. */
    public String[] sortedKeys() {
        String[] sorted = Arrays.copyOf(keys, size());
        Arrays.sort(sorted, Order::compareTexts);
        return sorted;
    }

    /** A builder that has all of this. */
    public Builder toBuilder() {
        Builder copy = new Builder();
        for (int i = 0; i < size(); i++) {
            copy.append(keys[i], values[i]);
        }
        return copy;
    }

    /** A copy without some keys. */
    public JsonObject without(Set<String> dropped) {
        Builder kept = new Builder();
        for (int i = 0; i < size(); i++) {
            if (!dropped.contains(keys[i])) {
                kept.append(keys[i], values[i]);
            }
        }
        return kept.build();
    }

    private static int place(String[] keys, int size, @Nullable Map<String, Integer> places, String key) {
        if (places != null) {
            Integer place = places.get(key);
            return place == null ? -1 : place;
        }
        int hash = key.hashCode();
        for (int i = 0; i < size; i++) {
            if (keys[i].hashCode() == hash && keys[i].equals(key)) {
                return i;
            }
        }
        return -1;
    }

    /** Collects keys and values. */
    public static final class Builder {

        private String[] keys = new String[4];
        private JsonValue[] values = new JsonValue[4];
        private int size;
        private @Nullable Map<String, Integer> places;

        /** Sets the value of a key. */
        public void put(String key, JsonValue value) {
            int place = place(keys, size, places, key);
            if (place >= 0) {
                values[place] = value;
            } else {
                append(key, value);
            }
        }

        /** Adds a key that is not there yet. */
        private void append(String key, JsonValue value) {
            if (size == keys.length) {
                keys = Arrays.copyOf(keys, size * 2);
                values = Arrays.copyOf(values, size * 2);
            }
            keys[size] = key;
            values[size] = value;
            if (places != null) {
                places.put(key, size);
            }
            size++;
            if (places == null && size > SMALL) {
                Map<String, Integer> table = new HashMap<>();
                for (int i = 0; i < size; i++) {
                    table.put(keys[i], i);
                }
                places = table;
            }
        }

        /** The object; this must not be used any more. */
        public JsonObject build() {
            return size == 0 ? EMPTY : new JsonObject(this);
        }
    }
}

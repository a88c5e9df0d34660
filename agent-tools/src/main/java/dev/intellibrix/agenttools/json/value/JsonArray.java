package dev.intellibrix.agenttools.json.value;

import java.util.Arrays;
import java.util.function.Predicate;

/** An array. */
public final class JsonArray extends Container {

    /** The one without elements. */
    public static final JsonArray EMPTY = new JsonArray(new JsonValue[0], 0);

    private final JsonValue[] elements;

    private JsonArray(JsonValue[] elements, int size) {
        super(elements, size, 0);
        this.elements = elements;
    }

    /** An array of these. */
    public static JsonArray of(JsonValue... elements) {
        return elements.length == 0 ? EMPTY : new JsonArray(elements.clone(), elements.length);
    }

    @Override
    public Kind kind() {
        return Kind.ARRAY;
    }

    /** The element at a position within its size. */
    public JsonValue get(int index) {
        return elements[index];
    }

    /** The elements from one position to another. */
    public JsonArray slice(int from, int to) {
        return from >= to ? EMPTY : new JsonArray(Arrays.copyOfRange(elements, from, to), to - from);
    }

    /** The elements of this and then those of another. */
    public JsonArray plus(JsonArray other) {
        JsonValue[] all = Arrays.copyOf(elements, size() + other.size());
        System.arraycopy(other.elements, 0, all, size(), other.size());
        return new JsonArray(all, size() + other.size());
    }

    /** The elements that pass. */
    public JsonArray filter(Predicate<JsonValue> passes) {
        Builder kept = new Builder();
        for (int i = 0; i < size(); i++) {
            if (passes.test(elements[i])) {
                kept.add(elements[i]);
            }
        }
        return kept.build();
    }

    /** A copy in which the element at a position is another; the array grows up to it, filled with null. */
    public JsonArray with(int index, JsonValue value) {
        JsonValue[] copy = Arrays.copyOf(elements, Math.max(size(), index + 1));
        if (index > size()) {
            Arrays.fill(copy, size(), index, JsonConstant.NULL);
        }
        copy[index] = value;
        return new JsonArray(copy, Math.max(size(), index + 1));
    }

    /** Collects elements. */
    public static final class Builder {

        private JsonValue[] elements = new JsonValue[4];
        private int size;

        /** Adds one at the end. */
        public void add(JsonValue value) {
            if (size == elements.length) {
                elements = Arrays.copyOf(elements, size + (size >> 1));
            }
            elements[size++] = value;
        }

        /** How many there are. */
        public int size() {
            return size;
        }

        /** The array; this must not be used any more. */
        public JsonArray build() {
            return size == 0 ? EMPTY : new JsonArray(elements, size);
        }
    }
}

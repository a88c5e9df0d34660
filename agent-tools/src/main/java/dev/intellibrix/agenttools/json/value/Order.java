package dev.intellibrix.agenttools.json.value;

import java.util.Comparator;

/** The order of all values: by type, then within it. Values that it finds no difference between are equal. */
public final class Order {

    /** The order as a comparator to sort by: NaN, which {@link #compare} puts below itself, is as large as itself. */
    public static final Comparator<JsonValue> FOR_SORTING = (a, b) -> {
        int order = compare(a, b);
        return order < 0 && compare(b, a) < 0 ? 0 : order;
    };

    private Order() {}

    /** Negative, zero or positive as the first comes before, with or after the second. */
    public static int compare(JsonValue a, JsonValue b) {
        int kinds = a.kind().compareTo(b.kind());
        if (kinds != 0) {
            return kinds;
        }
        if (a instanceof JsonNumber one && b instanceof JsonNumber other) {
            return one.compareTo(other);
        }
        if (a instanceof JsonText one && b instanceof JsonText other) {
            return compareTexts(one.text(), other.text());
        }
        if (a instanceof JsonArray one && b instanceof JsonArray other) {
            return compareArrays(one, other);
        }
        return a instanceof JsonObject one && b instanceof JsonObject other ? compareObjects(one, other) : 0;
    }

    /** Whether there is no difference. */
    public static boolean equal(JsonValue a, JsonValue b) {
        if (a instanceof JsonText one && b instanceof JsonText other) {
            return one.text().equals(other.text());
        }
        return a.kind() == b.kind() && compare(a, b) == 0;
    }

    /** Compares by code points, which is the order of the bytes of UTF-8, not of Java's characters. */
    static int compareTexts(String a, String b) {
        int length = Math.min(a.length(), b.length());
        for (int i = 0; i < length; i++) {
            char x = a.charAt(i);
            char y = b.charAt(i);
            if (x != y) {
                boolean mixed = Character.isSurrogate(x) != Character.isSurrogate(y);
                return mixed ? (Character.isSurrogate(x) ? 1 : -1) : Character.compare(x, y);
            }
        }
        return Integer.compare(a.length(), b.length());
    }

    private static int compareArrays(JsonArray a, JsonArray b) {
        int size = Math.min(a.size(), b.size());
        for (int i = 0; i < size; i++) {
            int difference = compare(a.get(i), b.get(i));
            if (difference != 0) {
                return difference;
            }
        }
        return Integer.compare(a.size(), b.size());
    }

    /** The sorted keys first, then the values key by key. */
    private static int compareObjects(JsonObject a, JsonObject b) {
        String[] left = a.sortedKeys();
        String[] right = b.sortedKeys();
        for (int i = 0; i < Math.min(left.length, right.length); i++) {
            int difference = compareTexts(left[i], right[i]);
            if (difference != 0) {
                return difference;
            }
        }
        if (left.length != right.length) {
            return Integer.compare(left.length, right.length);
        }
        for (String key : left) {
            JsonValue one = a.get(key);
            JsonValue other = b.get(key);
            int difference = one == null || other == null ? 0 : compare(one, other);
            if (difference != 0) {
                return difference;
            }
        }
        return 0;
    }
}

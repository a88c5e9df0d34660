package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonArray;
import dev.intellibrix.agenttools.json.value.JsonConstant;
import dev.intellibrix.agenttools.json.value.JsonNumber;
import dev.intellibrix.agenttools.json.value.JsonObject;
import dev.intellibrix.agenttools.json.value.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Where a value stands within another. A value that was made stands nowhere, unless it is the very value that stood at the path
 * before. Immutable; a longer path shares the shorter one.
 */
final class Path {

    private final @Nullable Path parent;
    private final JsonValue key;
    private final JsonValue value;
    private final int length;
    private final boolean lost;

    private Path(@Nullable Path parent, JsonValue key, JsonValue value, int length, boolean lost) {
        this.parent = parent;
        this.key = key;
        this.value = value;
        this.length = length;
        this.lost = lost;
    }

    /** Of the value itself. */
    static Path root(JsonValue value) {
        return new Path(null, JsonConstant.NULL, value, 0, false);
    }

    /**
     * Before a step from a value to what stands at a key.
     *
     * @param at where the value stands; null when nobody asks for paths
     * @throws QueryError when it stands nowhere
     */
    static void check(@Nullable Path at, JsonValue key, JsonValue value) {
        if (at != null && at.lost) {
            throw new QueryError("Invalid path expression near attempt to access element " + QueryError.shown(key)
                    + " of " + QueryError.shown(value));
        }
    }

    /**
     * Before a step from a value to all that is in it.
     *
     * @throws QueryError when the value stands nowhere
     */
    static void check(@Nullable Path at, JsonValue value) {
        if (at != null && at.lost) {
            throw new QueryError("Invalid path expression near attempt to iterate through " + QueryError.shown(value));
        }
    }

    /** One step on, to what was found at a key; null when nobody asks for paths. */
    static @Nullable Path step(@Nullable Path at, JsonValue key, JsonValue found) {
        return at == null ? null : new Path(at, key, found, at.length + 1, false);
    }

    /** Of a value that a filter made. */
    static @Nullable Path made(@Nullable Path at, JsonValue value) {
        if (at == null) {
            return null;
        }
        Path base = at.lost && at.parent != null ? at.parent : at;
        if (isSame(base.value, value)) {
            return base;
        }
        return at.lost ? at : new Path(base, base.key, value, base.length, true);
    }

    /** Numbers, and what is empty, are shared among values that have nothing to do with each other. */
    @SuppressWarnings("ReferenceEquality")
    private static boolean isSame(JsonValue a, JsonValue b) {
        return a == b && !(a instanceof JsonNumber) && a != JsonArray.EMPTY && a != JsonObject.EMPTY;
    }

    /** Whether the value stands nowhere. */
    boolean isLost() {
        return lost;
    }

    /**
     * A path as an array of keys.
     *
     * @param value the value that should stand there
     */
    static JsonArray keys(@Nullable Path path, JsonValue value) {
        if (path == null || path.lost) {
            throw new QueryError("Invalid path expression with result " + QueryError.shown(value));
        }
        JsonValue[] keys = new JsonValue[path.length];
        Path at = path;
        for (int i = path.length - 1; i >= 0 && at != null; i--) {
            keys[i] = at.key;
            at = at.parent;
        }
        return JsonArray.of(keys);
    }
}

package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonArray;
import dev.intellibrix.agenttools.json.value.JsonConstant;
import dev.intellibrix.agenttools.json.value.JsonValue;
import org.jspecify.annotations.Nullable;

/** Where a value stands within another. Immutable; a longer path shares the shorter one. */
final class Path {

    /** The value itself. */
    static final Path ROOT = new Path(null, JsonConstant.NULL, 0);

    /** Of a value that was made, and so stands nowhere. */
    static final Path NOWHERE = new Path(null, JsonConstant.NULL, 0);

    private final @Nullable Path parent;
    private final JsonValue key;
    private final int length;

    private Path(@Nullable Path parent, JsonValue key, int length) {
        this.parent = parent;
        this.key = key;
        this.length = length;
    }

    /** One step on, from a value to what stands at a key; null when nobody asks for paths. */
    static @Nullable Path step(@Nullable Path from, JsonValue key, JsonValue value) {
        if (from == null) {
            return null;
        }
        if (from == NOWHERE) {
            throw new QueryError("Invalid path expression near attempt to access element " + QueryError.shown(key)
                    + " of " + QueryError.shown(value));
        }
        return new Path(from, key, from.length + 1);
    }

    /** Of a value that is made by a filter. */
    static @Nullable Path nowhere(@Nullable Path at) {
        return at == null ? null : NOWHERE;
    }

    /** As an array of keys. */
    JsonArray toArray(JsonValue value) {
        if (this == NOWHERE) {
            throw new QueryError("Invalid path expression with result " + QueryError.shown(value));
        }
        JsonValue[] keys = new JsonValue[length];
        Path at = this;
        for (int i = length - 1; i >= 0 && at != null; i--) {
            keys[i] = at.key;
            at = at.parent;
        }
        return JsonArray.of(keys);
    }
}

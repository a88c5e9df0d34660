package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonArray;
import dev.intellibrix.agenttools.json.value.JsonConstant;
import dev.intellibrix.agenttools.json.value.JsonNumber;
import dev.intellibrix.agenttools.json.value.JsonObject;
import dev.intellibrix.agenttools.json.value.JsonText;
import dev.intellibrix.agenttools.json.value.JsonValue;
import org.jspecify.annotations.Nullable;

/** Reads and sets what stands at a path, which is an array of keys. */
final class Paths {

    /** As in jq: what is beyond would be an array of nulls for one value. */
    private static final double MAX_INDEX = 536_870_911;

    private Paths() {}

    /** {@code path(body)}: where the results of a filter stand. */
    static final class PathsOf extends Filter {

        private final Filter body;

        PathsOf(Filter body) {
            this.body = body;
        }

        @Override
        boolean emit(Run run, JsonValue in, @Nullable Path at, Sink out) {
            return body.run(run, in, Path.root(in), (value, path) -> {
                run.step();
                JsonArray keys = Path.keys(path, value);
                run.allocate(Cost.ARRAY + (long) Cost.ELEMENT * keys.size());
                return out.acceptMade(keys, at);
            });
        }
    }

    /** {@code getpath(keys)}. */
    static final class GetPath extends Filter {

        private final Filter keys;

        GetPath(Filter keys) {
            super(keys.isSingle());
            this.keys = keys;
        }

        @Override
        JsonValue make(Run run, JsonValue in) {
            return get(run, in, keys(keys.value(run, in)));
        }

        @Override
        boolean emit(Run run, JsonValue in, @Nullable Path at, Sink out) {
            return keys.run(run, in, null, (value, none) -> {
                JsonArray all = keys(value);
                JsonValue found = get(run, in, all);
                Path path = at;
                for (int i = 0; i < all.size() && path != null && !path.isLost(); i++) {
                    path = Path.step(path, all.get(i), found);
                }
                return out.accept(found, path);
            });
        }
    }

    /** {@code pick(body)}: only what stands at the paths of a filter, at those paths. */
    static final class Pick extends SingleFilter {

        private final Filter body;

        Pick(Filter body) {
            this.body = body;
        }

        @Override
        JsonValue make(Run run, JsonValue in) {
            JsonValue[] picked = {JsonConstant.NULL};
            body.run(run, in, Path.root(in), (value, path) -> {
                JsonArray keys = Path.keys(path, value);
                picked[0] = set(run, picked[0], keys, get(run, in, keys));
                return true;
            });
            return picked[0];
        }
    }

    private static JsonArray keys(JsonValue value) {
        if (value instanceof JsonArray array) {
            return array;
        }
        throw new QueryError("Path must be specified as an array");
    }

    private static JsonValue get(Run run, JsonValue in, JsonArray keys) {
        JsonValue value = in;
        for (int i = 0; i < keys.size() && !value.isNull(); i++) {
            run.step();
            value = Access.get(run, value, keys.get(i));
        }
        return value;
    }

    /** {@code setpath(keys; value)}. */
    static JsonValue set(Run run, JsonValue in, JsonValue keys, JsonValue value) {
        JsonArray path = keys(keys);
        if (path.size() > run.maxDepth()) {
            throw run.tooDeep();
        }
        return set(run, in, path, 0, value);
    }

    private static JsonValue set(Run run, JsonValue in, JsonArray keys, int from, JsonValue value) {
        run.step();
        if (from == keys.size()) {
            return value;
        }
        JsonValue key = keys.get(from);
        JsonValue inner = Access.get(run, in, key);
        if (key instanceof JsonNumber number) {
            place(in instanceof JsonArray array ? array : JsonArray.EMPTY, number.value());
        }
        run.enter();
        try {
            return run.made(put(run, in, key, set(run, inner, keys, from + 1, value)));
        } finally {
            run.leave();
        }
    }

    /** A copy in which another value stands at a key. */
    static JsonValue put(Run run, JsonValue in, JsonValue key, JsonValue value) {
        if (key instanceof JsonText name && (in instanceof JsonObject || in.isNull())) {
            JsonObject object = in instanceof JsonObject given ? given : JsonObject.EMPTY;
            run.allocate(Cost.object(object.size() + 1));
            JsonObject.Builder changed = object.toBuilder();
            changed.put(name.text(), value);
            return changed.build();
        }
        if (key instanceof JsonNumber number && (in instanceof JsonArray || in.isNull())) {
            return put(run, in instanceof JsonArray given ? given : JsonArray.EMPTY, number.value(), value);
        }
        if (key instanceof JsonObject slice && (in instanceof JsonArray || in.isNull())) {
            return splice(run, in instanceof JsonArray given ? given : JsonArray.EMPTY, slice, value);
        }
        throw in instanceof JsonArray && key instanceof JsonArray
                ? new QueryError("Cannot update field at array index of array")
                : Access.cannotIndex(in, key);
    }

    private static JsonArray put(Run run, JsonArray array, double index, JsonValue value) {
        int place = place(array, index);
        run.allocate(Cost.ARRAY + 8L * Math.max(array.size(), place + 1L));
        return array.with(place, value);
    }

    /** Where an element is to be put. */
    private static int place(JsonArray array, double index) {
        double place = Access.place(index, array.size());
        if (!(place >= 0)) {
            throw new QueryError(
                    Double.isNaN(index)
                            ? "Cannot set array element at NaN index"
                            : "Out of bounds negative array index");
        }
        if (place > MAX_INDEX) {
            throw new QueryError("Array index too large");
        }
        return (int) place;
    }

    private static JsonArray splice(Run run, JsonArray array, JsonObject slice, JsonValue value) {
        if (!(value instanceof JsonArray replacement)) {
            throw new QueryError("A slice of an array can only be assigned another array");
        }
        Span span = span(array, slice);
        run.allocate(Cost.ARRAY + 8L * (array.size() + replacement.size()));
        return array.slice(0, span.from()).plus(replacement).plus(array.slice(span.to(), array.size()));
    }

    static Span span(JsonArray array, JsonObject slice) {
        JsonValue from = slice.get("start");
        JsonValue to = slice.get("end");
        if (from == null || to == null) {
            throw Span.refusal();
        }
        return Span.of(from, to, array.size());
    }
}

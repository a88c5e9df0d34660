package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonArray;
import dev.intellibrix.agenttools.json.value.JsonObject;
import dev.intellibrix.agenttools.json.value.JsonValue;
import org.jspecify.annotations.Nullable;

/** Filters that keep the shape of a value and change what is in it. */
final class Rebuild {

    private Rebuild() {}

    /** {@code map_values(body)}: the first result for each value; a value without one is dropped. */
    static final class MapValues extends SingleFilter {

        private final Filter body;

        MapValues(Filter body) {
            this.body = body;
        }

        @Override
        JsonValue make(Run run, JsonValue in) {
            if (in instanceof JsonArray || in instanceof JsonObject) {
                return mapped(run, in, body, true);
            }
            throw new QueryError("Cannot iterate over " + QueryError.named(in));
        }
    }

    /** {@code walk(body)}: from the innermost values to the outermost. */
    static final class Walk extends Filter {

        private final Filter body;

        Walk(Filter body) {
            this.body = body;
        }

        @Override
        boolean emit(Run run, JsonValue in, @Nullable Path at, Sink out) {
            run.step();
            JsonValue walked = in instanceof JsonArray
                    ? mapped(run, in, this, false)
                    : in instanceof JsonObject ? mapped(run, in, this, true) : in;
            return body.run(run, walked, Path.made(at, walked), out);
        }
    }

    /** The results for each value of an array or an object; all, or only the first for each. */
    private static JsonValue mapped(Run run, JsonValue in, Filter body, boolean onlyFirst) {
        JsonArray.Builder array = new JsonArray.Builder();
        if (in instanceof JsonArray elements) {
            for (int i = 0; i < elements.size(); i++) {
                run.step();
                body.run(run, elements.get(i), null, (value, none) -> {
                    run.allocate(Cost.ELEMENT);
                    array.add(value);
                    return !onlyFirst;
                });
            }
            return run.made(array.build());
        }
        JsonObject object = (JsonObject) in;
        JsonObject.Builder changed = new JsonObject.Builder();
        for (int i = 0; i < object.size(); i++) {
            run.step();
            String key = object.key(i);
            body.run(run, object.value(i), null, (value, none) -> {
                run.allocate(Cost.TABLED);
                changed.put(key, value);
                return false;
            });
        }
        return run.made(changed.build());
    }
}

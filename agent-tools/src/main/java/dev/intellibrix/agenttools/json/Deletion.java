package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonArray;
import dev.intellibrix.agenttools.json.value.JsonConstant;
import dev.intellibrix.agenttools.json.value.JsonNumber;
import dev.intellibrix.agenttools.json.value.JsonObject;
import dev.intellibrix.agenttools.json.value.JsonText;
import dev.intellibrix.agenttools.json.value.JsonValue;
import dev.intellibrix.agenttools.json.value.Order;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Deletes what stands at some paths. All of them mean the value as it was, whatever else is deleted. */
final class Deletion {

    private final Run run;

    private Deletion(Run run) {
        this.run = run;
    }

    /** {@code delpaths(paths)}. */
    static JsonValue delete(Run run, JsonValue in, JsonValue paths) {
        if (!(paths instanceof JsonArray all)) {
            throw new QueryError("Paths must be specified as an array");
        }
        run.work(all.weight());
        List<JsonArray> keys = new ArrayList<>();
        for (JsonValue one : sorted(run, all)) {
            if (!(one instanceof JsonArray path)) {
                throw new QueryError(
                        "Path must be specified as array, not " + one.kind().typeName());
            }
            if (path.size() > run.maxDepth()) {
                throw run.tooDeep();
            }
            keys.add(path);
        }
        return keys.isEmpty() ? in : new Deletion(run).without(in, keys, 0);
    }

    private static JsonValue[] sorted(Run run, JsonArray all) {
        run.allocate(2L * Cost.ELEMENT * all.size());
        JsonValue[] sorted = new JsonValue[all.size()];
        for (int i = 0; i < sorted.length; i++) {
            sorted[i] = all.get(i);
        }
        Sorting.sort(sorted, (a, b) -> {
            run.compare(a, b);
            return Order.FOR_SORTING.compare(a, b);
        });
        return sorted;
    }

    /** A value without what stands at sorted paths that are the same up to a level. */
    private JsonValue without(JsonValue in, List<JsonArray> paths, int level) {
        run.enter();
        try {
            return within(in, paths, level);
        } finally {
            run.leave();
        }
    }

    private JsonValue within(JsonValue in, List<JsonArray> paths, int level) {
        run.step();
        if (in.isNull() || paths.get(0).size() == level) {
            return JsonConstant.NULL;
        }
        JsonValue value = in;
        List<JsonValue> dropped = new ArrayList<>();
        int end = paths.size();
        while (end > 0) {
            JsonValue key = paths.get(end - 1).get(level);
            int start = end - 1;
            while (start > 0 && Order.equal(paths.get(start - 1).get(level), key)) {
                start--;
            }
            if (paths.get(start).size() == level + 1) {
                dropped.add(key);
            } else {
                JsonValue inner = Access.get(run, value, key);
                value = inner.isNull()
                        ? value
                        : Paths.put(run, value, key, without(inner, paths.subList(start, end), level + 1));
            }
            end = start;
        }
        return dropped.isEmpty() ? value : removed(value, dropped);
    }

    private JsonValue removed(JsonValue in, List<JsonValue> keys) {
        if (in instanceof JsonObject object) {
            run.allocate(Cost.object(object.size()));
            run.work(object.size());
            Set<String> names = new HashSet<>();
            for (JsonValue key : keys) {
                names.add(key instanceof JsonText name ? name.text() : refuse(in, key));
            }
            return object.without(names);
        }
        if (in instanceof JsonArray array) {
            run.allocate(Cost.ARRAY + 9L * array.size());
            run.work(array.size());
            boolean[] gone = new boolean[array.size()];
            keys.forEach(key -> mark(array, key, gone));
            int[] place = {0};
            return array.filter(value -> !gone[place[0]++]);
        }
        return in.isNull() ? in : new JsonText(refuse(in, keys.get(0)));
    }

    private void mark(JsonArray array, JsonValue key, boolean[] gone) {
        if (key instanceof JsonNumber number) {
            double place = Access.place(number.value(), array.size());
            if (place >= 0 && place < array.size()) {
                gone[(int) place] = true;
            }
        } else if (key instanceof JsonObject slice) {
            Span span = Paths.span(array, slice);
            run.work(span.to() - span.from());
            Arrays.fill(gone, span.from(), span.to(), true);
        } else {
            refuse(array, key);
        }
    }

    private static String refuse(JsonValue in, JsonValue key) {
        String type = in.kind().typeName();
        throw new QueryError(
                in.depth() == 0
                        ? "Cannot delete fields from " + type
                        : "Cannot delete " + key.kind().typeName()
                                + (in instanceof JsonArray ? " element of " : " field of ") + type);
    }
}

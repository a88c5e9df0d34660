package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonArray;
import dev.intellibrix.agenttools.json.value.JsonConstant;
import dev.intellibrix.agenttools.json.value.JsonNumber;
import dev.intellibrix.agenttools.json.value.JsonObject;
import dev.intellibrix.agenttools.json.value.JsonText;
import dev.intellibrix.agenttools.json.value.JsonValue;
import dev.intellibrix.agenttools.json.value.Kind;
import java.util.HashMap;
import java.util.Map;

/** The functions that make one value of others, by name and number of arguments. */
final class Functions {

    /** All of them. */
    static final Map<String, ValueFunction> ALL = all();

    private Functions() {}

    private static Map<String, ValueFunction> all() {
        Map<String, ValueFunction> all = new HashMap<>();
        TextFunctions.addTo(all);
        Numeric.addTo(all);
        all.put("not/0", (run, in, args) -> JsonConstant.of(!in.isTrue()));
        all.put("type/0", (run, in, args) -> new JsonText(in.kind().typeName()));
        all.put("keys/0", (run, in, args) -> keys(run, in, true));
        all.put("keys_unsorted/0", (run, in, args) -> keys(run, in, false));
        all.put("has/1", (run, in, args) -> JsonConstant.of(has(in, args[0])));
        all.put("in/1", (run, in, args) -> JsonConstant.of(has(args[0], in)));
        all.put("contains/1", (run, in, args) -> JsonConstant.of(contains(run, in, args[0])));
        all.put("inside/1", (run, in, args) -> JsonConstant.of(contains(run, args[0], in)));
        all.put("reverse/0", (run, in, args) -> reverse(run, in));
        all.put("flatten/0", (run, in, args) -> flatten(run, in, Double.POSITIVE_INFINITY));
        all.put("flatten/1", (run, in, args) -> flatten(run, in, args[0]));
        all.put("transpose/0", (run, in, args) -> transpose(run, in));
        all.put("to_entries/0", (run, in, args) -> Entries.of(run, in));
        all.put("from_entries/0", (run, in, args) -> Entries.toObject(run, in));
        all.put("indices/1", (run, in, args) -> indices(run, in, args[0]));
        all.put("index/1", (run, in, args) -> end(run, indices(run, in, args[0]), true));
        all.put("rindex/1", (run, in, args) -> end(run, indices(run, in, args[0]), false));
        all.put("bsearch/1", (run, in, args) -> search(run, in, args[0]));
        all.put("setpath/2", (run, in, args) -> Paths.set(run, in, args[0], args[1]));
        all.put("delpaths/1", (run, in, args) -> Deletion.delete(run, in, args[0]));
        all.put("error/0", (run, in, args) -> {
            throw new QueryError(in);
        });
        all.put("error/1", (run, in, args) -> {
            throw new QueryError(args[0]);
        });
        return Map.copyOf(all);
    }

    static JsonValue length(Run run, JsonValue in) {
        if (in instanceof JsonArray array) {
            return JsonNumber.of((long) array.size());
        }
        if (in instanceof JsonObject object) {
            return JsonNumber.of((long) object.size());
        }
        if (in instanceof JsonText text) {
            run.scan(text.text());
            return JsonNumber.of((long) text.length());
        }
        if (in instanceof JsonNumber number) {
            return Numeric.absolute(number);
        }
        if (in.isNull()) {
            return JsonNumber.of(0L);
        }
        throw new QueryError(QueryError.named(in) + " has no length");
    }

    private static JsonValue keys(Run run, JsonValue in, boolean sorted) {
        JsonArray.Builder keys = new JsonArray.Builder();
        if (in instanceof JsonObject object) {
            run.allocate(Cost.ARRAY + (long) Cost.VALUE * object.size());
            run.work(16L * object.size());
            String[] names = sorted ? object.sortedKeys() : null;
            for (int i = 0; i < object.size(); i++) {
                keys.add(new JsonText(names == null ? object.key(i) : names[i]));
            }
        } else if (in instanceof JsonArray array) {
            run.allocate(Cost.ARRAY + (long) Cost.VALUE * array.size());
            for (int i = 0; i < array.size(); i++) {
                run.step();
                keys.add(JsonNumber.of((long) i));
            }
        } else {
            throw new QueryError(QueryError.named(in) + " has no keys");
        }
        return keys.build();
    }

    private static boolean has(JsonValue in, JsonValue key) {
        if (in instanceof JsonObject object && key instanceof JsonText name) {
            return object.get(name.text()) != null;
        }
        if (in instanceof JsonArray array && key instanceof JsonNumber number) {
            return number.value() > -1 && number.value() < array.size();
        }
        if (in.isNull()) {
            return false;
        }
        throw new QueryError("Cannot check whether " + in.kind().typeName() + " has a "
                + key.kind().typeName() + " key");
    }

    private static boolean contains(Run run, JsonValue all, JsonValue part) {
        if (all.kind() != part.kind()) {
            throw new QueryError(QueryError.named(all) + " and " + QueryError.named(part)
                    + " cannot have their containment checked");
        }
        return has(run, all, part);
    }

    private static boolean has(Run run, JsonValue all, JsonValue part) {
        run.enter();
        try {
            return includes(run, all, part);
        } finally {
            run.leave();
        }
    }

    private static boolean includes(Run run, JsonValue all, JsonValue part) {
        run.step();
        if (all instanceof JsonObject object && part instanceof JsonObject wanted) {
            for (int i = 0; i < wanted.size(); i++) {
                JsonValue value = object.get(wanted.key(i));
                if (value == null || !has(run, value, wanted.value(i))) {
                    return false;
                }
            }
            return true;
        }
        if (all instanceof JsonArray array && part instanceof JsonArray wanted) {
            return containsAll(run, array, wanted);
        }
        if (all instanceof JsonText text && part instanceof JsonText wanted) {
            return wanted.text().isEmpty() || new Search(run, text.text(), wanted.text()).next() >= 0;
        }
        return Operator.Arithmetic.equal(run, all, part);
    }

    private static boolean containsAll(Run run, JsonArray array, JsonArray wanted) {
        for (int i = 0; i < wanted.size(); i++) {
            boolean found = false;
            for (int k = 0; !found && k < array.size(); k++) {
                found = has(run, array.get(k), wanted.get(i));
                run.step();
            }
            if (!found) {
                return false;
            }
        }
        return true;
    }

    /** Goes by the length, so that what has none but can not be indexed is an empty array. */
    private static JsonValue reverse(Run run, JsonValue in) {
        if (!(in instanceof JsonArray array)) {
            if (length(run, in) instanceof JsonNumber length && length.value() > 0) {
                throw Access.cannotIndex(in, JsonNumber.of(length.value() - 1));
            }
            return JsonArray.EMPTY;
        }
        run.allocate(Cost.ARRAY + (long) Cost.ELEMENT * array.size());
        run.work(array.size());
        JsonArray.Builder reversed = new JsonArray.Builder();
        for (int i = array.size() - 1; i >= 0; i--) {
            reversed.add(array.get(i));
        }
        return reversed.build();
    }

    /** A depth that is not a number can be compared, but not counted down. */
    private static JsonValue flatten(Run run, JsonValue in, JsonValue depth) {
        if (depth instanceof JsonNumber number) {
            return flatten(run, in, number.value());
        }
        if (depth.kind().compareTo(Kind.NUMBER) > 0) {
            Access.each(run, in, null, (value, none) -> {
                if (value instanceof JsonArray) {
                    throw Operator.Arithmetic.cannot(depth, JsonNumber.of(1L), "subtracted");
                }
                return true;
            });
        }
        return flatten(run, in, depth.kind().compareTo(Kind.NUMBER) > 0 ? 0 : -1);
    }

    private static JsonValue flatten(Run run, JsonValue in, double depth) {
        if (!(depth >= 0)) {
            throw new QueryError("flatten depth must not be negative");
        }
        JsonArray.Builder flat = new JsonArray.Builder();
        flatten(run, in, depth, flat);
        return flat.build();
    }

    private static void flatten(Run run, JsonValue in, double depth, JsonArray.Builder flat) {
        run.enter();
        try {
            Access.each(run, in, null, (value, none) -> {
                if (value instanceof JsonArray && depth > 0) {
                    flatten(run, value, depth - 1, flat);
                } else {
                    run.allocate(Cost.ELEMENT);
                    flat.add(value);
                }
                return true;
            });
        } finally {
            run.leave();
        }
    }

    private static JsonValue transpose(Run run, JsonValue in) {
        double[] width = {0};
        Access.each(run, in, null, (row, none) -> {
            width[0] = Math.max(width[0], length(run, row) instanceof JsonNumber length ? length.value() : 0);
            return true;
        });
        JsonArray.Builder columns = new JsonArray.Builder();
        for (int i = 0; i < width[0]; i++) {
            JsonNumber place = JsonNumber.of((long) i);
            JsonArray.Builder column = new JsonArray.Builder();
            Access.each(run, in, null, (row, none) -> {
                run.allocate(8);
                column.add(Access.get(run, row, place));
                return true;
            });
            columns.add(column.build());
        }
        return columns.build();
    }

    private static JsonValue indices(Run run, JsonValue in, JsonValue part) {
        if (in instanceof JsonText text && part instanceof JsonText wanted) {
            return Texts.indices(run, text.text(), wanted.text());
        }
        if (in instanceof JsonArray array) {
            return Access.indices(run, array, part instanceof JsonArray wanted ? wanted : JsonArray.of(part));
        }
        return Access.get(run, in, part);
    }

    private static JsonValue end(Run run, JsonValue indices, boolean first) {
        JsonValue part = first ? indices : Access.slice(run, indices, JsonNumber.of(-1L), JsonConstant.NULL);
        return Access.get(run, part, JsonNumber.of(0L));
    }

    /** Where a value is in a sorted array; otherwise where it would have to be put, negated and less one. */
    private static JsonValue search(Run run, JsonValue in, JsonValue wanted) {
        if (!(in instanceof JsonArray array)) {
            throw new QueryError(QueryError.named(in) + " cannot be searched from");
        }
        int low = 0;
        int high = array.size() - 1;
        while (low <= high) {
            run.step();
            int middle = (low + high) >>> 1;
            int order = Operator.Arithmetic.compare(run, array.get(middle), wanted);
            if (order == 0) {
                return JsonNumber.of((long) middle);
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return JsonNumber.of((double) (-1 - low));
    }
}

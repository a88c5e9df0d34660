package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonArray;
import dev.intellibrix.agenttools.json.value.JsonConstant;
import dev.intellibrix.agenttools.json.value.JsonNumber;
import dev.intellibrix.agenttools.json.value.JsonObject;
import dev.intellibrix.agenttools.json.value.JsonText;
import dev.intellibrix.agenttools.json.value.JsonValue;
import org.jspecify.annotations.Nullable;

/** What stands at a key, a position or a slice of a value. */
final class Access {

    private static final JsonText START = new JsonText("start");
    private static final JsonText END = new JsonText("end");

    private Access() {}

    /** What {@code value[key]} is. */
    static JsonValue get(Run run, JsonValue value, JsonValue key) {
        if (key instanceof JsonText name) {
            return field(value, name);
        }
        if (value instanceof JsonArray array && key instanceof JsonNumber number) {
            return element(array, number.value());
        }
        if (key instanceof JsonObject slice) {
            return sliceAt(run, value, slice);
        }
        if (value instanceof JsonArray array && key instanceof JsonArray part) {
            return indices(run, array, part);
        }
        if (value.isNull() && key instanceof JsonNumber) {
            return JsonConstant.NULL;
        }
        throw cannotIndex(value, key);
    }

    /** What {@code value.name} is. */
    static JsonValue field(JsonValue value, JsonText name) {
        if (value instanceof JsonObject object) {
            JsonValue found = object.get(name.text());
            return found == null ? JsonConstant.NULL : found;
        }
        if (value.isNull()) {
            return value;
        }
        throw cannotIndex(value, name);
    }

    static QueryError cannotIndex(JsonValue value, JsonValue key) {
        return new QueryError("Cannot index " + value.kind().typeName() + " with " + QueryError.named(key));
    }

    private static JsonValue element(JsonArray array, double index) {
        double place = place(index, array.size());
        return place >= 0 && place < array.size() ? array.get((int) place) : JsonConstant.NULL;
    }

    /** A position counted from the start, without its fraction; below zero when it lies before the start. */
    static double place(double index, int size) {
        double whole = index < 0 ? Math.ceil(index) : Math.floor(index);
        return whole < 0 ? whole + size : whole;
    }

    /** The positions at which a part begins in an array. */
    static JsonValue indices(Run run, JsonArray array, JsonArray part) {
        if (part.size() == 0) {
            return JsonArray.EMPTY;
        }
        JsonArray.Builder found = new JsonArray.Builder();
        for (int i = 0; i + part.size() <= array.size(); i++) {
            int same = 0;
            while (same < part.size() && Operator.Arithmetic.equal(run, array.get(i + same), part.get(same))) {
                run.step();
                same++;
            }
            run.step();
            if (same == part.size()) {
                found.add(JsonNumber.of((long) i));
            }
        }
        return found.build();
    }

    /** A slice as a key of a path. */
    static JsonObject sliceKey(JsonValue from, JsonValue to) {
        JsonObject.Builder key = new JsonObject.Builder();
        key.put(START.text(), from);
        key.put(END.text(), to);
        return key.build();
    }

    private static JsonValue sliceAt(Run run, JsonValue value, JsonObject key) {
        JsonValue from = key.get(START.text());
        JsonValue to = key.get(END.text());
        if (value.isNull()) {
            return value;
        }
        if (from == null || to == null) {
            throw value instanceof JsonArray || value instanceof JsonText ? Span.refusal() : cannotIndex(value, key);
        }
        return slice(run, value, from, to);
    }

    /** What {@code value[from:to]} is. */
    static JsonValue slice(Run run, JsonValue value, JsonValue from, JsonValue to) {
        if (value.isNull()) {
            return value;
        }
        if (value instanceof JsonArray array) {
            Span span = Span.of(from, to, array.size());
            run.allocate(Cost.ARRAY + (long) Cost.ELEMENT * span.length());
            run.work(span.length());
            return array.slice(span.from(), span.to());
        }
        if (value instanceof JsonText text) {
            run.scan(text.text());
            Span span = Span.of(from, to, text.length());
            run.allocate(Cost.TEXT + 4L * span.length());
            return text.slice(span.from(), span.to());
        }
        throw cannotIndex(value, sliceKey(from, to));
    }

    /** Each element or value of one value. */
    static boolean each(Run run, JsonValue value, @Nullable Path at, Sink out) {
        if (value instanceof JsonArray array) {
            for (int i = 0; i < array.size(); i++) {
                run.step();
                JsonValue element = array.get(i);
                Path next = at == null ? null : Path.step(at, JsonNumber.of((long) i), element);
                if (!out.accept(element, next)) {
                    return false;
                }
            }
            return true;
        }
        if (value instanceof JsonObject object) {
            for (int i = 0; i < object.size(); i++) {
                run.step();
                JsonValue member = object.value(i);
                Path next = at == null ? null : Path.step(at, new JsonText(object.key(i)), member);
                if (!out.accept(member, next)) {
                    return false;
                }
            }
            return true;
        }
        throw new QueryError("Cannot iterate over " + QueryError.named(value));
    }
}

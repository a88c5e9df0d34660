package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonArray;
import dev.intellibrix.agenttools.json.value.JsonConstant;
import dev.intellibrix.agenttools.json.value.JsonNumber;
import dev.intellibrix.agenttools.json.value.JsonObject;
import dev.intellibrix.agenttools.json.value.JsonText;
import dev.intellibrix.agenttools.json.value.JsonValue;
import java.util.function.Function;
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
        if (from == null || to == null) {
            throw cannotIndex(value, key);
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
            return array.slice(span.from, span.to);
        }
        if (value instanceof JsonText text) {
            run.scan(text.text());
            Span span = Span.of(from, to, text.length());
            return text.slice(span.from, span.to);
        }
        throw cannotIndex(value, sliceKey(from, to));
    }

    /**
     * A slice that lies within a length.
     *
     * @param from where it begins
     * @param to where it ends, not before its begin
     */
    record Span(int from, int to) {

        static Span of(JsonValue from, JsonValue to, int length) {
            double start = bound(from, 0, length);
            double end = bound(to, length, length);
            int first = (int) Math.floor(Math.min(start, length));
            int last = (int) Math.ceil(Math.min(end, length));
            return new Span(first, Math.max(first, last));
        }

        private static double bound(JsonValue given, int missing, int length) {
            if (given.isNull()) {
                return missing;
            }
            if (given instanceof JsonNumber number) {
                double value = number.value();
                return Math.max(0, value < 0 ? value + length : Double.isNaN(value) ? missing : value);
            }
            throw new QueryError("Array/string slice indices must be integers");
        }
    }

    /** A step into a value. */
    abstract static class Step extends Filter {

        Step() {}

        Step(boolean single) {
            super(single);
        }

        /** This step with {@code ?} after it: values that it does not fit are passed over; other errors are not. */
        abstract Filter optional();
    }

    /** {@code .name}, or {@code target.name}. */
    static final class Field extends Step {

        private final Filter target;
        private final JsonText name;

        Field(Filter target, JsonText name) {
            super(target.isSingle());
            this.target = target;
            this.name = name;
        }

        @Override
        Filter optional() {
            return new Flow.Pipe(target, new Try(new Field(Flow.IDENTITY, name), Flow.EMPTY));
        }

        @Override
        JsonValue make(Run run, JsonValue in) {
            return field(target.value(run, in), name);
        }

        @Override
        boolean emit(Run run, JsonValue in, @Nullable Path at, Sink out) {
            return target.run(run, in, at, (value, path) -> {
                run.step();
                Path next = Path.step(path, name, value);
                return out.accept(field(value, name), next);
            });
        }

        @Override
        @Nullable Filter streamed() {
            Filter elements = target.streamed();
            return elements == null ? null : new Field(elements, name);
        }
    }

    /** {@code target[key]}. */
    static final class Index extends Step {

        private final Filter target;
        private final Filter key;

        Index(Filter target, Filter key) {
            super(target.isSingle() && key.isSingle());
            this.target = target;
            this.key = key;
        }

        @Override
        Filter optional() {
            return new EachKey(
                    key,
                    at -> new Flow.Pipe(target, new Try(new Index(Flow.IDENTITY, new Flow.Literal(at)), Flow.EMPTY)));
        }

        @Override
        JsonValue make(Run run, JsonValue in) {
            JsonValue at = key.value(run, in);
            return get(run, target.value(run, in), at);
        }

        @Override
        boolean emit(Run run, JsonValue in, @Nullable Path at, Sink out) {
            return key.run(
                    run,
                    in,
                    null,
                    (index, none) -> target.run(run, in, at, (value, path) -> {
                        run.step();
                        Path next = Path.step(path, index, value);
                        return out.accept(get(run, value, index), next);
                    }));
        }

        @Override
        @Nullable Filter streamed() {
            Filter elements = key instanceof Flow.Literal ? target.streamed() : null;
            return elements == null ? null : new Index(elements, key);
        }
    }

    /** {@code target[from:to]}. */
    static final class Slice extends Step {

        private final Filter target;
        private final Filter from;
        private final Filter to;

        Slice(Filter target, Filter from, Filter to) {
            this.target = target;
            this.from = from;
            this.to = to;
        }

        @Override
        Filter optional() {
            return new EachKey(
                    from,
                    start -> new EachKey(
                            to,
                            end -> new Flow.Pipe(
                                    target,
                                    new Try(
                                            new Slice(Flow.IDENTITY, new Flow.Literal(start), new Flow.Literal(end)),
                                            Flow.EMPTY))));
        }

        @Override
        boolean emit(Run run, JsonValue in, @Nullable Path at, Sink out) {
            return from.run(
                    run,
                    in,
                    null,
                    (start, none) -> to.run(
                            run,
                            in,
                            null,
                            (end, nothing) -> target.run(run, in, at, (value, path) -> {
                                run.step();
                                Path next = path == null ? null : Path.step(path, sliceKey(start, end), value);
                                JsonValue part = slice(run, value, start, end);
                                run.allocate(Cost.ARRAY + Cost.ELEMENT * part.weight());
                                return out.accept(part, next);
                            })));
        }
    }

    /** {@code target[]}. */
    static final class Iterate extends Step {

        private final Filter target;

        Iterate(Filter target) {
            this.target = target;
        }

        @Override
        Filter optional() {
            return new Flow.Pipe(target, new Try(new Iterate(Flow.IDENTITY), Flow.EMPTY));
        }

        @Override
        boolean emit(Run run, JsonValue in, @Nullable Path at, Sink out) {
            if (at == null && target.isSingle()) {
                return each(run, target.value(run, in), null, out);
            }
            return target.run(run, in, at, (value, path) -> each(run, value, path, out));
        }

        @Override
        @Nullable Filter streamed() {
            if (target == Flow.IDENTITY) {
                return new Elements();
            }
            Filter elements = target.streamed();
            return elements == null ? null : new Iterate(elements);
        }
    }

    /** A step that is made anew for each key. */
    private static final class EachKey extends Filter {

        private final Filter keys;
        private final Function<JsonValue, Filter> step;

        EachKey(Filter keys, Function<JsonValue, Filter> step) {
            this.keys = keys;
            this.step = step;
        }

        @Override
        boolean emit(Run run, JsonValue in, @Nullable Path at, Sink out) {
            return keys.run(run, in, null, (key, none) -> step.apply(key).run(run, in, at, out));
        }
    }

    /** Each element or value of one value. */
    static boolean each(Run run, JsonValue value, @Nullable Path at, Sink out) {
        if (value instanceof JsonArray array) {
            for (int i = 0; i < array.size(); i++) {
                run.step();
                Path next = at == null ? null : Path.step(at, JsonNumber.of((long) i), value);
                if (!out.accept(array.get(i), next)) {
                    return false;
                }
            }
            return true;
        }
        if (value instanceof JsonObject object) {
            for (int i = 0; i < object.size(); i++) {
                run.step();
                Path next = at == null ? null : Path.step(at, new JsonText(object.key(i)), value);
                if (!out.accept(object.value(i), next)) {
                    return false;
                }
            }
            return true;
        }
        throw new QueryError("Cannot iterate over " + QueryError.named(value));
    }

    /** {@code .[]} of an array that is being read. */
    private static final class Elements extends Filter {

        @Override
        boolean emit(Run run, JsonValue in, @Nullable Path at, Sink out) {
            long memory = run.memory();
            for (JsonValue next = run.nextElement(); next != null; next = run.nextElement()) {
                if (!out.accept(next, null)) {
                    return false;
                }
                run.forget(memory);
                memory = run.memory();
            }
            return true;
        }
    }
}

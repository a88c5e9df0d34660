package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonNumber;
import dev.intellibrix.agenttools.json.value.JsonText;
import dev.intellibrix.agenttools.json.value.JsonValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A step into a value: to what stands at a key, or to all that is in it. */
abstract class Step extends Filter {

    final Filter target;
    private final boolean optional;

    private Step(Filter target, boolean optional, boolean single) {
        super(single && !optional);
        this.target = target;
        this.optional = optional;
    }

    /**
     * This step with {@code ?} after it: values that it does not fit are passed over. Other errors are not: that of a key, that
     * of the target, or that the value stands nowhere when paths are asked for.
     */
    abstract Filter optional();

    final boolean isOptional() {
        return optional;
    }

    /** All that is needed of the input when a key needs none of it. */
    final List<String> focusOfTarget(List<String> above) {
        List<String> member = target.member(above);
        return member == null ? target.focus(above) : member;
    }

    /** Pushes what stands at a key. */
    final boolean go(Run run, JsonValue value, JsonValue key, @Nullable Path at, Sink out) {
        run.step();
        Path.check(at, key, value);
        JsonValue found;
        try {
            found = Access.get(run, value, key);
        } catch (QueryError e) {
            if (optional) {
                return true;
            }
            throw e;
        }
        return out.accept(found, Path.step(at, key, found));
    }

    /** {@code .name}, or {@code target.name}. */
    static final class Field extends Step {

        private final JsonText name;

        Field(Filter target, JsonText name) {
            this(target, name, false);
        }

        private Field(Filter target, JsonText name, boolean optional) {
            super(target, optional, target.isSingle());
            this.name = name;
        }

        @Override
        Filter optional() {
            return new Field(target, name, true);
        }

        @Override
        JsonValue make(Run run, JsonValue in) {
            return Access.field(target.value(run, in), name);
        }

        @Override
        boolean emit(Run run, JsonValue in, @Nullable Path at, Sink out) {
            return target.run(run, in, at, (value, path) -> go(run, value, name, path, out));
        }

        /** Whether it is optional makes no difference where the target is an object, or null. */
        @Override
        @Nullable List<String> member(List<String> above) {
            List<String> member = target.member(above);
            if (member == null) {
                return null;
            }
            List<String> longer = new ArrayList<>(member);
            longer.add(name.text());
            return longer;
        }

        @Override
        List<String> focus(List<String> above) {
            List<String> member = member(above);
            return member == null ? target.focus(above) : member;
        }

        @Override
        @Nullable Streamed streamed(List<String> above) {
            return Streamed.of(target.streamed(above), elements -> new Field(elements, name, isOptional()));
        }
    }

    /** {@code target[key]}. */
    static final class Index extends Step {

        private final Filter key;

        Index(Filter target, Filter key) {
            this(target, key, false);
        }

        private Index(Filter target, Filter key, boolean optional) {
            super(target, optional, target.isSingle() && key.isSingle());
            this.key = key;
        }

        @Override
        Filter optional() {
            return new Index(target, key, true);
        }

        @Override
        JsonValue make(Run run, JsonValue in) {
            JsonValue index = key.value(run, in);
            return Access.get(run, target.value(run, in), index);
        }

        @Override
        boolean emit(Run run, JsonValue in, @Nullable Path at, Sink out) {
            return key.run(
                    run,
                    in,
                    null,
                    (index, none) -> target.run(run, in, at, (value, path) -> go(run, value, index, path, out)));
        }

        @Override
        List<String> focus(List<String> above) {
            return key.isConstant() ? focusOfTarget(above) : above;
        }

        @Override
        @Nullable Streamed streamed(List<String> above) {
            if (!(key instanceof Flow.Literal literal)) {
                return null;
            }
            List<String> member = target.member(above);
            return member == null
                    ? Streamed.of(target.streamed(above), elements -> new Index(elements, key, isOptional()))
                    : Streamed.element(member, literal.value());
        }
    }

    /** {@code target[from:to]}. */
    static final class Slice extends Step {

        private final Filter from;
        private final Filter to;

        Slice(Filter target, Filter from, Filter to) {
            this(target, from, to, false);
        }

        private Slice(Filter target, Filter from, Filter to, boolean optional) {
            super(target, optional, target.isSingle() && from.isSingle() && to.isSingle());
            this.from = from;
            this.to = to;
        }

        @Override
        Filter optional() {
            return new Slice(target, from, to, true);
        }

        @Override
        JsonValue make(Run run, JsonValue in) {
            JsonValue start = from.value(run, in);
            JsonValue end = to.value(run, in);
            return Access.slice(run, target.value(run, in), start, end);
        }

        @Override
        boolean emit(Run run, JsonValue in, @Nullable Path at, Sink out) {
            return Combinations.firstSlowest(
                    run,
                    in,
                    List.of(from, to),
                    ends -> target.run(
                            run,
                            in,
                            at,
                            (value, path) -> go(run, value, Access.sliceKey(ends[0], ends[1]), path, out)));
        }

        @Override
        List<String> focus(List<String> above) {
            return from.isConstant() && to.isConstant() ? focusOfTarget(above) : above;
        }

        @Override
        @Nullable Streamed streamed(List<String> above) {
            if (!(from instanceof Flow.Literal start) || !(to instanceof Flow.Literal end)) {
                return null;
            }
            List<String> member = target.member(above);
            return member == null
                    ? Streamed.of(target.streamed(above), elements -> new Slice(elements, from, to, isOptional()))
                    : Streamed.slice(member, start.value(), end.value());
        }
    }

    /** {@code target[]}. */
    static final class Iterate extends Step {

        Iterate(Filter target) {
            this(target, false);
        }

        private Iterate(Filter target, boolean optional) {
            super(target, optional, false);
        }

        @Override
        Filter optional() {
            return new Iterate(target, true);
        }

        @Override
        boolean emit(Run run, JsonValue in, @Nullable Path at, Sink out) {
            if (at == null && target.isSingle()) {
                return all(run, target.value(run, in), null, out);
            }
            return target.run(run, in, at, (value, path) -> all(run, value, path, out));
        }

        /** What is collected only to be taken apart is not collected. */
        private Filter over(Filter elements) {
            return elements instanceof Construct.Collect all ? all.body() : new Iterate(elements, isOptional());
        }

        private boolean all(Run run, JsonValue value, @Nullable Path at, Sink out) {
            Path.check(at, value);
            return (isOptional() && value.depth() == 0) || Access.each(run, value, at, out);
        }

        @Override
        List<String> focus(List<String> above) {
            return focusOfTarget(above);
        }

        @Override
        @Nullable Streamed streamed(List<String> above) {
            List<String> member = target.member(above);
            return member == null
                    ? Streamed.of(target.streamed(above), this::over)
                    : new Streamed(Streamed.ELEMENTS, member);
        }
    }

    /** The position that a literal stands for when it counts from the start; -1 for every other. */
    static int position(JsonValue literal) {
        boolean counts = literal instanceof JsonNumber number
                && number.value() >= 0
                && number.value() <= Integer.MAX_VALUE
                && number.value() == Math.rint(number.value());
        return counts ? (int) ((JsonNumber) literal).value() : -1;
    }
}

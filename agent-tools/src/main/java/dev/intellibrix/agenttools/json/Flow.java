package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonConstant;
import dev.intellibrix.agenttools.json.value.JsonValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How results go from one filter to the next, and which filter is asked. */
final class Flow {

    /** {@code .}. */
    static final Filter IDENTITY = new Filter(true) {
        @Override
        boolean emit(Run run, JsonValue in, @Nullable Path at, Sink out) {
            return out.accept(in, at);
        }

        @Override
        JsonValue make(Run run, JsonValue in) {
            return in;
        }

        @Override
        List<String> member(List<String> above) {
            return above;
        }
    };

    /** {@code empty}. */
    static final Filter EMPTY = new Filter() {
        @Override
        boolean emit(Run run, JsonValue in, @Nullable Path at, Sink out) {
            return true;
        }

        @Override
        boolean isConstant() {
            return true;
        }
    };

    private Flow() {}

    /** A value that stands in the query. */
    static final class Literal extends SingleFilter {

        private final JsonValue value;

        Literal(JsonValue value) {
            this.value = value;
        }

        JsonValue value() {
            return value;
        }

        @Override
        boolean isConstant() {
            return true;
        }

        @Override
        JsonValue make(Run run, JsonValue in) {
            return value;
        }
    }

    /** {@code first | second}. */
    static final class Pipe extends Filter {

        private final Filter first;
        private final Filter second;

        Pipe(Filter first, Filter second) {
            super(first.isSingle() && second.isSingle());
            this.first = first;
            this.second = second;
        }

        @Override
        JsonValue make(Run run, JsonValue in) {
            return second.value(run, first.value(run, in));
        }

        @Override
        boolean emit(Run run, JsonValue in, @Nullable Path at, Sink out) {
            if (at == null && first.isSingle()) {
                run.step();
                return second.run(run, first.value(run, in), null, out);
            }
            return first.run(run, in, at, (value, path) -> second.run(run, value, path, out));
        }

        @Override
        @Nullable List<String> member(List<String> above) {
            List<String> member = first.member(above);
            return member == null ? null : second.member(member);
        }

        @Override
        List<String> focus(List<String> above) {
            List<String> member = first.member(above);
            return member == null ? first.focus(above) : second.focus(member);
        }

        @Override
        boolean isConstant() {
            return first.isConstant();
        }

        @Override
        @Nullable Streamed streamed(List<String> above) {
            List<String> member = first.member(above);
            if (member != null) {
                return second.streamed(member);
            }
            if (second == Fold.LENGTH && first instanceof Construct.Collect collect) {
                return Streamed.of(collect.body().streamed(above), Fold.Count::new);
            }
            return Streamed.of(first.streamed(above), elements -> new Pipe(elements, second));
        }
    }

    /** {@code first, second}. */
    static final class Comma extends Filter {

        private final Filter first;
        private final Filter second;

        Comma(Filter first, Filter second) {
            this.first = first;
            this.second = second;
        }

        @Override
        boolean emit(Run run, JsonValue in, @Nullable Path at, Sink out) {
            return first.run(run, in, at, out) && second.run(run, in, at, out);
        }

        @Override
        boolean isConstant() {
            return first.isConstant() && second.isConstant();
        }

        @Override
        @Nullable Streamed streamed(List<String> above) {
            return second.isConstant()
                    ? Streamed.of(first.streamed(above), elements -> new Comma(elements, second))
                    : first.isConstant()
                            ? Streamed.of(second.streamed(above), elements -> new Comma(first, elements))
                            : null;
        }
    }

    /** {@code first // second}: the results of the first that are true; those of the second when there is none. */
    static final class Alternative extends Filter {

        private final Filter first;
        private final Filter second;

        Alternative(Filter first, Filter second) {
            super(first.isSingle() && second.isSingle());
            this.first = first;
            this.second = second;
        }

        @Override
        JsonValue make(Run run, JsonValue in) {
            JsonValue value = first.value(run, in);
            return value.isTrue() ? value : second.value(run, in);
        }

        @Override
        boolean emit(Run run, JsonValue in, @Nullable Path at, Sink out) {
            boolean[] found = new boolean[1];
            boolean more = first.run(run, in, at, (value, path) -> {
                if (!value.isTrue()) {
                    return true;
                }
                found[0] = true;
                return out.accept(value, path);
            });
            return more && (found[0] || second.run(run, in, at, out));
        }

        @Override
        @Nullable Streamed streamed(List<String> above) {
            return second.isConstant()
                    ? Streamed.of(first.streamed(above), elements -> new Alternative(elements, second))
                    : null;
        }
    }

    /** {@code if condition then yes else no end}. */
    static final class Conditional extends Filter {

        private final Filter condition;
        private final Filter yes;
        private final Filter no;

        Conditional(Filter condition, Filter yes, Filter no) {
            super(condition.isSingle() && yes.isSingle() && no.isSingle());
            this.condition = condition;
            this.yes = yes;
            this.no = no;
        }

        @Override
        JsonValue make(Run run, JsonValue in) {
            return (condition.value(run, in).isTrue() ? yes : no).value(run, in);
        }

        @Override
        boolean emit(Run run, JsonValue in, @Nullable Path at, Sink out) {
            if (condition.isSingle()) {
                run.step();
                return (condition.value(run, in).isTrue() ? yes : no).run(run, in, at, out);
            }
            return condition.run(run, in, null, (holds, none) -> (holds.isTrue() ? yes : no).run(run, in, at, out));
        }
    }

    /** {@code select(condition)}. */
    static final class Select extends Filter {

        private final Filter condition;

        Select(Filter condition) {
            this.condition = condition;
        }

        @Override
        boolean emit(Run run, JsonValue in, @Nullable Path at, Sink out) {
            run.step();
            if (condition.isSingle()) {
                return !condition.value(run, in).isTrue() || out.accept(in, at);
            }
            return condition.run(run, in, null, (holds, none) -> !holds.isTrue() || out.accept(in, at));
        }
    }

    /** {@code first and second}, {@code first or second}. */
    static final class Logic extends Filter {

        private final Filter first;
        private final Filter second;
        private final boolean decisive;

        /**
         * A logical operator.
         *
         * @param decisive the value of the first operand that decides without the second
         */
        Logic(Filter first, Filter second, boolean decisive) {
            super(first.isSingle() && second.isSingle());
            this.first = first;
            this.second = second;
            this.decisive = decisive;
        }

        @Override
        JsonValue make(Run run, JsonValue in) {
            boolean left = first.value(run, in).isTrue();
            return JsonConstant.of(
                    left == decisive ? decisive : second.value(run, in).isTrue());
        }

        @Override
        boolean emit(Run run, JsonValue in, @Nullable Path at, Sink out) {
            return first.run(run, in, null, (left, none) -> {
                run.step();
                if (left.isTrue() == decisive) {
                    return out.acceptMade(JsonConstant.of(decisive), at);
                }
                return second.run(
                        run, in, null, (right, nothing) -> out.acceptMade(JsonConstant.of(right.isTrue()), at));
            });
        }
    }
}

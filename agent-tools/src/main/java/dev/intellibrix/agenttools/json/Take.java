package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonNumber;
import dev.intellibrix.agenttools.json.value.JsonValue;
import dev.intellibrix.agenttools.json.value.Kind;
import org.jspecify.annotations.Nullable;

/** Some of the results of a filter, by their number. */
final class Take {

    private Take() {}

    /** The number of results that a filter asks for; it is not negative. */
    private static double count(JsonValue value, String complaint) {
        if (!(value instanceof JsonNumber number)) {
            // Types are ordered: what comes before numbers is below zero, what comes after can not be counted down.
            throw value.kind().compareTo(Kind.NUMBER) < 0
                    ? new QueryError(complaint)
                    : Operator.Arithmetic.cannot(value, JsonNumber.of(1L), "subtracted");
        }
        // Not a number is below all numbers.
        if (!(number.value() >= 0)) {
            throw new QueryError(complaint);
        }
        return number.value();
    }

    /** {@code limit(count; body)}. */
    static final class Limit extends Filter {

        private final Filter count;
        private final Filter body;

        Limit(Filter count, Filter body) {
            this.count = count;
            this.body = body;
        }

        @Override
        boolean emit(Run run, JsonValue in, @Nullable Path at, Sink out) {
            return count.run(run, in, null, (wanted, none) -> {
                double[] left = {count(wanted, "limit doesn't support negative count")};
                if (left[0] <= 0) {
                    return true;
                }
                boolean[] stopped = new boolean[1];
                body.run(run, in, at, (value, path) -> {
                    left[0]--;
                    stopped[0] = !out.accept(value, path);
                    return !stopped[0] && left[0] > 0;
                });
                return !stopped[0];
            });
        }

        @Override
        @Nullable Filter streamed() {
            Filter elements = count instanceof Flow.Literal ? body.streamed() : null;
            return elements == null ? null : new Limit(count, elements);
        }
    }

    /** {@code skip(count; body)}. */
    static final class Skip extends Filter {

        private final Filter count;
        private final Filter body;
        private final String complaint;

        Skip(Filter count, Filter body, String complaint) {
            this.count = count;
            this.body = body;
            this.complaint = complaint;
        }

        @Override
        boolean emit(Run run, JsonValue in, @Nullable Path at, Sink out) {
            return count.run(run, in, null, (unwanted, none) -> {
                double[] left = {count(unwanted, complaint)};
                return body.run(run, in, at, (value, path) -> --left[0] >= 0 || out.accept(value, path));
            });
        }

        @Override
        @Nullable Filter streamed() {
            Filter elements = count instanceof Flow.Literal ? body.streamed() : null;
            return elements == null ? null : new Skip(count, elements, complaint);
        }
    }

    /** {@code nth(count; body)}. */
    static Filter nth(Filter count, Filter body) {
        Filter one = new Flow.Literal(JsonNumber.of(1L));
        return new Filter() {
            @Override
            boolean emit(Run run, JsonValue in, @Nullable Path at, Sink out) {
                return count.run(
                        run,
                        in,
                        null,
                        (number, none) -> new Limit(
                                        one,
                                        new Skip(
                                                new Flow.Literal(number), body, "nth doesn't support negative indices"))
                                .run(run, in, at, out));
            }
        };
    }

    /** {@code last(body)}. */
    static final class Last extends Filter {

        private final Filter body;

        Last(Filter body) {
            this.body = body;
        }

        @Override
        boolean emit(Run run, JsonValue in, @Nullable Path at, Sink out) {
            JsonValue[] last = new JsonValue[1];
            @Nullable Path[] path = new @Nullable Path[1];
            body.run(run, in, at, (value, where) -> {
                last[0] = value;
                path[0] = where;
                return true;
            });
            return last[0] == null || out.accept(last[0], path[0]);
        }

        @Override
        @Nullable Filter streamed() {
            Filter elements = body.streamed();
            return elements == null ? null : new Last(elements);
        }
    }
}

package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonNumber;
import dev.intellibrix.agenttools.json.value.JsonValue;
import dev.intellibrix.agenttools.json.value.Kind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Some of the results of a filter, by their number. */
final class Take {

    private Take() {}

    /** Whether a filter has one result, which needs nothing of the input, so that what goes by it is run once. */
    private static boolean isOnce(Filter filter) {
        return filter.isSingle() && filter.isConstant();
    }

    /** Counts results down from a number that is not negative. */
    private static final class Countdown {

        private final JsonValue from;
        private double left;

        Countdown(JsonValue from, String complaint) {
            this.from = from;
            this.left = from instanceof JsonNumber number ? number.value() : 1;
            // Types are ordered: what comes before numbers is below zero. So is what is not a number.
            if (!(left >= 0) || from.kind().compareTo(Kind.NUMBER) < 0) {
                throw new QueryError(complaint);
            }
        }

        boolean isDone() {
            return left <= 0;
        }

        /** One less; what comes after numbers can not be counted down. */
        double next() {
            if (!(from instanceof JsonNumber)) {
                throw Operator.Arithmetic.cannot(from, JsonNumber.of(1L), "subtracted");
            }
            return --left;
        }
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
                Countdown left = new Countdown(wanted, "limit doesn't support negative count");
                if (left.isDone()) {
                    return true;
                }
                boolean[] stopped = new boolean[1];
                body.run(run, in, at, (value, path) -> {
                    left.next();
                    stopped[0] = !out.accept(value, path);
                    return !stopped[0] && !left.isDone();
                });
                return !stopped[0];
            });
        }

        @Override
        @Nullable Streamed streamed(List<String> above) {
            return isOnce(count) ? Streamed.of(body.streamed(above), elements -> new Limit(count, elements)) : null;
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
                Countdown left = new Countdown(unwanted, complaint);
                return body.run(run, in, at, (value, path) -> left.next() >= 0 || out.accept(value, path));
            });
        }

        @Override
        @Nullable Streamed streamed(List<String> above) {
            return isOnce(count)
                    ? Streamed.of(body.streamed(above), elements -> new Skip(count, elements, complaint))
                    : null;
        }
    }

    /** {@code nth(count; body)}. */
    static final class Nth extends Filter {

        private static final Filter ONE = new Flow.Literal(JsonNumber.of(1L));

        private final Filter count;
        private final Filter body;

        Nth(Filter count, Filter body) {
            this.count = count;
            this.body = body;
        }

        @Override
        boolean emit(Run run, JsonValue in, @Nullable Path at, Sink out) {
            return count.run(
                    run,
                    in,
                    null,
                    (number, none) -> nth(new Flow.Literal(number), body).run(run, in, at, out));
        }

        private static Filter nth(Filter count, Filter body) {
            return new Limit(ONE, new Skip(count, body, "nth doesn't support negative indices"));
        }

        @Override
        @Nullable Streamed streamed(List<String> above) {
            return isOnce(count) ? Streamed.of(body.streamed(above), elements -> nth(count, elements)) : null;
        }
    }

    /** {@code last(body)}, which jq makes with a variable, so that it has lost where the value stands. */
    static final class Last extends Filter {

        private final Filter body;

        Last(Filter body) {
            this.body = body;
        }

        @Override
        boolean emit(Run run, JsonValue in, @Nullable Path at, Sink out) {
            JsonValue[] last = new JsonValue[1];
            body.run(run, in, at, (value, where) -> {
                last[0] = value;
                return true;
            });
            return last[0] == null || out.acceptMade(last[0], at);
        }

        @Override
        @Nullable Streamed streamed(List<String> above) {
            return Streamed.of(body.streamed(above), Last::new);
        }
    }
}

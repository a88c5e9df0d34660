package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonNumber;
import dev.intellibrix.agenttools.json.value.JsonValue;
import org.jspecify.annotations.Nullable;

/** {@code range(from; to; by)}. */
final class Range extends Filter {

    private final Filter from;
    private final Filter to;
    private final Filter by;

    Range(Filter from, Filter to, Filter by) {
        this.from = from;
        this.to = to;
        this.by = by;
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
                        (end, nothing) -> by.run(
                                run,
                                in,
                                null,
                                (step, nowhere) -> count(run, number(start), number(end), number(step), at, out))));
    }

    private static double number(JsonValue value) {
        if (value instanceof JsonNumber number) {
            return number.value();
        }
        throw new QueryError("Range bounds must be numeric");
    }

    private static boolean count(Run run, double from, double to, double by, @Nullable Path at, Sink out) {
        for (double next = from; by > 0 ? next < to : by < 0 && next > to; next += by) {
            run.step();
            if (!out.accept(JsonNumber.of(next), Path.nowhere(at))) {
                return false;
            }
        }
        return true;
    }
}

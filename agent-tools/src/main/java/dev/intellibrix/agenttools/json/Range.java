package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonNumber;
import dev.intellibrix.agenttools.json.value.JsonValue;
import java.util.List;
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
        return Combinations.firstSlowest(
                run,
                in,
                List.of(from, to, by),
                given -> count(run, number(given[0]), number(given[1]), number(given[2]), at, out));
    }

    @Override
    boolean isConstant() {
        return from.isConstant() && to.isConstant() && by.isConstant();
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
            if (!out.acceptMade(JsonNumber.of(next), at)) {
                return false;
            }
        }
        return true;
    }
}

package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonValue;
import java.util.List;

/** All combinations of the results that some filters have for one value. */
final class Combinations {

    private Combinations() {}

    /** Takes one combination: a result of each filter, in an array that is used again for the next. */
    interface Taker {

        /** Takes one; false when no more are wanted. */
        boolean accept(JsonValue[] values);
    }

    /** The results of the first filter are the outermost loop. */
    static boolean firstSlowest(Run run, JsonValue in, List<Filter> filters, Taker out) {
        return from(run, in, filters, new JsonValue[filters.size()], 0, 1, out);
    }

    /** The results of the last filter are the outermost loop. */
    static boolean lastSlowest(Run run, JsonValue in, List<Filter> filters, Taker out) {
        return from(run, in, filters, new JsonValue[filters.size()], filters.size() - 1, -1, out);
    }

    private static boolean from(
            Run run, JsonValue in, List<Filter> filters, JsonValue[] values, int place, int way, Taker out) {
        if (place < 0 || place == values.length) {
            return out.accept(values);
        }
        run.enter();
        try {
            return filters.get(place).run(run, in, null, (value, none) -> {
                values[place] = value;
                return from(run, in, filters, values, place + way, way, out);
            });
        } finally {
            run.leave();
        }
    }
}

package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A function that makes one value of its input and of the values of its arguments. */
@FunctionalInterface
interface ValueFunction {

    /**
     * The value.
     *
     * @param args one value for each argument
     * @throws QueryError when it is not made for these
     */
    JsonValue apply(Run run, JsonValue in, JsonValue[] args);

    /** A call of this function: one result for each combination of arguments, the last argument varying slowest. */
    default Filter call(List<Filter> args) {
        return new Call(this, args);
    }

    /** A call. */
    final class Call extends Filter {

        private final ValueFunction function;
        private final List<Filter> args;

        Call(ValueFunction function, List<Filter> args) {
            super(args.stream().allMatch(Filter::isSingle));
            this.function = function;
            this.args = List.copyOf(args);
        }

        @Override
        JsonValue make(Run run, JsonValue in) {
            JsonValue[] values = new JsonValue[args.size()];
            for (int i = values.length - 1; i >= 0; i--) {
                values[i] = args.get(i).value(run, in);
            }
            return apply(run, in, values);
        }

        @Override
        boolean emit(Run run, JsonValue in, @Nullable Path at, Sink out) {
            return Combinations.lastSlowest(run, in, args, values -> out.acceptMade(apply(run, in, values), at));
        }

        private JsonValue apply(Run run, JsonValue in, JsonValue[] values) {
            run.step();
            return run.made(function.apply(run, in, values));
        }
    }
}

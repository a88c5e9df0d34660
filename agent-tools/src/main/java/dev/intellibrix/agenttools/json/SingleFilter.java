package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonValue;
import org.jspecify.annotations.Nullable;

/** A filter that makes exactly one new value of each. */
abstract class SingleFilter extends Filter {

    @Override
    abstract JsonValue value(Run run, JsonValue in);

    @Override
    final boolean isSingle() {
        return true;
    }

    @Override
    final boolean run(Run run, JsonValue in, @Nullable Path at, Sink out) {
        run.step();
        return out.accept(value(run, in), Path.nowhere(at));
    }
}

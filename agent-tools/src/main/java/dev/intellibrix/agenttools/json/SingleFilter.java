package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonValue;
import org.jspecify.annotations.Nullable;

/** A filter that makes exactly one new value of each. */
abstract class SingleFilter extends Filter {

    @Override
    abstract JsonValue make(Run run, JsonValue in);

    SingleFilter() {
        super(true);
    }

    @Override
    final boolean emit(Run run, JsonValue in, @Nullable Path at, Sink out) {
        run.step();
        return out.acceptMade(make(run, in), at);
    }
}

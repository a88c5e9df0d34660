package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonNumber;
import dev.intellibrix.agenttools.json.value.JsonValue;
import org.jspecify.annotations.Nullable;

/** {@code -body}. */
final class Negation extends Filter {

    private final Filter body;

    Negation(Filter body) {
        super(body.isSingle());
        this.body = body;
    }

    @Override
    JsonValue make(Run run, JsonValue in) {
        return negated(body.value(run, in));
    }

    @Override
    boolean emit(Run run, JsonValue in, @Nullable Path at, Sink out) {
        return body.run(run, in, null, (value, none) -> {
            run.step();
            return out.accept(negated(value), Path.nowhere(at));
        });
    }

    static JsonValue negated(JsonValue value) {
        if (value instanceof JsonNumber number) {
            return number.negate();
        }
        throw new QueryError(QueryError.named(value) + " cannot be negated");
    }
}

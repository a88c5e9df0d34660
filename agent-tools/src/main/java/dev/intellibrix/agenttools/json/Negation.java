package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonNumber;
import dev.intellibrix.agenttools.json.value.JsonValue;
import org.jspecify.annotations.Nullable;

/** {@code -body}. */
final class Negation extends Filter {

    private final Filter body;

    /** A negated number is a number, which tells others what they can know of a literal. */
    static Filter of(Filter body) {
        return body instanceof Flow.Literal literal && literal.value() instanceof JsonNumber number
                ? new Flow.Literal(number.negate())
                : new Negation(body);
    }

    private Negation(Filter body) {
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
            return out.acceptMade(negated(value), at);
        });
    }

    static JsonValue negated(JsonValue value) {
        if (value instanceof JsonNumber number) {
            return number.negate();
        }
        throw new QueryError(QueryError.named(value) + " cannot be negated");
    }
}

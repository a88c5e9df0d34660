package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A part of a query: from one value it makes none, one or many, and pushes each to a sink as soon as it has it. Immutable, so
 * that a compiled query can be shared.
 */
abstract class Filter {

    /**
     * Pushes the results.
     *
     * @param at where the input stands, when paths are asked for
     * @return false when the sink wants no more, whereupon everybody up to the source of the values stops
     * @throws QueryError when the query fails on this input
     */
    abstract boolean run(Run run, JsonValue in, @Nullable Path at, Sink out);

    /** Whether there is exactly one result, or an error, for every input. Then {@link #value} gives it without a sink. */
    boolean isSingle() {
        return false;
    }

    /** The result of a filter that is single. */
    JsonValue value(Run run, JsonValue in) {
        throw new IllegalStateException("not a single filter: " + getClass().getSimpleName());
    }

    /**
     * This filter for an array whose elements are read one by one; null when it needs the array as a whole. The input of the
     * result is of no account.
     */
    @Nullable Filter streamed() {
        return null;
    }
}

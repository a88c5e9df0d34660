package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a query: from one value it makes none, one or many, and pushes each to a sink as soon as it has it. Immutable, so
 * that a compiled query can be shared.
 *
 * <p>Whoever runs a part comes through here, where it is counted: against the steps, so that nothing runs for ever, however it
 * is put together, and as a level, so that nothing comes to the end of the stack.
 */
abstract class Filter {

    private final boolean single;

    Filter() {
        this(false);
    }

    /**
     * A filter.
     *
     * @param single whether there is exactly one result, or an error, for every input
     */
    Filter(boolean single) {
        this.single = single;
    }

    /**
     * Pushes the results.
     *
     * @param at where the input stands, when paths are asked for
     * @return false when the sink wants no more, whereupon everybody up to the source of the values stops
     * @throws QueryError when the query fails on this input
     */
    final boolean run(Run run, JsonValue in, @Nullable Path at, Sink out) {
        run.enter();
        try {
            return emit(run, in, at, out);
        } finally {
            run.leave();
        }
    }

    /** The result of a filter that is single. */
    final JsonValue value(Run run, JsonValue in) {
        run.enter();
        try {
            return make(run, in);
        } finally {
            run.leave();
        }
    }

    /** Whether there is exactly one result, or an error, for every input. Then {@link #value} gives it without a sink. */
    final boolean isSingle() {
        return single;
    }

    /** What {@link #run} does. To run another filter, this one included, call its {@code run}. */
    abstract boolean emit(Run run, JsonValue in, @Nullable Path at, Sink out);

    /** What {@link #value} does. */
    JsonValue make(Run run, JsonValue in) {
        throw new IllegalStateException("not a single filter: " + getClass().getSimpleName());
    }

    /**
     * The keys at which the one result stands in the input, from the outermost on, when it is a member of it and nothing else.
     *
     * @param above the keys at which the input stands
     * @return those keys and then the ones of this filter; null when it is not so
     */
    @Nullable List<String> member(List<String> above) {
        return null;
    }

    /**
     * The keys of the smallest member of the input that is all this filter needs of it.
     *
     * @param above the keys at which the input stands
     * @return those keys, and then what there is more
     */
    List<String> focus(List<String> above) {
        return above;
    }

    /** Whether the results are the same whatever the input is. */
    boolean isConstant() {
        return false;
    }

    /**
     * This filter over an array whose elements are read one by one; null when it needs more of the input than that.
     *
     * @param above the keys at which the input stands
     */
    @Nullable Streamed streamed(List<String> above) {
        return null;
    }
}

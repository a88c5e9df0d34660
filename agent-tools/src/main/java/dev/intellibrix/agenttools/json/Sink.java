package dev.intellibrix.agenttools.json;

import dev.intellibrix.agenttools.json.value.JsonValue;
import org.jspecify.annotations.Nullable;

/** Takes the results of a filter, one after the other. */
@FunctionalInterface
interface Sink {

    /**
     * Takes a result.
     *
     * @param at where it stands in the value that paths are asked of; null when nobody asks for paths
     * @return false when no more results are wanted
     */
    boolean accept(JsonValue value, @Nullable Path at);

    /**
     * Takes a result that a filter made.
     *
     * @param at where the input of the filter stands
     */
    default boolean acceptMade(JsonValue value, @Nullable Path at) {
        return accept(value, Path.made(at, value));
    }
}

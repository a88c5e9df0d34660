package dev.intellibrix.provider.wire;

import dev.intellibrix.provider.ModelResponse;
import tools.jackson.databind.JsonNode;

/**
 * Puts one turn together from what a server sends. A whole answer and the events of a stream go to the same reader, so that
 * there is one code path for both. Used by one thread, for one call.
 */
public interface TurnReader {

    /** Takes a whole answer. */
    void document(JsonNode body);

    /**
     * Takes one event of a stream.
     *
     * @return whether it was the last one
     */
    boolean event(String name, JsonNode data);

    /** Whether events of this name are parts of a turn, so that none may be missing; those without a name always are. */
    boolean reads(String name);

    /** Whether the turn has come to its end, so that a connection that breaks now takes nothing away from it. */
    boolean isWhole();

    /**
     * The turn.
     *
     * @throws dev.intellibrix.provider.ProviderException when there is none in what was taken
     */
    ModelResponse finish();

    /** The text that has arrived. */
    String partialText();

    /** Whether the sink was given anything. */
    boolean emitted();
}

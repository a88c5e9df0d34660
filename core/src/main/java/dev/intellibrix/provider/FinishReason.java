package dev.intellibrix.provider;

/** Why the model stopped, as the provider reports it. */
public enum FinishReason {
    /** The turn is complete, with or without calls. */
    STOP,
    /** The output limit cut the turn off. Calls of such a turn are never run. */
    LENGTH,
    /** The model refused. */
    REFUSAL,
    /** A filter of the provider cut the turn off. */
    CONTENT_FILTER
}

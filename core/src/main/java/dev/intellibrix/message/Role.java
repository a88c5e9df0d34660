package dev.intellibrix.message;

/** Who speaks in a {@link Message}. */
public enum Role {
    /** The developer, through the system prompt. */
    SYSTEM,
    /** The person or program that asks. */
    USER,
    /** The model. */
    ASSISTANT,
    /** The SDK, with the results of the tool calls that the message before made. */
    TOOL
}

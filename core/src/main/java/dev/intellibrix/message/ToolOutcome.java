package dev.intellibrix.message;

/** How a tool call ended. */
public enum ToolOutcome {
    /** The tool ran and returned. */
    SUCCEEDED,
    /** The tool ran and threw. */
    FAILED,
    /** The tool ran longer than it may; a late result is thrown away. */
    TIMED_OUT,
    /** The run was cancelled while the tool ran. */
    CANCELLED,
    /** The arguments are no JSON object, or not one that the tool's schema allows. Nothing ran. */
    INVALID_INPUT,
    /** An intercept rule blocked the call, or no tool has this name. Nothing ran. */
    INTERCEPTED,
    /** Not approved, or not permitted. Nothing ran. */
    DENIED,
    /** The run ended, or a limit was reached, before the call's turn came. Nothing ran. */
    NOT_EXECUTED,
    /** The call was started and a crash hid its end; it is never started again. */
    UNKNOWN;

    /** Whether the model is to read the result as an error. */
    public boolean isError() {
        return this != SUCCEEDED;
    }
}

package dev.intellibrix.internal.gate;

import dev.intellibrix.message.ToolOutcome;

/** A check that ends a call; the message is what the model reads. */
final class RefusedException extends Exception {

    private static final long serialVersionUID = 1L;

    private final ToolOutcome outcome;
    private final String code;

    RefusedException(ToolOutcome outcome, String code, String message) {
        super(message, null, false, false);
        this.outcome = outcome;
        this.code = code;
    }

    ToolOutcome outcome() {
        return outcome;
    }

    /** The reason code. */
    String code() {
        return code;
    }

    String text() {
        return String.valueOf(getMessage());
    }
}

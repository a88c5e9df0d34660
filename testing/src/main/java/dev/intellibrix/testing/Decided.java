package dev.intellibrix.testing;

import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.testing.PolicyChange.Verdict;
import java.util.Optional;

/**
 * What was decided about a call: a verdict with what belongs to it.
 *
 * @param edited the input that ran in place of the model's
 * @param reason why it does not run
 */
record Decided(Verdict verdict, Optional<String> edited, String reason) {

    /** What the gate writes before the result of a call that was edited, and keeps tools from writing. */
    private static final String EDITED = "[a person changed the input of this call";

    /** Of a call of a log; empty when the gate did not come to it. */
    static Optional<Decided> of(LoggedCall call) {
        ToolOutcome outcome = call.outcome();
        if (call.ran()) {
            Optional<String> edited = call.editedInput();
            return Optional.of(new Decided(edited.isPresent() ? Verdict.EDIT : Verdict.ALLOW, edited, ""));
        }
        if (outcome != null) {
            return of(outcome, call.resultText());
        }
        return call.approvals().isEmpty()
                ? Optional.empty()
                : Optional.of(new Decided(Verdict.ASK, Optional.empty(), "it waits for a decision"));
    }

    /**
     * Of an outcome; empty when the gate did not come to the call. What ran after an edit is not told whole, so no other edit is
     * the same.
     */
    static Optional<Decided> of(ToolOutcome outcome, String text) {
        if (outcome == ToolOutcome.NOT_EXECUTED) {
            return Optional.empty();
        }
        if (!ran(outcome)) {
            return Optional.of(new Decided(Verdict.DENY, Optional.empty(), text));
        }
        return Optional.of(
                text.startsWith(EDITED)
                        ? new Decided(Verdict.EDIT, Optional.of(text), "")
                        : new Decided(Verdict.ALLOW, Optional.empty(), ""));
    }

    /** Whether a call with this outcome ran, or may have. */
    static boolean ran(ToolOutcome outcome) {
        return switch (outcome) {
            case SUCCEEDED, FAILED, TIMED_OUT, CANCELLED, UNKNOWN -> true;
            case INVALID_INPUT, INTERCEPTED, DENIED, NOT_EXECUTED -> false;
        };
    }

    boolean isSame(Decided other) {
        return verdict == other.verdict && edited.equals(other.edited);
    }
}

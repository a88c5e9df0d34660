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

    /** Of an outcome; empty when the gate did not come to the call. */
    static Optional<Decided> of(ToolOutcome outcome, String text) {
        if (outcome == ToolOutcome.NOT_EXECUTED) {
            return Optional.empty();
        }
        return Optional.of(
                ran(outcome)
                        ? new Decided(Verdict.ALLOW, Optional.empty(), "")
                        : new Decided(Verdict.DENY, Optional.empty(), text));
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

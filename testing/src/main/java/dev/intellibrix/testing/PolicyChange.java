package dev.intellibrix.testing;

import dev.intellibrix.message.Label;
import java.util.Optional;

/**
 * A recorded call about which another policy decides otherwise.
 *
 * @param toolName the tool as the model named it
 * @param input the model's input as JSON with the keys in order
 * @param label the trust of what led to the call
 * @param before what was decided when it was recorded
 * @param after what is decided now
 * @param editedInput the input that runs now in place of the model's, as JSON; only with {@link Verdict#EDIT}
 * @param reason why, in words, where it does not run now
 */
public record PolicyChange(
        String toolName,
        String input,
        Label label,
        Verdict before,
        Verdict after,
        Optional<String> editedInput,
        String reason) {

    /** What was decided about a call, from the loosest to the strictest. */
    public enum Verdict {
        /** It runs as the model made it. */
        ALLOW,
        /** It runs with another input. */
        EDIT,
        /** It waits for somebody to decide. */
        ASK,
        /** It does not run. */
        DENY
    }

    /**
     * The change as {@link PolicyChanges#assertLoosensOnly} takes it: both verdicts, the tool, its whole input, the trust with the
     * first origins, and what runs in place of the input after an edit. {@code DENY -> ALLOW: write {"path":"a.txt"} [trusted]}
     */
    public String line() {
        return before + " -> " + after + ": " + toolName + " " + input + " [" + RunListing.label(label) + "]"
                + editedInput.map(edited -> " with " + edited).orElse("");
    }

    /**
     * Whether the change has to be listed: the call gets further than before, or it runs with an input with which it did not run
     * before, of which nobody can tell whether it does less.
     */
    public boolean isLooser() {
        return after.compareTo(before) < 0 || after == Verdict.EDIT;
    }

    /** One line, shortened. */
    @Override
    public String toString() {
        return before + " -> " + after + ": " + RunListing.call(toolName, input, label)
                + editedInput.map(edited -> " with " + RunListing.shown(edited)).orElse("")
                + (reason.isEmpty() ? "" : ": " + RunListing.shown(reason));
    }
}

package dev.intellibrix.testing;

import dev.intellibrix.message.Label;

/**
 * A recorded call about which another policy decides otherwise.
 *
 * @param toolName the tool as the model named it
 * @param input the model's input as JSON with the keys in order
 * @param label the trust of what led to the call
 * @param before what was decided when it was recorded
 * @param after what is decided now
 * @param reason why, in words, where it does not run now
 */
public record PolicyChange(String toolName, String input, Label label, Verdict before, Verdict after, String reason) {

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

    /** The tool and its input, as {@link PolicyChanges#assertLoosensOnly} takes it. */
    public String call() {
        return toolName + " " + input;
    }

    /** Whether the call gets further than before; an edit to another input than before counts as that. */
    public boolean isLooser() {
        return after.compareTo(before) < 0 || (after == before && after == Verdict.EDIT);
    }

    /** One line. */
    @Override
    public String toString() {
        return before + " -> " + after + ": " + RunListing.call(toolName, input, label)
                + (reason.isEmpty() ? "" : ": " + RunListing.shown(reason));
    }
}

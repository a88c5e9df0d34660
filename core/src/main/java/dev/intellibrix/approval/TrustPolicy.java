package dev.intellibrix.approval;

import dev.intellibrix.message.Label;
import dev.intellibrix.tool.ToolCategory;

/**
 * Says by category and trust which calls ask, beside the tools' own settings. It can only add a reason to ask. Must be
 * thread-safe; throwing means "ask".
 */
@FunctionalInterface
public interface TrustPolicy {

    /** Whether a call of this category that follows this content asks. */
    boolean asks(ToolCategory category, Label label);

    /** Never asks. */
    static TrustPolicy none() {
        return (category, label) -> false;
    }

    /** Asks for a write, an execution, a network call or a delegation that follows untrusted content. */
    static TrustPolicy askAfterUntrusted() {
        return (category, label) -> label.isUntrusted()
                && switch (category) {
                    case WRITE, EXECUTE, NETWORK, DELEGATE -> true;
                    default -> false;
                };
    }
}

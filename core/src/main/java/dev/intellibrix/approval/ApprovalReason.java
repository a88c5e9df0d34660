package dev.intellibrix.approval;

import java.util.Objects;

/**
 * Why a call needs approval. A call can have several reasons; each was enough.
 *
 * @param kind where the reason comes from
 * @param text the reason in words
 */
public record ApprovalReason(Kind kind, String text) {

    /** Where a reason comes from. */
    public enum Kind {
        /** The tool's own setting or predicate. */
        TOOL,
        /** The permissions of the call's category. */
        PERMISSION,
        /** An intercept rule with the action "confirm", or a command that the rules cannot read. */
        RULE,
        /** The trust of what led to the call. */
        TRUST
    }

    public ApprovalReason {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(text, "text");
    }
}

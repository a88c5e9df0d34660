package dev.intellibrix.approval;

import org.jspecify.annotations.Nullable;

/**
 * Decides about a call that needs approval. Called on a thread of its own, one call of a run at a time, in call order; it
 * may take as long as a person needs.
 *
 * <p>Whatever is not a clear "allow" is a "deny": throwing, returning null, and being too late.
 */
@FunctionalInterface
public interface ApprovalHook {

    /** Decides about one call. */
    @Nullable ApprovalDecision decide(ApprovalRequest call) throws Exception;
}

package dev.intellibrix.tool;

/**
 * Says for a particular call whether it needs approval.
 *
 * @param <I> the tool's input
 */
@FunctionalInterface
public interface ApprovalPredicate<I> {

    /** Whether this call needs approval. Throwing means that it does. */
    boolean needsApproval(I input, ToolContext context) throws Exception;
}

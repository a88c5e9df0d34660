package dev.intellibrix.tool;

/**
 * What a tool does.
 *
 * @param <I> the input
 * @param <O> the result: a string, a {@link ToolOutput}, or anything that can be written as JSON; null is an error
 */
@FunctionalInterface
public interface ToolFunction<I, O> {

    /**
     * Runs once for an admitted call. It should end soon when {@link ToolContext#cancellation()} fires; its thread is
     * interrupted as well.
     *
     * @throws ToolException with a text that the model is to read; the text of any other exception stays in the events
     */
    O call(I input, ToolContext context) throws Exception;
}

package dev.intellibrix.tool;

import java.util.List;
import java.util.function.Consumer;

/**
 * One call of a tool with its input bound, as the gate sees it. Made by {@link Tool#bind}, which only the gate can call.
 */
public interface ToolInvocation {

    /** The arguments in canonical form: what is shown, hashed and run. */
    String inputJson();

    /** The category, which may depend on the input. */
    ToolCategory category();

    /** Whether the tool itself asks for approval of this call. A predicate that throws asks. */
    boolean needsApproval(ToolContext context);

    /**
     * What somebody who is asked about this call has to know beside its input; a text that says so when it cannot be
     * told.
     */
    List<String> approvalNotes(ToolContext context);

    /**
     * The commands that this call would run, in the order of their declaration; empty when the tool declares none.
     *
     * @param failed is told what a declaration threw; the commands of the others are there all the same
     */
    List<Command> commands(Consumer<Throwable> failed);

    /**
     * Runs the tool.
     *
     * @throws Exception what the tool threw
     */
    ToolOutput run(ToolContext context) throws Exception;
}

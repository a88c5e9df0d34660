package dev.intellibrix.tool;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A call with its input bound from the canonical form of its arguments. Everything that looks at the input gets an object of
 * its own, since a list in it could be changed, and the category is told once, since it is decided by more than once.
 */
final class BoundInvocation<I> implements ToolInvocation {

    private static final Logger LOG = LoggerFactory.getLogger(Tool.class);

    private final Tool.Definition<I> tool;
    private final String inputJson;
    private final ToolCategory category;
    private @Nullable I unseen; // The input, for the first who looks at it.

    private BoundInvocation(Tool.Definition<I> tool, String inputJson, I input) {
        this.tool = tool;
        this.inputJson = inputJson;
        this.category = categoryOf(tool, input);
        this.unseen = tool.categoryOf == null ? input : null;
    }

    static <I> BoundInvocation<I> of(Tool.Definition<I> tool, ObjectNode arguments) {
        String canonical = tool.input.check(arguments);
        return new BoundInvocation<>(tool, canonical, tool.input.bind(canonical));
    }

    private static <I> ToolCategory categoryOf(Tool.Definition<I> tool, I input) {
        if (tool.categoryOf == null) {
            return tool.category;
        }
        try {
            ToolCategory category = tool.categoryOf.apply(input);
            return category == null ? tool.category : category;
        } catch (Throwable e) {
            LOG.warn("the category of a call of {} could not be told; taken as {}", tool.name, tool.category, e);
            return tool.category;
        }
    }

    private I input() {
        I first = unseen;
        unseen = null;
        return first == null ? tool.input.bind(inputJson) : first;
    }

    @Override
    public String inputJson() {
        return inputJson;
    }

    @Override
    public ToolCategory category() {
        return category;
    }

    @Override
    public boolean needsApproval(ToolContext context) {
        if (tool.approval == null) {
            return false;
        }
        try {
            return tool.approval.needsApproval(input(), context);
        } catch (Throwable e) {
            LOG.warn("the approval predicate of {} failed; approval is needed", tool.name, e);
            return true;
        }
    }

    @Override
    public List<String> approvalNotes(ToolContext context) {
        if (tool.approvalNotes == null) {
            return List.of();
        }
        try {
            return List.copyOf(tool.approvalNotes.apply(input(), context));
        } catch (Throwable e) {
            LOG.warn("the approval notes of {} could not be told", tool.name, e);
            return List.of("what this call does in full could not be told");
        }
    }

    @Override
    public List<Command> commands(Consumer<Throwable> failed) {
        List<Command> all = new ArrayList<>();
        for (Function<? super I, List<Command>> declared : tool.commands) {
            try {
                all.addAll(List.copyOf(declared.apply(input())));
            } catch (Throwable e) {
                failed.accept(e);
            }
        }
        return all;
    }

    @Override
    public ToolOutput run(ToolContext context) throws Exception {
        Object value = tool.function.call(input(), context);
        if (value == null) {
            throw new IllegalStateException("tool " + tool.name + " returned null; return a text that says so instead");
        }
        if (value instanceof ToolOutput output) {
            return output;
        }
        return value instanceof String text ? ToolOutput.text(text) : ToolOutput.json(value);
    }
}

package dev.intellibrix.tool;

import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/** A call with its input bound from the canonical form of its arguments. */
final class BoundInvocation<I> implements ToolInvocation {

    private static final Logger LOG = LoggerFactory.getLogger(Tool.class);

    private final Tool.Definition<I> tool;
    private final String inputJson;
    private final I input;

    private BoundInvocation(Tool.Definition<I> tool, String inputJson, I input) {
        this.tool = tool;
        this.inputJson = inputJson;
        this.input = input;
    }

    static <I> BoundInvocation<I> of(Tool.Definition<I> tool, ObjectNode arguments) {
        String canonical = tool.input.check(arguments);
        return new BoundInvocation<>(tool, canonical, tool.input.bind(canonical));
    }

    @Override
    public String inputJson() {
        return inputJson;
    }

    @Override
    public ToolCategory category() {
        if (tool.categoryOf == null) {
            return tool.category;
        }
        try {
            ToolCategory category = tool.categoryOf.apply(input);
            return category == null ? tool.category : category;
        } catch (RuntimeException e) {
            LOG.warn("the category of a call of {} could not be told; taken as {}", tool.name, tool.category, e);
            return tool.category;
        }
    }

    @Override
    public boolean needsApproval(ToolContext context) {
        if (tool.approval == null) {
            return false;
        }
        try {
            return tool.approval.needsApproval(input, context);
        } catch (Exception e) {
            LOG.warn("the approval predicate of {} failed; approval is needed", tool.name, e);
            return true;
        }
    }

    @Override
    public List<Command> commands() {
        List<Command> all = new ArrayList<>();
        tool.commands.forEach(declared -> all.addAll(declared.apply(input)));
        return all;
    }

    @Override
    public ToolOutput run(ToolContext context) throws Exception {
        Object value = tool.function.call(input, context);
        if (value == null) {
            throw new IllegalStateException("tool " + tool.name + " returned null; return a text that says so instead");
        }
        if (value instanceof ToolOutput output) {
            return output;
        }
        return value instanceof String text ? ToolOutput.text(text) : ToolOutput.json(value);
    }
}

package dev.intellibrix.agenttools.todo;

import dev.intellibrix.agenttools.text.Excerpt;
import dev.intellibrix.internal.text.VisibleText;
import dev.intellibrix.tool.Description;
import dev.intellibrix.tool.Range;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolContext;
import dev.intellibrix.tool.ToolException;
import dev.intellibrix.tool.ToolProvider;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code todo}: a task list that the model replaces with each call, for a plan of several steps. The list belongs to the run
 * and lives in the {@link #store}, not in the model's context. Thread-safe.
 *
 * <pre>{@code
 * TodoTool todo = TodoTool.create((runId, list) -> show(list));
 * AgentTools tools = AgentTools.builder(root).todo(todo).build();
 * // later:
 * todo.store().get(result.runId())
 * }</pre>
 */
public final class TodoTool implements ToolProvider {

    private static final Logger LOG = LoggerFactory.getLogger(TodoTool.class);
    private static final Pattern SPACE = Pattern.compile("[\\s\\u0085\\u2028\\u2029]+");

    record Input(
            @Description("The whole list, in order; it replaces the one before") @Range(max = TodoStore.MAX_ITEMS)
            List<TodoItem> todos) {}

    private final TodoStore store = new TodoStore();
    private final TodoListener listener;
    private final Tool tool;

    private TodoTool(TodoListener listener) {
        this.listener = listener;
        this.tool = Tool.define("todo", Input.class)
                .description("Keep the task list of this work: give all tasks each time, with at most one in_progress."
                        + " Use it for work of several steps, and mark each step completed when it is done.")
                .execute(this::replace);
    }

    /** The tool, with lists that nobody watches. */
    public static TodoTool create() {
        return create((runId, list) -> {});
    }

    /** The tool, with somebody who watches its lists. */
    public static TodoTool create(TodoListener onChange) {
        return new TodoTool(Objects.requireNonNull(onChange, "onChange"));
    }

    /** The lists. */
    public TodoStore store() {
        return store;
    }

    @Override
    public List<Tool> tools() {
        return List.of(tool);
    }

    private String replace(Input input, ToolContext context) {
        List<TodoItem> list = input.todos().stream().map(TodoTool::onOneLine).toList();
        if (count(list, TodoItem.Status.IN_PROGRESS) > 1) {
            throw new ToolException("more than one task is in_progress: "
                    + list.stream()
                            .filter(item -> item.status() == TodoItem.Status.IN_PROGRESS)
                            .map(item -> Excerpt.line(item.content()))
                            .collect(Collectors.joining(", "))
                    + ". Mark all but one of them pending; the list is as it was before");
        }
        store.put(context.runId(), list);
        tell(context.runId(), list);
        return text(list);
    }

    /** With one blank for all white space, line ends among it: a task with several lines could show tasks that are none. */
    private static TodoItem onOneLine(TodoItem item) {
        String content = SPACE.matcher(item.content()).replaceAll(" ").strip();
        if (content.isEmpty()) {
            throw new ToolException("a task has no content; the list is as it was before");
        }
        if (content.chars().anyMatch(Character::isISOControl)) {
            throw new ToolException("the task " + Excerpt.line(content)
                    + " has a control character; leave it out. The list is as it was before");
        }
        return new TodoItem(content, item.status());
    }

    private void tell(String runId, List<TodoItem> list) {
        try {
            listener.changed(runId, list);
        } catch (RuntimeException | Error e) {
            LOG.warn("a listener of task lists failed", e);
        }
    }

    private static String text(List<TodoItem> list) {
        if (list.isEmpty()) {
            return "The list is empty.";
        }
        return list.stream().map(TodoTool::line).collect(Collectors.joining("\n", "", "\n"))
                + count(list, TodoItem.Status.COMPLETED) + " of " + list.size() + " completed";
    }

    private static String line(TodoItem item) {
        String mark = switch (item.status()) {
            case PENDING -> "[ ] ";
            case IN_PROGRESS -> "[>] ";
            case COMPLETED -> "[x] ";
        };
        return mark + VisibleText.line(item.content());
    }

    private static long count(List<TodoItem> list, TodoItem.Status status) {
        return list.stream().filter(item -> item.status() == status).count();
    }
}

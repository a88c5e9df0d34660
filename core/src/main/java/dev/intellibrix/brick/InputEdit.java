package dev.intellibrix.brick;

import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import dev.intellibrix.tool.ToolException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Lets a person change the input of a call, field by field or as a whole. */
final class InputEdit {

    private static final int MAX_SHOWN = 60;

    private final Terminal terminal;

    InputEdit(Terminal terminal) {
        this.terminal = terminal;
    }

    /** The request with the input as it was changed, and as the tool will read it; the same one when nothing came of it. */
    ApprovalRequest edit(ApprovalRequest request) throws InterruptedException {
        List<String> names = new ArrayList<>(request.input().keySet());
        while (true) {
            show(request, names);
            String typed = terminal.askLine(
                    names.isEmpty()
                            ? "  the whole input as JSON, or Enter to leave it: "
                            : "  a number, the whole input as JSON, or Enter to leave it: ");
            if (typed == null || typed.isBlank()) {
                return request;
            }
            Map<String, Object> changed = changed(request, names, typed.strip());
            ApprovalRequest checked = changed == null ? null : checked(request, changed);
            if (checked != null) {
                return checked;
            }
        }
    }

    private @Nullable ApprovalRequest checked(ApprovalRequest request, Map<String, Object> changed) {
        try {
            return request.edited(changed);
        } catch (ToolException e) {
            problem("this can not be used: " + e.getMessage());
        } catch (JacksonException e) {
            problem("this can not be used: it is nested too deeply or too long");
        }
        return null;
    }

    /** The whole input after the change, or null when there is none. */
    private @Nullable Map<String, Object> changed(ApprovalRequest request, List<String> names, String typed)
            throws InterruptedException {
        if (typed.startsWith("{")) {
            return object(typed);
        }
        int number = typed.matches("[0-9]{1,4}") ? Integer.parseInt(typed) : 0;
        if (number < 1 || number > names.size()) {
            problem("this is no number of a field, and no JSON object");
            return null;
        }
        String name = names.get(number - 1);
        Object before = request.input().get(name);
        Object after = before instanceof String text ? newText(text) : newValue();
        if (after == null) {
            return null;
        }
        Map<String, Object> changed = new LinkedHashMap<>(request.input());
        changed.put(name, after);
        return changed;
    }

    @SuppressWarnings("unchecked")
    private @Nullable Map<String, Object> object(String typed) {
        try {
            JsonNode node = Json.parse(typed);
            return (Map<String, Object>) Json.mapper().treeToValue(node, LinkedHashMap.class);
        } catch (JsonFault e) {
            problem("this is no JSON object: " + e.getMessage());
        } catch (JacksonException e) {
            problem("this is no JSON object");
        }
        return null;
    }

    /** One line takes the place of one line; of a longer text, all of it is typed anew. */
    private @Nullable String newText(String before) throws InterruptedException {
        if (before.indexOf('\n') < 0) {
            return terminal.askLine("  the new text: ");
        }
        String how = "the new lines; one with a single dot ends them, and Ctrl-C leaves without a change";
        terminal.screen().line("  " + terminal.style().dim(how));
        List<String> lines = terminal.askLines("  " + terminal.style().bar(), ".");
        if (lines == null) {
            return null;
        }
        String text = String.join("\n", lines);
        return before.endsWith("\n") && !lines.isEmpty() ? text + "\n" : text;
    }

    private @Nullable Object newValue() throws InterruptedException {
        String typed = terminal.askLine("  the new value as JSON: ");
        if (typed == null || typed.isBlank()) {
            return null;
        }
        try {
            return Json.mapper().treeToValue(Json.parse(typed), Object.class);
        } catch (JsonFault e) {
            problem("this is no JSON value: " + e.getMessage());
            return null;
        }
    }

    private void show(ApprovalRequest request, List<String> names) {
        for (int i = 0; i < names.size(); i++) {
            Object value = request.input().get(names.get(i));
            String text = value instanceof String string ? string : value == null ? "null" : Json.writeWhole(value);
            String line = "  " + (i + 1) + "  " + terminal.safe().line(names.get(i) + ": " + head(text));
            terminal.screen()
                    .line(Columns.cut(
                            line,
                            terminal.screen().size().columns() - 1,
                            terminal.style().ellipsis()));
        }
    }

    private static String head(String text) {
        return text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + " ...";
    }

    private void problem(String text) {
        terminal.complain(text);
    }
}

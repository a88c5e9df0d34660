package dev.intellibrix.workspace;

import dev.intellibrix.Conversation;
import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Part;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.testing.MockProvider;
import dev.intellibrix.testing.MockTurn;
import dev.intellibrix.tool.ToolProvider;
import java.util.List;
import java.util.Map;

/** One conversation of a scripted model with tools, on the real loop: what a call read counts for the next. */
final class Session {

    private final MockProvider model = MockProvider.of();
    private final Intelligence intelligence;
    private final Conversation conversation;

    private Session(ToolProvider tools, boolean approves) {
        IntelligenceOptions.Builder options =
                IntelligenceOptions.builder().provider(model).model("scripted").tools(tools);
        if (approves) {
            options.onToolApproval(request -> ApprovalDecision.allow());
        }
        this.intelligence = new Intelligence(options.build());
        this.conversation = intelligence.conversation("one");
    }

    /** A session in which a person allows everything. */
    static Session with(ToolProvider tools) {
        return new Session(tools, true);
    }

    /** A session with nobody to ask. */
    static Session withoutApproval(ToolProvider tools) {
        return new Session(tools, false);
    }

    /** The result of one call. */
    ToolResultPart call(String tool, Map<String, ?> input) {
        model.then(MockTurn.call(tool, input)).then(MockTurn.text("done"));
        List<Message> messages = conversation.ask("go").messages();
        return messages.stream()
                .flatMap(message -> message.parts().stream())
                .filter(ToolResultPart.class::isInstance)
                .map((Part part) -> (ToolResultPart) part)
                .reduce((first, second) -> second)
                .orElseThrow();
    }

    /** What the model reads after a call that must succeed. */
    String ok(String tool, Map<String, ?> input) {
        ToolResultPart result = call(tool, input);
        if (result.outcome() != ToolOutcome.SUCCEEDED) {
            throw new AssertionError(tool + " failed: " + result.text());
        }
        return result.text();
    }

    /** What the model reads after a call that must fail; it never names a class. */
    String error(String tool, Map<String, ?> input) {
        ToolResultPart result = call(tool, input);
        if (result.outcome() == ToolOutcome.SUCCEEDED) {
            throw new AssertionError(tool + " did not fail: " + result.text());
        }
        if (result.text().contains("java.") || result.text().contains("Exception")) {
            throw new AssertionError("not a text for a model: " + result.text());
        }
        return result.text();
    }

    String read(String path) {
        return ok("read_file", Map.of("path", path));
    }

    String write(String path, String content) {
        return ok("write_file", Map.of("path", path, "content", content));
    }

    String edit(String path, String oldText, String newText) {
        return ok("edit_file", Map.of("path", path, "oldText", oldText, "newText", newText));
    }

    String failedEdit(String path, String oldText, String newText) {
        return error("edit_file", Map.of("path", path, "oldText", oldText, "newText", newText));
    }
}

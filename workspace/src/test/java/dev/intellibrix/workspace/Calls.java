package dev.intellibrix.workspace;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.message.Part;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.testing.MockProvider;
import dev.intellibrix.testing.MockTurn;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolProvider;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** Calls tools as a model does: each call is a run of the real loop whose scripted model makes that one call. */
final class Calls {

    private final ToolProvider tools;
    private final List<ApprovalRequest> asked = new CopyOnWriteArrayList<>();

    private Calls(ToolProvider tools) {
        this.tools = tools;
    }

    static Calls of(Tool... tools) {
        return new Calls(() -> List.of(tools));
    }

    static Calls of(List<Tool> tools) {
        return new Calls(() -> tools);
    }

    /** The result of a call that a person allows, if it needs that. */
    ToolResultPart call(String tool, Map<String, ?> input) {
        return lastResult(new Intelligence(options(tool, input)
                .onToolApproval(request -> {
                    asked.add(request);
                    return ApprovalDecision.allow();
                })
                .build()));
    }

    /** The result of a call when there is nobody to ask. */
    ToolResultPart callWithoutApproval(String tool, Map<String, ?> input) {
        return lastResult(new Intelligence(options(tool, input).build()));
    }

    /** What the model reads after a call that must succeed. */
    String ok(String tool, Map<String, ?> input) {
        ToolResultPart result = call(tool, input);
        if (result.outcome() != ToolOutcome.SUCCEEDED) {
            throw new AssertionError(tool + " failed: " + result.text());
        }
        return result.text();
    }

    /** What the model reads after a call that must fail. */
    String error(String tool, Map<String, ?> input) {
        ToolResultPart result = call(tool, input);
        if (result.outcome() == ToolOutcome.SUCCEEDED) {
            throw new AssertionError(tool + " did not fail: " + result.text());
        }
        return result.text();
    }

    /** The requests for approval so far. */
    List<ApprovalRequest> asked() {
        return asked;
    }

    private IntelligenceOptions.Builder options(String tool, Map<String, ?> input) {
        MockProvider model = MockProvider.of(MockTurn.call(tool, input), MockTurn.text("done"));
        return IntelligenceOptions.builder().provider(model).model("scripted").tools(tools);
    }

    private static ToolResultPart lastResult(Intelligence intelligence) {
        List<ToolResultPart> results = intelligence.ask("go").messages().stream()
                .flatMap(message -> message.parts().stream())
                .filter(ToolResultPart.class::isInstance)
                .map((Part part) -> (ToolResultPart) part)
                .toList();
        return results.get(results.size() - 1);
    }
}

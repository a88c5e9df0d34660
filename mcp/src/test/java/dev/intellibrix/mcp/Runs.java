package dev.intellibrix.mcp;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.RunResult;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.testing.MockProvider;
import dev.intellibrix.testing.MockTurn;
import dev.intellibrix.tool.ToolProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** Runs of the real loop that call a tool, and what became of it. */
final class Runs {

    final List<ApprovalRequest> asked = new CopyOnWriteArrayList<>();
    private final ToolProvider tools;

    Runs(ToolProvider tools) {
        this.tools = tools;
    }

    /** A run that makes one call; whoever is asked says yes. */
    ToolResultPart call(String tool, String text) {
        return results(run(tool, Map.of("text", text))).get(0);
    }

    RunResult run(String tool, Map<String, Object> input) {
        return agent(MockTurn.call(tool, input), MockTurn.text("done")).ask("go");
    }

    Intelligence agent(MockTurn... turns) {
        return new Intelligence(IntelligenceOptions.builder()
                .provider(MockProvider.of(turns))
                .tools(tools)
                .onToolApproval(request -> {
                    asked.add(request);
                    return ApprovalDecision.allow();
                })
                .build());
    }

    static List<ToolResultPart> results(RunResult run) {
        List<ToolResultPart> results = new ArrayList<>();
        for (Message message : run.messages()) {
            results.addAll(message.toolResults());
        }
        return results;
    }
}

package dev.intellibrix.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.RunResult;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Origin;
import dev.intellibrix.tool.Tool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the model is told of a tool is a part of what the run has read. */
class ForeignDescriptionTest {

    private static final Label FOREIGN = Label.untrusted(Origin.of(Origin.Kind.MCP_SERVER, "files"));

    private final List<ApprovalRequest> asked = new ArrayList<>();

    private record Nothing() {}

    private static Tool.Builder<Nothing> tool(String name) {
        return Tool.define(name, Nothing.class).description("A tool");
    }

    private Intelligence agent(Tool... tools) {
        return new Intelligence(IntelligenceOptions.builder()
                .provider(
                        MockProvider.of(MockTurn.call("own", Map.of()), MockTurn.text("done"), MockTurn.text("again")))
                .tools(tools)
                .onToolApproval(request -> {
                    asked.add(request);
                    return ApprovalDecision.allow();
                })
                .build());
    }

    @Test
    void aRunThatOffersAToolWithForeignWordsIsUntrustedFromItsStart() {
        Tool own = tool("own").needsApproval().execute((input, context) -> "x");
        Tool foreign = tool("foreign").descriptionLabel(FOREIGN).execute((input, context) -> "x");

        RunResult run = agent(own, foreign).ask("go");

        assertThat(asked.get(0).label()).isEqualTo(FOREIGN);
        assertThat(run.messages().get(1).label()).isEqualTo(FOREIGN);
        assertThat(foreign.descriptionLabel()).isEqualTo(FOREIGN);
        assertThat(own.descriptionLabel()).isEqualTo(Label.TRUSTED);
    }

    @Test
    void aRunWithToolsOfTheDeveloperIsTrusted() {
        agent(tool("own").needsApproval().execute((input, context) -> "x")).ask("go");

        assertThat(asked.get(0).label()).isEqualTo(Label.TRUSTED);
    }

    @Test
    void theConversationStaysUntrustedWhenTheToolIsGone() {
        Tool own = tool("own").needsApproval().execute((input, context) -> "x");
        Tool foreign = tool("foreign").descriptionLabel(FOREIGN).execute((input, context) -> "x");
        List<Tool> offered = new ArrayList<>(List.of(own, foreign));
        Intelligence agent = new Intelligence(IntelligenceOptions.builder()
                .provider(
                        MockProvider.of(MockTurn.text("hello"), MockTurn.call("own", Map.of()), MockTurn.text("done")))
                .tools(() -> List.copyOf(offered))
                .onToolApproval(request -> {
                    asked.add(request);
                    return ApprovalDecision.allow();
                })
                .build());

        agent.conversation("c").ask("first");
        offered.remove(foreign);
        agent.conversation("c").ask("second");

        assertThat(asked.get(0).label()).isEqualTo(FOREIGN);
    }
}

package dev.intellibrix.testing;

import static dev.intellibrix.testing.Suspended.all;
import static dev.intellibrix.testing.Suspended.results;
import static dev.intellibrix.testing.Suspended.stateOf;
import static dev.intellibrix.testing.Suspended.writeCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.ResumeException;
import dev.intellibrix.RunResult;
import dev.intellibrix.RunState;
import dev.intellibrix.StopReason;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalReason;
import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.approval.Permission;
import dev.intellibrix.approval.Permissions;
import dev.intellibrix.approval.TrustPolicy;
import dev.intellibrix.event.RunEvent;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.rules.InterceptRule;
import dev.intellibrix.rules.InterceptRules;
import dev.intellibrix.testing.Suspended.Write;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The policy is asked anew when a run is resumed, and only what has become stricter counts. */
class ResumePolicyTest {

    private final Suspended agent = new Suspended();

    private RunResult allow(RunState state, IntelligenceOptions.Builder options) {
        return new Intelligence(options.build()).resume(state, all(state, ApprovalDecision.allow()));
    }

    private IntelligenceOptions.Builder done() {
        return agent.agent(MockTurn.text("done"));
    }

    private static InterceptRules blocking(String pattern) {
        return InterceptRules.builtIn().with(InterceptRule.block("no", pattern, "not that"));
    }

    /** A write tool that is not the one that was shown. */
    private Tool other(boolean gated) {
        record Other(String path, String content, String reason) {}
        Tool.Builder<Other> tool = Tool.define("write_file", Other.class)
                .description("Write a file")
                .category(ToolCategory.WRITE);
        if (gated) {
            tool.needsApproval();
        }
        return tool.execute((input, context) -> {
            agent.written.add(new Write(input.path(), input.content()));
            return "written";
        });
    }

    @Test
    void aRuleThatHasComeToBlockTheCallBlocksIt() {
        RunState state = agent.suspend(writeCall("new"));
        RunResult run = allow(state, done().rules(blocking("^put new")));

        assertThat(agent.written).isEmpty();
        assertThat(results(run).get(0).outcome()).isEqualTo(ToolOutcome.INTERCEPTED);
        assertThat(results(run).get(0).text()).startsWith("[INTERCEPTED] no: not that");
        assertThat(run.text()).isEqualTo("done");
    }

    @Test
    void aPermissionThatHasComeToDenyTheCategoryDenies() {
        RunState state = agent.suspend(writeCall("new"));
        RunResult run = allow(state, done().permissions(Permissions.none().with(ToolCategory.WRITE, Permission.DENY)));

        assertThat(agent.written).isEmpty();
        assertThat(results(run).get(0).text()).contains("permission");
    }

    @Test
    void aPolicyThatHasBecomeLooserChangesNothing() {
        RunState state = stateOf(new Intelligence(agent.agent(writeCall("new"))
                        .permissions(Permissions.none().with(ToolCategory.WRITE, Permission.ASK))
                        .build())
                .ask("go"));
        RunResult run = new Intelligence(done().build()).resume(state, all(state, ApprovalDecision.deny("no")));

        assertThat(agent.written).isEmpty();
        assertThat(results(run).get(0).outcome()).isEqualTo(ToolOutcome.DENIED);
    }

    @Test
    void aNewReasonToAskVoidsTheApprovalAndTheCallIsAskedAboutAnew() {
        RunState state = agent.suspend(writeCall("new"));
        RunResult run = allow(
                state,
                agent.agent()
                        .rules(InterceptRules.builtIn().with(InterceptRule.confirm("look", "^put new", "look twice"))));

        assertThat(agent.written).isEmpty();
        assertThat(run.stopReason()).isEqualTo(StopReason.AWAITING_APPROVAL);
        assertThat(run.pendingApprovals().get(0).reasons())
                .extracting(ApprovalReason::text)
                .contains("write_file needs approval")
                .anyMatch(text -> text.contains("look twice"));
        assertThat(agent.watcher.all(RunEvent.ApprovalResolved.class))
                .extracting(RunEvent.ApprovalResolved::code)
                .contains("approval_void");
    }

    @Test
    void anAnswerToTheNewRequestAfterAVoidOneCounts() {
        RunState state = agent.suspend(writeCall("new"));
        InterceptRules rules = InterceptRules.builtIn().with(InterceptRule.confirm("look", "^put new", "look twice"));
        RunState again = stateOf(allow(state, agent.agent().rules(rules)));
        RunResult run = allow(again, done().rules(rules));

        assertThat(agent.written).hasSize(1);
        assertThat(run.text()).isEqualTo("done");
    }

    @Test
    void aChangedSchemaVoidsTheApproval() {
        RunState state = agent.suspend(MockTurn.rawCall("write_file", "{\"path\":\"a.txt\",\"content\":\"new\"}"));
        Tool changed = Tool.define("write_file", """
                        {"type":"object","properties":{"path":{"type":"string"},"content":{"type":"string"},\
                        "mode":{"type":"string"}},"required":["path","content"]}""")
                .description("Write a file")
                .category(ToolCategory.WRITE)
                .execute((input, context) -> {
                    agent.written.add(new Write("x", "y"));
                    return "written";
                });
        RunResult run = allow(state, agent.options().tools(changed));

        assertThat(agent.written).isEmpty();
        assertThat(run.stopReason()).isEqualTo(StopReason.AWAITING_APPROVAL);
        RunState again = stateOf(run);
        assertThat(again.pendingApprovals().get(0).digest())
                .isNotEqualTo(state.pendingApprovals().get(0).digest());
        assertThat(again.policyRevision()).isNotEqualTo(state.policyRevision());
        ResumeException refusal = catchThrowableOfType(
                ResumeException.class,
                () -> new Intelligence(agent.options().tools(changed).build())
                        .resume(again, all(state, ApprovalDecision.allow())));
        assertThat(refusal.reason()).isEqualTo(ResumeException.Reason.OTHER_DIGEST);
    }

    @Test
    void aVoidApprovalOfAToolThatNoLongerAsksIsAskedForNevertheless() {
        RunState state = agent.suspend(MockTurn.rawCall("write_file", "{\"path\":\"a.txt\",\"content\":\"new\"}"));
        Tool free = Tool.define("write_file", "{\"type\":\"object\"}")
                .description("Write a file")
                .execute((input, context) -> {
                    agent.written.add(new Write("x", "y"));
                    return "written";
                });
        RunResult run = allow(state, agent.options().tools(free));

        assertThat(agent.written).isEmpty();
        assertThat(run.stopReason()).isEqualTo(StopReason.AWAITING_APPROVAL);
    }

    @Test
    void anInputThatTheNewSchemaRefusesDoesNotRun() {
        RunState state = agent.suspend(writeCall("new"));
        RunResult run = allow(state, agent.options(MockTurn.text("done")).tools(other(true)));

        assertThat(agent.written).isEmpty();
        assertThat(results(run).get(0).outcome()).isEqualTo(ToolOutcome.INVALID_INPUT);
        assertThat(results(run).get(0).text()).contains("reason");
    }

    @Test
    void aToolThatIsGoneDoesNotRun() {
        RunState state = agent.suspend(writeCall("new"));
        RunResult run = allow(state, agent.options(MockTurn.text("done")).tools(agent.read));

        assertThat(results(run).get(0).outcome()).isEqualTo(ToolOutcome.INTERCEPTED);
    }

    @Test
    void notesThatHaveChangedVoidTheApproval() {
        Tool[] tools = new Tool[2];
        for (int i = 0; i < 2; i++) {
            String note = "runs command " + i;
            tools[i] = Tool.define("write_file", Write.class)
                    .description("Write a file")
                    .needsApproval()
                    .approvalNotes((input, context) -> List.of(note))
                    .execute((input, context) -> {
                        agent.written.add(input);
                        return "written";
                    });
        }
        RunState state = stateOf(
                new Intelligence(agent.options(writeCall("new")).tools(tools[0]).build()).ask("go"));
        RunResult run = allow(state, agent.options().tools(tools[1]));

        assertThat(state.pendingApprovals().get(0).notes()).containsExactly("runs command 0");
        assertThat(agent.written).isEmpty();
        assertThat(run.pendingApprovals().get(0).notes()).containsExactly("runs command 1");
    }

    @Test
    void theTrustPolicyOfTheResumingAgentCounts() {
        Tool free = Tool.define("save", Write.class)
                .description("Save")
                .category(ToolCategory.WRITE)
                .needsApproval()
                .execute((input, context) -> {
                    agent.written.add(input);
                    return "saved";
                });
        RunState state = stateOf(new Intelligence(agent.agent(
                                MockTurn.call("read_file", Map.of("path", "README.md")),
                                MockTurn.call("save", Map.of("path", "a", "content", "x")))
                        .tools(free)
                        .build())
                .ask("go"));
        RunResult run = allow(state, agent.agent().tools(free).trustPolicy(TrustPolicy.askAfterUntrusted()));

        assertThat(agent.written).isEmpty();
        assertThat(run.pendingApprovals().get(0).reasons())
                .extracting(ApprovalReason::kind)
                .containsExactly(ApprovalReason.Kind.TOOL, ApprovalReason.Kind.TRUST);
    }

    @Test
    void anEditIsHeldAgainstTheRulesInItsNewText() {
        RunState state = agent.suspend(writeCall("new"));
        RunResult run = new Intelligence(done().rules(blocking("^put evil")).build())
                .resume(state, all(state, ApprovalDecision.edit(Map.of("path", "a.txt", "content", "evil"))));

        assertThat(agent.written).isEmpty();
        assertThat(results(run).get(0).outcome()).isEqualTo(ToolOutcome.INTERCEPTED);
    }

    @Test
    void anEditIsHeldAgainstTheRulesInItsOldText() {
        RunState state = agent.suspend(writeCall("evil"));
        RunResult run = new Intelligence(done().rules(blocking("^put evil")).build())
                .resume(state, all(state, ApprovalDecision.edit(Map.of("path", "a.txt", "content", "good"))));

        assertThat(agent.written).isEmpty();
        assertThat(results(run).get(0).outcome()).isEqualTo(ToolOutcome.INTERCEPTED);
    }

    @Test
    void theRulesOfTheResumingAgentHoldForALaterCallAsWell() {
        RunState state = agent.suspend(writeCall("new"));
        RunResult run = allow(
                state, agent.agent(writeCall("evil"), MockTurn.text("done")).rules(blocking("^put evil")));

        assertThat(agent.written).extracting(Write::content).containsExactly("new");
        assertThat(results(run)).last().extracting(result -> result.outcome()).isEqualTo(ToolOutcome.INTERCEPTED);
    }

    @Test
    void theRevisionIsTheSameForTheSamePolicy() {
        assertThat(agent.suspend(writeCall("one")).policyRevision())
                .hasSize(64)
                .isEqualTo(agent.suspend(writeCall("two")).policyRevision());
        RunState other = stateOf(new Intelligence(
                        agent.agent(writeCall("one")).rules(blocking("^x")).build())
                .ask("go"));
        assertThat(other.policyRevision())
                .isNotEqualTo(agent.suspend(writeCall("one")).policyRevision());
    }

    @Test
    void aRestoredRequestKnowsWhatTheUserWrote() {
        RunState state =
                RunState.fromJson(new Intelligence(agent.agent(writeCall("new")).build())
                        .ask("write to a.txt please")
                        .state()
                        .orElseThrow()
                        .toJson());
        ApprovalRequest request = state.pendingApprovals().get(0);

        assertThat(request.grounded("/path")).isTrue();
        assertThat(request.grounded("/content")).isFalse();
    }
}

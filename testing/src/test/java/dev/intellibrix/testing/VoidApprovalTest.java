package dev.intellibrix.testing;

import static dev.intellibrix.testing.Suspended.all;
import static dev.intellibrix.testing.Suspended.input;
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
import dev.intellibrix.approval.ApprovalAnswer;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalHook;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.rules.InterceptRule;
import dev.intellibrix.rules.InterceptRules;
import dev.intellibrix.store.InMemoryKeyValueStore;
import dev.intellibrix.store.KeyValueStore;
import dev.intellibrix.testing.Suspended.Write;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An answer to something that has changed since is good for nothing, now and later. */
class VoidApprovalTest {

    private final Suspended agent = new Suspended();
    private final KeyValueStore store = new InMemoryKeyValueStore();
    private String note = "jest";
    private ToolCategory category = ToolCategory.EXECUTE;

    private IntelligenceOptions.Builder checks(ApprovalHook hook, MockTurn... turns) {
        Tool check = Tool.define("check", Write.class)
                .description("Run a check")
                .category(category)
                .needsApproval()
                .approvalNotes((input, context) -> List.of(note))
                .execute((input, context) -> {
                    agent.written.add(new Write(note, input.content()));
                    return "ran " + note;
                });
        return agent.deciding(hook, turns).tools(check).store(store);
    }

    private RunState suspended() {
        return stateOf(new Intelligence(checks(call -> ApprovalDecision.defer(), MockTurn.call("check", input("x")))
                        .build())
                .ask("go"));
    }

    private RunResult resume(RunState state, List<ApprovalAnswer> answers, MockTurn... turns) {
        return new Intelligence(checks(call -> ApprovalDecision.defer(), turns).build()).resume(state, answers);
    }

    private RunState voided(RunState state) {
        note = "rm -rf";
        return stateOf(resume(state, all(state, ApprovalDecision.allow())));
    }

    @Test
    void aVoidApprovalDoesNotComeBackAtTheNextResumption() {
        RunState again = voided(suspended());
        RunResult run = resume(again, List.of());

        assertThat(again.pendingApprovals().get(0).notes()).containsExactly("rm -rf");
        assertThat(run.stopReason()).isEqualTo(StopReason.AWAITING_APPROVAL);
        assertThat(agent.written).isEmpty();
    }

    @Test
    void theCallThatIsAskedAboutAnewCanBeDenied() {
        RunState again = voided(suspended());
        RunResult run = resume(again, all(again, ApprovalDecision.deny("never")), MockTurn.text("done"));

        assertThat(agent.written).isEmpty();
        assertThat(results(run).get(0).text()).contains("never");
    }

    @Test
    void theCallThatIsAskedAboutAnewCanBeAllowed() {
        RunState again = voided(suspended());
        resume(again, all(again, ApprovalDecision.allow()), MockTurn.text("done"));

        assertThat(agent.written).containsExactly(new Write("rm -rf", "x"));
    }

    @Test
    void anAnswerToTheNotesThatWereShownBeforeIsRefused() {
        RunState first = suspended();
        RunState again = voided(first);
        ResumeException refusal =
                catchThrowableOfType(ResumeException.class, () -> resume(again, all(first, ApprovalDecision.allow())));

        assertThat(refusal.reason()).isEqualTo(ResumeException.Reason.OTHER_DIGEST);
        assertThat(agent.written).isEmpty();
    }

    @Test
    void anAnswerWithoutTheReasonThatCameLaterIsRefused() {
        RunState first = agent.suspend(writeCall("new"));
        InterceptRules rules = InterceptRules.builtIn().with(InterceptRule.confirm("look", "^put new", "look twice"));
        RunState again = stateOf(new Intelligence(agent.agent().rules(rules).build())
                .resume(first, all(first, ApprovalDecision.allow())));
        ResumeException refusal = catchThrowableOfType(
                ResumeException.class,
                () -> new Intelligence(agent.agent().rules(rules).build())
                        .resume(again, all(first, ApprovalDecision.allow())));

        assertThat(refusal.reason()).isEqualTo(ResumeException.Reason.OTHER_DIGEST);
        assertThat(agent.written).isEmpty();
    }

    @Test
    void anotherCategoryVoidsTheApproval() {
        category = ToolCategory.READ;
        RunState state = suspended();
        category = ToolCategory.EXECUTE;
        RunResult run = resume(state, all(state, ApprovalDecision.allow()));

        assertThat(agent.written).isEmpty();
        assertThat(run.pendingApprovals().get(0).category()).isEqualTo(ToolCategory.EXECUTE);
    }

    @Test
    void aVoidApprovalDoesNotComeBackWhenTheNotesDo() {
        RunState state = suspended();
        note = "rm -rf";
        RunResult denied = new Intelligence(checks(call -> ApprovalDecision.deny("never"), MockTurn.text("denied then"))
                        .build())
                .resume(state, all(state, ApprovalDecision.allow()));
        note = "jest";
        RunResult replayed = resume(state, List.of(), MockTurn.text("denied then"));

        assertThat(results(denied)).extracting(result -> result.outcome()).containsExactly(ToolOutcome.DENIED);
        assertThat(results(replayed)).isEqualTo(results(denied));
        assertThat(agent.written).isEmpty();
    }

    @Test
    void anAnswerThatIsGivenAnewAfterTheNotesCameBackCounts() {
        RunState again = voided(suspended());
        note = "jest";
        RunState back = stateOf(resume(again, all(again, ApprovalDecision.allow())));
        resume(back, all(back, ApprovalDecision.allow()), MockTurn.text("done"));

        assertThat(back.pendingApprovals().get(0).notes()).containsExactly("jest");
        assertThat(agent.written).containsExactly(new Write("jest", "x"));
    }
}

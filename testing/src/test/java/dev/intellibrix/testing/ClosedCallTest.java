package dev.intellibrix.testing;

import static dev.intellibrix.testing.Suspended.all;
import static dev.intellibrix.testing.Suspended.answer;
import static dev.intellibrix.testing.Suspended.input;
import static dev.intellibrix.testing.Suspended.results;
import static dev.intellibrix.testing.Suspended.stateOf;
import static dev.intellibrix.testing.Suspended.writeCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.Limits;
import dev.intellibrix.ResumeException;
import dev.intellibrix.Run;
import dev.intellibrix.RunResult;
import dev.intellibrix.RunState;
import dev.intellibrix.StopReason;
import dev.intellibrix.approval.ApprovalAnswer;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalHook;
import dev.intellibrix.event.RunEvent;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.provider.ProviderException;
import dev.intellibrix.testing.Suspended.Write;
import dev.intellibrix.tool.Tool;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A call of which it was said that it did not run never does, whoever has an old state of its run. */
class ClosedCallTest {

    private static final MockTurn DOWN =
            MockTurn.failure(ProviderException.builder("down").build());

    private final Suspended agent = new Suspended();
    private final FlakyStore store = new FlakyStore();
    private String note = "jest";

    private IntelligenceOptions.Builder options(ApprovalHook hook, MockTurn... turns) {
        Tool check = Tool.define("check", Write.class)
                .description("Run a check")
                .needsApproval()
                .approvalNotes((input, context) -> List.of(note))
                .execute((input, context) -> {
                    agent.written.add(new Write(note, input.content()));
                    return "ran " + note;
                });
        return agent.deciding(hook, turns).tools(check).store(store);
    }

    private Intelligence agent(MockTurn... turns) {
        return new Intelligence(options(call -> ApprovalDecision.defer(), turns).build());
    }

    private RunState suspended(boolean inConversation, MockTurn turn) {
        Intelligence first = agent(turn);
        return stateOf(inConversation ? first.conversation("c").ask("go") : first.ask("go"));
    }

    /** What the conversation says of its calls. */
    private List<ToolResultPart> said() {
        return results(agent(MockTurn.text("?")).conversation("c").ask("what happened?"));
    }

    private ResumeException.Reason refusal(RunState state, List<ApprovalAnswer> answers) {
        return catchThrowableOfType(
                        ResumeException.class,
                        () -> agent(MockTurn.text("done")).resume(state, answers))
                .reason();
    }

    /** A retry of an old answer, and the recovery after a crash, which hands in none: nothing of it runs the call. */
    private void assertNeverRuns(RunState state, boolean inConversation, ToolOutcome outcome) {
        if (inConversation) {
            assertThat(refusal(state, all(state, ApprovalDecision.allow())))
                    .isEqualTo(ResumeException.Reason.CONVERSATION_WENT_ON);
            assertThat(refusal(state, List.of())).isEqualTo(ResumeException.Reason.CONVERSATION_WENT_ON);
            assertThat(said()).extracting(ToolResultPart::outcome).containsExactly(outcome);
        } else {
            assertThat(refusal(state, all(state, ApprovalDecision.allow())))
                    .isEqualTo(ResumeException.Reason.ALREADY_TAKEN_UP);
            RunResult again = agent(MockTurn.text("done")).resume(state, List.of());
            assertThat(results(again)).extracting(ToolResultPart::outcome).containsExactly(outcome);
        }
        assertThat(agent.written).isEmpty();
    }

    private Run cancelled(RunState state, List<ApprovalAnswer> answers) {
        CompletableFuture<Run> started = new CompletableFuture<>();
        Intelligence stopping = new Intelligence(options(call -> ApprovalDecision.defer())
                .onRunEvent(event -> {
                    if (event instanceof RunEvent.RunStarted) {
                        started.join().cancel();
                    }
                })
                .build());
        started.complete(stopping.start(state, answers));
        return started.join();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aResumptionThatWasCancelledEndsTheRun(boolean inConversation) {
        RunState state = suspended(inConversation, writeCall("new"));
        assertThat(cancelled(state, List.of()).await().stopReason()).isEqualTo(StopReason.CANCELLED);
        if (inConversation) {
            assertThat(said()).hasSize(1); // And the conversation goes on.
        }

        assertNeverRuns(state, inConversation, ToolOutcome.NOT_EXECUTED);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aResumptionThatWasCancelledAfterItsCallsBeganToWaitAgainEndsTheRunAsWell(boolean inConversation) {
        RunState state = suspended(inConversation, writeCall("new"));
        CompletableFuture<Run> started = new CompletableFuture<>();
        Intelligence stopping = new Intelligence(options(call -> ApprovalDecision.defer())
                .onRunEvent(event -> {
                    if (event instanceof RunEvent.StepFinished) {
                        started.join().cancel();
                    }
                })
                .build());
        started.complete(stopping.start(state, List.of()));
        RunResult run = started.join().await();
        if (inConversation) {
            assertThat(said()).hasSize(1);
        }

        assertThat(run.stopReason()).isEqualTo(StopReason.CANCELLED);
        assertThat(run.pendingApprovals()).isEmpty();
        assertNeverRuns(state, inConversation, ToolOutcome.NOT_EXECUTED);
    }

    @Test
    void afterACancelledResumptionTheRunGoesOnFromWhatItsConversationSays() {
        RunState state = suspended(true, writeCall("new"));
        cancelled(state, all(state, ApprovalDecision.allow())).await();
        RunResult run = agent(MockTurn.text("not written, then")).resume(state, List.of());

        assertThat(refusal(state, all(state, ApprovalDecision.allow())))
                .isEqualTo(ResumeException.Reason.CONVERSATION_WENT_ON);
        assertThat(results(run)).extracting(ToolResultPart::outcome).containsExactly(ToolOutcome.NOT_EXECUTED);
        assertThat(said()).extracting(ToolResultPart::outcome).containsExactly(ToolOutcome.NOT_EXECUTED);
        assertThat(agent.written).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aLimitUsesUpTheAnswerThatWasAccepted(boolean inConversation) {
        RunState state = suspended(inConversation, writeCall("new"));
        RunResult run = new Intelligence(options(call -> ApprovalDecision.defer(), MockTurn.text("could not"))
                        .limits(Limits.builder().maxSteps(1).build())
                        .build())
                .resume(state, all(state, ApprovalDecision.allow()));

        assertThat(run.stopReason()).isEqualTo(StopReason.STEP_LIMIT);
        assertNeverRuns(state, inConversation, ToolOutcome.NOT_EXECUTED);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aHookThatDeniesAfterAVoidAnswerHasTheLastWord(boolean inConversation) {
        RunState state = suspended(inConversation, MockTurn.call("check", input("x")));
        note = "rm -rf";
        new Intelligence(options(call -> ApprovalDecision.deny("never"), MockTurn.text("denied then"))
                        .build())
                .resume(state, all(state, ApprovalDecision.allow()));
        note = "jest";

        assertNeverRuns(state, inConversation, ToolOutcome.DENIED);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aClaimThatCouldNotBeWrittenDownOnceIsNotWrittenLater(boolean inConversation) {
        RunState state = suspended(inConversation, writeCall("new"));
        store.fail(operation -> operation.makes("claimed"));
        RunResult run = agent(MockTurn.text("could not")).resume(state, all(state, ApprovalDecision.allow()));
        store.recover();

        assertThat(results(run).get(0).text()).contains("journal_failed");
        assertNeverRuns(state, inConversation, ToolOutcome.DENIED);
    }

    @Test
    void whatCanNotBeClosedInTheJournalEitherIsUnknown() {
        RunState state = suspended(true, writeCall("new"));
        store.fail(operation -> operation.makes("claimed") || operation.makes("done"));
        RunResult run = agent(MockTurn.text("who knows")).resume(state, all(state, ApprovalDecision.allow()));
        store.recover();

        assertThat(results(run)).extracting(ToolResultPart::outcome).containsExactly(ToolOutcome.UNKNOWN);
        assertThat(refusal(state, List.of())).isEqualTo(ResumeException.Reason.CONVERSATION_WENT_ON);
        assertThat(agent.written).isEmpty();
    }

    @Test
    void aConversationClosesWhatNobodyHasApprovedWhereverItsRunIsResumed() {
        RunState state = suspended(true, writeCall("new"));
        said();
        agent.written.clear();
        String head = store.get("conversation/c/head").orElseThrow();
        store.delete("conversation/c/head"); // As in a process that has the journal only.

        assertThat(head).contains("\"run\":\"\"");
        assertThat(refusal(state, all(state, ApprovalDecision.allow())))
                .isEqualTo(ResumeException.Reason.ALREADY_TAKEN_UP);
        RunResult run = agent(MockTurn.text("not written")).resume(state, List.of());
        assertThat(results(run)).extracting(ToolResultPart::outcome).containsExactly(ToolOutcome.NOT_EXECUTED);
        assertThat(agent.written).isEmpty();
    }

    @Test
    void anAnswerThatWasAcceptedIsClosedWhenTheConversationGoesOnBeforeItIsActedOn() {
        RunState state = suspended(true, writeCall("new"));
        store.fail(
                operation -> operation.key().equals("conversation/c/head") // As a kill right after the answer was kept.
                        && store.list("call/").size() == 1);
        assertThatThrownBy(() -> agent().resume(state, all(state, ApprovalDecision.allow())))
                .isInstanceOf(RuntimeException.class);
        store.recover();

        assertThat(said()).extracting(ToolResultPart::outcome).containsExactly(ToolOutcome.NOT_EXECUTED);
        assertThat(refusal(state, List.of())).isEqualTo(ResumeException.Reason.CONVERSATION_WENT_ON);
        assertThat(store.get(store.list("call/").get(0)).orElseThrow()).contains("\"state\":\"done\"");
        assertThat(agent.written).isEmpty();
    }

    @Test
    void whatAnotherProcessHasTakenUpIsNotSaidToBeNotApproved() {
        RunState state = suspended(true, writeCall("one").andCall("write_file", input("two")));
        Intelligence other = agent(MockTurn.text("done"));
        agent().resume(state, List.of(answer(state, 0, ApprovalDecision.allow()))); // Suspends again for the second.
        String key =
                "call/" + state.runId() + "/" + state.pendingApprovals().get(1).callId();
        store.put(
                key,
                "{\"attempts\":1,\"decision\":{\"allow\":true},\"digest\":\""
                        + state.pendingApprovals().get(1).digest() + "\",\"state\":\"claimed\"}");

        assertThat(results(other.conversation("c").ask("and?")))
                .extracting(ToolResultPart::outcome)
                .containsExactly(ToolOutcome.SUCCEEDED, ToolOutcome.UNKNOWN);
    }

    @Test
    void aRunGoesOnInItsConversationAfterTheProviderWasDown() {
        RunState state = suspended(true, writeCall("rent"));
        assertThatThrownBy(() -> agent(DOWN).resume(state, all(state, ApprovalDecision.allow())))
                .isInstanceOf(ProviderException.class);
        new Intelligence(options(call -> ApprovalDecision.allow(), writeCall("gas"), MockTurn.text("both"))
                        .build())
                .resume(state, List.of());
        RunResult next = agent(MockTurn.text("?")).conversation("c").ask("what is written?");

        assertThat(results(next)).extracting(ToolResultPart::text).containsExactly("written rent", "written gas");
        assertThat(next.messages()).extracting(message -> message.text()).contains("both");
        assertThat(agent.written).extracting(Write::content).containsExactly("rent", "gas");
    }

    @Test
    void aRunThatHasEndedInItsConversationDoesNotRunOnceMore() {
        List<String> sent = new ArrayList<>();
        Tool send = Tool.define("send", Write.class).description("Send").execute((input, context) -> {
            sent.add(input.content());
            return "sent";
        });
        RunState state = suspended(true, writeCall("new"));
        IntelligenceOptions.Builder sending =
                options(call -> ApprovalDecision.defer(), MockTurn.call("send", input("x")), MockTurn.text("done"));
        new Intelligence(sending.tools(send).build()).resume(state, all(state, ApprovalDecision.allow()));

        assertThat(refusal(state, List.of())).isEqualTo(ResumeException.Reason.CONVERSATION_WENT_ON);
        assertThat(sent).containsExactly("x");
        assertThat(agent.written).hasSize(1);
    }

    @Test
    void anAcceptedAnswerIsNotReplacedByAnOlderOne() {
        RunState first = suspended(false, MockTurn.call("check", input("x")));
        note = "rm -rf";
        RunState second = stateOf(agent().resume(first, all(first, ApprovalDecision.allow())));
        store.fail(operation -> operation.makes("done") || operation.makes("claimed")); // It is kept, and not acted on.
        assertThatThrownBy(() -> agent(DOWN).resume(second, all(second, ApprovalDecision.deny("NEVER"))))
                .isInstanceOf(ProviderException.class);
        store.recover();
        note = "jest";

        assertThat(refusal(first, all(first, ApprovalDecision.allow())))
                .isEqualTo(ResumeException.Reason.ALREADY_ANSWERED);
        RunResult run = agent(MockTurn.text("denied then")).resume(first, List.of());
        assertThat(results(run)).extracting(ToolResultPart::text).containsExactly("Denied (denied): NEVER");
        assertThat(agent.written).isEmpty();
    }

    @Test
    void anAcceptedAnswerToANewerRequestCountsFromAnOlderStateWhenItIsAboutTheCallAsItIs() {
        RunState first = suspended(false, MockTurn.call("check", input("x")));
        note = "mvn";
        RunState second = stateOf(agent().resume(first, all(first, ApprovalDecision.allow())));
        store.fail(operation -> operation.makes("claimed") || operation.makes("done"));
        assertThatThrownBy(() -> agent(DOWN).resume(second, all(second, ApprovalDecision.allow())))
                .isInstanceOf(ProviderException.class);
        store.recover();
        agent(MockTurn.text("done")).resume(first, List.of());

        assertThat(agent.written).containsExactly(new Write("mvn", "x"));
    }

    @Test
    void anAcceptedAnswerToANewerRequestIsVoidWhenTheCallHasChangedAgain() {
        RunState first = suspended(false, MockTurn.call("check", input("x")));
        note = "mvn";
        RunState second = stateOf(agent().resume(first, all(first, ApprovalDecision.allow())));
        store.fail(operation -> operation.makes("claimed") || operation.makes("done"));
        assertThatThrownBy(() -> agent(DOWN).resume(second, all(second, ApprovalDecision.allow())))
                .isInstanceOf(ProviderException.class);
        store.recover();
        note = "jest";
        RunResult run = agent().resume(first, List.of());

        assertThat(run.stopReason()).isEqualTo(StopReason.AWAITING_APPROVAL);
        assertThat(run.pendingApprovals().get(0).notes()).containsExactly("jest");
        assertThat(agent.written).isEmpty();
    }

    @Test
    void aDenialThatWasClaimedBeforeACrashIsADenial() {
        RunState state = suspended(false, writeCall("new"));
        store.put(
                "call/" + state.runId() + "/" + state.pendingApprovals().get(0).callId(),
                "{\"attempts\":1,\"decision\":{\"deny\":\"not on Fridays\"},\"digest\":\""
                        + state.pendingApprovals().get(0).digest() + "\",\"state\":\"claimed\"}");
        RunResult run = agent(MockTurn.text("done")).resume(state, List.of());

        assertThat(results(run)).extracting(ToolResultPart::text).containsExactly("Denied (denied): not on Fridays");
        assertThat(results(run)).extracting(ToolResultPart::outcome).containsExactly(ToolOutcome.DENIED);
    }
}

package dev.intellibrix.testing;

import static dev.intellibrix.testing.Suspended.all;
import static dev.intellibrix.testing.Suspended.input;
import static dev.intellibrix.testing.Suspended.results;
import static dev.intellibrix.testing.Suspended.stateOf;
import static dev.intellibrix.testing.Suspended.writeCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.Limits;
import dev.intellibrix.Run;
import dev.intellibrix.RunResult;
import dev.intellibrix.RunState;
import dev.intellibrix.StopReason;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.event.RunEvent;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.provider.ProviderException;
import dev.intellibrix.rules.InterceptRule;
import dev.intellibrix.rules.InterceptRules;
import dev.intellibrix.store.InMemoryKeyValueStore;
import dev.intellibrix.store.KeyValueStore;
import dev.intellibrix.testing.Suspended.Write;
import dev.intellibrix.tool.Tool;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What is said of a call that a run, which is gone, had started, or may have. */
class EarlierCallTest {

    private static final MockTurn GONE =
            MockTurn.failure(ProviderException.builder("gone").build());

    private final Suspended agent = new Suspended();
    private final KeyValueStore store = new InMemoryKeyValueStore();

    private IntelligenceOptions.Builder idempotent(MockTurn... turns) {
        return agent.options(turns).tools(agent.write(true)).store(store);
    }

    private IntelligenceOptions.Builder plain(MockTurn... turns) {
        return agent.agent(turns).store(store);
    }

    /** A run whose call was claimed when its process died. */
    private RunState claimed() {
        return claimed(writeCall("new"));
    }

    private RunState claimed(MockTurn calls) {
        RunState state = stateOf(new Intelligence(plain(calls).build()).ask("go"));
        keep(state, "claimed", "{\"allow\":true}");
        return state;
    }

    private void keep(RunState state, String how, String decision) {
        ApprovalRequest call = state.pendingApprovals().get(0);
        store.put(
                "call/" + state.runId() + "/" + call.callId(),
                "{\"attempts\":0,\"decision\":" + decision + ",\"digest\":\"" + call.digest() + "\",\"state\":\"" + how
                        + "\"}");
    }

    /** A model that gives no ids, so that the loop counts the calls. */
    private static MockTurn withoutId(String content) {
        return MockTurn.ofParts(
                List.of(ToolCallPart.of("", "write_file", "{\"path\":\"a.txt\",\"content\":\"" + content + "\"}")));
    }

    @Test
    void aCallDoesNotGetTheResultOfAnotherOneThatHadItsId() {
        RunState state = stateOf(new Intelligence(plain(withoutId("rent")).build()).ask("go"));
        assertThatThrownBy(() -> new Intelligence(
                                agent.deciding(call -> ApprovalDecision.allow(), withoutId("to Alice"), GONE)
                                        .store(store)
                                        .build())
                        .resume(state, all(state, ApprovalDecision.allow())))
                .isInstanceOf(ProviderException.class);
        RunResult run = new Intelligence(
                        agent.deciding(call -> ApprovalDecision.allow(), withoutId("to Bob"), MockTurn.text("done"))
                                .store(store)
                                .build())
                .resume(state, List.of());

        assertThat(agent.written).extracting(Write::content).containsExactly("rent", "to Alice");
        assertThat(results(run)).last().satisfies(result -> {
            assertThat(result.outcome()).isEqualTo(ToolOutcome.UNKNOWN);
            assertThat(result.text()).contains("id_used").doesNotContain("Alice");
        });
    }

    @Test
    void anAnswerThatWasAcceptedIsNotReplacedWhenTheCallIsMadeAgain() {
        RunState first = stateOf(new Intelligence(plain(withoutId("rent")).build()).ask("go"));
        RunState second = stateOf(new Intelligence(plain(withoutId("to Alice")).build())
                .resume(first, all(first, ApprovalDecision.allow())));
        keep(second, "approved", "{\"deny\":\"never\"}");
        RunResult run = new Intelligence(
                        agent.deciding(call -> ApprovalDecision.allow(), withoutId("to Alice"), MockTurn.text("done"))
                                .store(store)
                                .build())
                .resume(first, List.of());

        assertThat(agent.written).extracting(Write::content).containsExactly("rent");
        assertThat(results(run)).last().extracting(ToolResultPart::outcome).isEqualTo(ToolOutcome.DENIED);
    }

    @Test
    void theSameCallMadeAgainAfterACrashGetsItsResult() {
        RunState state = stateOf(new Intelligence(plain(withoutId("rent")).build()).ask("go"));
        assertThatThrownBy(() -> new Intelligence(
                                agent.deciding(call -> ApprovalDecision.allow(), withoutId("to Alice"), GONE)
                                        .store(store)
                                        .build())
                        .resume(state, all(state, ApprovalDecision.allow())))
                .isInstanceOf(ProviderException.class);
        RunResult run = new Intelligence(
                        agent.deciding(call -> ApprovalDecision.allow(), withoutId("to Alice"), MockTurn.text("done"))
                                .store(store)
                                .build())
                .resume(state, List.of());

        assertThat(agent.written).extracting(Write::content).containsExactly("rent", "to Alice");
        assertThat(results(run)).last().extracting(ToolResultPart::text).isEqualTo("written to Alice");
    }

    @Test
    void aClaimedCallIsUnknownWhenALimitEndsTheResumption() {
        RunState state = claimed();
        RunResult run = new Intelligence(plain(MockTurn.text("end"))
                        .limits(Limits.builder().maxSteps(1).build())
                        .build())
                .resume(state, List.of());

        assertThat(run.stopReason()).isEqualTo(StopReason.STEP_LIMIT);
        assertThat(results(run)).extracting(ToolResultPart::outcome).containsExactly(ToolOutcome.UNKNOWN);
        assertThat(agent.watcher.all(RunEvent.ToolFinished.class))
                .last()
                .extracting(RunEvent.ToolFinished::text)
                .isEqualTo(results(run).get(0).text());
    }

    @Test
    void aDoneCallKeepsItsResultWhenALimitEndsTheResumption() {
        RunState state = stateOf(new Intelligence(plain(writeCall("new")).build()).ask("go"));
        assertThatThrownBy(
                        () -> new Intelligence(plain(GONE).build()).resume(state, all(state, ApprovalDecision.allow())))
                .isInstanceOf(ProviderException.class);
        RunResult run = new Intelligence(plain(MockTurn.text("end"))
                        .limits(Limits.builder().maxSteps(1).build())
                        .build())
                .resume(state, List.of());

        assertThat(results(run)).extracting(ToolResultPart::text).containsExactly("written new");
    }

    @Test
    void aClaimedCallIsUnknownWhenTheResumptionIsStopped() throws Exception {
        for (boolean alone : new boolean[] {true, false}) {
            MockTurn calls = alone ? writeCall("new") : writeCall("new").andCall("write_file", input("other"));
            RunState state = claimed(calls);
            CompletableFuture<Run> started = new CompletableFuture<>();
            Intelligence stopping = new Intelligence(plain().onRunEvent(event -> {
                        if (event instanceof RunEvent.RunStarted) {
                            started.join().cancel();
                        }
                    })
                    .build());
            started.complete(stopping.start(state, List.of()));
            RunResult end = started.join().await();

            assertThat(end.stopReason()).isEqualTo(StopReason.CANCELLED);
            assertThat(results(end).get(0).outcome()).isEqualTo(ToolOutcome.UNKNOWN);
        }
    }

    @Test
    void anIdempotentCallThatIsNotStartedAgainIsUnknown() {
        RunState state = claimed();
        RunResult run = new Intelligence(idempotent(MockTurn.text("done"))
                        .rules(InterceptRules.builtIn().with(InterceptRule.block("no", "^put new", "not that")))
                        .build())
                .resume(state, List.of());

        assertThat(agent.written).isEmpty();
        assertThat(results(run)).extracting(ToolResultPart::outcome).containsExactly(ToolOutcome.UNKNOWN);
    }

    @Test
    void anIdempotentCallThatHasChangedSinceItWasStartedIsUnknownAndNobodyIsAsked() {
        RunState state = claimed();
        agent.watcher.events().clear();
        RunResult run = new Intelligence(idempotent(MockTurn.text("done"))
                        .rules(InterceptRules.builtIn().with(InterceptRule.confirm("look", "^put new", "look twice")))
                        .build())
                .resume(state, List.of());

        assertThat(agent.written).isEmpty();
        assertThat(results(run)).extracting(ToolResultPart::outcome).containsExactly(ToolOutcome.UNKNOWN);
        assertThat(agent.watcher.all(RunEvent.ApprovalRequested.class)).isEmpty();
    }

    @Test
    void anIdempotencyKeyIsAnotherOneInEveryRunAndTheSameWhenTheCallIsStartedAgain() {
        RunState one = stateOf(new Intelligence(idempotent(writeCall("new")).build()).ask("go"));
        RunState two = claimed();
        new Intelligence(idempotent(MockTurn.text("done")).build()).resume(one, all(one, ApprovalDecision.allow()));
        new Intelligence(idempotent(MockTurn.text("done")).build()).resume(two, List.of());

        assertThat(agent.keys).hasSize(2).doesNotHaveDuplicates();
        assertThat(agent.keys.get(0))
                .startsWith(one.runId() + "/" + one.pendingApprovals().get(0).callId() + "/");
    }

    @Test
    void anIdempotencyKeyIsAnotherOneForAnotherCallThatGetsTheSameIdAfterACrash() {
        RunState state = stateOf(new Intelligence(plain(withoutId("rent")).build()).ask("go"));
        Set<String> keys = new HashSet<>();
        Tool mail = Tool.define("mail", Write.class)
                .description("Mail")
                .idempotent()
                .execute((input, context) -> {
                    return keys.add(context.idempotencyKey()) ? "sent" : "sent before";
                });
        assertThatThrownBy(() -> new Intelligence(
                                plain(mailTo("Ada"), GONE).tools(mail).build())
                        .resume(state, all(state, ApprovalDecision.allow())))
                .isInstanceOf(ProviderException.class);
        RunResult run = new Intelligence(
                        plain(mailTo("Bob"), MockTurn.text("done")).tools(mail).build())
                .resume(state, List.of());

        assertThat(results(run)).last().extracting(ToolResultPart::text).isEqualTo("sent");
        assertThat(keys).hasSize(2);
    }

    private static MockTurn mailTo(String whom) {
        return MockTurn.ofParts(List.of(ToolCallPart.of("", "mail", "{\"path\":\"p\",\"content\":\"" + whom + "\"}")));
    }
}

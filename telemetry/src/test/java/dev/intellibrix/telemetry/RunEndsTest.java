package dev.intellibrix.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.Limits;
import dev.intellibrix.Run;
import dev.intellibrix.RunResult;
import dev.intellibrix.RunState;
import dev.intellibrix.StopReason;
import dev.intellibrix.approval.ApprovalAnswer;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.message.Message;
import dev.intellibrix.provider.ProviderException;
import dev.intellibrix.store.InMemoryKeyValueStore;
import dev.intellibrix.store.KeyValueStore;
import dev.intellibrix.store.StoreException;
import dev.intellibrix.testing.MockProvider;
import dev.intellibrix.testing.MockTurn;
import dev.intellibrix.tool.Tool;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** However a run ends, each of its spans ends once; {@link Recording#spans} checks that. */
@Timeout(120)
class RunEndsTest {

    private final Recording recording = new Recording();
    private final Telemetry telemetry = Telemetry.of(recording.openTelemetry());

    private SpanData run() {
        return recording.only("invoke_agent");
    }

    private String stopReason() {
        return run().getAttributes().get(Keys.STOP_REASON);
    }

    @Test
    void aFailedRunIsAnErrorOfTheModelCallAndOfTheRun() {
        ProviderException failure = ProviderException.builder("the server said secret-of-server")
                .status(503)
                .code("overloaded secret-of-server")
                .build();
        Intelligence agent = new Intelligence(Agents.agent(telemetry, Agents.read("a"), MockTurn.failure(failure))
                .build());

        assertThatThrownBy(() -> agent.ask("go")).isSameAs(failure);

        assertThat(stopReason()).isEqualTo("failed");
        assertThat(run().getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(run().getAttributes().get(Keys.ERROR_TYPE)).isEqualTo("503");
        SpanData chat = recording.named("chat m-1").get(1);
        assertThat(chat.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(chat.getAttributes().get(Keys.ERROR_TYPE)).isEqualTo("503");
        assertThat(recording.spans().toString()).doesNotContain("secret-of-server");
    }

    @Test
    void anErrorInTheMiddleOfARunEndsItsSpansAsWell() {
        Intelligence agent = new Intelligence(
                Agents.agent(telemetry, Agents.read("a")).build()); // The script is over: AssertionError.

        assertThatThrownBy(() -> agent.ask("go")).isInstanceOf(AssertionError.class);

        assertThat(stopReason()).isEqualTo("failed");
        assertThat(run().getAttributes().get(Keys.ERROR_TYPE)).isEqualTo("java.lang.AssertionError");
    }

    @Test
    void aRunThatIsCancelledInATool() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        Tool tool = Tool.define("wait", "{\"type\":\"object\"}")
                .description("Waits")
                .execute((input, context) -> {
                    inside.countDown();
                    new CountDownLatch(1).await();
                    return "never";
                });
        Run run = new Intelligence(IntelligenceOptions.builder()
                        .provider(MockProvider.of(MockTurn.call("wait", Map.of())))
                        .tools(tool)
                        .onRunEvent(telemetry)
                        .build())
                .start(Message.user("go"));
        assertThat(inside.await(60, TimeUnit.SECONDS)).isTrue();
        run.cancel();

        assertThat(run.await().stopReason()).isEqualTo(StopReason.CANCELLED);
        assertThat(stopReason()).isEqualTo("cancelled");
        assertThat(run().getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
        assertThat(recording.only("execute_tool wait").getAttributes().get(Keys.OUTCOME))
                .isEqualTo("cancelled");
    }

    @Test
    void aRunThatIsCancelledWhileTheModelIsAsked() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        Run run = new Intelligence(Agents.agent(telemetry, MockTurn.from(request -> {
                            inside.countDown();
                            return MockTurn.text("late").after(Duration.ofSeconds(100));
                        }))
                        .build())
                .start(Message.user("go"));
        assertThat(inside.await(60, TimeUnit.SECONDS)).isTrue();
        run.cancel();

        assertThat(run.await().stopReason()).isEqualTo(StopReason.CANCELLED);
        assertThat(stopReason()).isEqualTo("cancelled");
        assertThat(recording.only("chat m-1").getAttributes().get(Keys.ERROR_TYPE))
                .isNotEmpty();
    }

    @Test
    void aRunThatIsCancelledWhileItWaitsForAPerson() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        Run run = new Intelligence(Agents.agent(telemetry, Agents.write("x"))
                        .onToolApproval(call -> {
                            inside.countDown();
                            new CountDownLatch(1).await();
                            return ApprovalDecision.allow();
                        })
                        .build())
                .start(Message.user("go"));
        assertThat(inside.await(60, TimeUnit.SECONDS)).isTrue();
        run.cancel();

        assertThat(run.await().stopReason()).isEqualTo(StopReason.CANCELLED);
        Attributes call = recording.only("execute_tool write_note").getAttributes();
        assertThat(call.get(Keys.DECIDED_BY)).isEqualTo("cancelled");
        assertThat(call.get(Keys.OUTCOME)).isEqualTo("not_executed");
    }

    @Test
    void aRunThatReachesALimit() {
        RunResult result = new Intelligence(
                        Agents.agent(telemetry, Agents.read("a"), Agents.read("b"), MockTurn.text("so far"))
                                .limits(Limits.builder().maxSteps(2).build())
                                .build())
                .ask("go");

        assertThat(result.stopReason()).isEqualTo(StopReason.STEP_LIMIT);
        assertThat(stopReason()).isEqualTo("step_limit");
        assertThat(recording.named("execute_tool read_page"))
                .extracting(call -> call.getAttributes().get(Keys.OUTCOME))
                .containsExactly("succeeded", "not_executed");
        assertThat(recording.named("chat m-1")).hasSize(3);
    }

    @Test
    void aToolThatOutstaysItsTimeHasASpanThatEndsWhenItIsGivenUp() {
        CountDownLatch end = new CountDownLatch(1);
        Tool tool = Tool.define("stuck", "{\"type\":\"object\"}")
                .description("Never ends")
                .timeout(Duration.ofSeconds(2))
                .execute((input, context) -> {
                    while (end.getCount() > 0) { // Interrupts do not end it.
                        try {
                            end.await();
                        } catch (InterruptedException e) {
                            assertThat(e).isNotNull();
                        }
                    }
                    return "late";
                });
        try {
            new Intelligence(IntelligenceOptions.builder()
                            .provider(MockProvider.of(MockTurn.call("stuck", Map.of()), MockTurn.text("done")))
                            .tools(tool)
                            .onRunEvent(telemetry)
                            .build())
                    .ask("go");

            SpanData call = recording.only("execute_tool stuck");
            assertThat(call.getAttributes().get(Keys.ERROR_TYPE)).isEqualTo("timeout");
            assertThat(call.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
            assertThat(stopReason()).isEqualTo("answered");
        } finally {
            end.countDown();
        }
    }

    @Test
    void aSuspendedRunAndItsResumptionAreASpanEachOfOneRunId() {
        RunState state = new Intelligence(Agents.agent(
                                telemetry, Agents.read("a").andCall("write_note", Map.of("text", "x")))
                        .onToolApproval(call -> ApprovalDecision.defer())
                        .build())
                .ask("go")
                .state()
                .orElseThrow();
        SpanData before = run();
        assertThat(before.getAttributes().get(Keys.STOP_REASON)).isEqualTo("awaiting_approval");
        assertThat(recording.only("execute_tool write_note").getAttributes().get(Keys.OUTCOME))
                .isEqualTo("awaiting_approval");

        List<ApprovalAnswer> answers = state.pendingApprovals().stream()
                .map(request -> ApprovalAnswer.to(request, ApprovalDecision.allow()))
                .toList();
        new Intelligence(Agents.agent(telemetry, MockTurn.text("done")).build())
                .resume(RunState.fromJson(state.toJson()), answers);

        List<SpanData> runs = recording.named("invoke_agent");
        assertThat(runs)
                .extracting(span -> span.getAttributes().get(Keys.RUN_ID))
                .containsExactly(state.runId(), state.runId());
        assertThat(runs.get(1).getLinks())
                .extracting(LinkData::getSpanContext)
                .containsExactly(before.getSpanContext());
        SpanData resumed = recording.named("execute_tool write_note").get(1);
        assertThat(resumed.getParentSpanId()).isEqualTo(runs.get(1).getSpanId());
        assertThat(resumed.getAttributes().get(Keys.DECIDED_BY)).isEqualTo("answer");
        assertThat(resumed.getAttributes().get(Keys.OUTCOME)).isEqualTo("succeeded");
    }

    @Test
    void aRunWhoseConversationCanNotBeReadBeginsNoSpan() {
        KeyValueStore broken = (KeyValueStore) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {KeyValueStore.class}, (proxy, method, arguments) -> {
                    throw new StoreException("the disk is gone", null);
                });
        Intelligence agent = new Intelligence(
                Agents.agent(telemetry, MockTurn.text("hi")).store(broken).build());

        assertThatThrownBy(() -> agent.conversation("talk").ask("go")).isInstanceOf(RuntimeException.class);

        assertThat(recording.spans()).isEmpty();
    }

    @Test
    void aRunThatCanNotEvenCloseItsCallsHasAnEnd() {
        FailingStore store = new FailingStore(new InMemoryKeyValueStore());
        Intelligence agent = new Intelligence(Agents.agent(telemetry, Agents.write("x"))
                .store(store.store())
                .onToolApproval(call -> {
                    store.fail();
                    return ApprovalDecision.allow();
                })
                .build());

        assertThatThrownBy(() -> agent.conversation("talk").ask("go")).isNotNull();

        assertThat(stopReason()).isEqualTo("failed");
    }

    /** A store that breaks in the middle. */
    private static final class FailingStore {
        private final KeyValueStore whole;
        private volatile boolean broken;

        FailingStore(KeyValueStore whole) {
            this.whole = whole;
        }

        void fail() {
            broken = true;
        }

        KeyValueStore store() {
            return (KeyValueStore) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {KeyValueStore.class}, (proxy, method, arguments) -> {
                        if (broken) {
                            throw new StoreException("the disk is gone", null);
                        }
                        return method.invoke(whole, arguments);
                    });
        }
    }
}

package dev.intellibrix.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.message.Message;
import dev.intellibrix.provider.Usage;
import dev.intellibrix.testing.MockProvider;
import dev.intellibrix.testing.MockTurn;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the spans of real runs look like. */
@Timeout(120)
class SpanTreeTest {

    private final Recording recording = new Recording();
    private final Telemetry telemetry =
            Telemetry.builder(recording.openTelemetry()).agentName("boss").build();
    private final Tracer tracer = recording.openTelemetry().getTracer("test");

    @Test
    void aRunWithAnApprovalADenialAndASubAgentIsOneTree() {
        Intelligence worker = new Intelligence(Agents.agent(telemetry, Agents.read("a.txt"), MockTurn.text("found"))
                .build());
        IntelligenceOptions boss = Agents.boss(
                        telemetry,
                        worker,
                        Agents.write("good"),
                        Agents.task("look"),
                        Agents.write("bad"),
                        MockTurn.text("done"))
                .onToolApproval(call -> call.inputJson().contains("good")
                        ? ApprovalDecision.allow()
                        : ApprovalDecision.deny("no, because of secret-reason"))
                .build();

        new Intelligence(boss).ask("go");

        assertThat(recording.tree()).isEqualTo("""
                        invoke_agent boss
                          chat m-1
                          execute_tool write_note
                          chat m-1
                          execute_tool delegate
                            invoke_agent worker
                              chat m-1
                              execute_tool read_page
                              chat m-1
                          chat m-1
                          execute_tool write_note
                          chat m-1
                        """);
        assertApprovals(recording.named("execute_tool write_note"));
        SpanData run = recording.only("invoke_agent boss");
        assertThat(run.getKind()).isEqualTo(SpanKind.INTERNAL);
        assertThat(run.getAttributes().get(Keys.STOP_REASON)).isEqualTo("answered");
        assertThat(run.getAttributes().get(Keys.STEPS)).isEqualTo(4);
        assertThat(run.getAttributes().get(Keys.CALLS)).isEqualTo(3);
        assertThat(run.getAttributes().get(Keys.TRUST)).isEqualTo("untrusted");
        assertThat(run.getAttributes().get(Keys.PROVIDER)).isEqualTo("mock");
        Attributes sub = recording.only("invoke_agent worker").getAttributes();
        assertThat(sub.get(Keys.AGENT)).isEqualTo("worker");
        assertThat(sub.get(Keys.AGENT_PATH)).containsExactly("worker");
        assertThat(sub.get(Keys.ABOVE_ID)).isEqualTo(run.getAttributes().get(Keys.RUN_ID));
    }

    private static void assertApprovals(List<SpanData> writes) {
        Attributes allowed = writes.get(0).getAttributes();
        assertThat(allowed.get(Keys.TRUST)).isEqualTo("trusted");
        assertThat(allowed.get(Keys.DECISION)).isEqualTo("allow");
        assertThat(allowed.get(Keys.DECIDED_BY)).isEqualTo("hook");
        assertThat(allowed.get(Keys.WAITED)).isNotNegative();
        assertThat(allowed.get(Keys.OUTCOME)).isEqualTo("succeeded");
        assertThat(allowed.get(Keys.RAN)).isNotNegative();
        SpanData deniedSpan = writes.get(1);
        Attributes denied = deniedSpan.getAttributes();
        assertThat(denied.get(Keys.TRUST)).isEqualTo("untrusted");
        assertThat(denied.get(Keys.ORIGIN_KINDS)).contains("sub_agent");
        assertThat(denied.get(Keys.DECISION)).isEqualTo("deny");
        assertThat(denied.get(Keys.CODE)).isEqualTo("denied");
        assertThat(denied.get(Keys.OUTCOME)).isEqualTo("denied");
        assertThat(denied.get(Keys.RAN)).isNull();
        assertThat(denied.get(Keys.ERROR_TYPE)).isNull();
        assertThat(deniedSpan.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
        assertThat(deniedSpan.getEvents())
                .extracting(EventData::getName)
                .containsExactly("intellibrix.approval.requested", "intellibrix.approval.resolved");
    }

    @Test
    void aModelCallSaysWhatWasAskedAndWhatItTook() {
        new Intelligence(Agents.agent(telemetry, MockTurn.text("hi").withUsage(new Usage(100, 20, 60, 5, 7)))
                        .build())
                .ask("go");

        SpanData chat = recording.only("chat m-1");
        assertThat(chat.getKind()).isEqualTo(SpanKind.CLIENT);
        assertThat(chat.getAttributes().get(Keys.OPERATION)).isEqualTo("chat");
        assertThat(chat.getAttributes().get(Keys.PROVIDER)).isEqualTo("mock");
        assertThat(chat.getAttributes().get(Keys.REQUEST_MODEL)).isEqualTo("m-1");
        assertThat(chat.getAttributes().get(Keys.FINISH_REASONS)).containsExactly("stop");
        assertThat(chat.getAttributes().get(Keys.INPUT_TOKENS)).isEqualTo(100);
        assertThat(chat.getAttributes().get(Keys.OUTPUT_TOKENS)).isEqualTo(20);
        assertThat(chat.getAttributes().get(Keys.CACHED_TOKENS)).isEqualTo(60);
        assertThat(chat.getAttributes().get(Keys.REASONING_TOKENS)).isEqualTo(5);
        assertThat(chat.getAttributes().get(Keys.CACHE_WRITE_TOKENS)).isEqualTo(7);
        assertThat(recording.only("invoke_agent boss").getAttributes().get(Keys.INPUT_TOKENS))
                .isEqualTo(100);
    }

    @Test
    void whatAToolTracesByItselfStandsBelowItsCallAlsoWhenCallsRunInParallel() {
        CyclicBarrier both = new CyclicBarrier(2);
        Tool tool = tracing("look", () -> both.await(60, TimeUnit.SECONDS));
        IntelligenceOptions agent = IntelligenceOptions.builder()
                .provider(MockProvider.of(
                        MockTurn.call("look", Map.of()).andCall("look", Map.of()), MockTurn.text("done")))
                .tools(tool)
                .onRunEvent(telemetry)
                .build();

        new Intelligence(agent).ask("go");

        List<SpanData> calls = recording.named("execute_tool look");
        assertThat(calls).hasSize(2);
        assertThat(recording.named("inside look"))
                .extracting(SpanData::getParentSpanId)
                .containsExactlyInAnyOrder(
                        calls.get(0).getSpanId(), calls.get(1).getSpanId());
        assertThat(calls)
                .extracting(call -> call.getAttributes().get(Keys.CALL_ID))
                .doesNotHaveDuplicates();
    }

    @Test
    void subAgentsThatRunInParallelStandBelowTheCallsThatStartedThem() {
        CyclicBarrier both = new CyclicBarrier(2);
        Tool look = tracing("look", () -> both.await(60, TimeUnit.SECONDS));
        Intelligence worker = new Intelligence(IntelligenceOptions.builder()
                .provider(MockProvider.of(
                        MockTurn.call("look", Map.of()),
                        MockTurn.call("look", Map.of()),
                        MockTurn.text("a"),
                        MockTurn.text("b")))
                .tools(look)
                .build());
        Map<String, String> task = Map.of("agent", "worker", "task", "look");

        new Intelligence(Agents.boss(
                                telemetry,
                                worker,
                                MockTurn.call("delegate", task).andCall("delegate", task),
                                MockTurn.text("done"))
                        .build())
                .ask("go");

        List<SpanData> calls = recording.named("execute_tool delegate");
        List<SpanData> runs = recording.named("invoke_agent worker");
        assertThat(runs)
                .extracting(SpanData::getParentSpanId)
                .containsExactlyInAnyOrder(
                        calls.get(0).getSpanId(), calls.get(1).getSpanId());
        assertThat(recording.named("execute_tool look"))
                .extracting(SpanData::getParentSpanId)
                .containsExactlyInAnyOrder(runs.get(0).getSpanId(), runs.get(1).getSpanId());
        assertThat(recording.named("inside look")).hasSize(2);
    }

    @Test
    void aRunStandsBelowTheSpanThatItIsStartedIn() {
        Span request = tracer.spanBuilder("request").startSpan();
        try (Scope scope = request.makeCurrent()) {
            assertThat(scope).isNotNull();
            Intelligence agent = new Intelligence(Agents.agent(telemetry, MockTurn.text("a"), MockTurn.text("b"))
                    .build());
            agent.start(Message.user("go")).await();
            agent.conversation("talk").ask("go on");
        } finally {
            request.end();
        }

        assertThat(recording.tree()).isEqualTo("""
                        request
                          invoke_agent boss
                            chat m-1
                          invoke_agent boss
                            chat m-1
                        """);
        assertThat(recording.named("invoke_agent boss"))
                .extracting(run -> run.getAttributes().get(Keys.CONVERSATION))
                .containsExactly(null, "talk");
    }

    @Test
    void theProviderAndTheHookWorkInTheSpansOfWhatTheyDo() {
        MockProvider model = MockProvider.of(
                MockTurn.from(request -> {
                    trace("inside model");
                    return Agents.write("x");
                }),
                MockTurn.text("done"));
        IntelligenceOptions agent = Agents.agent(telemetry)
                .provider(model)
                .onToolApproval(call -> {
                    trace("inside hook");
                    return ApprovalDecision.allow();
                })
                .build();

        new Intelligence(agent).ask("go");

        assertThat(recording.tree()).isEqualTo("""
                        invoke_agent boss
                          chat m-1
                            inside model
                          execute_tool write_note
                            inside hook
                          chat m-1
                        """);
    }

    @Test
    void nothingIsLeftBehindOnTheThreadsThatWorked() {
        Tool tool = Tool.define("look", "{\"type\":\"object\"}")
                .description("Looks")
                .execute((input, context) ->
                        String.valueOf(Span.current().getSpanContext().isValid()));
        Intelligence traced = new Intelligence(IntelligenceOptions.builder()
                .provider(MockProvider.of(MockTurn.call("look", Map.of()), MockTurn.text("done")))
                .tools(tool)
                .onRunEvent(telemetry)
                .build());
        Intelligence other = new Intelligence(IntelligenceOptions.builder()
                .provider(MockProvider.of(MockTurn.call("look", Map.of()), MockTurn.text("done")))
                .tools(tool)
                .build());

        assertThat(traced.ask("go").messages().get(2).toolResults().get(0).text())
                .isEqualTo("true");
        assertThat(other.ask("go").messages().get(2).toolResults().get(0).text())
                .isEqualTo("false");
        assertThat(Span.current().getSpanContext().isValid()).isFalse();
    }

    @Test
    void anAgentAndItsSubAgentThatShareAListenerTellEachThingOnce() {
        Intelligence worker =
                new Intelligence(Agents.agent(telemetry, MockTurn.text("found")).build());
        new Intelligence(Agents.boss(telemetry, worker, Agents.task("look"), MockTurn.text("done"))
                        .build())
                .ask("go");

        assertThat(recording.named("invoke_agent worker")).hasSize(1);
    }

    private Tool tracing(String name, Callback callback) {
        return Tool.define(name, "{\"type\":\"object\"}")
                .description("Looks")
                .category(ToolCategory.READ)
                .execute((input, context) -> {
                    callback.call();
                    trace("inside " + name);
                    return "seen";
                });
    }

    private void trace(String name) {
        tracer.spanBuilder(name).startSpan().end();
    }

    @FunctionalInterface
    private interface Callback {
        void call() throws Exception;
    }
}

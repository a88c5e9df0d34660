package dev.intellibrix.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.Limits;
import dev.intellibrix.Run;
import dev.intellibrix.RunResult;
import dev.intellibrix.StopReason;
import dev.intellibrix.event.RunEvent;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Part;
import dev.intellibrix.message.TextPart;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.provider.FinishReason;
import dev.intellibrix.provider.ModelRequest;
import dev.intellibrix.provider.ModelResponse;
import dev.intellibrix.provider.Provider;
import dev.intellibrix.provider.StreamSink;
import dev.intellibrix.provider.Usage;
import dev.intellibrix.tool.Tool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many runs at once, and long ones. */
@Timeout(120)
class ManyRunsTest {

    private static final int RUNS = 64;
    private static final int STEPS = 20;

    record Note(String owner, int step) {}

    /** Asks for two calls a step, in the name of the run's user, and streams and counts what only that run can cause. */
    private static final class Speaker implements Provider {

        private final int steps;

        Speaker(int steps) {
            this.steps = steps;
        }

        @Override
        public String id() {
            return "speaker";
        }

        @Override
        public ModelResponse generate(ModelRequest request, StreamSink sink) {
            String owner = request.messages().get(0).text();
            int step = (request.messages().size() - 1) / 2;
            sink.text(owner + " " + step);
            List<Part> parts = new ArrayList<>();
            parts.add(TextPart.of(owner + " " + step, Label.TRUSTED));
            for (int i = 0; i < 1 + step % 2 && step < steps; i++) { // One call and two calls in turn.
                parts.add(ToolCallPart.of(
                        "same id", "note", "{\"owner\":\"" + owner + "\",\"step\":" + (10 * step + i) + "}"));
            }
            return new ModelResponse(
                    Message.assistant(parts), FinishReason.STOP, Optional.of(Usage.of(tokens(owner), 1)), "m");
        }
    }

    private static int tokens(String owner) {
        return 1000 + Integer.parseInt(owner.substring(1));
    }

    @Test
    void sixtyFourRunsAtOnceDoNotMix() {
        CountDownLatch together = new CountDownLatch(RUNS);
        Tool note = Tool.define("note", Note.class).description("note").execute((input, context) -> {
            together.countDown();
            assertThat(together.await(60, TimeUnit.SECONDS)).isTrue(); // So that all of them run at once.
            context.progress(input.owner(), 1);
            return "noted for " + input.owner() + " in " + context.runId() + " at " + input.step();
        });
        Map<String, List<RunEvent>> events = new ConcurrentHashMap<>();
        Intelligence intelligence = new Intelligence(IntelligenceOptions.builder()
                .provider(new Speaker(STEPS))
                .tools(note)
                .onRunEvent(event -> events.computeIfAbsent(event.runId(), id -> new ArrayList<>())
                        .add(event))
                .build());
        List<Run> runs = IntStream.range(0, RUNS)
                .mapToObj(i -> intelligence.start(Message.user("u" + i)))
                .toList();

        for (int i = 0; i < RUNS; i++) {
            assertBelongsTo("u" + i, runs.get(i).await(), events.get(runs.get(i).id()));
        }
        assertThat(events).hasSize(RUNS);
    }

    private static void assertBelongsTo(String owner, RunResult run, List<RunEvent> events) {
        assertThat(run.stopReason()).isEqualTo(StopReason.ANSWERED);
        assertThat(run.text()).isEqualTo(owner + " " + STEPS);
        assertThat(run.usage().inputTokens()).isEqualTo((STEPS + 1L) * tokens(owner));
        List<ToolResultPart> results = run.messages().stream()
                .flatMap(message -> message.toolResults().stream())
                .toList();
        assertThat(results)
                .hasSize(STEPS * 3 / 2)
                .allSatisfy(
                        result -> assertThat(result.text()).startsWith("noted for " + owner + " in " + run.runId()));
        assertThat(results).extracting(ToolResultPart::callId).doesNotHaveDuplicates();
        assertThat(events.stream().filter(RunEvent.TextDelta.class::isInstance))
                .hasSize(STEPS + 1)
                .allSatisfy(
                        event -> assertThat(((RunEvent.TextDelta) event).text()).startsWith(owner + " "));
        assertThat(events.stream().filter(RunEvent.ToolProgress.class::isInstance))
                .hasSize(STEPS * 3 / 2)
                .allSatisfy(event ->
                        assertThat(((RunEvent.ToolProgress) event).text()).isEqualTo(owner));
        assertThat(events.get(0)).isInstanceOf(RunEvent.RunStarted.class);
        assertThat(events.get(events.size() - 1)).isInstanceOf(RunEvent.RunFinished.class);
    }

    @Test
    void tenThousandStepsNeedNoMoreThanTheDefaultStack() {
        Tool note = Tool.define("note", Note.class)
                .description("note")
                .execute((input, context) -> "noted " + input.step());
        RunResult run = new Intelligence(IntelligenceOptions.builder()
                        .provider(new Speaker(10_000))
                        .tools(note)
                        .limits(Limits.builder()
                                .maxSteps(20_000)
                                .maxToolCalls(20_000)
                                .build())
                        .build())
                .ask("u1");

        assertThat(run.stopReason()).isEqualTo(StopReason.ANSWERED);
        assertThat(run.steps()).isEqualTo(10_001);
    }
}

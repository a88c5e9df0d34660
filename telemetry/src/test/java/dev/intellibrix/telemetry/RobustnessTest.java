package dev.intellibrix.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.Intelligence;
import dev.intellibrix.Run;
import dev.intellibrix.RunResult;
import dev.intellibrix.StopReason;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalHook;
import dev.intellibrix.message.Message;
import dev.intellibrix.testing.MockProvider;
import dev.intellibrix.testing.MockTurn;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Telemetry that fails breaks no run, and runs leave nothing in it. */
@Timeout(120)
class RobustnessTest {

    /** Throws at the start, at the end, or at both of each span. */
    private record Broken(boolean atStart, boolean atEnd, AtomicInteger thrown) implements SpanProcessor {
        @Override
        public void onStart(Context parent, ReadWriteSpan span) {
            fail(atStart);
        }

        @Override
        public boolean isStartRequired() {
            return true;
        }

        @Override
        public void onEnd(ReadableSpan span) {
            fail(atEnd);
        }

        @Override
        public boolean isEndRequired() {
            return true;
        }

        private void fail(boolean really) {
            if (really) {
                thrown.incrementAndGet();
                throw new IllegalStateException("the exporter is broken");
            }
        }
    }

    private static RunResult runWith(Telemetry telemetry) {
        Intelligence worker = new Intelligence(Agents.agent(telemetry, Agents.read("a"), MockTurn.text("found"))
                .build());
        return new Intelligence(Agents.boss(
                                telemetry,
                                worker,
                                Agents.read("a").andCall("read_page", Map.of("path", "b")),
                                Agents.task("look"),
                                Agents.write("bad"),
                                MockTurn.text("done"))
                        .onToolApproval(call -> ApprovalDecision.deny("no"))
                        .build())
                .ask("go");
    }

    @ParameterizedTest
    @CsvSource({"true, false", "false, true", "true, true"})
    void whatAProcessorThrowsChangesNothing(boolean atStart, boolean atEnd) {
        AtomicInteger thrown = new AtomicInteger();
        OpenTelemetry broken = OpenTelemetrySdk.builder()
                .setTracerProvider(SdkTracerProvider.builder()
                        .addSpanProcessor(new Broken(atStart, atEnd, thrown))
                        .build())
                .build();

        RunResult result = runWith(Telemetry.of(broken));

        RunResult plain = runWith(Telemetry.of(OpenTelemetry.noop()));
        assertThat(result.stopReason()).isEqualTo(StopReason.ANSWERED);
        assertThat(result.messages().stream().map(Message::role))
                .containsExactlyElementsOf(
                        plain.messages().stream().map(Message::role).toList());
        assertThat(thrown).hasPositiveValue();
    }

    @Test
    void manyRunsOfAllKindsAtOnceEndAllOfTheirSpans() {
        long seed = new SplittableRandom().nextLong();
        SplittableRandom random = new SplittableRandom(seed);
        Recording recording = new Recording();
        Telemetry telemetry = Telemetry.of(recording.openTelemetry());
        List<Run> runs = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            MockTurn last = random.nextBoolean()
                    ? MockTurn.text("done")
                    : MockTurn.failure(new IllegalStateException("broken model"));
            Intelligence agent = new Intelligence(Agents.agent(telemetry)
                    .provider(MockProvider.of(Agents.read("a").andCall("write_note", Map.of("text", "x")), last))
                    .onToolApproval(decision(random.nextInt(3)))
                    .build());
            Run run = agent.start(Message.user("go"));
            if (random.nextInt(4) == 0) {
                run.cancel();
            }
            runs.add(run);
        }
        runs.forEach(RobustnessTest::await);

        List<SpanData> all = recording.spans(); // Checks that each has ended.
        assertThat(all.stream().filter(span -> span.getName().equals("invoke_agent")))
                .as("seed %s", seed)
                .hasSize(40);
        assertThat(all.stream().filter(span -> !span.getName().equals("invoke_agent")))
                .as("seed %s", seed)
                .allMatch(span -> span.getParentSpanContext().isValid());
    }

    private static ApprovalHook decision(int kind) {
        return call -> switch (kind) {
            case 0 -> ApprovalDecision.allow();
            case 1 -> ApprovalDecision.deny("no");
            default -> ApprovalDecision.defer();
        };
    }

    private static void await(Run run) {
        try {
            run.await();
        } catch (RuntimeException e) {
            assertThat(e).hasMessageContaining("broken model");
        }
    }

    @Test
    void aBlankNameOfAnAgentIsRefused() {
        assertThatThrownBy(() -> Telemetry.builder(OpenTelemetry.noop()).agentName(" "))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("name");
    }
}

package dev.intellibrix.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.Limits;
import dev.intellibrix.Run;
import dev.intellibrix.RunResult;
import dev.intellibrix.StopReason;
import dev.intellibrix.event.RunEvent;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolFunction;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tools that do not end, that answer late, and that work with threads of their own. */
@Timeout(120)
class StuckToolTest {

    private final Watcher watcher = new Watcher();
    private final CountDownLatch release = new CountDownLatch(1);

    @AfterEach
    void letGo() {
        release.countDown();
    }

    private static Tool tool(String name, ToolFunction<Map<String, Object>, Object> function) {
        return Tool.define(name, "{\"type\":\"object\"}").description(name).execute(function);
    }

    /** Waits until the test lets go, whatever it is told. */
    private Tool stuck(CountDownLatch started) {
        return tool("stuck", (input, context) -> {
            started.countDown();
            awaitStubbornly();
            context.progress("late", 1);
            return "late";
        });
    }

    private void awaitStubbornly() {
        while (release.getCount() > 0) {
            try {
                release.await();
            } catch (InterruptedException e) {
                // It does not listen.
            }
        }
    }

    private IntelligenceOptions.Builder options(MockProvider provider, Tool... tools) {
        return IntelligenceOptions.builder().provider(provider).tools(tools).onRunEvent(watcher);
    }

    private static Limits toolTimeout(Duration duration) {
        return Limits.builder().toolTimeout(duration).build();
    }

    private static List<ToolOutcome> outcomes(RunResult run) {
        return run.messages().stream()
                .flatMap(message -> message.toolResults().stream())
                .map(ToolResultPart::outcome)
                .toList();
    }

    /** One call is run by the run's own thread, several are run beside it. */
    private static MockTurn calls(int count) {
        MockTurn turn = MockTurn.call("stuck", Map.of());
        for (int i = 1; i < count; i++) {
            turn = turn.andCall("stuck", Map.of());
        }
        return turn;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void c8TheRunGoesOnWithoutAToolThatDoesNotEnd(int count) throws InterruptedException {
        CountDownLatch back = new CountDownLatch(1);
        Tool after = tool("after", (input, context) -> {
            release.countDown(); // What was stuck comes back while the run is under way.
            back.countDown();
            return "after";
        });
        MockProvider provider = MockProvider.of(calls(count), MockTurn.call("after", Map.of()), MockTurn.text("done"));
        RunResult run = new Intelligence(options(provider, stuck(new CountDownLatch(1)), after)
                        .limits(toolTimeout(Duration.ofSeconds(2)))
                        .build())
                .ask("go");
        back.await();

        assertThat(run.stopReason()).isEqualTo(StopReason.ANSWERED);
        assertThat(outcomes(run))
                .hasSize(count + 1)
                .startsWith(ToolOutcome.TIMED_OUT)
                .endsWith(ToolOutcome.SUCCEEDED);
        assertThat(watcher.types()).doesNotContain("tool:progress").endsWith("run:finished");
        assertThat(watcher.all(RunEvent.ToolFinished.class)).hasSize(count + 1);
        assertThat(run.messages().toString()).contains("longer than 2000 ms").doesNotContain("late");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void c9ACancelledRunDoesNotWaitForAToolThatDoesNotListen(int count) throws InterruptedException {
        CountDownLatch started = new CountDownLatch(count);
        Run run = new Intelligence(
                        options(MockProvider.of(calls(count)), stuck(started)).build())
                .start(Message.user("go"));
        started.await();
        run.cancel();

        assertThat(run.await().stopReason()).isEqualTo(StopReason.CANCELLED);
        assertThat(outcomes(run.await())).hasSize(count).containsOnly(ToolOutcome.CANCELLED);
    }

    @Test
    void aToolThatEndsInTimeAfterACancellationKeepsItsResult() throws InterruptedException {
        CountDownLatch started = new CountDownLatch(1);
        Tool polite = tool("polite", (input, context) -> {
            CountDownLatch told = new CountDownLatch(1);
            context.cancellation().onCancel(told::countDown);
            started.countDown();
            try {
                told.await();
            } catch (InterruptedException e) {
                return "stopped half way";
            }
            return "stopped half way";
        });
        Run run = new Intelligence(options(MockProvider.of(MockTurn.call("polite", Map.of())), polite)
                        .build())
                .start(Message.user("go"));
        started.await();
        run.cancel();

        assertThat(run.await().stopReason()).isEqualTo(StopReason.CANCELLED);
        assertThat(outcomes(run.await())).containsExactly(ToolOutcome.SUCCEEDED);
        assertThat(run.await().messages().toString()).contains("stopped half way");
    }

    @Test
    void anInterruptThatAToolLeavesBehindEndsWithIt() {
        AtomicBoolean interrupted = new AtomicBoolean();
        Tool rude = tool("rude", (input, context) -> {
            interrupted.compareAndSet(false, Thread.currentThread().isInterrupted());
            Thread.currentThread().interrupt();
            return "ok";
        });
        MockTurn call = MockTurn.call("rude", Map.of());
        RunResult run = new Intelligence(options(
                                MockProvider.of(
                                        call, call, MockTurn.text("done").after(Duration.ofMillis(1))),
                                rude)
                        .build())
                .ask("go");

        assertThat(run.text()).isEqualTo("done");
        assertThat(interrupted).isFalse();
    }

    @Test
    void aToolThatCancelsItsOwnRunIsToldSo() throws InterruptedException {
        AtomicReference<Run> handle = new AtomicReference<>();
        CountDownLatch known = new CountDownLatch(1);
        Tool suicidal = tool("suicidal", (input, context) -> {
            known.await();
            handle.get().cancel();
            new CountDownLatch(1).await();
            return "never";
        });
        handle.set(new Intelligence(options(MockProvider.of(MockTurn.call("suicidal", Map.of())), suicidal)
                        .build())
                .start(Message.user("go")));
        known.countDown();

        assertThat(handle.get().await().stopReason()).isEqualTo(StopReason.CANCELLED);
        assertThat(outcomes(handle.get().await())).containsExactly(ToolOutcome.CANCELLED);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void progressIsHeardWhileTheToolRuns(boolean fromAnotherThread) {
        CountDownLatch heard = new CountDownLatch(1);
        Tool busy = tool("busy", (input, context) -> {
            Runnable report = () -> context.progress("half way", 0.5);
            if (fromAnotherThread) {
                Thread helper = new Thread(report);
                helper.start();
                helper.join();
            } else {
                report.run();
            }
            return heard.await(60, TimeUnit.SECONDS) ? "heard" : "not heard";
        });
        RunResult run = new Intelligence(options(
                                MockProvider.of(MockTurn.call("busy", Map.of()), MockTurn.text("done")), busy)
                        .onRunEvent(event -> {
                            if (event instanceof RunEvent.ToolProgress) {
                                heard.countDown();
                            }
                        })
                        .build())
                .ask("go");

        assertThat(run.messages().toString()).contains("text=heard");
        assertThat(watcher.types()).containsSubsequence("tool:started", "tool:progress", "tool:finished");
    }
}

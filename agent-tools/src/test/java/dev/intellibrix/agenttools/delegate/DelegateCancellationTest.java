package dev.intellibrix.agenttools.delegate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.Run;
import dev.intellibrix.RunResult;
import dev.intellibrix.StopReason;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.event.RunEvent;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.provider.ModelRequest;
import dev.intellibrix.provider.ModelResponse;
import dev.intellibrix.provider.Provider;
import dev.intellibrix.provider.ProviderException;
import dev.intellibrix.provider.StreamSink;
import dev.intellibrix.testing.MockTurn;
import dev.intellibrix.tool.Cancellation;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import dev.intellibrix.workspace.ShellOptions;
import dev.intellibrix.workspace.WorkspaceTools;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * DE-005: who stops a run stops its sub-agents, what their models do, and what their tools have started. That it happens at
 * once is shown by what has happened when the run has ended: all that is waited for here would go on for minutes.
 */
@Timeout(120)
class DelegateCancellationTest {

    private static final Duration SOON = Duration.ofSeconds(30);

    private final CountDownLatch release = new CountDownLatch(1);

    @TempDir
    Path folder;

    @AfterEach
    void letGo() {
        release.countDown();
    }

    /** A model that never answers, and tells when it was asked and when it was told to stop. */
    private static final class Silent implements Provider {
        final CountDownLatch asked;
        final CountDownLatch cancelled;

        Silent() {
            this(1);
        }

        Silent(int times) {
            asked = new CountDownLatch(times);
            cancelled = new CountDownLatch(times);
        }

        @Override
        public String id() {
            return "silent";
        }

        @Override
        public ModelResponse generate(ModelRequest request, StreamSink sink) {
            CountDownLatch over = new CountDownLatch(1);
            Cancellation.Registration registration = request.cancellation().onCancel(() -> {
                cancelled.countDown();
                over.countDown();
            });
            try {
                asked.countDown();
                if (!over.await(10, TimeUnit.MINUTES)) {
                    throw new AssertionError("not cancelled");
                }
            } catch (InterruptedException e) {
                // The latch shows whether it was told so as well.
            } finally {
                registration.close();
            }
            throw ProviderException.builder("given up").build();
        }
    }

    private static void await(CountDownLatch latch) throws InterruptedException {
        assertThat(latch.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    /** One call is run by the run's own thread, several are run beside it. */
    private static MockTurn tasks(int count) {
        MockTurn turn = Team.task("look");
        for (int i = 1; i < count; i++) {
            turn = turn.andCall("delegate", Map.of("agent", "worker", "task", "look too"));
        }
        return turn;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void cancellingARunStopsTheModelCallsOfItsSubAgents(int count) throws InterruptedException {
        Silent model = new Silent(count);
        Team team = Team.withBoss(tasks(count));
        Intelligence worker =
                new Intelligence(team.workerOptions().provider(model).build());
        Run run = new Intelligence(team.bossOptions(worker).build()).start(Message.user("go"));
        await(model.asked);
        run.cancel();
        RunResult result = run.await();

        await(model.cancelled);
        team.awaitWorkerEnds(count);
        assertThat(result.stopReason()).isEqualTo(StopReason.CANCELLED);
        assertThat(Team.results(result))
                .hasSize(count)
                .allSatisfy(each -> assertThat(each.outcome()).isEqualTo(ToolOutcome.CANCELLED));
        assertThat(Team.all(team.workerEvents, RunEvent.RunFinished.class))
                .allSatisfy(finished -> assertThat(finished.stopReason()).isEqualTo("CANCELLED"));
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void cancellingARunEndsTheProcessesOfItsSubAgents() throws Exception {
        Path root = folder.toRealPath();
        Files.writeString(root.resolve("run.sh"), "echo $$ > new; mv new pid; exec sleep 600\n");
        CountDownLatch running = new CountDownLatch(1);
        Team team = Team.withBoss(Team.task("run it"))
                .worker(MockTurn.call("shell", Map.of("command", "sh", "args", List.of("run.sh")))
                        .andCall("wait", Map.of()));
        // Its neighbour sees the program running, however long it took to start.
        Tool wait = Team.tool("wait", ToolCategory.READ, (input, context) -> {
            while (!Files.exists(root.resolve("pid")) && !release.await(10, TimeUnit.MILLISECONDS)) {
                context.cancellation().throwIfCancelled();
            }
            running.countDown();
            return "running";
        });
        Intelligence worker = new Intelligence(team.workerOptions()
                .tools(
                        wait,
                        WorkspaceTools.builder(root)
                                .shell(ShellOptions.builder()
                                        .allow("sh")
                                        .alwaysApprove(true)
                                        .build())
                                .build())
                .build());
        Run run = new Intelligence(team.bossOptions(worker).build()).start(Message.user("go"));
        assertThat(running.await(90, TimeUnit.SECONDS)).isTrue();
        run.cancel();
        RunResult result = run.await();

        team.awaitWorkerEnds(1);
        assertThat(result.stopReason()).isEqualTo(StopReason.CANCELLED);
        ProcessHandle.of(Long.parseLong(Files.readString(root.resolve("pid")).strip()))
                .filter(process -> process.info().command().isPresent()) // A zombie has ended as well.
                .ifPresent(process -> assertThat(process.onExit()).succeedsWithin(SOON));
    }

    @Test
    void cancellingARunEndsTheWaitForAnApprovalOfItsSubAgent() throws InterruptedException {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        Team team = Team.withBoss(Team.task("write")).worker(Team.call("write"));
        Tool gated = Team.gated("write", ToolCategory.WRITE, (input, context) -> "wrote");
        Intelligence worker = new Intelligence(team.workerOptions()
                .tools(gated)
                .onToolApproval(call -> {
                    asked.countDown();
                    try {
                        release.await();
                    } catch (InterruptedException e) {
                        interrupted.countDown();
                    }
                    return ApprovalDecision.allow();
                })
                .build());
        Run run = new Intelligence(team.bossOptions(worker).build()).start(Message.user("go"));
        await(asked);
        run.cancel();

        assertThat(run.await().stopReason()).isEqualTo(StopReason.CANCELLED);
        await(interrupted);
        team.awaitWorkerEnds(1);
        assertThat(Team.all(team.bossEvents, RunEvent.ApprovalResolved.class))
                .extracting(RunEvent.ApprovalResolved::code)
                .containsExactly("cancelled");
        assertThat(Team.all(team.bossEvents, RunEvent.ToolStarted.class))
                .extracting(RunEvent.ToolStarted::toolName)
                .containsExactly("delegate");
    }

    @Test
    void aRunDoesNotWaitForAToolOfASubAgentThatDoesNotListen() throws InterruptedException {
        CountDownLatch started = new CountDownLatch(1);
        Tool stuck = Team.tool("stuck", ToolCategory.OTHER, (input, context) -> {
            started.countDown();
            while (release.getCount() > 0) {
                try {
                    release.await();
                } catch (InterruptedException e) {
                    // It does not listen.
                }
            }
            return "late";
        });
        Team team = Team.withBoss(Team.task("hang")).worker(Team.call("stuck"));
        Run run = new Intelligence(team.bossOptions(new Intelligence(
                                team.workerOptions().tools(stuck).build()))
                        .build())
                .start(Message.user("go"));
        await(started);
        run.cancel();
        RunResult result = run.await();

        assertThat(result.stopReason()).isEqualTo(StopReason.CANCELLED);
        assertThat(Team.results(result)).hasSize(1);
        assertThat(release.getCount()).isEqualTo(1);
    }

    @Test
    void aSubAgentThatBeginsInACancelledCallStopsAtOnce() throws InterruptedException {
        CountDownLatch starting = new CountDownLatch(1);
        Silent model = new Silent();
        Team team = Team.withBoss(Team.task("look"));
        Intelligence worker =
                new Intelligence(team.workerOptions().provider(model).build());
        Run run = new Intelligence(team.bossOptions(task -> {
                            starting.countDown();
                            try {
                                release.await();
                            } catch (InterruptedException e) {
                                // It was cancelled, and begins all the same.
                            }
                            return worker.start(task);
                        })
                        .build())
                .start(Message.user("go"));
        await(starting);
        run.cancel();

        assertThat(run.await().stopReason()).isEqualTo(StopReason.CANCELLED);
        assertThat(Team.all(team.bossEvents, RunEvent.RunFinished.class))
                .extracting(RunEvent.RunFinished::stopReason)
                .containsOnly("CANCELLED");
    }

    @Test
    void aListenerOfTheRunMayStopItWhenItHearsOfASubAgent() {
        Silent model = new Silent();
        Team team = Team.withBoss(Team.task("look"));
        Intelligence worker =
                new Intelligence(team.workerOptions().provider(model).build());
        Run[] run = new Run[1];
        CountDownLatch known = new CountDownLatch(1);
        Intelligence boss = new Intelligence(team.bossOptions(worker)
                .onRunEvent(event -> {
                    if (!event.source().agentPath().isEmpty()) {
                        try {
                            known.await();
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                        run[0].cancel();
                    }
                })
                .build());
        run[0] = boss.start(Message.user("go"));
        known.countDown();

        assertThat(run[0].await().stopReason()).isEqualTo(StopReason.CANCELLED);
    }

    @Test
    void aRunThatEndsLeavesNoSubAgentBehind() throws InterruptedException {
        Silent model = new Silent();
        Team team = Team.withOneTask().worker(MockTurn.text("done here"));
        Intelligence forgotten =
                new Intelligence(IntelligenceOptions.builder().provider(model).build());
        Intelligence worker = new Intelligence(team.workerOptions().build());
        RunResult run = new Intelligence(team.bossOptions(task -> {
                            forgotten.start(task);
                            try {
                                model.asked.await();
                            } catch (InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                            return worker.start(task);
                        })
                        .build())
                .ask("go");

        assertThat(Team.result(run).text()).isEqualTo("done here");
        await(model.cancelled);
    }
}

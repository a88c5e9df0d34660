package dev.intellibrix.agenttools.delegate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.Limits;
import dev.intellibrix.Prices;
import dev.intellibrix.RunResult;
import dev.intellibrix.RunState;
import dev.intellibrix.StopReason;
import dev.intellibrix.approval.ApprovalAnswer;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.event.RunEvent;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.provider.ToolChoice;
import dev.intellibrix.provider.Usage;
import dev.intellibrix.testing.MockProvider;
import dev.intellibrix.testing.MockTurn;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** DE-012: the limits of a run hold for its sub-agents as well, and what they use is used by the run. */
@Timeout(120)
class DelegateBudgetTest {

    private final AtomicInteger works = new AtomicInteger();
    private final Tool work = Team.tool("work", ToolCategory.OTHER, (input, context) -> works.incrementAndGet());

    private static MockTurn priced(MockTurn turn, long tokens) {
        return turn.withUsage(Usage.of(tokens, 0));
    }

    private Limits.Builder limits() {
        return Limits.builder();
    }

    private RunResult ask(Team team, Limits boss, Limits worker) {
        return new Intelligence(team.bossOptions(new Intelligence(
                                team.workerOptions().tools(work).limits(worker).build()))
                        .limits(boss)
                        .build())
                .ask("go");
    }

    @Test
    void aSubAgentStopsAtItsOwnLimitAndSaysWhatItHad() {
        Team team = Team.withOneTask().worker(Team.call("work"), Team.call("work"), MockTurn.text("one of two"));
        RunResult run = ask(team, Limits.defaults(), limits().maxSteps(2).build());

        assertThat(run.stopReason()).isEqualTo(StopReason.ANSWERED);
        assertThat(Team.result(run).outcome()).isEqualTo(ToolOutcome.FAILED);
        assertThat(Team.result(run).text())
                .isEqualTo(
                        "worker reached a limit of steps before it was done; this is no whole answer, but what it had"
                                + " said:\none of two");
        assertThat(works).hasValue(1);
    }

    @Test
    void theStepsOfASubAgentAreStepsOfTheRun() {
        Team team = Team.withBoss(Team.task("work"), MockTurn.text("as far as we got"))
                .worker(Team.call("work"), Team.call("work"), MockTurn.text("one of two"));
        RunResult run = ask(team, limits().maxSteps(3).build(), Limits.defaults());

        assertThat(Team.result(run).text()).contains("worker reached a limit of steps", "one of two");
        assertThat(works).hasValue(1);
        assertThat(run.stopReason()).isEqualTo(StopReason.STEP_LIMIT);
        assertThat(run.text()).isEqualTo("as far as we got");
        assertThat(run.steps()).isEqualTo(2);
        assertThat(team.bossModel.requests().get(1).toolChoice()).isEqualTo(ToolChoice.NONE);
    }

    @Test
    void aSubAgentHasNoLastTurnWhereTheRunHasNone() {
        Team team = Team.withBoss(Team.task("work")).worker(Team.call("work"));
        RunResult run = ask(team, limits().maxSteps(2).finalAnswer(false).build(), Limits.defaults());

        assertThat(run.stopReason()).isEqualTo(StopReason.STEP_LIMIT);
        assertThat(team.workerModel.requests()).hasSize(1);
    }

    @Test
    void aSubAgentThatStopsByItsOwnConditionUsesNoStepForThat() {
        Team team = Team.withBoss(Team.task("work"), Team.task("never"), MockTurn.text("done"))
                .worker(Team.call("work").andText("begun"));
        Intelligence worker = new Intelligence(
                team.workerOptions().tools(work).stopWhen(messages -> true).build());
        new Intelligence(team.bossOptions(worker)
                        .limits(limits().maxSteps(3).build())
                        .build())
                .ask("go");

        assertThat(team.bossModel.requests().get(1).toolChoice()).isNotEqualTo(ToolChoice.NONE);
    }

    @Test
    void aCountOfTokensThatIsBeyondAllBoundsIsBeyondTheLimit() {
        Team team = Team.withBoss(
                Team.call("work").withUsage(Usage.of(Long.MAX_VALUE, Long.MAX_VALUE)), MockTurn.text("never"));
        RunResult run = new Intelligence(
                        team.bossOptions(new Intelligence(team.workerOptions().build()))
                                .tools(work)
                                .limits(limits().maxTokens(1_000).build())
                                .build())
                .ask("go");

        assertThat(run.stopReason()).isEqualTo(StopReason.TOKEN_LIMIT);
        assertThat(run.usage().totalTokens()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aTaskThatComesAfterTheLastStepIsNotBegun() {
        Team team = Team.withBoss(
                Team.task("a").andCall("delegate", Map.of("agent", "idle", "task", "b")), MockTurn.text("end"));
        CountDownLatch usedUp = new CountDownLatch(1);
        MockProvider never = MockProvider.of();
        Intelligence hungry = new Intelligence(IntelligenceOptions.builder()
                .provider(MockProvider.of(Team.call("work"), MockTurn.text("tired")))
                .tools(work)
                .onRunEvent(event -> {
                    if (event instanceof RunEvent.RunFinished) {
                        usedUp.countDown();
                    }
                })
                .build());
        Intelligence idle =
                new Intelligence(IntelligenceOptions.builder().provider(never).build());
        RunResult run = new Intelligence(team.bossOptions(
                                SubAgent.of("worker", "works", hungry), SubAgent.of("idle", "waits", task -> {
                                    await(usedUp);
                                    return idle.start(task);
                                }))
                        .limits(limits().maxSteps(2).build())
                        .build())
                .ask("go");

        assertThat(Team.results(run).get(1).text()).isEqualTo("idle reached a limit of steps before it was done");
        assertThat(never.requests()).isEmpty();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void theCallsOfASubAgentAreCallsOfTheRun() {
        Team team = Team.withOneTask().worker(Team.call("work"), Team.call("work"), MockTurn.text("one of two"));
        RunResult run = ask(team, limits().maxToolCalls(2).build(), Limits.defaults());

        assertThat(works).hasValue(1);
        assertThat(Team.result(run).text()).contains("worker reached a limit of tool calls", "one of two");
        assertThat(run.stopReason()).isEqualTo(StopReason.ANSWERED);
    }

    @Test
    void theTokensOfASubAgentAreTokensOfTheRun() {
        Team team = Team.withBoss(priced(Team.task("work"), 100), MockTurn.text("never"))
                .worker(
                        priced(Team.call("work").andText("begun"), 500),
                        priced(Team.call("work"), 500),
                        MockTurn.text("never"));
        RunResult run = ask(team, limits().maxTokens(1_000).build(), Limits.defaults());

        assertThat(Team.result(run).text()).contains("worker reached a limit of tokens");
        assertThat(run.stopReason()).isEqualTo(StopReason.TOKEN_LIMIT);
        assertThat(run.usage().totalTokens()).isEqualTo(1_100);
        assertThat(team.bossModel.requests()).hasSize(1);
    }

    @Test
    void theCostOfASubAgentIsReckonedByItsOwnPricesAndChargedToTheRun() {
        Prices cheap = new Prices(BigDecimal.ONE, BigDecimal.ONE, BigDecimal.ONE);
        Prices dear = new Prices(BigDecimal.TEN, BigDecimal.TEN, BigDecimal.TEN);
        Limits boss = limits().maxCost(BigDecimal.TEN, cheap).build();
        Limits worker = limits().maxCost(new BigDecimal(100), dear).build();

        assertThat(ask(costly(), boss, worker).stopReason()).isEqualTo(StopReason.COST_LIMIT);
        assertThat(ask(costly(), boss, Limits.defaults()).stopReason()).isEqualTo(StopReason.ANSWERED);
    }

    private static Team costly() {
        return Team.withBoss(priced(Team.task("work"), 1_000_000), priced(MockTurn.text("done"), 1))
                .worker(priced(MockTurn.text("worked"), 1_000_000));
    }

    @Test
    void whatSubAgentsUsedIsKeptWhileTheRunIsSuspended() {
        Tool gated = Team.gated("write", ToolCategory.WRITE, (input, context) -> "wrote");
        Team team = Team.withBoss(
                        priced(Team.task("look").andCall("write", Map.of()), 100), priced(MockTurn.text("done"), 1))
                .worker(priced(MockTurn.text("looked"), 500));
        IntelligenceOptions options = team.bossOptions(
                        new Intelligence(team.workerOptions().build()))
                .tools(gated)
                .onToolApproval(call -> ApprovalDecision.defer())
                .build();
        RunResult suspended = new Intelligence(options).ask("go");
        RunState state = RunState.fromJson(suspended.state().orElseThrow().toJson());
        ApprovalRequest waiting = suspended.pendingApprovals().get(0);
        List<ApprovalAnswer> yes =
                List.of(new ApprovalAnswer(waiting.callId(), waiting.digest(), ApprovalDecision.allow()));
        RunResult run = new Intelligence(options.toBuilder()
                        .limits(limits().maxTokens(600).build())
                        .build())
                .resume(state, yes);

        assertThat(suspended.usage().totalTokens()).isEqualTo(600);
        assertThat(run.usage().totalTokens()).isEqualTo(600);
        assertThat(run.stopReason()).isEqualTo(StopReason.TOKEN_LIMIT);
    }

    @Test
    void theTimeOfTheRunEndsTheSubAgentAsWell() throws InterruptedException {
        Team team = Team.withOneTask().worker(MockTurn.text("late").after(Duration.ofMinutes(10)));
        RunResult run = ask(team, limits().maxRunTime(Duration.ofSeconds(3)).build(), Limits.defaults());

        team.awaitWorkerEnds(1);
        assertThat(run.stopReason()).isEqualTo(StopReason.TIME_LIMIT);
        assertThat(Team.result(run).outcome()).isEqualTo(ToolOutcome.CANCELLED);
        assertThat(Team.all(team.workerEvents, RunEvent.RunFinished.class))
                .extracting(RunEvent.RunFinished::stopReason)
                .containsExactly("CANCELLED");
        assertThat(team.workerModel.takeRequest().deadline()).isPresent();
    }

    @Test
    void aSubAgentStopsAtItsOwnTime() {
        Team team = Team.withOneTask().worker(MockTurn.text("late").after(Duration.ofMinutes(10)));
        RunResult run = ask(
                team,
                Limits.defaults(),
                limits().maxRunTime(Duration.ofMillis(300)).build());

        assertThat(run.stopReason()).isEqualTo(StopReason.ANSWERED);
        assertThat(Team.result(run).text()).isEqualTo("worker reached a limit of time before it was done");
    }

    /** The neighbour shows that the time of a tool was over; the person took longer. */
    @Test
    void waitingForAPersonIsNoTimeOfATool() {
        CountDownLatch timedOut = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        Tool stuck = Team.tool("stuck", ToolCategory.OTHER, (input, context) -> {
            never.await();
            return "";
        });
        Tool gated = Team.gated("write", ToolCategory.WRITE, (input, context) -> "wrote");
        Team team = Team.withBoss(Team.task("write").andCall("stuck", Map.of()), MockTurn.text("done"))
                .worker(Team.call("write"), MockTurn.text("written"));
        Intelligence worker = new Intelligence(team.workerOptions()
                .tools(gated)
                .onToolApproval(call -> {
                    timedOut.await();
                    return ApprovalDecision.allow();
                })
                .build());
        RunResult run = new Intelligence(team.bossOptions(worker)
                        .tools(stuck)
                        .limits(limits().toolTimeout(Duration.ofMillis(300)).build())
                        .onRunEvent(event -> {
                            if (event instanceof RunEvent.ToolFinished finished
                                    && finished.outcome() == ToolOutcome.TIMED_OUT) {
                                timedOut.countDown();
                            }
                        })
                        .build())
                .ask("go");

        assertThat(Team.results(run))
                .extracting(ToolResultPart::text)
                .containsExactly("written", "Stopped (timeout): the tool took longer than 300 ms");
    }

    /** The deadlines move by the time that the person took, which another run shows to be long enough to be seen. */
    @Test
    void waitingForAPersonIsNoTimeOfTheRunsAbove() {
        Limits hour = limits().maxRunTime(Duration.ofHours(1)).build();
        Tool gated = Team.gated("write", ToolCategory.WRITE, (input, context) -> "wrote");
        Team team = Team.withOneTask().worker(Team.call("write"), MockTurn.text("written"));
        Intelligence other = new Intelligence(IntelligenceOptions.builder()
                .provider(MockProvider.of(MockTurn.text("late").after(Duration.ofMinutes(10))))
                .limits(limits().maxRunTime(Duration.ofSeconds(1)).build())
                .build());
        Intelligence worker = new Intelligence(team.workerOptions()
                .tools(gated)
                .limits(hour)
                .onToolApproval(call -> {
                    other.ask("wait");
                    return ApprovalDecision.allow();
                })
                .build());
        new Intelligence(team.bossOptions(worker).limits(hour).build()).ask("go");

        assertThat(moved(team.workerModel)).isGreaterThan(Duration.ofMillis(500));
        assertThat(moved(team.bossModel)).isGreaterThan(Duration.ofMillis(500));
    }

    private static Duration moved(MockProvider model) {
        return Duration.between(
                model.takeRequest().deadline().orElseThrow(),
                model.takeRequest().deadline().orElseThrow());
    }
}

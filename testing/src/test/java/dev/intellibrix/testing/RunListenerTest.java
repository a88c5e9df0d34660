package dev.intellibrix.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.intellibrix.Delegation;
import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.Run;
import dev.intellibrix.RunResult;
import dev.intellibrix.StopReason;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.event.RunEvent;
import dev.intellibrix.event.RunListener;
import dev.intellibrix.event.RunScope;
import dev.intellibrix.message.Message;
import dev.intellibrix.provider.FinishReason;
import dev.intellibrix.provider.ProviderException;
import dev.intellibrix.provider.Usage;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a listener can do beside hearing of events: belong to a run, and set up the threads of its work. */
@Timeout(120)
class RunListenerTest {

    private final List<String> log = new CopyOnWriteArrayList<>();

    /** Logs who was asked, and what is around what. */
    private final class Logging implements RunListener {
        private final String name;

        Logging(String name) {
            this.name = name;
        }

        @Override
        public void on(RunEvent event) {
            log.add(name + " " + event.type());
        }

        @Override
        public RunListener forRun(String runId) {
            log.add(name + " begins on " + Thread.currentThread().getName());
            return new Logging(name + ".run");
        }

        @Override
        public RunScope enter(RunEvent event) {
            Thread thread = Thread.currentThread();
            log.add(name + " enters " + event.type());
            return () ->
                    log.add(name + " leaves " + event.type() + (Thread.currentThread() == thread ? "" : " elsewhere"));
        }
    }

    private Tool tool(Runnable body) {
        return Tool.define("act", "{\"type\":\"object\"}")
                .description("Acts")
                .needsApproval()
                .execute((input, context) -> {
                    log.add("the tool runs");
                    body.run();
                    return "acted";
                });
    }

    private IntelligenceOptions.Builder agent(MockTurn... turns) {
        return IntelligenceOptions.builder().provider(MockProvider.of(turns)).onToolApproval(call -> {
            log.add("the hook decides");
            return ApprovalDecision.allow();
        });
    }

    private List<String> lines(String containing) {
        return log.stream().filter(line -> line.contains(containing)).toList();
    }

    @Test
    void aListenerCanHaveAnObjectForEachRunThatIsMadeWhereTheRunIsStarted() {
        Logging listener = new Logging("it");
        Intelligence agent = new Intelligence(agent(MockTurn.text("a"), MockTurn.text("b"))
                .onRunEvent(listener)
                .build());
        String begins = "it begins on " + Thread.currentThread().getName();

        agent.ask("go");
        agent.conversation("talk").ask("go");

        assertThat(lines("begins")).containsExactly(begins, begins);
        assertThat(lines("run:started")).containsOnly("it.run run:started");
        assertThat(log.get(0)).isEqualTo(begins);
    }

    @Test
    void theWorkIsSurroundedOnItsOwnThreadAlsoWhenItFails() {
        Tool tool = tool(() -> {
            throw new IllegalStateException("broken");
        });
        new Intelligence(agent(MockTurn.call("act", Map.of()), MockTurn.text("done"))
                        .tools(tool)
                        .onRunEvent(new Logging("it"))
                        .build())
                .ask("go");

        assertThat(log)
                .containsSubsequence(
                        "it.run model:started",
                        "it.run enters model:started",
                        "it.run leaves model:started",
                        "it.run model:finished",
                        "it.run approval:requested",
                        "it.run enters approval:requested",
                        "the hook decides",
                        "it.run leaves approval:requested",
                        "it.run approval:resolved",
                        "it.run tool:started",
                        "it.run enters tool:started",
                        "the tool runs",
                        "it.run leaves tool:started",
                        "it.run tool:finished");
        assertThat(lines("elsewhere")).isEmpty();
        assertThat(lines("enters")).hasSameSizeAs(lines("leaves"));
    }

    @Test
    void callsThatRunTogetherAreSurroundedEachOnItsThread() {
        new Intelligence(agent(MockTurn.call("act", Map.of()).andCall("act", Map.of()), MockTurn.text("done"))
                        .tools(tool(() -> {}))
                        .onRunEvent(new Logging("it"))
                        .build())
                .ask("go");

        assertThat(lines("enters tool:started")).hasSize(2);
        assertThat(lines("leaves tool:started")).hasSize(2);
        assertThat(lines("elsewhere")).isEmpty();
    }

    @Test
    void twoListenersLeaveInTheOtherOrder() {
        new Intelligence(agent(MockTurn.text("done"))
                        .onRunEvent(new Logging("a"))
                        .onRunEvent(new Logging("b"))
                        .build())
                .ask("go");

        assertThat(lines("s model:started"))
                .containsExactly(
                        "a.run enters model:started",
                        "b.run enters model:started",
                        "b.run leaves model:started",
                        "a.run leaves model:started");
    }

    @Test
    void theRunOfASubAgentBelongsToTheObjectOfTheRunAboveAndTellsEachListenerOnce() {
        Logging shared = new Logging("shared");
        Logging ofBoss = new Logging("boss");
        Intelligence worker = new Intelligence(IntelligenceOptions.builder()
                .provider(MockProvider.of(MockTurn.text("found")))
                .onRunEvent(shared)
                .build());
        Tool delegate = Tool.define("hand_on", "{\"type\":\"object\"}")
                .description("Hands on")
                .category(ToolCategory.DELEGATE)
                .execute((input, context) ->
                        Delegation.run(context, "worker", worker, "look").text());
        new Intelligence(agent(MockTurn.call("hand_on", Map.of()), MockTurn.text("done"))
                        .tools(delegate)
                        .onRunEvent(ofBoss)
                        .onRunEvent(shared)
                        .build())
                .ask("go");

        assertThat(lines("run:finished"))
                .containsExactly(
                        "shared.run.run run:finished",
                        "boss.run.run run:finished",
                        "boss.run run:finished",
                        "shared.run run:finished");
        assertThat(lines("enters tool:started"))
                .containsExactly("boss.run enters tool:started", "shared.run enters tool:started");
    }

    @Test
    void whatAListenerThrowsAnywhereChangesNothing() {
        RunListener broken = new RunListener() {
            @Override
            public void on(RunEvent event) {
                throw new IllegalStateException("on");
            }

            @Override
            public RunListener forRun(String runId) {
                log.add("asked");
                throw new AssertionError("forRun");
            }

            @Override
            public RunScope enter(RunEvent event) {
                log.add("entered");
                if (event instanceof RunEvent.ToolStarted) {
                    throw new AssertionError("enter");
                }
                return () -> {
                    throw new AssertionError("close");
                };
            }
        };
        RunListener absent = new RunListener() {
            @Override
            public void on(RunEvent event) {}

            @Override
            @SuppressWarnings("NullAway")
            public RunListener forRun(String runId) {
                return null;
            }

            @Override
            @SuppressWarnings("NullAway")
            public RunScope enter(RunEvent event) {
                return null;
            }
        };
        Logging whole = new Logging("it");
        RunResult run = new Intelligence(agent(MockTurn.call("act", Map.of()), MockTurn.text("done"))
                        .tools(tool(() -> {}))
                        .onRunEvent(broken)
                        .onRunEvent(absent)
                        .onRunEvent(whole)
                        .build())
                .ask("go");

        assertThat(run.text()).isEqualTo("done");
        assertThat(Suspended.results(run).get(0).text()).isEqualTo("acted");
        assertThat(log).contains("asked", "entered");
        assertThat(lines("it.run leaves")).hasSize(4);
    }

    @Test
    void everyModelCallThatStartsFinishesWithItsAnswerOrItsFailure() {
        Watcher watcher = new Watcher();
        ProviderException failure = ProviderException.builder("broken").build();
        Intelligence agent = new Intelligence(
                agent(MockTurn.call("nothing", Map.of()).withUsage(Usage.of(5, 6)), MockTurn.failure(failure))
                        .model("m-1")
                        .onRunEvent(watcher)
                        .build());
        assertThatThrownBy(() -> agent.ask("go")).isSameAs(failure);

        assertThat(watcher.all(RunEvent.ModelCallStarted.class))
                .extracting(RunEvent.ModelCallStarted::provider, RunEvent.ModelCallStarted::model)
                .containsOnly(tuple("mock", "m-1"))
                .hasSize(2);
        List<RunEvent.ModelCallFinished> finished = watcher.all(RunEvent.ModelCallFinished.class);
        assertThat(finished).hasSize(2);
        assertThat(finished.get(0).finishReason()).contains(FinishReason.STOP);
        assertThat(finished.get(0).usage()).contains(Usage.of(5, 6));
        assertThat(finished.get(0).failure()).isEmpty();
        assertThat(finished.get(1).finishReason()).isEmpty();
        assertThat(finished.get(1).failure()).contains(failure);
        assertThat(watcher.types()).containsSubsequence("model:started", "model:finished", "run:failed");
    }

    @Test
    void aModelCallThatIsGivenUpFinishesToo() throws Exception {
        Watcher watcher = new Watcher();
        CountDownLatch asked = new CountDownLatch(1);
        Run run = new Intelligence(agent(MockTurn.from(request -> {
                            asked.countDown();
                            return MockTurn.text("late").after(Duration.ofSeconds(100));
                        }))
                        .onRunEvent(watcher)
                        .build())
                .start(Message.user("go"));
        assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
        run.cancel();

        assertThat(run.await().stopReason()).isEqualTo(StopReason.CANCELLED);
        assertThat(watcher.only(RunEvent.ModelCallFinished.class).failure()).isPresent();
        assertThat(watcher.types()).endsWith("model:finished", "run:finished");
    }
}

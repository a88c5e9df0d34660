package dev.intellibrix.agenttools.delegate;

import dev.intellibrix.Agent;
import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.RunResult;
import dev.intellibrix.event.RunEvent;
import dev.intellibrix.event.RunListener;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.message.Trust;
import dev.intellibrix.testing.MockProvider;
import dev.intellibrix.testing.MockTurn;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import dev.intellibrix.tool.ToolFunction;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A boss and a worker with scripted models, the boss's tool to hand on tasks, and what happened. */
final class Team {

    final List<RunEvent> bossEvents = new CopyOnWriteArrayList<>();
    final List<RunEvent> workerEvents = new CopyOnWriteArrayList<>();
    private final Semaphore workerEnds = new Semaphore(0);
    final MockProvider bossModel;
    final MockProvider workerModel = MockProvider.of();

    private Team(MockProvider bossModel) {
        this.bossModel = bossModel;
    }

    /** A team whose boss hands on one task and then ends. */
    static Team withOneTask() {
        return new Team(MockProvider.of(task("look"), MockTurn.text("done")));
    }

    /** A team whose boss does this. */
    static Team withBoss(MockTurn... turns) {
        return new Team(MockProvider.of(turns));
    }

    /** A call that hands on a task. */
    static MockTurn task(String task) {
        return MockTurn.call("delegate", Map.of("agent", "worker", "task", task));
    }

    Team worker(MockTurn... turns) {
        for (MockTurn turn : turns) {
            workerModel.then(turn);
        }
        return this;
    }

    IntelligenceOptions.Builder workerOptions() {
        return IntelligenceOptions.builder().provider(workerModel).onRunEvent(event -> {
            workerEvents.add(event);
            if (event instanceof RunEvent.RunFinished) {
                workerEnds.release();
            }
        });
    }

    /** The boss, with this worker. */
    IntelligenceOptions.Builder bossOptions(Agent worker) {
        return bossOptions(SubAgent.of("worker", "works", worker));
    }

    IntelligenceOptions.Builder bossOptions(SubAgent... agents) {
        RunListener keep = bossEvents::add;
        return IntelligenceOptions.builder()
                .provider(bossModel)
                .tools(DelegateTool.of(agents))
                .onRunEvent(keep);
    }

    /** What comes of it with a worker of these options. */
    RunResult ask(IntelligenceOptions.Builder worker) {
        return new Intelligence(bossOptions(new Intelligence(worker.build())).build()).ask("go");
    }

    static Tool tool(String name, ToolCategory category, ToolFunction<Map<String, Object>, Object> function) {
        return builder(name, category).execute(function);
    }

    /** A tool that asks. */
    static Tool gated(String name, ToolCategory category, ToolFunction<Map<String, Object>, Object> function) {
        return builder(name, category).needsApproval().execute(function);
    }

    /** A tool whose results come from outside. */
    static Tool reader(String text) {
        return builder("read", ToolCategory.READ).resultTrust(Trust.UNTRUSTED).execute((input, context) -> text);
    }

    private static Tool.Builder<Map<String, Object>> builder(String name, ToolCategory category) {
        return Tool.define(name, "{\"type\":\"object\"}").description(name).category(category);
    }

    static MockTurn call(String tool) {
        return MockTurn.call(tool, Map.of());
    }

    static List<ToolResultPart> results(RunResult run) {
        return run.messages().stream()
                .flatMap(message -> message.toolResults().stream())
                .toList();
    }

    static ToolResultPart result(RunResult run) {
        List<ToolResultPart> all = results(run);
        if (all.size() != 1) {
            throw new AssertionError("expected one result in " + all);
        }
        return all.get(0);
    }

    static <E extends RunEvent> List<E> all(List<RunEvent> events, Class<E> type) {
        return events.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** Waits for the end of so many runs of the worker: a run that is stopped does not wait long for what it leaves behind. */
    void awaitWorkerEnds(int runs) throws InterruptedException {
        if (!workerEnds.tryAcquire(runs, 60, TimeUnit.SECONDS)) {
            throw new AssertionError("the worker goes on: " + workerEvents);
        }
    }

    /** The results of the worker's own calls. */
    List<RunEvent.ToolFinished> workerResults() {
        return all(workerEvents, RunEvent.ToolFinished.class);
    }
}

package dev.intellibrix.testing;

import dev.intellibrix.Delegation;
import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.Run;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalHook;
import dev.intellibrix.event.RunEvent;
import dev.intellibrix.event.RunListener;
import dev.intellibrix.event.RunScope;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Trust;
import dev.intellibrix.provider.ProviderException;
import dev.intellibrix.provider.Usage;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * What every {@link RunListener} has to do, as JUnit tests: take whatever happens in a run without throwing, which in a run is only
 * logged, and serve many runs at once. Extend it in a test and say how to make one:
 *
 * <pre>{@code
 * class ProgressViewTest extends RunListenerContract {
 *     @Override
 *     protected RunListener listener() {
 *         return new ProgressView();
 *     }
 * }
 * }</pre>
 *
 * <p>It needs JUnit 6 or newer on the test's class path, which this module does not bring.
 */
public abstract class RunListenerContract {

    private static final int RUNS = 16;
    private static final String ODD = "\u202e\u0000\ud800 <b>\"{}\n" + "x".repeat(20_000);

    private static final String TEXT = """
            {"type":"object","properties":{"text":{"type":"string"}},"required":["text"],"additionalProperties":false}""";

    private final ConcurrentLinkedQueue<Throwable> thrown = new ConcurrentLinkedQueue<>();

    /** For JUnit. */
    protected RunListenerContract() {}

    /** A new listener. */
    protected abstract RunListener listener();

    @Test
    void takesARunWithCallsOfAllEnds() {
        run(call -> ApprovalDecision.allow(), everything());
        run(call -> ApprovalDecision.deny(ODD), everything());
        run(call -> ApprovalDecision.edit(Map.of("text", ODD)), everything());
        requireNothingThrown();
    }

    @Test
    void takesARunThatWaits() {
        run(call -> ApprovalDecision.defer(), MockTurn.call("write", Map.of("text", "a")));
        requireNothingThrown();
    }

    @Test
    void takesARunThatFails() {
        Intelligence agent = agent(
                guarded(listener()),
                call -> ApprovalDecision.allow(),
                MockTurn.failure(ProviderException.builder(ODD).build()));
        try {
            agent.ask("go");
        } catch (ProviderException e) {
            // The listener is told of it, and that is what is looked at.
        }
        requireNothingThrown();
    }

    @Test
    void takesTheRunOfASubAgent() {
        RunListener guarded = guarded(listener());
        Intelligence below = agent(guarded(listener()), call -> ApprovalDecision.allow(), everything());
        Tool handOver = Tool.define("hand_over", TEXT)
                .description("Hands over")
                .category(ToolCategory.DELEGATE)
                .execute((input, context) -> Delegation.run(context, "helper", below, String.valueOf(input.get("text")))
                        .text());
        new Intelligence(IntelligenceOptions.builder()
                        .provider(MockProvider.of(
                                MockTurn.call("hand_over", Map.of("text", "go")), MockTurn.text("Done.")))
                        .tools(handOver)
                        .onRunEvent(guarded)
                        .build())
                .ask("go");
        requireNothingThrown();
    }

    @Test
    void takesManyRunsAtOnce() {
        RunListener shared = guarded(listener());
        List<Run> runs = new ArrayList<>();
        for (int i = 0; i < RUNS; i++) {
            runs.add(agent(shared, call -> ApprovalDecision.allow(), everything())
                    .start(Message.user("go")));
        }
        runs.forEach(Run::await);
        requireNothingThrown();
    }

    private static MockTurn[] everything() {
        return new MockTurn[] {
            MockTurn.call("read", Map.of("text", "a")).withUsage(Usage.of(7, 3)),
            MockTurn.call("write", Map.of("text", ODD)).andCall("write", Map.of("text", "b")),
            MockTurn.call("fail", Map.of("text", "c")),
            MockTurn.call("no such", Map.of("text", "d")).andCall("read", Map.of("texts", 1)),
            MockTurn.text(ODD)
        };
    }

    private void run(ApprovalHook hook, MockTurn... turns) {
        agent(guarded(listener()), hook, turns).ask("go");
    }

    private static Intelligence agent(RunListener listener, ApprovalHook hook, MockTurn... turns) {
        return new Intelligence(IntelligenceOptions.builder()
                .provider(MockProvider.of(turns))
                .tools(
                        Tool.define("read", TEXT)
                                .description("Reads")
                                .resultTrust(Trust.UNTRUSTED)
                                .execute((input, context) -> {
                                    context.progress(ODD, -1);
                                    return ODD;
                                }),
                        Tool.define("write", TEXT)
                                .description("Writes")
                                .needsApproval()
                                .execute((input, context) -> "written"),
                        Tool.define("fail", TEXT).description("Fails").execute((input, context) -> {
                            throw new UnsupportedOperationException(ODD);
                        }))
                .onToolApproval(hook)
                .onRunEvent(listener)
                .build());
    }

    private void requireNothingThrown() {
        thrown.stream().findFirst().ifPresent(first -> {
            throw new AssertionError("the listener threw: " + first, first);
        });
    }

    /** What a run would only log. */
    private RunListener guarded(RunListener listener) {
        return new RunListener() {
            @Override
            public void on(RunEvent event) {
                noting(() -> {
                    listener.on(event);
                    return true;
                });
            }

            @Override
            public RunListener forRun(String runId) {
                return guarded(noting(() -> Objects.requireNonNull(listener.forRun(runId), "forRun gave nothing")));
            }

            @Override
            public RunScope enter(RunEvent event) {
                RunScope scope = noting(() -> Objects.requireNonNull(listener.enter(event), "enter gave nothing"));
                return () -> noting(() -> {
                    scope.close();
                    return true;
                });
            }
        };
    }

    private <T> T noting(Supplier<T> work) {
        try {
            return work.get();
        } catch (RuntimeException | Error e) {
            thrown.add(e);
            throw e;
        }
    }
}

package dev.intellibrix.examples.codingagent;

import dev.intellibrix.Intelligence;
import dev.intellibrix.RunResult;
import dev.intellibrix.StopReason;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalHook;
import dev.intellibrix.brick.ChatRepl;
import dev.intellibrix.brick.TerminalBrick;
import dev.intellibrix.examples.support.ExampleModel;
import dev.intellibrix.provider.Provider;
import dev.intellibrix.testing.Cassette;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The agent on a project that is made for it: a test fails, and the agent finds out why and mends it. */
final class Demo {

    static final String TASK = "The test of this project fails. Find out why, mend it, and show that the test passes.";

    private Demo() {}

    /** Lays out the project, lets the agent work, and says whether the test passes afterwards. */
    static boolean run(Arguments given) throws IOException {
        TerminalBrick terminal = TerminalBrick.ofSystem();
        Path root = DemoProject.layOut();
        Provider model = given.provider();
        terminal.print("The project: " + root);
        terminal.print(model == null ? "The model: a recording" : "The model: " + given.model());
        terminal.print("The task: " + TASK + "\n");
        RunResult run = work(root, model, given.model(), terminal);
        terminal.print("\nThe end: " + run.stopReason() + " after " + run.steps() + " steps");
        terminal.print("\nWhat changed:\n\n" + DemoProject.changes(root));
        boolean passes = DemoProject.testPasses(root);
        terminal.print("The test " + (passes ? "passes" : "still fails"));
        terminal.print("The project stays in " + root);
        return passes && run.stopReason() == StopReason.ANSWERED;
    }

    /** The run: of a model whose calls a person is asked about, or of the recording when there is none. */
    static RunResult work(Path root, @Nullable Provider model, String name, TerminalBrick terminal) {
        ChatRepl repl = ChatRepl.on(terminal);
        if (model != null) {
            return repl.run(agent(root, model, name, repl, repl), TASK);
        }
        Cassette cassette = ExampleModel.recordingOf(Demo.class);
        RunResult run = repl.run(agent(root, cassette, ExampleModel.RECORDED, yes(terminal, repl), repl), TASK);
        cassette.assertDone();
        return run;
    }

    static Intelligence agent(Path root, Provider model, String name, ApprovalHook hook, ChatRepl repl) {
        return new Intelligence(CodingAgent.agent(root, model, name, hook, repl, "java", "javac", "git")
                .build());
    }

    /** Shows each call and says yes to it: for the recording alone, whose calls are known. */
    static ApprovalHook yes(TerminalBrick terminal, ChatRepl repl) {
        return call -> {
            repl.show(call);
            terminal.print("  yes (the demo says yes to all that its recording asks)");
            return ApprovalDecision.allow();
        };
    }
}

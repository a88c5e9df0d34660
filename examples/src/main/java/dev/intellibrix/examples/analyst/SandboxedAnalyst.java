package dev.intellibrix.examples.analyst;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.RunResult;
import dev.intellibrix.brick.ChatRepl;
import dev.intellibrix.brick.TerminalBrick;
import dev.intellibrix.examples.support.ExampleModel;
import dev.intellibrix.sandbox.SandboxException;
import dev.intellibrix.sandbox.SandboxLimits;
import dev.intellibrix.sandbox.SandboxPromise;
import dev.intellibrix.sandbox.SandboxProvider;
import dev.intellibrix.sandbox.SandboxTools;
import dev.intellibrix.sandbox.Sandboxes;
import java.time.Duration;

/**
 * Answers a question about figures with a program that the model writes. The program runs without asking anybody, since there is
 * nothing for it to reach: no network, none of your files, and little time and memory. It needs Linux with {@code bwrap} and
 * {@code python3}; with docker or podman, {@code Sandboxes.containerProvider("python:3.12-slim")} does the same.
 */
public final class SandboxedAnalyst {

    static final String QUESTION = """
            How large are the mean and the median of the delays, in minutes, by line?

            line,minutes
            U1,2
            U1,3
            U1,31
            U2,4
            U2,5
            U2,6""";

    private SandboxedAnalyst() {}

    /** Answers the one question. */
    public static void main(String[] arguments) {
        ExampleModel model = ExampleModel.orExit(arguments, () -> ExampleModel.recordingOf(SandboxedAnalyst.class));
        TerminalBrick terminal = TerminalBrick.ofSystem();
        try (SandboxTools sandbox = sandbox(Sandboxes.bubblewrapProvider())) {
            answer(model, sandbox, terminal);
        } catch (SandboxException e) { // It says what is missing.
            terminal.error(String.valueOf(e.getMessage()));
            System.exit(1);
        }
    }

    static SandboxTools sandbox(SandboxProvider provider) {
        return SandboxTools.builder(provider)
                .limits(SandboxLimits.builder()
                        .timeout(Duration.ofSeconds(30))
                        .memoryBytes(256L << 20)
                        .build())
                .require(SandboxPromise.NO_NETWORK, SandboxPromise.HOST_UNCHANGED, SandboxPromise.TIME_LIMIT)
                .alwaysApprove(true)
                .build();
    }

    static RunResult answer(ExampleModel model, SandboxTools sandbox, TerminalBrick terminal) {
        ChatRepl repl = ChatRepl.on(terminal);
        return repl.run(
                new Intelligence(IntelligenceOptions.builder()
                        .provider(model.provider())
                        .model(model.name())
                        .system(
                                "You answer questions about figures. Compute with run_code, in Python; never in your head.")
                        .tools(sandbox)
                        .onRunEvent(repl)
                        .build()),
                QUESTION);
    }
}

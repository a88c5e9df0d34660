package dev.intellibrix.examples.codingagent;

import dev.intellibrix.Intelligence;
import dev.intellibrix.RunResult;
import dev.intellibrix.StopReason;
import dev.intellibrix.provider.Provider;
import dev.intellibrix.testing.Cassette;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The agent on a project that is made for it: a test fails, and the agent finds out why and mends it. */
final class Demo {

    static final String TASK = "The test of this project fails. Find out why, mend it, and show that the test passes.";
    static final String RECORDING = "demo-recording.json";

    private Demo() {}

    /** Lays out the project, lets the agent work, and says whether the test passes afterwards. */
    static boolean run(Arguments given) throws IOException {
        Console console = Console.ofSystem();
        Path root = DemoProject.layOut();
        Provider model = given.provider();
        console.line("The project: " + root);
        console.line(model == null ? "The model: a recording" : "The model: " + given.model());
        console.line("The task: " + TASK);
        RunResult run = work(root, model, given.model(), console);
        console.line("\n-- the end: " + run.stopReason() + " after " + run.steps() + " steps");
        console.line("\n-- what changed\n" + DemoProject.changes(root));
        boolean passes = DemoProject.testPasses(root);
        console.line("-- the test " + (passes ? "passes" : "still fails"));
        return passes && run.stopReason() == StopReason.ANSWERED;
    }

    private static RunResult work(Path root, @Nullable Provider model, String name, Console console)
            throws IOException {
        if (model != null) {
            return agent(root, model, name, console).ask(TASK);
        }
        Path file = recording();
        try {
            Cassette cassette = Cassette.play(file).redacting(Demo::withoutNoise);
            RunResult run = agent(root, cassette, "recorded", console).ask(TASK);
            cassette.assertDone();
            return run;
        } finally {
            Files.delete(file);
        }
    }

    static Intelligence agent(Path root, Provider model, String name, Console console) {
        return CodingAgent.agent(root, model, name, console::showAndAllow, console, "java", "javac", "git");
    }

    /** What a JVM says about its environment differs from machine to machine. */
    static String withoutNoise(String text) {
        return text.replaceAll("Picked up [A-Z_]+: .*?\\\\n", "");
    }

    private static Path recording() throws IOException {
        try (InputStream recorded = Demo.class.getResourceAsStream(RECORDING)) {
            if (recorded == null) {
                throw new UncheckedIOException(new IOException(RECORDING + " is missing"));
            }
            Path file = Files.createTempFile("recording", ".json");
            Files.write(file, recorded.readAllBytes());
            return file;
        }
    }
}

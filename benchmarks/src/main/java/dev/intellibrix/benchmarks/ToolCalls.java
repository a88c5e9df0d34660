package dev.intellibrix.benchmarks;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.rules.InterceptRules;
import dev.intellibrix.testing.MockProvider;
import dev.intellibrix.testing.MockTurn;
import dev.intellibrix.tool.ToolProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Calls of tools as a model makes them, programs beside them, and the folders that both work in. */
final class ToolCalls {

    private ToolCalls() {}

    /** The text of a call that must succeed: a whole run whose scripted model asks for the one tool. */
    static String call(ToolProvider tools, String tool, Map<String, ?> input) {
        return call(tools, InterceptRules.builtIn(), tool, input);
    }

    /** The same with other rules than the built-in ones. */
    static String call(ToolProvider tools, InterceptRules rules, String tool, Map<String, ?> input) {
        ToolResultPart result = new Intelligence(IntelligenceOptions.builder()
                        .provider(MockProvider.of(MockTurn.call(tool, input), MockTurn.text("done")))
                        .model("scripted")
                        .tools(tools)
                        .rules(rules)
                        .build())
                .ask("go").messages().stream()
                        .flatMap(message -> message.toolResults().stream())
                        .findFirst()
                        .orElseThrow();
        if (result.outcome() != ToolOutcome.SUCCEEDED) {
            throw new IllegalStateException(result.text());
        }
        return result.text();
    }

    /**
     * Runs a program to its end.
     *
     * @param exitCode the exit code that it has to have
     * @return how many bytes it wrote
     */
    static long program(Path folder, int exitCode, List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        byte[] output = process.getInputStream().readAllBytes();
        if (process.waitFor() != exitCode) {
            throw new IllegalStateException(command + " ended with " + process.exitValue());
        }
        return output.length;
    }

    /** Deletes a folder with all that is in it. */
    static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}

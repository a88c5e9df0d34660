package dev.intellibrix.examples.codingagent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.RunResult;
import dev.intellibrix.StopReason;
import dev.intellibrix.brick.ChatRepl;
import dev.intellibrix.brick.TerminalBrick;
import dev.intellibrix.examples.support.Recording;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.provider.Usage;
import dev.intellibrix.testing.Cassette;
import dev.intellibrix.testing.MockProvider;
import dev.intellibrix.testing.MockTurn;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The recorded model of the demo. {@link Recording} tells how to record it anew. */
class DemoTest {

    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
    private final TerminalBrick terminal = TerminalBrick.of(InputStream.nullInputStream(), shown);
    private final ChatRepl repl = ChatRepl.on(terminal);

    @Test
    void theRecordingMendsTheProject() throws Exception {
        Path root = DemoProject.layOut();
        assertThat(DemoProject.testPasses(root)).isFalse();

        Cassette cassette = Recording.of(Demo.class, script());
        RunResult run = repl.run(Demo.agent(root, cassette, "recorded", Demo.yes(terminal, repl), repl), Demo.TASK);

        cassette.assertDone();
        assertThat(run.stopReason()).isEqualTo(StopReason.ANSWERED);
        assertThat(DemoProject.testPasses(root)).isTrue();
        assertThat(DemoProject.changes(root)).contains("-        return cents - cents * percent / 1000;");
        assertThat(shown.toString(StandardCharsets.UTF_8))
                .contains("Allow edit_file?")
                .contains("trust: untrusted, because of")
                .contains("file src/shop/Prices.java");
        assertThat(shown.toString(StandardCharsets.UTF_8)).contains(shownInTheGuide());
    }

    /** What docs/terminal.md shows of the demo, without the line of keys, and up to where a line is cut. */
    private static List<String> shownInTheGuide() throws IOException {
        String guide = Files.readString(Path.of("..", "docs", "terminal.md"), StandardCharsets.UTF_8);
        String block = guide.split("```text\n", 2)[1].split("```", 2)[0];
        return block.lines()
                .filter(line -> !line.startsWith("╰"))
                .map(line -> line.replace("…", ""))
                .toList();
    }

    @Test
    void aRealModelGetsNoYesThatNoPersonGave(@TempDir Path root) throws Exception {
        MockProvider model = MockProvider.of(
                MockTurn.call("shell", Map.of("command", "java", "args", List.of("-version"))),
                MockTurn.text("I was not allowed to."));

        RunResult run = Demo.work(root, model, "m", terminal);

        assertThat(run.messages().stream().flatMap(message -> message.toolResults().stream()))
                .singleElement()
                .extracting(ToolResultPart::outcome)
                .isEqualTo(ToolOutcome.DENIED);
    }

    private static MockTurn[] script() {
        MockTurn compile = MockTurn.call(
                "shell",
                Map.of(
                        "command",
                        "javac",
                        "args",
                        List.of("-d", "out", "src/shop/Prices.java", "src/shop/PricesTest.java")));
        MockTurn test =
                MockTurn.call("shell", Map.of("command", "java", "args", List.of("-cp", "out", "shop.PricesTest")));
        return new MockTurn[] {
            MockTurn.text("I look at the project first.")
                    .andCall("glob", Map.of("pattern", "**/*"))
                    .andCall("read_file", Map.of("path", "README.md"))
                    .withUsage(Usage.of(2100, 60)),
            compile.withUsage(Usage.of(2400, 50)),
            test.withUsage(Usage.of(2500, 40)),
            MockTurn.text("Discounts are far too small. I look for the place that computes them.")
                    .andCall("grep", Map.of("pattern", "percent"))
                    .withUsage(Usage.of(2650, 55)),
            MockTurn.call("read_file", Map.of("path", "src/shop/Prices.java", "lineNumbers", true))
                    .withUsage(Usage.of(2750, 35)),
            MockTurn.text(
                            "A percentage is divided by 1000 in place of 100, and the division cuts off where it should round.")
                    .andCall(
                            "edit_file",
                            Map.of(
                                    "path",
                                    "src/shop/Prices.java",
                                    "oldText",
                                    "cents - cents * percent / 1000;",
                                    "newText",
                                    "Math.round(cents * (100 - percent) / 100.0);"))
                    .withUsage(Usage.of(3000, 120)),
            compile.withUsage(Usage.of(3150, 50)),
            test.withUsage(Usage.of(3250, 40)),
            MockTurn.call("git_diff", Map.of()).withUsage(Usage.of(3350, 25)),
            MockTurn.text("The test passes. `Prices.discounted` divided the percentage by 1000 in place of 100; now it"
                            + " takes the percentage off and rounds to the nearest cent.")
                    .withUsage(Usage.of(3500, 60))
        };
    }
}

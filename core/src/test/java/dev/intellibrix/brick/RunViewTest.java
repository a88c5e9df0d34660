package dev.intellibrix.brick;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.event.RunEvent;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.ToolOutcome;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is shown of a run. */
class RunViewTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private RunView view(boolean canRewrite, boolean hasColors) {
        return new RunView(TerminalBrick.interactive(
                        InputStream.nullInputStream(),
                        out,
                        StandardCharsets.UTF_8,
                        Tty.linesOnly(),
                        new Style(hasColors, true),
                        canRewrite,
                        Silence.TIMED)
                .terminal());
    }

    private String shown() {
        String shown = out.toString(StandardCharsets.UTF_8);
        out.reset();
        return shown;
    }

    private static RunEvent.Source source(String... path) {
        return new RunEvent.Source("run", List.of(path), Instant.EPOCH);
    }

    private static RunEvent requested(String id, String name, String arguments, String... path) {
        return new RunEvent.ToolRequested(source(path), id, name, arguments, false, Label.TRUSTED);
    }

    private static RunEvent finished(String id, String name, ToolOutcome outcome, String text) {
        return new RunEvent.ToolFinished(
                source(), id, name, outcome, text, Label.TRUSTED, Optional.empty(), Duration.ZERO);
    }

    @Test
    void howFarAToolIsStandsOnALineThatTheNextOneTakes() {
        RunView view = view(true, false);
        view.show(new RunEvent.ToolProgress(source(), "1", "build", "compiling", 0.5));
        assertThat(shown()).isEqualTo("  " + "█".repeat(10) + "░".repeat(10) + "  50%  build: compiling");
        view.show(new RunEvent.ToolProgress(source(), "1", "build", "li\u001bnking\n", 7));
        assertThat(shown()).isEqualTo("\r\u001b[2K  " + "█".repeat(20) + " 100%  build: li\\u{001B}nking\\n");
        view.show(new RunEvent.ToolProgress(source(), "1", "build", "cleaning", -1));
        assertThat(shown()).isEqualTo("\r\u001b[2K  build: cleaning");
        view.show(requested("1", "build", "{}"));
        assertThat(shown()).isEqualTo("\r\u001b[2K• build  \n");
    }

    @Test
    void whereALineCanNotBeWrittenAnewNoProgressIsShown() {
        RunView view = view(false, false);
        view.show(new RunEvent.StepStarted(source(), 1));
        view.show(new RunEvent.ToolProgress(source(), "1", "build", "compiling", 0.5));

        assertThat(shown()).isEmpty();
    }

    @Test
    void aResultOfAnotherRunIsNotShownUnderACallOfTheSameId() {
        RunView view = view(false, false);
        view.show(requested("1", "run_tests", "{}", "b"));
        view.show(new RunEvent.ToolFinished(
                new RunEvent.Source("other", List.of("a"), Instant.EPOCH),
                "1",
                "read_secret",
                ToolOutcome.SUCCEEDED,
                "text",
                Label.TRUSTED,
                Optional.empty(),
                Duration.ZERO));

        assertThat(shown()).contains("  a > read_secret:\n  │ text");
    }

    @Test
    void ofAResultTheHeadIsShownAndTheCutIsSaid() {
        RunView view = view(false, false);
        view.show(requested("1", "read_file", "{\"path\":\"a\"}"));
        view.show(finished("1", "read_file", ToolOutcome.SUCCEEDED, "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13"));
        assertThat(shown()).isEqualTo("""
                        • read_file  path: a
                          │ 1
                          │ 2
                          │ 3
                          │ 4
                          │ 5
                          │ 6
                          │ (7 more lines that only the model sees)
                        """);

        view.show(finished("1", "read_file", ToolOutcome.SUCCEEDED, "x".repeat(1_000_000)));
        assertThat(shown().lines())
                .allMatch(line -> Columns.of(line) <= 80) // Also where the marks are drawn wide.
                .last()
                .asString()
                .contains("1000000 characters in all");
    }

    /** Six lines of a small diff are its head and nothing of what changed. */
    @Test
    void aResultThatIsLittleLongerThanTheCutIsShownWhole() {
        RunView view = view(false, false);
        view.show(requested("1", "git_diff", "{}"));
        view.show(finished("1", "git_diff", ToolOutcome.SUCCEEDED, "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12"));

        assertThat(shown()).endsWith("  │ 6\n  │ 7\n  │ 8\n  │ 9\n  │ 10\n  │ 11\n  │ 12\n");
    }

    @Test
    void fieldsOfAResultThatSayNothingAreLeftOut() {
        RunView view = view(false, false);
        view.show(requested("1", "shell", "{\"command\":\"java\"}"));
        view.show(finished(
                "1",
                "shell",
                ToolOutcome.SUCCEEDED,
                "{\"exitCode\":1,\"stdout\":\"a\\n\\tb\\n\",\"stderr\":\"\",\"timedOut\":false}"));

        assertThat(shown()).isEqualTo("• shell  command: java\n  │ exitCode: 1\n  │ stdout:\n  │   a\n  │     b\n");
    }

    @Test
    void resultsOfCallsAtOnceSayWhoseTheyAre() {
        RunView view = view(false, false);
        view.show(requested("1", "one", "{}"));
        view.show(requested("2", "two", "{}", "reviewer"));
        view.show(finished("1", "one", ToolOutcome.FAILED, "it broke"));

        assertThat(shown()).isEqualTo("• one  \n• reviewer > two  \n  one:\n  ✗ failed\n  │ it broke\n");
    }

    @Test
    void coloursAreOursAlone() {
        RunView view = view(false, true);
        view.show(new RunEvent.TextDelta(source(), "\u001b[31mred\u001b[0m"));
        view.show(new RunEvent.TextDelta(source("child"), "of a sub-agent"));
        view.show(requested("1", "two\u001b[0m", "not json"));
        view.end();

        assertThat(shown())
                .contains("  \\u{001B}[31mred\\u{001B}[0m\n", "two\\u{001B}[0m", "not json")
                .doesNotContain("\u001b[31m", "sub-agent");
    }
}

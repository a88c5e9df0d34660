package dev.intellibrix.examples.codingagent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The coding agent as a person uses it: the program itself, in a real terminal. */
@Tag("thorough")
@Timeout(900)
class CodingAgentTerminalTest {

    private static final String PROMPT = "›";
    private static final String QUESTION = ".*y yes · n no · e edit · r no, because ›";

    @TempDir
    Path folder;

    private Path root;
    private ScriptedServer model;
    private Tmux tmux;

    @BeforeEach
    void start() throws Exception {
        assumeTrue(Files.isExecutable(Tmux.PROGRAM), "tmux is not installed");
        root = Files.createDirectory(folder.resolve("project"));
        model = new ScriptedServer();
        Path script = folder.resolve("chat.sh");
        Files.writeString(script, """
                trap : INT # Ctrl-C goes to the shell as well.
                before=$(stty -g)
                "$JAVA" -XX:TieredStopAtLevel=1 dev.intellibrix.examples.codingagent.CodingAgent \\
                    --root "$ROOT" --model scripted --base-url "$MODEL"
                code=$?
                [ "$before" = "$(stty -g)" ] && echo "left with $code, the terminal as it was"
                exec sleep 3600
                """);
        tmux = new Tmux(
                folder,
                script,
                Map.of(
                        "JAVA",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "CLASSPATH",
                        System.getProperty("java.class.path"),
                        "ROOT",
                        root.toString(),
                        "MODEL",
                        model.baseUrl()));
        tmux.awaitLast(PROMPT);
    }

    @AfterEach
    void stop() throws Exception {
        if (tmux != null) {
            tmux.close();
        }
        if (model != null) {
            model.close();
        }
    }

    @Test
    void aTalkWithAYesAnEditANoAndACancellation() throws Exception {
        approves();
        edits();
        denies();
        cancels();
        answers();

        tmux.press("C-d");
        assertThat(tmux.awaitText("left with 0, the terminal as it was")).contains("left with 0");
    }

    @Test
    void ctrlCAtThePromptAndInAQuestionLeavesTheProgramAlone() throws Exception {
        tmux.type("half a li");
        tmux.press("C-c");
        tmux.awaitText("Ctrl-D or /exit leaves.");
        tmux.awaitLast(PROMPT);

        tmux.enter("write a.txt");
        tmux.awaitLast(QUESTION);
        tmux.press("C-c");
        tmux.awaitText("  stopped");
        tmux.awaitLast(PROMPT);
        assertThat(root.resolve("a.txt")).doesNotExist();

        tmux.enter("write b.txt");
        tmux.awaitLast(QUESTION);
        tmux.press("e");
        tmux.awaitLast(".*to leave it:");
        tmux.press("C-c");
        tmux.awaitLast(PROMPT);
        assertThat(root.resolve("b.txt")).doesNotExist();

        tmux.enter("/exit");
        tmux.awaitText("left with 0, the terminal as it was");
    }

    private void approves() throws Exception {
        tmux.enter("write a.txt");
        String shown = tmux.awaitLast(QUESTION);
        assertThat(shown)
                .contains("  I call write_file.", "• write_file", "╭ Allow write_file?")
                .contains("│   content: hello from the model", "│   path: a.txt", "│ trust: ", "│ why asked: ");
        assertThat(root.resolve("a.txt")).doesNotExist();
        tmux.press("y");
        tmux.awaitText("I am done.");
        tmux.awaitLast(PROMPT);
        assertThat(root.resolve("a.txt")).hasContent("hello from the model");
    }

    private void edits() throws Exception {
        tmux.enter("write b.txt");
        tmux.awaitText("path: b.txt");
        tmux.awaitLast(QUESTION);
        tmux.press("e");
        tmux.awaitLast(".*to leave it:");
        tmux.enter("1");
        tmux.awaitLast(".*the new text:");
        tmux.enter("changed by me");
        tmux.awaitText("Allow write_file? (as you changed it)");
        assertThat(tmux.awaitLast(QUESTION)).contains("│   content: changed by me");
        assertThat(root.resolve("b.txt")).doesNotExist();
        tmux.press("y");
        tmux.awaitLast(PROMPT);
        assertThat(root.resolve("b.txt")).hasContent("changed by me");
    }

    /** The yes is pressed before the question is there. */
    private void denies() throws Exception {
        tmux.enter("slow c.txt");
        model.awaitAsked();
        tmux.type("y");
        model.goOn();
        tmux.awaitText("path: c.txt");
        tmux.awaitLast(QUESTION);
        tmux.press("n");
        tmux.awaitText("✗ denied");
        tmux.awaitLast(PROMPT);
        assertThat(root.resolve("c.txt")).doesNotExist();
    }

    private void cancels() throws Exception {
        tmux.enter("hang");
        model.awaitHanging();
        tmux.press("C-c");
        tmux.awaitText("  stopped");
        tmux.awaitLast(PROMPT);
        tmux.enter("are you there?");
        tmux.awaitText("You said: are you there?");
        tmux.awaitLast(PROMPT);
    }

    private void answers() throws Exception {
        tmux.enter("ask");
        tmux.awaitLast(".*Enter alone leaves it open ›");
        assertThat(tmux.text()).contains("│       | Which office?", "│       2. Rome");
        tmux.enter("2");
        tmux.awaitText("I am done. The tool said: Rome");
        tmux.awaitLast(PROMPT);
    }
}

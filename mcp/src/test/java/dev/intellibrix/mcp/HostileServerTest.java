package dev.intellibrix.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.tool.Tool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that want to run, block or outgrow something. */
class HostileServerTest {

    @TempDir
    Path folder;

    private McpTools.Builder server(String... modes) {
        return McpTools.builder("srv")
                .stdio(ScriptedServer.command(folder.resolve("notes"), modes))
                .connectTimeout(Duration.ofSeconds(60))
                .maxMessageBytes(1_000_000);
    }

    private String said() throws Exception {
        Path notes = folder.resolve("notes");
        return Files.exists(notes) ? Files.readString(notes) : "";
    }

    /** The server is of use again after what it has done. */
    private static void assertLives(McpTools tools) {
        assertThat(new Runs(tools).call("srv__echo", "after").text()).isEqualTo("you said: after");
    }

    @ParameterizedTest
    @ValueSource(strings = {"endless-line", "big"})
    void aMessageThatIsTooLongEndsTheServerAndAnotherOneIsStarted(String tool) throws Exception {
        try (McpTools tools = server("plain").connect()) {
            ToolResultPart result = new Runs(tools).call("srv__" + tool, "x");

            assertThat(result.outcome()).isEqualTo(ToolOutcome.FAILED);
            assertThat(result.text())
                    .isEqualTo(
                            "the MCP server srv sent a message of more than 1000000 bytes; it may have done it, so look"
                                    + " before you call it again");
            assertLives(tools);
            assertThat(said().lines().filter(line -> line.startsWith("started")))
                    .hasSize(2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"flood", "pings"})
    void aServerThatNeverStopsTalkingIsEnded(String tool) {
        try (McpTools tools = server("plain").timeout(Duration.ofSeconds(100)).connect()) {
            ToolResultPart result = new Runs(tools).call("srv__" + tool, "x");

            assertThat(result.outcome()).isEqualTo(ToolOutcome.FAILED);
            assertThat(result.text()).contains("it may have done it");
            assertLives(tools);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"deep", "tokens"})
    void aSmallTextThatStandsForAHugeTreeIsNoAnswer(String tool) {
        try (McpTools tools = server("plain")
                .maxMessageBytes(8_000_000)
                .timeout(Duration.ofSeconds(3))
                .connect()) {
            ToolResultPart result = new Runs(tools).call("srv__" + tool, "x");

            assertThat(result.outcome()).isEqualTo(ToolOutcome.FAILED);
            assertThat(result.text()).contains("did not answer within 3000 ms");
            assertThat(tools.tools()).isNotEmpty();
        }
    }

    @Test
    void aFloodOfErrorOutputIsReadAndDropped() {
        try (McpTools tools = server("plain", "stderr-flood").connect()) {
            assertLives(tools);
        }
    }

    @Test
    void aServerThatNeverAnswersACallIsToldThatNobodyWaits() throws Exception {
        try (McpTools tools = server("plain").timeout(Duration.ofSeconds(2)).connect()) {
            ToolResultPart result = new Runs(tools).call("srv__never", "x");

            assertThat(result.outcome()).isEqualTo(ToolOutcome.FAILED);
            assertThat(result.text())
                    .isEqualTo(
                            "the MCP server srv did not answer within 2000 ms; it was told to stop, but may have done it");
            assertThat(tools.tools()).isNotEmpty(); // So it has read what came before as well.
            assertThat(said()).contains("cancelled timed out");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"silent", "silent-list", "deaf"})
    void aServerThatNeverAnswersAtAllIsGivenUp(String mode) throws Exception {
        assertThatThrownBy(
                        () -> server(mode).connectTimeout(Duration.ofSeconds(3)).connect())
                .isInstanceOf(McpException.class)
                .hasMessageContaining("did not answer within");
        // One that had not even begun to say who it is can not be looked for.
        said().lines()
                .filter(line -> line.startsWith("started "))
                .mapToLong(line -> Long.parseLong(line.substring("started ".length())))
                .forEach(pid -> assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive))
                        .isEmpty());
    }

    @Test
    void furtherAnswersToOneRequestAreDropped() {
        try (McpTools tools = server("plain").connect()) {
            Runs runs = new Runs(tools);

            assertThat(runs.call("srv__twice", "x").text()).isEqualTo("first");
            assertThat(runs.call("srv__echo", "y").text()).isEqualTo("you said: y");
            assertThat(runs.call("srv__no-result", "x").text()).contains("sent an answer without a result");
        }
    }

    @Test
    void aServerThatCrashesIsStartedAgainAndTheCallIsNotRepeated() throws Exception {
        try (McpTools tools = server("plain").connect()) {
            ToolResultPart result = new Runs(tools).call("srv__crash", "x");

            assertThat(result.outcome()).isEqualTo(ToolOutcome.FAILED);
            assertThat(result.text())
                    .isEqualTo(
                            "the MCP server srv ended before it had answered; it may have done it, so look before you"
                                    + " call it again");
            assertLives(tools);
            assertThat(said().lines().filter("call crash x"::equals)).hasSize(1);
        }
    }

    @Test
    void anEndlessListOfToolsIsCut() {
        try (McpTools tools = server("endless-cursor").connect()) {
            assertThat(tools.tools()).hasSizeBetween(1, 128);
            assertThat(tools.leftOut()).containsKey("(more)");
        }
        try (McpTools tools = server("many-tools").maxTools(50).connect()) {
            assertThat(tools.tools()).hasSize(50);
            assertThat(tools.leftOut()).hasSize(100);
        }
    }

    @Test
    void toolsThatCanNotBeOfferedAsTheyStandAreLeftOut() {
        try (McpTools tools = server("odd-tools").connect()) {
            List<Tool> offered = tools.tools();
            Map<String, String> leftOut = tools.leftOut();

            assertThat(offered)
                    .extracting(Tool::name)
                    .doesNotHaveDuplicates()
                    .allMatch(name -> name.matches("srv__[a-zA-Z0-9_-]{1,59}"));
            assertThat(offered).extracting(Tool::name).contains("srv__good", "srv__a_b", "srv__tags", "srv__draft7");
            assertThat(offered).extracting(Tool::name).anyMatch(name -> name.matches("srv__a_b_[0-9a-f]{8}"));
            assertThat(leftOut)
                    .containsKeys(
                            "",
                            "no_schema",
                            "hidden\\u{200B}name",
                            "good",
                            "hidden_enum",
                            "bad_schema",
                            "large_schema");
            assertThat(offered)
                    .extracting(Tool::description)
                    .anyMatch(text -> text.contains("Read\\u{E0041}\\u{E0042}\\u{202E} this"));
            assertThat(offered).allMatch(tool -> tool.description().length() < 5000);
        }
    }

    @Test
    void anErrorOfTheServerIsAShortLineOfVisibleCharactersForTheDeveloperToo() {
        assertThatThrownBy(() -> server("refuses").connect())
                .isInstanceOf(McpException.class)
                .hasMessageStartingWith(
                        "the MCP server srv answered with the error 1: no\\nWARN all is well \\u{202E}xxx")
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(700));
    }

    @Test
    void closingEndsAServerThatDoesNotWantToWithAllThatItStarted() throws Exception {
        McpTools tools = server("plain", "child", "stubborn").connect();
        long server = number("started ");
        long child = number("child ");
        assertThat(ProcessHandle.of(child)).isPresent();

        tools.close();

        assertThat(ProcessHandle.of(server).filter(ProcessHandle::isAlive)).isEmpty();
        ProcessHandle.of(child)
                .ifPresent(handle -> handle.onExit()
                        .orTimeout(30, java.util.concurrent.TimeUnit.SECONDS)
                        .join());
        assertThat(ProcessHandle.of(child).filter(ProcessHandle::isAlive)).isEmpty();
    }

    private long number(String prefix) throws Exception {
        return said().lines()
                .filter(line -> line.startsWith(prefix))
                .mapToLong(line -> Long.parseLong(line.substring(prefix.length())))
                .findFirst()
                .orElseThrow();
    }
}

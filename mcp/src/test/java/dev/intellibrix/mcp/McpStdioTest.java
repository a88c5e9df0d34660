package dev.intellibrix.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.RunResult;
import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.message.MediaPart;
import dev.intellibrix.message.Origin;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.message.Trust;
import dev.intellibrix.testing.MockTurn;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that is a program, on the real loop. */
class McpStdioTest {

    @TempDir
    Path folder;

    private Path notes() {
        return folder.resolve("notes");
    }

    private McpTools.Builder server(String... modes) {
        return McpTools.builder("srv")
                .stdio(ScriptedServer.command(notes(), modes))
                .directory(folder)
                .connectTimeout(Duration.ofSeconds(60));
    }

    private String said() throws Exception {
        return Files.readString(notes());
    }

    @Test
    void callsAToolUnderItsPrefixedName() throws Exception {
        try (McpTools tools = server("plain").connect()) {
            Runs runs = new Runs(tools);

            ToolResultPart result = runs.call("srv__echo", "hello");

            assertThat(result.outcome()).isEqualTo(ToolOutcome.SUCCEEDED);
            assertThat(result.text()).isEqualTo("you said: hello");
            assertThat(result.label().trust()).isEqualTo(Trust.UNTRUSTED);
            assertThat(result.label().origins()).contains(Origin.of(Origin.Kind.MCP_SERVER, "srv"));
            assertThat(runs.asked).hasSize(1);
            assertThat(said()).contains("call echo hello");
        }
    }

    @Test
    void aRunIsUntrustedFromItsStartSinceTheDescriptionsAre() {
        try (McpTools tools = server("plain").connect()) {
            Runs runs = new Runs(tools);

            runs.call("srv__echo", "x");

            ApprovalRequest first = runs.asked.get(0);
            assertThat(first.label().trust()).isEqualTo(Trust.UNTRUSTED);
            assertThat(first.label().origins()).containsExactly(Origin.of(Origin.Kind.MCP_SERVER, "srv"));
        }
    }

    @Test
    void whatTheServerSaysOfItselfReachesNobody() {
        try (McpTools tools = server("plain").connect()) {
            Tool echo = tools.tools().get(0);

            assertThat(echo.description()).isEqualTo("A tool of the MCP server srv: Says it again");
            assertThat(tools.tools()).noneMatch(tool -> tool.description().contains("IGNORE ALL"));
        }
    }

    @Test
    void everyToolAsksButThoseThatTheDeveloperNames() {
        try (McpTools tools = server("plain").free("echo", "delete_all").connect()) {
            Runs runs = new Runs(tools);

            assertThat(runs.call("srv__echo", "x").outcome()).isEqualTo(ToolOutcome.SUCCEEDED);
            assertThat(runs.asked).isEmpty();

            runs.call("srv__media", "x");
            assertThat(runs.asked).hasSize(1);

            runs.call("srv__delete_all", "x");
            assertThat(runs.asked)
                    .as("a server that says of a tool that it destroys is believed")
                    .hasSize(2);
            assertThat(runs.asked.get(1).notes().toString()).contains("may destroy something");
        }
    }

    @Test
    void aReadOnlyHintLowersNothing() {
        try (McpTools tools = server("plain").connect()) {
            assertThat(tools.tools()).allMatch(Tool::needsApproval);
            assertThat(tools.tools()).allMatch(tool -> tool.category() == ToolCategory.NETWORK);
            assertThat(tools.tools()).allMatch(tool -> tool.resultTrust() == Trust.UNTRUSTED);
        }
    }

    @Test
    void withoutAHookNothingReachesTheServer() throws Exception {
        try (McpTools tools = server("plain").connect()) {
            RunResult run = new dev.intellibrix.Intelligence(dev.intellibrix.IntelligenceOptions.builder()
                            .provider(dev.intellibrix.testing.MockProvider.of(
                                    MockTurn.call("srv__echo", Map.of("text", "x")), MockTurn.text("done")))
                            .tools(tools)
                            .build())
                    .ask("go");

            assertThat(Runs.results(run).get(0).outcome()).isEqualTo(ToolOutcome.DENIED);
            assertThat(said()).doesNotContain("call echo");
        }
    }

    @Test
    void inputThatDoesNotFitTheSchemaReachesNobody() throws Exception {
        try (McpTools tools = server("plain").connect()) {
            Runs runs = new Runs(tools);

            RunResult run = runs.run("srv__echo", Map.of("text", 7));

            assertThat(Runs.results(run).get(0).outcome()).isEqualTo(ToolOutcome.INVALID_INPUT);
            assertThat(said()).doesNotContain("call echo");
        }
    }

    @Test
    void aToolsErrorIsAFailureThatTheModelReads() {
        try (McpTools tools = server("plain").connect()) {
            Runs runs = new Runs(tools);

            ToolResultPart failed = runs.call("srv__fail", "disk full");
            assertThat(failed.outcome()).isEqualTo(ToolOutcome.FAILED);
            assertThat(failed.text()).isEqualTo("it failed: disk full");
            assertThat(failed.label().trust()).isEqualTo(Trust.UNTRUSTED);

            ToolResultPart refused = runs.call("srv__error", "x");
            assertThat(refused.outcome()).isEqualTo(ToolOutcome.FAILED);
            assertThat(refused.text()).isEqualTo("the MCP server srv answered with the error -32602: no such thing");
            assertThat(refused.label().trust()).isEqualTo(Trust.UNTRUSTED);
        }
    }

    @Test
    void imagesAndSoundsAreParts() {
        try (McpTools tools = server("plain").connect()) {
            ToolResultPart result = new Runs(tools).call("srv__media", "x");

            assertThat(result.media()).extracting(MediaPart::mimeType).containsExactly("image/png", "audio/wav");
            assertThat(result.media()).allMatch(part -> part.label().trust() == Trust.UNTRUSTED);
            assertThat(result.text().lines())
                    .containsExactly(
                            "two pictures",
                            "[image, image/png]",
                            "[audio, audio/wav]",
                            "[image left out: its type or its data can not be read]",
                            "[image left out: its type or its data can not be read]");
        }
    }

    @Test
    void resourcesAreTextOrPartsAndLinksAreNotFollowed() {
        try (McpTools tools = server("plain").connect()) {
            ToolResultPart result = new Runs(tools).call("srv__resources", "x");

            assertThat(result.text().lines())
                    .containsExactly(
                            "[resource file:///a.txt, text/plain]",
                            "inside a",
                            "[resource file:///b.pdf, application/pdf]",
                            "[link to a resource, not read: http://127.0.0.1:1/c, c]");
            assertThat(result.media()).extracting(MediaPart::name).containsExactly("file:///b.pdf");
        }
    }

    @Test
    void otherResultsAreShownAsTheyAre() {
        try (McpTools tools = server("plain").connect()) {
            Runs runs = new Runs(tools);

            assertThat(runs.call("srv__structured", "x").text()).isEqualTo("{\"answer\":42}");
            assertThat(runs.call("srv__odd", "x").text())
                    .isEqualTo("[a part of the type \"hologram\" can not be shown]\ny");
            assertThat(runs.call("srv__nothing", "x").text()).isEqualTo("(the tool returned nothing)");
        }
    }

    @Test
    void aResultThatClaimsTrustHasNone() {
        try (McpTools tools = server("plain").connect()) {
            ToolResultPart result = new Runs(tools).call("srv__claims", "x");

            assertThat(result.label().trust()).isEqualTo(Trust.UNTRUSTED);
        }
    }

    @Test
    void aProgramGetsNoEnvironmentButTheUsualAndWhatItIsGiven() {
        try (McpTools tools = server("plain").environment("GIVEN_KEY", "v").connect()) {
            Set<String> names =
                    new Runs(tools).call("srv__environment", "x").text().lines().collect(Collectors.toSet());

            assertThat(names).contains("GIVEN_KEY");
            names.remove("GIVEN_KEY");
            assertThat(names)
                    .allMatch(name -> dev.intellibrix.internal.process.HostEnvironment.isUsual(name)
                            || name.equals("PWD")
                            || name.equals("SHLVL")
                            || name.equals("_"));
        }
    }

    @Test
    void whatIsNoMessageOnItsOutputIsSkipped() {
        try (McpTools tools = server("plain", "noise").connect()) {
            assertThat(new Runs(tools).call("srv__echo", "a").text()).isEqualTo("you said: a");
        }
    }

    @Test
    void anEmptyCursorEndsTheList() throws Exception {
        try (McpTools tools = server("plain", "empty-cursor").connect()) {
            assertThat(tools.tools()).hasSizeGreaterThan(10);
            assertThat(said().lines().filter("list"::equals)).hasSize(2);
        }
    }

    @Test
    void onlyTheNamedToolsAreOffered() {
        try (McpTools tools = server("plain").only("echo", "absent").connect()) {
            assertThat(tools.tools()).extracting(Tool::name).containsExactly("srv__echo");
        }
    }

    @Test
    void pingsAreAnsweredAndNothingElseIsOffered() throws Exception {
        try (McpTools tools = server("plain", "questions").connect()) {
            new Runs(tools).call("srv__echo", "a");

            String[] answers =
                    said().lines().filter(line -> line.startsWith("answer ")).toArray(String[]::new);
            assertThat(answers).hasSize(3);
            assertThat(answers[0]).isEqualTo("answer {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
            assertThat(answers[1]).contains("\"id\":\"r\"").contains("-32601");
            assertThat(answers[2]).contains("\"id\":2").contains("-32601");
            assertThat(said()).contains("\"capabilities\":{}");
        }
    }

    @Test
    void progressReachesTheRun() {
        List<String> told = new java.util.concurrent.CopyOnWriteArrayList<>();
        try (McpTools tools = server("plain").free("slow").connect()) {
            new dev.intellibrix.Intelligence(dev.intellibrix.IntelligenceOptions.builder()
                            .provider(dev.intellibrix.testing.MockProvider.of(
                                    MockTurn.call("srv__slow", Map.of("text", "x")), MockTurn.text("done")))
                            .tools(tools)
                            .onRunEvent(event -> {
                                if (event instanceof dev.intellibrix.event.RunEvent.ToolProgress progress) {
                                    told.add(progress.text() + " " + progress.fraction());
                                }
                            })
                            .build())
                    .ask("go");
        }
        assertThat(told).isNotEmpty().allMatch(line -> line.matches("part [123] (0\\.3+|0\\.6+7?|1\\.0)"));
    }

    @Test
    void aProgramThatIsNoServerIsRefused() {
        assertThatThrownBy(() ->
                        McpTools.builder("srv").stdio("/bin/sh", "-c", "exit 3").connect())
                .isInstanceOf(McpException.class)
                .hasMessageStartingWith("the MCP server srv ended before it had answered");
        assertThatThrownBy(() -> McpTools.stdio("no-such-program-anywhere"))
                .isInstanceOf(McpException.class)
                .hasMessageContaining("no-such-program-anywhere");
        assertThatThrownBy(() -> server("plain", "future").connect())
                .isInstanceOf(McpException.class)
                .hasMessageContaining("another version of the protocol");
    }

    @Test
    void settingsThatCanNotBeMeantAreRefused() {
        assertThatThrownBy(() -> McpTools.builder("a__b").stdio("x").connect())
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> McpTools.builder("a_").stdio("x").connect())
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> McpTools.builder("a").connect()).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> McpTools.builder("a").stdio("./x").connect())
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> McpTools.http("http://mcp.example.org/mcp"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("https");
        assertThatThrownBy(() -> McpTools.http("https://user:pass@mcp.example.org/mcp"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void isOfNoUseAfterItWasClosed() {
        McpTools tools = server("plain").connect();
        tools.tools();
        tools.close();
        tools.close();

        assertThatThrownBy(tools::tools).isInstanceOf(IllegalStateException.class);
    }
}

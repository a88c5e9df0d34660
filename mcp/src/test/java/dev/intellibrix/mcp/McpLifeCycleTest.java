package dev.intellibrix.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.Run;
import dev.intellibrix.StopReason;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.testing.MockProvider;
import dev.intellibrix.testing.MockTurn;
import dev.intellibrix.tool.Tool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How it begins and ends: names beside other tools, cancelled runs, closed servers, and what is left of a program. */
@Timeout(300)
class McpLifeCycleTest {

    @TempDir
    Path folder;

    private Path notes() {
        return folder.resolve("notes");
    }

    private McpTools.Builder server(String name, String... modes) {
        return McpTools.builder(name)
                .stdio(ScriptedServer.command(notes(), modes))
                .connectTimeout(Duration.ofSeconds(60));
    }

    private String said() throws Exception {
        return Files.exists(notes()) ? Files.readString(notes()) : "";
    }

    private void awaitSaid(String line) throws Exception {
        while (!said().contains(line)) { // The time-out of the class ends this.
            LockSupport.parkNanos(20_000_000);
        }
    }

    private record Text(String text) {}

    @Test
    void twoServersAndAToolOfOnesOwnStandBesideEachOther() throws Exception {
        Tool own =
                Tool.define("echo", Text.class).description("Own").execute((input, context) -> "own " + input.text());
        try (McpTools one = server("one", "plain").only("echo").connect();
                McpTools two = server("two", "plain").only("echo").connect()) {
            MockProvider model = MockProvider.of(
                    MockTurn.call("echo", Map.of("text", "a")),
                    MockTurn.call("one__echo", Map.of("text", "b")),
                    MockTurn.call("two__echo", Map.of("text", "c")),
                    MockTurn.text("done"));
            List<ToolResultPart> results = Runs.results(new Intelligence(IntelligenceOptions.builder()
                            .provider(model)
                            .tools(own, one, two)
                            .onToolApproval(call -> ApprovalDecision.allow())
                            .build())
                    .ask("go"));

            assertThat(results).extracting(ToolResultPart::text).containsExactly("own a", "you said: b", "you said: c");
        }
    }

    @Test
    void twoServersOfOneNameAreAMistakeOfTheDeveloperThatIsTold() {
        try (McpTools one = server("same", "plain").only("echo").connect();
                McpTools two = server("same", "plain").only("echo").connect()) {
            assertThatThrownBy(() -> new Intelligence(IntelligenceOptions.builder()
                            .provider(MockProvider.of(MockTurn.text("x")))
                            .tools(one, two)
                            .build()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("same__echo");
        }
    }

    @Test
    void aCancelledRunEndsAndTheServerIsTold() throws Exception {
        try (McpTools tools = server("srv", "plain")
                .free("never")
                .timeout(Duration.ofMinutes(4))
                .connect()) {
            Run run = new Intelligence(IntelligenceOptions.builder()
                            .provider(MockProvider.of(
                                    MockTurn.call("srv__never", Map.of("text", "x")), MockTurn.text("done")))
                            .tools(tools)
                            .build())
                    .start(Message.user("go"));
            awaitSaid("call never x");

            run.cancel();

            assertThat(run.await().stopReason()).isEqualTo(StopReason.CANCELLED);
            awaitSaid("cancelled cancelled");
            assertThat(new Runs(tools).call("srv__echo", "still there").text()).isEqualTo("you said: still there");
        }
    }

    @Test
    void closingEndsACallThatRuns() throws Exception {
        McpTools tools = server("srv", "plain").timeout(Duration.ofMinutes(4)).connect();
        CompletableFuture<ToolResultPart> call =
                CompletableFuture.supplyAsync(() -> new Runs(tools).call("srv__never", "x"));
        awaitSaid("call never x");

        tools.close();

        assertThat(call.get(60, TimeUnit.SECONDS).text())
                .isEqualTo(
                        "the MCP server srv was disconnected before it had answered; it may have done it, so look before"
                                + " you call it again");
    }

    @Test
    void aConnectionThatIsInterruptedLeavesNothingBehind() throws Exception {
        Thread[] connecting = new Thread[1];
        CompletableFuture<McpTools> connection = new CompletableFuture<>();
        connecting[0] = new Thread(() -> {
            try {
                connection.complete(server("srv", "silent")
                        .connectTimeout(Duration.ofMinutes(4))
                        .connect());
            } catch (Throwable e) {
                connection.completeExceptionally(e);
            }
        });
        connecting[0].start();
        awaitSaid("initialize");

        connecting[0].interrupt();

        assertThatThrownBy(connection::join)
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOf(McpException.class)
                .hasMessageContaining("interrupted");
        assertIsGone(number("started "));
    }

    @Test
    void aServerThatDoesNotReadIsEnded() throws Exception {
        try (McpTools tools =
                server("srv", "stops-reading").timeout(Duration.ofSeconds(3)).connect()) {
            Runs runs = new Runs(tools);

            ToolResultPart result = runs.call("srv__echo", "x".repeat(500_000));

            assertThat(result.outcome()).isEqualTo(ToolOutcome.FAILED);
            assertIsGone(number("started "));
            assertThat(tools.tools()).as("of the next server").isNotEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"close", "leave", "exit"})
    void aProgramThatUsedAServerEndsAndTheServerWithIt(String end) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                ClientProgram.class.getName(),
                end));
        command.addAll(Arrays.asList(ScriptedServer.command(notes(), "plain", "child", "stubborn")));
        Process program = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("out").toFile())
                .start();

        boolean ended = program.waitFor(120, TimeUnit.SECONDS);
        program.destroyForcibly();

        assertThat(ended).as(Files.readString(folder.resolve("out"))).isTrue();
        assertThat(program.exitValue()).isEqualTo(end.equals("exit") ? 7 : 0);
        assertThat(said()).contains("call echo x");
        assertIsGone(number("started "));
        assertIsGone(number("child "));
    }

    private static void assertIsGone(long pid) {
        ProcessHandle.of(pid)
                .ifPresent(handle ->
                        handle.onExit().orTimeout(60, TimeUnit.SECONDS).join());
        assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
    }

    private long number(String prefix) throws Exception {
        return said().lines()
                .filter(line -> line.startsWith(prefix))
                .mapToLong(line -> Long.parseLong(line.substring(prefix.length())))
                .findFirst()
                .orElseThrow();
    }
}

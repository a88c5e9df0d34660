package dev.intellibrix.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.Run;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.event.RunEvent;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.MediaPart;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.testing.MockProvider;
import dev.intellibrix.testing.MockTurn;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolOutput;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Our client with our server. */
class BothSidesTest {

    private final TestTools tools = new TestTools();

    private ServeMcp.Builder server() {
        return ServeMcp.builder(tools.echo(), tools.write(), tools.waitForever());
    }

    private static McpTools connect(McpEndpoint endpoint) {
        return McpTools.builder("own").http(endpoint.uri().toString()).connect();
    }

    private static List<String> names(McpTools client) {
        return client.tools().stream().map(Tool::name).toList();
    }

    @Test
    void aToolIsCalledOverHttp() throws Exception {
        try (McpEndpoint endpoint = server().build().http(0);
                McpTools client = connect(endpoint)) {
            assertThat(names(client)).containsExactly("own__echo", "own__wait");

            ToolResultPart result = new Runs(client).call("own__echo", "h\u00e4llo");

            assertThat(result.outcome()).isEqualTo(ToolOutcome.SUCCEEDED);
            assertThat(result.text()).isEqualTo("h\u00e4llo");
            assertThat(result.label().isUntrusted()).isTrue();
        }
    }

    @Test
    void aToolIsCalledInAProcessOfItsOwn() {
        try (McpTools client = McpTools.builder("own")
                .stdio(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        StdioProgram.class.getName(),
                        "quiet")
                .connect()) {
            assertThat(names(client)).containsExactly("own__chatty");

            assertThat(Runs.results(new Runs(client).run("own__chatty", Map.of()))
                            .get(0)
                            .text())
                    .isEqualTo("done");
        }
    }

    @Test
    void aTokenIsBroughtOrNothingIsServed() throws Exception {
        String token = "a-token-of-some-length";
        McpHttpOptions options = McpHttpOptions.builder().token(token).build();
        try (McpEndpoint endpoint = server().build().http(options)) {
            assertThatThrownBy(() -> connect(endpoint)).isInstanceOf(McpException.class);
            try (McpTools client = McpTools.builder("own")
                    .http(endpoint.uri().toString())
                    .bearerToken(() -> token)
                    .connect()) {
                assertThat(new Runs(client).call("own__echo", "a").text()).isEqualTo("a");
            }
        }
    }

    @Test
    void theServersOwnGateDecidesWhateverTheClientsSaid() throws Exception {
        List<String> asked = new CopyOnWriteArrayList<>();
        ServeMcp strict = server().onToolApproval(call -> {
                    asked.add(call.inputJson());
                    return ApprovalDecision.deny("not over the wire");
                })
                .build();
        try (McpEndpoint endpoint = strict.http(0);
                McpTools client = connect(endpoint)) {
            Runs runs = new Runs(client);

            ToolResultPart result = runs.call("own__write", "a");

            assertThat(runs.asked).hasSize(1); // The client's hook has said yes.
            assertThat(asked).hasSize(1);
            assertThat(result.outcome()).isEqualTo(ToolOutcome.FAILED);
            assertThat(result.text()).contains("not over the wire");
            assertThat(tools.written).isEmpty();
        }
    }

    @Test
    void ourClientAsksNobodyOnBehalfOfAServer() throws Exception {
        try (McpEndpoint endpoint = server().approveByElicitation().build().http(0);
                McpTools client = connect(endpoint)) {
            assertThat(new Runs(client).call("own__write", "a").text()).contains("no way to ask");
            assertThat(tools.written).isEmpty();
        }
    }

    @Test
    void imagesAndFilesArrive() throws Exception {
        Tool media = Tool.define("media", TestTools.Nothing.class)
                .description("Gives an image and a file")
                .execute((input, context) -> ToolOutput.text("two")
                        .with(MediaPart.of("image/png", "", new byte[] {1, 2}, Label.TRUSTED))
                        .with(MediaPart.of("application/pdf", "a.pdf", new byte[] {3}, Label.TRUSTED)));
        try (McpEndpoint endpoint = ServeMcp.builder(media).build().http(0);
                McpTools client = connect(endpoint)) {
            ToolResultPart result =
                    Runs.results(new Runs(client).run("own__media", Map.of())).get(0);

            assertThat(result.text()).contains("two");
            assertThat(result.media()).extracting(MediaPart::mimeType).contains("image/png", "application/pdf");
            assertThat(result.media().get(0).base64()).isEqualTo("AQI=");
        }
    }

    @Test
    void progressArrives() throws Exception {
        Tool work = Tool.define("work", TestTools.Nothing.class)
                .description("Works")
                .execute((input, context) -> {
                    context.progress("half done", 0.5);
                    return "done";
                });
        List<RunEvent> events = new CopyOnWriteArrayList<>();
        try (McpEndpoint endpoint = ServeMcp.builder(work).build().http(0);
                McpTools client = connect(endpoint)) {
            new Intelligence(IntelligenceOptions.builder()
                            .provider(MockProvider.of(MockTurn.call("own__work", Map.of()), MockTurn.text("done")))
                            .tools(client)
                            .onToolApproval(call -> ApprovalDecision.allow())
                            .onRunEvent(events::add)
                            .build())
                    .ask("go");

            assertThat(events)
                    .filteredOn(RunEvent.ToolProgress.class::isInstance)
                    .hasSize(1)
                    .first()
                    .satisfies(event ->
                            assertThat(((RunEvent.ToolProgress) event).text()).contains("half done"));
        }
    }

    @Test
    void theCancellationOfARunReachesTheTool() throws Exception {
        try (McpEndpoint endpoint = server().build().http(0);
                McpTools client = connect(endpoint)) {
            Run run = new Runs(client)
                    .agent(MockTurn.call("own__wait", Map.of()), MockTurn.text("done"))
                    .start(Message.user("go"));
            assertThat(tools.begun.await(60, TimeUnit.SECONDS)).isTrue();

            run.cancel();

            assertThat(tools.stopped.await(60, TimeUnit.SECONDS)).isTrue();
            run.await();
        }
    }

    @Test
    void aSessionThatTheServerHasForgottenIsBegunAnew() throws Exception {
        McpHttpOptions options = McpHttpOptions.builder().maxSessions(1).build();
        try (McpEndpoint endpoint = server().build().http(options);
                McpTools one = connect(endpoint);
                McpTools other = connect(endpoint)) {
            assertThat(new Runs(one).call("own__echo", "a").text()).isEqualTo("a");
            assertThat(new Runs(other).call("own__echo", "b").text()).isEqualTo("b");
        }
    }
}

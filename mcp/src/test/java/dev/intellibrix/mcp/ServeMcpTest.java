package dev.intellibrix.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.approval.Permission;
import dev.intellibrix.approval.Permissions;
import dev.intellibrix.approval.TrustPolicy;
import dev.intellibrix.event.AuditLog;
import dev.intellibrix.event.RunEvent;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.MediaPart;
import dev.intellibrix.message.Origin;
import dev.intellibrix.message.Trust;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import dev.intellibrix.tool.ToolException;
import dev.intellibrix.tool.ToolOutput;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class ServeMcpTest {

    private final TestTools tools = new TestTools();

    @TempDir
    Path folder;

    private ServeMcp.Builder server() {
        return ServeMcp.builder(tools.echo(), tools.write(), tools.waitForever());
    }

    private static List<String> names(JsonNode listed) {
        List<String> names = new ArrayList<>();
        listed.at("/result/tools").forEach(tool -> names.add(tool.path("name").stringValue()));
        return names;
    }

    private static String text(JsonNode answer) {
        return answer.at("/result/content/0/text").asString("");
    }

    private static boolean isError(JsonNode answer) {
        return answer.at("/result/isError").booleanValue();
    }

    @Test
    void tellsWhatItIsInTheVersionThatTheClientSpeaks() throws Exception {
        try (StreamClient client = StreamClient.of(
                server().name("files").version("3").instructions("Be kind").build())) {
            JsonNode answer =
                    client.request("initialize", StreamClient.initialize("{}").replace("11-25", "06-18"));

            assertThat(answer.at("/result/protocolVersion").stringValue()).isEqualTo("2025-06-18");
            assertThat(answer.at("/result/serverInfo/name").stringValue()).isEqualTo("files");
            assertThat(answer.at("/result/serverInfo/version").stringValue()).isEqualTo("3");
            assertThat(answer.at("/result/instructions").stringValue()).isEqualTo("Be kind");
            assertThat(answer.at("/result/capabilities").toString()).isEqualTo("{\"tools\":{}}");
        }
    }

    @Test
    void offersTheNewestVersionToAClientThatSpeaksNoneOfItsOwn() throws Exception {
        try (StreamClient client = StreamClient.of(server().build())) {
            JsonNode answer =
                    client.request("initialize", StreamClient.initialize("{}").replace("2025-11", "1999-01"));

            assertThat(answer.at("/result/protocolVersion").stringValue()).isEqualTo("2025-11-25");
        }
    }

    @Test
    void answersNothingButPingsBeforeTheInitialization() throws Exception {
        try (StreamClient client = StreamClient.of(server().build())) {
            assertThat(client.request("ping", "{}").has("result")).isTrue();
            assertThat(client.request("tools/list", "{}").at("/error/code").intValue())
                    .isEqualTo(-32600);
            assertThat(client.call("echo", "{\"text\":\"a\"}").at("/error/code").intValue())
                    .isEqualTo(-32600);
        }
    }

    @Test
    void isInitializedOnce() throws Exception {
        try (StreamClient client = StreamClient.ready(server().build())) {
            assertThat(client.request("initialize", StreamClient.initialize("{\"elicitation\":{}}"))
                            .at("/error/message")
                            .stringValue())
                    .isEqualTo("the session was initialized before");
        }
    }

    @Test
    void describesItsToolsWithSchemaAndHints() throws Exception {
        try (StreamClient client = StreamClient.ready(
                server().onToolApproval(call -> ApprovalDecision.allow()).build())) {
            JsonNode listed = client.request("tools/list", "{}");

            assertThat(names(listed)).containsExactly("echo", "write", "wait");
            JsonNode echo = listed.at("/result/tools/0");
            assertThat(echo.path("description").stringValue()).isEqualTo("Says it again");
            assertThat(echo.at("/inputSchema/properties/text/type").stringValue())
                    .isEqualTo("string");
            assertThat(echo.at("/annotations/readOnlyHint").booleanValue()).isTrue();
            JsonNode write = listed.at("/result/tools/1");
            assertThat(write.at("/annotations/readOnlyHint").booleanValue()).isFalse();
            assertThat(write.at("/annotations/destructiveHint").booleanValue()).isTrue();
        }
    }

    @Test
    void refusesACursorThatItNeverGave() throws Exception {
        try (StreamClient client = StreamClient.ready(server().build())) {
            assertThat(client.request("tools/list", "{\"cursor\":\"2\"}")
                            .at("/error/code")
                            .intValue())
                    .isEqualTo(-32602);
        }
    }

    @Test
    void runsACallAndGivesItsText() throws Exception {
        try (StreamClient client = StreamClient.ready(server().build())) {
            JsonNode answer = client.call("echo", "{\"text\":\"h\u00e4llo \u2028 \\ud83d\\ude00\"}");

            assertThat(text(answer)).isEqualTo("h\u00e4llo \u2028 \ud83d\ude00");
            assertThat(isError(answer)).isFalse();
            assertThat(answer.path("result").has("structuredContent")).isFalse();
        }
    }

    @Test
    void givesImagesSoundsFilesAndLinksAsParts() throws Exception {
        Tool tool = Tool.define("media", TestTools.Nothing.class)
                .description("Gives all kinds")
                .execute((input, context) -> ToolOutput.text("all kinds")
                        .with(MediaPart.of("image/png", "", new byte[] {1}, Label.TRUSTED))
                        .with(MediaPart.of("audio/wav", "", new byte[] {2}, Label.TRUSTED))
                        .with(MediaPart.of("application/pdf", "a b.pdf", new byte[] {3}, Label.TRUSTED))
                        .with(MediaPart.of("text/plain", "n", "text".getBytes(StandardCharsets.UTF_8), Label.TRUSTED))
                        .with(MediaPart.of("text/plain", "n", new byte[] {(byte) 0xff}, Label.TRUSTED))
                        .with(MediaPart.of("image/png", URI.create("https://example.org/a.png"), Label.TRUSTED)));
        try (StreamClient client = StreamClient.ready(ServeMcp.builder(tool).build())) {
            JsonNode content = client.call("media", "{}").at("/result/content");

            assertThat(content).hasSize(7);
            assertThat(content.at("/0/text").stringValue()).isEqualTo("all kinds");
            assertThat(content.at("/1").toString())
                    .isEqualTo("{\"type\":\"image\",\"data\":\"AQ==\",\"mimeType\":\"image/png\"}");
            assertThat(content.at("/2/type").stringValue()).isEqualTo("audio");
            assertThat(content.at("/3/resource").toString())
                    .isEqualTo(
                            "{\"uri\":\"result:///3/a%20b.pdf\",\"mimeType\":\"application/pdf\",\"blob\":\"Aw==\"}");
            assertThat(content.at("/4/resource/text").stringValue()).isEqualTo("text");
            assertThat(content.at("/5/resource/blob").stringValue()).isEqualTo("/w==");
            assertThat(content.at("/6/uri").stringValue()).isEqualTo("https://example.org/a.png");
        }
    }

    @Test
    void givesAResultThatIsAJsonObjectAsStructuredContentToo() throws Exception {
        Tool tool = Tool.define("facts", TestTools.Nothing.class)
                .description("Gives an object")
                .execute((input, context) -> Map.of("count", 3));
        try (StreamClient client = StreamClient.ready(ServeMcp.builder(tool).build())) {
            JsonNode answer = client.call("facts", "{}");

            assertThat(text(answer)).isEqualTo("{\"count\":3}");
            assertThat(answer.at("/result/structuredContent/count").intValue()).isEqualTo(3);
        }
    }

    @Test
    void doesNotTakeTextThatOnlyLooksLikeAnObjectForOne() throws Exception {
        try (StreamClient client = StreamClient.ready(server().build())) {
            JsonNode answer = client.call("echo", "{\"text\":\"{a: 1}\"}");

            assertThat(text(answer)).isEqualTo("{a: 1}");
            assertThat(answer.path("result").has("structuredContent")).isFalse();
        }
    }

    @Test
    void tellsOfAToolThatFailsWithoutWhatItsExceptionSays() throws Exception {
        Tool fails = Tool.define("fails", TestTools.Nothing.class)
                .description("Fails")
                .execute((input, context) -> {
                    throw new IllegalStateException("the password is 1234");
                });
        Tool says = Tool.define("says", TestTools.Nothing.class)
                .description("Fails and says why")
                .execute((input, context) -> {
                    throw new ToolException("there is no such thing; list them first");
                });
        try (StreamClient client =
                StreamClient.ready(ServeMcp.builder(fails, says).build())) {
            JsonNode failed = client.call("fails", "{}");
            JsonNode said = client.call("says", "{}");

            assertThat(isError(failed)).isTrue();
            assertThat(failed.toString()).doesNotContain("1234");
            assertThat(isError(said)).isTrue();
            assertThat(text(said)).isEqualTo("there is no such thing; list them first");
        }
    }

    @Test
    void letsTheClientsModelReadWhatIsWrongWithItsInput() throws Exception {
        try (StreamClient client = StreamClient.ready(server().build())) {
            JsonNode answer = client.call("echo", "{\"txt\":1}");

            assertThat(isError(answer)).isTrue();
            assertThat(text(answer)).contains("invalid_input").contains("text");
        }
    }

    @Test
    void answersAnUnknownToolWithAnErrorAndRecordsIt() throws Exception {
        List<RunEvent> events = new CopyOnWriteArrayList<>();
        try (StreamClient client =
                StreamClient.ready(server().onRunEvent(events::add).build())) {
            JsonNode answer = client.call("ecko", "{}");

            assertThat(answer.at("/error/code").intValue()).isEqualTo(-32602);
            assertThat(answer.at("/error/message").stringValue()).contains("did you mean echo");
            assertThat(events).hasAtLeastOneElementOfType(RunEvent.ToolIntercepted.class);
        }
    }

    @Test
    void answersAnUnknownMethodWithAnErrorAndAnUnknownNotificationWithNothing() throws Exception {
        try (StreamClient client = StreamClient.ready(server().build())) {
            client.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/anything\",\"params\":{\"a\":1}}");

            assertThat(client.request("resources/list", "{}").at("/error/code").intValue())
                    .isEqualTo(-32601);
            assertThat(client.unread()).isNull();
        }
    }

    @Test
    void passesOnHowFarAToolIs() throws Exception {
        Tool tool = Tool.define("work", TestTools.Nothing.class)
                .description("Works")
                .execute((input, context) -> {
                    context.progress("begun", 0.25);
                    context.progress("stuck", 0.25);
                    context.progress("half", 0.5);
                    return "done";
                });
        try (StreamClient client = StreamClient.ready(ServeMcp.builder(tool).build())) {
            int id = client.begin("tools/call", "{\"name\":\"work\",\"_meta\":{\"progressToken\":\"p1\"}}");

            JsonNode first = client.next();
            JsonNode second = client.next();
            assertThat(first.path("method").stringValue()).isEqualTo("notifications/progress");
            assertThat(first.at("/params/progressToken").stringValue()).isEqualTo("p1");
            assertThat(first.at("/params/message").stringValue()).isEqualTo("begun");
            assertThat(second.at("/params/progress").doubleValue()).isEqualTo(0.5);
            assertThat(text(client.answer(id))).isEqualTo("done");
        }
    }

    @Test
    void saysNothingOfProgressToAClientThatDidNotAsk() throws Exception {
        Tool tool = Tool.define("work", TestTools.Nothing.class)
                .description("Works")
                .execute((input, context) -> {
                    context.progress("begun", -1);
                    return "done";
                });
        try (StreamClient client = StreamClient.ready(ServeMcp.builder(tool).build())) {
            client.call("work", "{}");

            assertThat(client.unread()).isNull();
        }
    }

    @Test
    void neitherShowsNorRunsGatedToolsWhereNobodyCanApprove() throws Exception {
        AuditLog log = AuditLog.in(folder.resolve("audit.jsonl"));
        try (StreamClient client = StreamClient.ready(server().auditLog(log).build())) {
            JsonNode listed = client.request("tools/list", "{}");
            JsonNode answer = client.call("write", "{\"text\":\"a\"}");

            assertThat(names(listed)).containsExactly("echo", "wait");
            assertThat(isError(answer)).isTrue();
            assertThat(text(answer)).contains("no_hook");
            assertThat(tools.written).isEmpty();
            assertThat(Files.readString(folder.resolve("audit.jsonl")))
                    .contains("approval:requested", "approval:resolved", "no_hook", "tester/7");
            assertThat(AuditLog.verify(folder.resolve("audit.jsonl")).isIntact())
                    .isTrue();
        }
    }

    @Test
    void aToolThatNeedsApprovalOnlySometimesDoesNotRunEitherWhereNobodyCanApprove() throws Exception {
        Tool sometimes = Tool.define("sometimes", TestTools.Text.class)
                .description("Asks for some inputs")
                .needsApproval((input, context) -> input.text().equals("risky"))
                .execute((input, context) -> {
                    tools.written.add(input.text());
                    return "ran";
                });
        try (StreamClient client =
                StreamClient.ready(ServeMcp.builder(sometimes).build())) {
            assertThat(names(client.request("tools/list", "{}"))).isEmpty();
            assertThat(text(client.call("sometimes", "{\"text\":\"safe\"}"))).contains("no_hook");
            assertThat(tools.written).isEmpty();
        }
    }

    @Test
    void theHookSeesAnUntrustedCallAndWhoMadeIt() throws Exception {
        List<ApprovalRequest> asked = new CopyOnWriteArrayList<>();
        ServeMcp server = server().onToolApproval(call -> {
                    asked.add(call);
                    return ApprovalDecision.allow();
                })
                .build();
        try (StreamClient client = StreamClient.ready(server)) {
            JsonNode answer = client.call("write", "{\"text\":\"a\"}");

            assertThat(text(answer)).isEqualTo("kept a");
            assertThat(asked).hasSize(1);
            assertThat(asked.get(0).trust()).isEqualTo(Trust.UNTRUSTED);
            assertThat(asked.get(0).origins()).containsExactly(Origin.of(Origin.Kind.REMOTE_CALLER, "tester/7"));
            assertThat(asked.get(0).grounded("/text")).isFalse();
        }
    }

    @Test
    void doesWhatTheHookDecides() throws Exception {
        ServeMcp server = server().onToolApproval(
                        call -> switch (String.valueOf(call.input().get("text"))) {
                            case "no" -> ApprovalDecision.deny("not today");
                            case "edit" -> ApprovalDecision.edit(Map.of("text", "edited"));
                            case "later" -> ApprovalDecision.defer();
                            case "throw" -> throw new IllegalStateException("secret");
                            default -> ApprovalDecision.allow();
                        })
                .build();
        try (StreamClient client = StreamClient.ready(server)) {
            assertThat(text(client.call("write", "{\"text\":\"no\"}"))).contains("not today");
            assertThat(text(client.call("write", "{\"text\":\"edit\"}"))).contains("kept edited");
            assertThat(text(client.call("write", "{\"text\":\"later\"}"))).contains("does not wait");
            assertThat(client.call("write", "{\"text\":\"throw\"}").toString())
                    .contains("hook_failed")
                    .doesNotContain("secret");
            assertThat(tools.written).containsExactly("edited");
        }
    }

    @Test
    void rulesPermissionsAndTrustPolicyHoldForClients() throws Exception {
        Tool shell = Tool.define("sh", TestTools.Text.class)
                .description("Runs a command")
                .category(ToolCategory.EXECUTE)
                .commandText(input -> input.text())
                .execute((input, context) -> {
                    tools.written.add(input.text());
                    return "ran";
                });
        ServeMcp server = ServeMcp.builder(shell, tools.echo())
                .permissions(Permissions.none().with(ToolCategory.READ, Permission.DENY))
                .trustPolicy(TrustPolicy.askAfterUntrusted())
                .build();
        try (StreamClient client = StreamClient.ready(server)) {
            assertThat(text(client.call("sh", "{\"text\":\"cat a.txt\"}"))).contains("[INTERCEPTED] read");
            assertThat(text(client.call("sh", "{\"text\":\"make\"}"))).contains("no_hook");
            assertThat(text(client.call("echo", "{\"text\":\"a\"}"))).contains("permission");
            assertThat(tools.written).isEmpty();
        }
    }

    @Test
    void theCallsOfASessionShareWhatItHasSeenAndOthersDoNot() throws Exception {
        List<String> conversations = new CopyOnWriteArrayList<>();
        Tool tool = Tool.define("note", TestTools.Nothing.class)
                .description("Notes its conversation")
                .execute((input, context) -> {
                    conversations.add(context.conversationId());
                    return "noted";
                });
        ServeMcp server = ServeMcp.builder(tool).build();
        try (StreamClient one = StreamClient.ready(server);
                StreamClient other = StreamClient.ready(server)) {
            one.call("note", "{}");
            one.call("note", "{}");
            other.call("note", "{}");

            assertThat(conversations.get(1)).isEqualTo(conversations.get(0));
            assertThat(conversations.get(2)).isNotEqualTo(conversations.get(0));
        }
    }

    @Test
    void aCancelledCallIsStoppedAndNotAnswered() throws Exception {
        try (StreamClient client = StreamClient.ready(server().build())) {
            int id = client.beginCall("wait", "{}");
            assertThat(tools.begun.await(60, TimeUnit.SECONDS)).isTrue();

            client.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":" + id
                    + "}}");

            assertThat(tools.stopped.await(60, TimeUnit.SECONDS)).isTrue();
            client.request("ping", "{}");
            assertThat(client.unread()).isNull();
        }
    }

    @Test
    void callsOfOneClientRunBesideEachOther() throws Exception {
        try (StreamClient client = StreamClient.ready(server().build())) {
            client.beginCall("wait", "{}");
            assertThat(tools.begun.await(60, TimeUnit.SECONDS)).isTrue();

            assertThat(text(client.call("echo", "{\"text\":\"a\"}"))).isEqualTo("a");
        }
        assertThat(tools.stopped.await(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void refusesCallsBeyondTheBoundAndTakesThemUpAgainLater() throws Exception {
        try (StreamClient client = StreamClient.ready(server().maxCalls(1).build())) {
            int id = client.beginCall("wait", "{}");
            assertThat(tools.begun.await(60, TimeUnit.SECONDS)).isTrue();

            assertThat(client.call("echo", "{\"text\":\"a\"}").at("/error/code").intValue())
                    .isEqualTo(-32000);

            client.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":" + id
                    + "}}");
            JsonNode answer = client.call("echo", "{\"text\":\"b\"}");
            while (answer.has("error")) { // The permit comes back when the stopped call has ended.
                answer = client.call("echo", "{\"text\":\"b\"}");
            }
            assertThat(text(answer)).isEqualTo("b");
        }
    }

    @Test
    void refusesMisuse() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ServeMcp.builder(tools.echo(), tools.echo()).build())
                .withMessageContaining("echo");
        assertThatIllegalStateException()
                .isThrownBy(() -> server().onToolApproval(call -> ApprovalDecision.allow())
                        .onToolApproval(call -> ApprovalDecision.allow()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> server().maxCalls(0))
                .withMessageContaining("maxCalls");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> McpHttpOptions.builder().token("short"))
                .withMessageContaining("token");
        assertThatIllegalStateException()
                .isThrownBy(() -> McpHttpOptions.builder()
                        .address(new java.net.InetSocketAddress("0.0.0.0", 0))
                        .build())
                .withMessageContaining("token");
    }

    @Test
    void aToolThatTakesTooLongIsStopped() throws Exception {
        try (StreamClient client = StreamClient.ready(
                server().toolTimeout(java.time.Duration.ofSeconds(2)).build())) {
            assertThat(text(client.call("wait", "{}"))).contains("timeout");
            assertThat(tools.stopped.await(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void cutsWhatIsTooLongAndSaysSo() throws Exception {
        try (StreamClient client =
                StreamClient.ready(server().maxToolOutputChars(1_000).build())) {
            String given = text(client.call("echo", "{\"text\":\"" + "x".repeat(50_000) + "\"}"));

            assertThat(given.length()).isBetween(1_000, 1_500);
            assertThat(given).doesNotMatch("x*");
        }
    }

    @Test
    void givesTextThatNoEncodingCanCarryAsAnEscape() throws Exception {
        Tool tool = Tool.define("half", TestTools.Nothing.class)
                .description("Gives half of a pair")
                .execute((input, context) -> "a\ud800b");
        try (StreamClient client = StreamClient.ready(ServeMcp.builder(tool).build())) {
            assertThat(text(client.call("half", "{}"))).isEqualTo("a\ud800b");
        }
    }

    @Test
    void aProviderThatCanNotTellItsToolsIsAnErrorAndNotTheEnd() throws Exception {
        AtomicBoolean broken = new AtomicBoolean();
        ServeMcp server = ServeMcp.builder(() -> {
                    if (broken.get()) {
                        throw new IllegalStateException("the password is 1234");
                    }
                    return List.of(tools.echo());
                })
                .build();
        try (StreamClient client = StreamClient.ready(server)) {
            broken.set(true);
            assertThat(client.request("tools/list", "{}").toString())
                    .contains("-32603")
                    .doesNotContain("1234");
            assertThat(client.call("echo", "{\"text\":\"a\"}").toString())
                    .contains("-32603")
                    .doesNotContain("1234");
            broken.set(false);
            assertThat(text(client.call("echo", "{\"text\":\"a\"}"))).isEqualTo("a");
        }
    }

    @Test
    void toolsThatComeAndGoAreThoseOfTheMoment() throws Exception {
        List<Tool> now = new CopyOnWriteArrayList<>(List.of(tools.echo()));
        try (StreamClient client =
                StreamClient.ready(ServeMcp.builder(() -> List.copyOf(now)).build())) {
            now.add(tools.waitForever());
            assertThat(names(client.request("tools/list", "{}"))).containsExactly("echo", "wait");
            now.remove(0);
            assertThat(client.call("echo", "{\"text\":\"a\"}").at("/error/code").intValue())
                    .isEqualTo(-32602);

            now.add(tools.waitForever()); // Two of one name: neither runs.
            assertThat(client.call("wait", "{}").at("/error/code").intValue()).isEqualTo(-32603);
            assertThat(tools.waiting).hasValue(0);
        }
    }

    @Test
    void aYesThatComesAfterTheCancellationRunsNothing() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        ServeMcp server = server().onToolApproval(call -> {
                    asked.countDown();
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException e) {
                        interrupted.countDown();
                    }
                    return ApprovalDecision.allow();
                })
                .build();
        try (StreamClient client = StreamClient.ready(server)) {
            int id = client.beginCall("write", "{\"text\":\"a\"}");
            assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();

            client.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":" + id
                    + "}}");

            assertThat(interrupted.await(60, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(tools.written).isEmpty();
    }
}

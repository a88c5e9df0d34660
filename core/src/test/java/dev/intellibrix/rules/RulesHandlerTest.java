package dev.intellibrix.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.intellibrix.internal.json.Json;
import dev.intellibrix.tool.Command;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import okhttp3.Headers;
import okhttp3.OkHttpClient;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class RulesHandlerTest {

    private static final String TOKEN = "a-token-for-this-test";
    private static final String NO_PUSH =
            "{\"exec_rules\": [{\"name\": \"no-push\", \"pattern\": \"^git push\", \"message\": \"m\"}]}";
    private static final String NO_RM =
            "{\"exec_rules\": [{\"name\": \"no-rm\", \"pattern\": \"^rm \", \"message\": \"m\"}]}";

    @TempDir
    Path folder;

    private Path file;
    private InterceptRules rules;
    private RulesHandler handler;
    private HttpServer server;
    private final OkHttpClient client = new OkHttpClient();

    @BeforeEach
    void serve() throws IOException {
        file = Files.writeString(folder.resolve("rules.json"), NO_PUSH);
        rules = InterceptRules.fromFile(file).with(InterceptRule.block("in-code", "^shutdown", "m"));
        handler = RulesHandler.of(rules, TOKEN);
        server = handler.start(0);
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    /** What came back. */
    private record Answer(int status, Headers headers, String body) {}

    private okhttp3.Request.Builder request(String path) {
        return new okhttp3.Request.Builder()
                .url("http://127.0.0.1:" + server.getAddress().getPort() + path)
                .header("Authorization", "Bearer " + TOKEN);
    }

    private Answer send(okhttp3.Request.Builder request) throws IOException {
        try (Response response = client.newCall(request.build()).execute()) {
            return new Answer(
                    response.code(), response.headers(), response.body().string());
        }
    }

    private static RequestBody body(String text) {
        return RequestBody.create(text.getBytes(StandardCharsets.UTF_8));
    }

    private Answer post(String body, String ifMatch) throws IOException {
        return send(request("/api/rules").header("If-Match", ifMatch).post(body(body)));
    }

    private static JsonNode json(Answer response) throws Exception {
        return Json.parse(response.body());
    }

    private String etag() {
        return "\"" + rules.current().revision() + "\"";
    }

    private void assertNothingChanged(String revision) {
        assertThat(rules.current().revision()).isEqualTo(revision);
        assertThat(file).hasContent(NO_PUSH);
    }

    @Test
    void showsTheRulesTheRevisionAndTheViolations() throws Exception {
        rules.record(new Violation(Instant.EPOCH, "r1", "shell", "no-push", "git push"));
        Answer response = send(request("/api/rules").get());
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.headers().get("ETag")).isEqualTo(etag());
        assertThat(response.headers().get("Cache-Control")).isEqualTo("no-store");
        JsonNode body = json(response);
        assertThat(body.get("revision").asString()).isEqualTo(rules.current().revision());
        assertThat(body.get("enabled").asBoolean()).isTrue();
        assertThat(body.get("exec_rules").toString())
                .isEqualTo("[{\"name\":\"no-push\",\"pattern\":\"^git push\",\"message\":\"m\",\"action\":\"block\"}]");
        assertThat(body.get("in_force").findValuesAsString("name"))
                .containsExactly("write", "read", "list", "search", "date", "no-push", "in-code");
        assertThat(body.get("violations").toString())
                .isEqualTo("[{\"at\":\"1970-01-01T00:00:00Z\",\"run\":\"r1\",\"tool\":\"shell\","
                        + "\"rule\":\"no-push\",\"command\":\"git push\"}]");
    }

    @Test
    void replacesTheRulesAndWritesTheFile() throws Exception {
        String before = etag();
        Answer response = post(NO_RM, before);
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.headers().get("ETag")).isEqualTo(etag()).isNotEqualTo(before);
        assertThat(file).hasContent(NO_RM);
        assertThat(rules.current().evaluate(List.of(Command.text("rm x"))).isBlocked())
                .isTrue();
        assertThat(rules.current().evaluate(List.of(Command.text("git push"))).isBlocked())
                .isFalse();
        assertThat(rules.current().evaluate(List.of(Command.text("shutdown"))).isBlocked())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "not json",
                "{\"exec_rules\": [{\"name\": \"x\", \"pattern\": \"(\", \"message\": \"m\"}]}",
                "{\"exec_rules\": [{\"name\": \"x\", \"pattern\": \"a\", \"message\": \"m\", \"match\": [\"b\"]}]}",
                "{\"exec_rules\": [{\"name\": \"x\", \"pattern\": \"a\", \"message\": \"m\", \"action\": \"allow\"}]}",
                "{\"exec_rules\": [], \"revision\": \"x\"}"
            })
    void refusesFaultyRulesWithTheReason(String body) throws Exception {
        String revision = rules.current().revision();
        Answer response = post(body, etag());
        assertThat(response.status()).isEqualTo(400);
        assertThat(json(response).get("error").asString()).startsWith("line 1: ");
        assertNothingChanged(revision);
    }

    @Test
    void refusesAStaleOrMissingRevision() throws Exception {
        String revision = rules.current().revision();
        assertThat(post(NO_RM, "\"0123\"").status()).isEqualTo(412);
        assertThat(post(NO_RM, "W/" + etag()).status()).isEqualTo(412);
        assertThat(post(NO_RM, revision).status()).isEqualTo(412);
        okhttp3.Request.Builder without = request("/api/rules").post(body(NO_RM));
        assertThat(send(without).status()).isEqualTo(428);
        assertNothingChanged(revision);
        assertThat(post(NO_RM, "\"0123\", " + etag()).status()).isEqualTo(200);
        assertThat(post(NO_PUSH, "*").status()).isEqualTo(200);
    }

    @Test
    void letsOneOfTwoPostsWithTheSameRevisionPass() throws Exception {
        String etag = etag();
        assertThat(post(NO_RM, etag).status()).isEqualTo(200);
        assertThat(post(NO_PUSH, etag).status()).isEqualTo(412);
        assertThat(file).hasContent(NO_RM);
    }

    @Test
    void doesNotOverwriteWhatSomeoneElseWroteIntoTheFile() throws Exception {
        Files.writeString(file, "{\"enabled\": true}");
        Answer response = post(NO_RM, etag());
        assertThat(response.status()).isEqualTo(409);
        assertThat(file).hasContent("{\"enabled\": true}");
        assertThat(post(NO_RM, "*").status()).isEqualTo(200);
        assertThat(file).hasContent(NO_RM);
    }

    @Test
    void refusesARequestWithoutTheToken() throws Exception {
        String revision = rules.current().revision();
        for (String authorization : List.of(
                "Bearer wrong-token-of-some-length", "Basic " + TOKEN, TOKEN, "Bearer", "Bearer " + TOKEN + "x")) {
            okhttp3.Request.Builder request = request("/api/rules")
                    .header("Authorization", authorization)
                    .header("If-Match", etag())
                    .post(body(NO_RM));
            Answer response = send(request);
            assertThat(response.status()).isEqualTo(401);
            assertThat(response.headers().get("WWW-Authenticate")).isEqualTo("Bearer");
        }
        assertThat(send(request("/api/rules").removeHeader("Authorization")).status())
                .isEqualTo(401);
        assertNothingChanged(revision);
    }

    @Test
    void refusesPagesOfAnotherSite() throws Exception {
        int port = server.getAddress().getPort();
        for (String origin : List.of(
                "http://evil.example", "null", "http://127.0.0.1:" + (port + 1), "https://127.0.0.1.evil.example")) {
            assertThat(send(request("/api/rules").header("Origin", origin)).status())
                    .isEqualTo(403);
        }
        assertThat(send(request("/api/rules").header("Sec-Fetch-Site", "cross-site"))
                        .status())
                .isEqualTo(403);
        assertThat(send(request("/api/rules").header("Origin", "http://127.0.0.1:" + port))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void refusesAHostItIsNotServedUnder() {
        assertThat(get(handler, "rebound.example").status()).isEqualTo(403);
        assertThat(get(handler, "127.0.0.1.evil.example").status()).isEqualTo(403);
        assertThat(get(handler, "LOCALHOST:8080").status()).isEqualTo(200);
        assertThat(get(handler, "[::1]:8080").status()).isEqualTo(200);
        assertThat(get(handler.withHosts("agents.example"), "Agents.Example").status())
                .isEqualTo(200);
        assertThat(handler.handle("GET", Map.of("Authorization", List.of("Bearer " + TOKEN)), new byte[0])
                        .status())
                .isEqualTo(403);
    }

    private static RulesHandler.Response get(RulesHandler handler, String host) {
        return handler.handle(
                "GET", Map.of("hOST", List.of(host), "AUTHORIZATION", List.of("bearer " + TOKEN)), new byte[0]);
    }

    @Test
    void knowsOnlyItsPathAndItsMethods() throws Exception {
        assertThat(send(request("/api/rules/x").get()).status()).isEqualTo(404);
        assertThat(send(request("/api/rulesx").get()).status()).isEqualTo(404);
        Answer response = send(request("/api/rules").delete());
        assertThat(response.status()).isEqualTo(405);
        assertThat(response.headers().get("Allow")).isEqualTo("GET, POST");
        okhttp3.Request.Builder head = request("/api/rules").head();
        assertThat(send(head).status()).isEqualTo(405);
    }

    @Test
    void refusesABodyThatIsTooLargeOrNoText() throws Exception {
        String revision = rules.current().revision();
        assertThat(post(" ".repeat(RulesHandler.MAX_BODY + 1), etag()).status()).isEqualTo(413);
        assertThat(post(" ".repeat(1_000_001), etag()).status()).isEqualTo(400);
        Map<String, List<String>> headers = Map.of(
                "Host", List.of("localhost"),
                "Authorization", List.of("Bearer " + TOKEN),
                "If-Match", List.of(etag()));
        assertThat(handler.handle("POST", headers, new byte[] {(byte) 0xc0}).status())
                .isEqualTo(400);
        assertNothingChanged(revision);
    }

    @Test
    void saysWhenTheFileCanNotBeWritten() throws Exception {
        Path nowhere = Files.writeString(folder.resolve("plain"), "x").resolve("rules.json");
        InterceptRules unwritable = InterceptRules.fromFile(nowhere);
        Map<String, List<String>> headers = Map.of(
                "Host", List.of("localhost"),
                "Authorization", List.of("Bearer " + TOKEN),
                "If-Match", List.of("*"));
        RulesHandler.Response response =
                RulesHandler.of(unwritable, TOKEN).handle("POST", headers, NO_RM.getBytes(StandardCharsets.UTF_8));
        assertThat(response.status()).isEqualTo(500);
        assertThat(unwritable.current().fault()).isPresent();
    }

    @Test
    void listensOnThisMachineOnly() {
        assertThat(server.getAddress().getAddress().isLoopbackAddress()).isTrue();
    }

    @Test
    void needsATokenOfSomeLength() {
        assertThatThrownBy(() -> RulesHandler.of(rules, "short"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("token");
        assertThatThrownBy(() -> RulesHandler.of(rules, "with blanks in between"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static Socket send(HttpServer server, String request) throws IOException {
        Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), server.getAddress().getPort());
        socket.setSoTimeout(60_000); // A read that waits for ever could not be interrupted.
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    /** Whether the connection is closed without an answer. */
    private static boolean isCutOff(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketException e) {
            return true; // Closed while there was something to read.
        }
    }

    /** The server of the JDK waits for the rest of a body before it ends an exchange, and for as long as it takes. */
    @ParameterizedTest
    @ValueSource(strings = {"GET", "POST", "PUT"})
    @Timeout(120)
    void aBodyThatDoesNotComeHoldsNoThread(String method) throws Exception {
        HttpServer own = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        own.createContext("/", JdkAdapter.of(handler, Duration.ofSeconds(2)));
        own.start();
        String head = method + " /api/rules HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n";
        try (Socket silent = send(own, head + "only this")) {
            assertThat(isCutOff(silent)).isTrue();
        } finally {
            own.stop(0);
        }
    }

    @Test
    @Timeout(120)
    void aBodyThatHasNoEndIsCutOff() throws Exception {
        String head = "POST /api/rules HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10000000000\r\n\r\n";
        byte[] piece = new byte[1_000_000];
        try (Socket socket = send(server, head)) {
            assertThatIOException().isThrownBy(() -> {
                for (int i = 0; i < 200; i++) {
                    socket.getOutputStream().write(piece);
                }
            });
        }
    }

    @Test
    @Timeout(120)
    void aRequestThatDoesNotComeToItsEndDoesNotHoldUpTheOthers() throws Exception {
        try (Socket half = send(server, "GET /api/rules HT");
                Socket whole = send(server, "GET /api/rules HTTP/1.1\r\nHost: localhost\r\n\r\n")) {
            assertThat(half.isConnected()).isTrue();
            assertThat(new String(whole.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
                    .isEqualTo("HTTP/1.1 401");
        }
    }
}

package dev.intellibrix.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.internal.json.Json;
import dev.intellibrix.tool.Tool;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class ServeMcpHttpTest {

    private static final String TOKEN = "a-token-of-some-length";
    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
    private static final String WRITE = call("write", "{\"text\":\"a\"}");
    private static final String CAN_ASK = "{\"elicitation\":{}}";

    private final TestTools tools = new TestTools();
    private final List<McpEndpoint> running = new ArrayList<>();

    @AfterEach
    void stop() {
        running.forEach(McpEndpoint::close);
    }

    private ServeMcp.Builder server() {
        return ServeMcp.builder(tools.echo(), tools.write(), tools.waitForever());
    }

    private int start(ServeMcp server, McpHttpOptions.Builder options) throws IOException {
        McpEndpoint endpoint = server.http(options.build());
        running.add(endpoint);
        return endpoint.port();
    }

    private int start(ServeMcp.Builder server) throws IOException {
        return start(server.build(), McpHttpOptions.builder());
    }

    private static String call(String tool, String arguments) {
        return "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool
                + "\",\"arguments\":" + arguments + "}}";
    }

    private static String initialize(String capabilities) {
        return "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":"
                + StreamClient.initialize(capabilities) + "}";
    }

    /** Begins a session; gives the header that names it. */
    private static String session(int port, String capabilities, String... headers) throws IOException {
        RawHttp.Answer answer = RawHttp.post(port, initialize(capabilities), headers);
        assertThat(answer.status()).isEqualTo(200);
        return "Mcp-Session-Id: " + answer.header("Mcp-Session-Id");
    }

    @Test
    void servesASessionFromItsBeginningToItsEnd() throws Exception {
        int port = start(server());
        RawHttp.Answer begun = RawHttp.post(port, initialize("{}"));
        String session = "Mcp-Session-Id: " + begun.header("Mcp-Session-Id");

        assertThat(begun.json().at("/result/protocolVersion").stringValue()).isEqualTo("2025-11-25");
        assertThat(begun.header("Mcp-Session-Id")).matches("[A-Za-z0-9_-]{32}");
        assertThat(RawHttp.post(port, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}", session)
                        .status())
                .isEqualTo(202);
        RawHttp.Answer answer = RawHttp.post(
                port, call("echo", "{\"text\":\"h\u00e4llo\"}"), session, "MCP-Protocol-Version: 2025-11-25");
        assertThat(answer.header("Content-Type")).isEqualTo("application/json");
        assertThat(answer.json().at("/result/content/0/text").stringValue()).isEqualTo("h\u00e4llo");
        assertThat(RawHttp.send(port, "DELETE", "/mcp", "", session).status()).isEqualTo(204);
        assertThat(RawHttp.post(port, PING, session).status()).isEqualTo(404);
        assertThat(RawHttp.send(port, "DELETE", "/mcp", "", session).status()).isEqualTo(404);
    }

    @Test
    void wantsASessionForAllButItsBeginning() throws Exception {
        int port = start(server());

        assertThat(RawHttp.post(port, WRITE).status()).isEqualTo(400);
        assertThat(RawHttp.post(port, WRITE, "Mcp-Session-Id: guessed").status())
                .isEqualTo(404);
        assertThat(RawHttp.post(port, initialize("{}"), "Mcp-Session-Id: guessed")
                        .status())
                .isEqualTo(404);
        assertThat(RawHttp.send(port, "DELETE", "/mcp", "").status()).isEqualTo(400);
    }

    @Test
    void aSessionIsNotBegunByAFaultyInitialization() throws Exception {
        int port = start(server());
        RawHttp.Answer answer =
                RawHttp.post(port, "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{}}");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.header("Mcp-Session-Id")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "POST | /mcp | Content-Type: text/plain | 415",
                "POST | /mcp | Content-Type: - | 415",
                "POST | /mcp | Accept: application/json | 406",
                "POST | /mcp | Accept: text/event-stream | 406",
                "POST | /mcp | Accept: - | 406",
                "POST | /mcp | MCP-Protocol-Version: 2019-01-01 | 400",
                "POST | / | A: b | 404",
                "POST | /mcp/ | A: b | 404",
                "POST | /mcp/../mcp | A: b | 404",
                "GET | /mcp | A: b | 405",
                "PUT | /mcp | A: b | 405",
                "OPTIONS | /mcp | A: b | 405"
            })
    void refusesWhatDoesNotFitTheTransport(String method, String path, String header, int status) throws Exception {
        int port = start(server());

        RawHttp.Answer answer = RawHttp.send(port, method, path, initialize("{}"), header);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.json().has("error")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "*/*",
                "application/*, text/*",
                "application/json;q=0.9, text/event-stream;q=1",
                "TEXT/Event-Stream,Application/JSON"
            })
    void takesEveryWayOfAcceptingBoth(String accept) throws Exception {
        assertThat(RawHttp.post(start(server()), initialize("{}"), "Accept: " + accept)
                        .status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Host: evil.example",
                "Host: evil.example:80",
                "Host: localhost.evil.example",
                "Host: 127.0.0.1.evil.example",
                "Host: 127.0.0.2",
                "Host: ",
                "Host: -",
                "Origin: http://evil.example",
                "Origin: null",
                "Origin: http://127.0.0.1:1",
                "Origin: file://",
                "Origin: http://localhost",
                "Origin: not a url",
                "Sec-Fetch-Site: cross-site",
                "Sec-Fetch-Site: same-site"
            })
    void refusesOtherHostsAndPagesOfOtherSites(String header) throws Exception {
        int port = start(server());

        RawHttp.Answer answer = RawHttp.post(port, initialize("{}"), header);
        assertThat(answer.status()).isIn(403, 400); // The JDK itself refuses a request without a host.
        assertThat(answer.header("Mcp-Session-Id")).isEmpty();
        assertThat(answer.header("Access-Control-Allow-Origin")).isEmpty();
    }

    @Test
    void refusesARequestForTwoHosts() throws Exception {
        int port = start(server());
        try (RawHttp http = RawHttp.connect(port)) {
            http.write(
                    RawHttp.request(port, "POST", "/mcp", initialize("{}"), "Host: evil.example", "Host: localhost"));
            assertThat(http.status()).isIn(403, 400);
        }
    }

    @Test
    void takesItsOwnNamesAndPages() throws Exception {
        int port = start(server().build(), McpHttpOptions.builder().hosts("Tools.example"));

        for (String host : List.of("localhost:" + port, "LOCALHOST", "[::1]:" + port, "tools.example")) {
            assertThat(RawHttp.post(port, initialize("{}"), "Host: " + host, "Origin: https://" + host)
                            .status())
                    .as(host)
                    .isEqualTo(200);
        }
    }

    @Test
    void takesAnAddressOfIpv6WithBracketsOrWithout() throws Exception {
        int port = start(server().build(), McpHttpOptions.builder().hosts("fe80::1", "[fe80::2]"));

        for (String host : List.of("[fe80::1]:" + port, "[fe80::2]")) {
            assertThat(RawHttp.post(port, initialize("{}"), "Host: " + host).status())
                    .as(host)
                    .isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tools.example:8080", "https://tools.example", "tools.example/mcp", "*.example", ""})
    void refusesAHostThatNoRequestCouldName(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> McpHttpOptions.builder().hosts(name))
                .withMessageContaining("without port");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Authorization: -",
                "Authorization: Bearer wrong-token-of-length",
                "Authorization: Bearer a-token-of-some-lengt",
                "Authorization: Bearer a-token-of-some-length2",
                "Authorization: Bearer A-TOKEN-OF-SOME-LENGTH",
                "Authorization: Bearer",
                "Authorization: Basic a-token-of-some-length",
                "Authorization: a-token-of-some-length"
            })
    void wantsTheToken(String header) throws Exception {
        int port = start(server().build(), McpHttpOptions.builder().token(TOKEN));

        RawHttp.Answer answer = RawHttp.post(port, initialize("{}"), header);
        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.header("WWW-Authenticate")).isEqualTo("Bearer");
        assertThat(answer.header("Mcp-Session-Id")).isEmpty();
    }

    @Test
    void wantsTheTokenForEveryRequestOfASession() throws Exception {
        int port = start(
                server().onToolApproval(call -> ApprovalDecision.allow()).build(),
                McpHttpOptions.builder().token(TOKEN));
        String good = "Authorization: bearer " + TOKEN;
        String session = session(port, "{}", good);

        assertThat(RawHttp.post(port, WRITE, session).status()).isEqualTo(401);
        assertThat(RawHttp.send(port, "DELETE", "/mcp", "", session).status()).isEqualTo(401);
        assertThat(tools.written).isEmpty();
        assertThat(RawHttp.post(port, WRITE, session, good).status()).isEqualTo(200);
        assertThat(tools.written).containsExactly("a");
    }

    @Test
    void streamsProgressAndThenTheAnswer() throws Exception {
        Tool tool = Tool.define("work", TestTools.Nothing.class)
                .description("Works")
                .execute((input, context) -> {
                    context.progress("half", 0.5);
                    return "done";
                });
        int port = start(ServeMcp.builder(tool));
        String session = session(port, "{}");
        try (RawHttp http = RawHttp.connect(port)) {
            http.write(RawHttp.request(
                    port,
                    "POST",
                    "/mcp",
                    "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/call\","
                            + "\"params\":{\"name\":\"work\",\"_meta\":{\"progressToken\":9}}}",
                    session));
            assertThat(http.status()).isEqualTo(200);
            assertThat(http.event().at("/params/progress").doubleValue()).isEqualTo(0.5);
            assertThat(http.event().at("/result/content/0/text").stringValue()).isEqualTo("done");
            assertThat(http.event()).isNull();
        }
    }

    @Test
    void asksTheUserOnTheStreamOfTheCall() throws Exception {
        int port = start(server().approveByElicitation());
        String session = session(port, CAN_ASK);
        String other = session(port, CAN_ASK);
        try (RawHttp http = RawHttp.connect(port)) {
            http.write(RawHttp.request(port, "POST", "/mcp", WRITE, session));
            assertThat(http.status()).isEqualTo(200);
            JsonNode question = http.event();
            String yes = "{\"jsonrpc\":\"2.0\",\"id\":" + question.path("id")
                    + ",\"result\":{\"action\":\"accept\",\"content\":{\"allow\":true}}}";

            assertThat(RawHttp.post(port, yes, other).status()).isEqualTo(202); // Not asked, so not heard.
            assertThat(RawHttp.post(port, yes).status()).isEqualTo(400);
            assertThat(tools.written).isEmpty();
            assertThat(RawHttp.post(port, yes, session).status()).isEqualTo(202);

            assertThat(http.event().at("/result/content/0/text").stringValue()).isEqualTo("kept a");
        }
    }

    @Test
    void aClientThatIsGoneWhenItsUserIsAskedHasAllowedNothing() throws Exception {
        int port = start(server().approveByElicitation().approvalTimeout(Duration.ofSeconds(2)));
        String session = session(port, CAN_ASK);
        try (RawHttp http = RawHttp.connect(port)) {
            http.write(RawHttp.request(port, "POST", "/mcp", WRITE, session));
            http.status();
            http.event();
        }
        RawHttp.Answer later = RawHttp.post(port, WRITE.replace("7", "8"), session, "Connection: close");

        assertThat(later.body()).contains("hook_timeout");
        assertThat(tools.written).isEmpty();
    }

    @Test
    void cancelsACallFromAnotherRequestOfTheSameSessionOnly() throws Exception {
        int port = start(server());
        String session = session(port, "{}");
        String other = session(port, "{}");
        String cancel = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":7}}";
        try (RawHttp http = RawHttp.connect(port)) {
            http.write(RawHttp.request(port, "POST", "/mcp", call("wait", "{}"), session));
            assertThat(tools.begun.await(60, TimeUnit.SECONDS)).isTrue();

            RawHttp.post(port, cancel, other);
            assertThat(tools.stopped.getCount()).isEqualTo(1);
            RawHttp.post(port, cancel, session);

            assertThat(tools.stopped.await(60, TimeUnit.SECONDS)).isTrue();
            RawHttp.Answer answer = http.answer();
            assertThat(Json.parse(answer.body()).at("/error/code").intValue()).isEqualTo(-32800);
        }
    }

    @Test
    void theEndOfASessionStopsItsCalls() throws Exception {
        int port = start(server());
        String session = session(port, "{}");
        try (RawHttp http = RawHttp.connect(port)) {
            http.write(RawHttp.request(port, "POST", "/mcp", call("wait", "{}"), session));
            assertThat(tools.begun.await(60, TimeUnit.SECONDS)).isTrue();

            RawHttp.send(port, "DELETE", "/mcp", "", session);

            assertThat(tools.stopped.await(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void closingStopsItsCallsAndItsConnections() throws Exception {
        McpEndpoint endpoint = server().build().http(0);
        String session = session(endpoint.port(), "{}");
        try (RawHttp http = RawHttp.connect(endpoint.port())) {
            http.write(RawHttp.request(endpoint.port(), "POST", "/mcp", call("wait", "{}"), session));
            assertThat(tools.begun.await(60, TimeUnit.SECONDS)).isTrue();

            endpoint.close();
            endpoint.close();

            assertThat(tools.stopped.await(60, TimeUnit.SECONDS)).isTrue();
            assertThatThrownBy(() -> RawHttp.post(endpoint.port(), PING, session))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void saysWhereItIs() throws Exception {
        try (McpEndpoint endpoint = server().build().http(0)) {
            assertThat(endpoint.uri().toString()).isEqualTo("http://127.0.0.1:" + endpoint.port() + "/mcp");
        }
    }
}

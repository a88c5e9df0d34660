package dev.intellibrix.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.tool.Tool;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is sent to make the server run something, hang, or grow. */
class HostileHttpTest {

    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
    private static final String WRITE = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":"
            + "{\"name\":\"write\",\"arguments\":{\"text\":\"a\"}}}";
    private static final String WAIT =
            "{\"jsonrpc\":\"2.0\",\"id\":8,\"method\":\"tools/call\",\"params\":{\"name\":\"wait\"}}";

    private final TestTools tools = new TestTools();
    private final List<McpEndpoint> running = new ArrayList<>();

    @AfterEach
    void stop() {
        running.forEach(McpEndpoint::close);
    }

    private int start(ServeMcp.Builder server, McpHttpOptions.Builder options) throws IOException {
        McpEndpoint endpoint = server.build().http(options.build());
        running.add(endpoint);
        return endpoint.port();
    }

    private ServeMcp.Builder server() {
        return ServeMcp.builder(tools.write(), tools.waitForever()).onToolApproval(call -> ApprovalDecision.allow());
    }

    private static String session(int port) throws IOException {
        RawHttp.Answer answer = RawHttp.post(
                port,
                "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":" + StreamClient.initialize("{}")
                        + "}");
        assertThat(answer.status()).isEqualTo(200);
        return "Mcp-Session-Id: " + answer.header("Mcp-Session-Id");
    }

    @Test
    void refusesABodyThatIsToldToBeTooLongUnread() throws Exception {
        int port = start(server(), McpHttpOptions.builder());
        String session = session(port);
        try (RawHttp http = RawHttp.connect(port)) {
            http.write(RawHttp.request(port, "POST", "/mcp", "", session, "Content-Length: 9000000000"));

            assertThat(http.status()).isEqualTo(413);
        }
    }

    @Test
    void refusesABodyThatDoesNotEnd() throws Exception {
        int port = start(server().maxMessageBytes(10_000), McpHttpOptions.builder());
        String session = session(port);
        try (RawHttp http = RawHttp.connect(port)) {
            http.write(RawHttp.request(
                    port, "POST", "/mcp", "", session, "Content-Length: -", "Transfer-Encoding: chunked"));
            for (int i = 0; i < 11; i++) {
                http.write("3e8\r\n" + "x".repeat(1_000) + "\r\n");
            }

            assertThat(http.status()).isEqualTo(413);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: -1",
                "Content-Length: 1x",
                "Content-Length: 99999999999999999999",
                "Transfer-Encoding: gzip",
                "Mcp-Session-Id: a\r\nMcp-Session-Id: b"
            })
    void refusesHeadersThatMakeNoSense(String header) throws Exception {
        int port = start(server(), McpHttpOptions.builder());
        session(port);
        try (RawHttp http = RawHttp.connect(port)) {
            http.write(RawHttp.request(port, "POST", "/mcp", WRITE, header));
            try {
                assertThat(http.status()).isGreaterThanOrEqualTo(400);
            } catch (IOException e) {
                assertThat(e).hasMessageContaining("clos"); // The JDK ends such a connection without an answer.
            }
        }
        assertThat(tools.written).isEmpty();
        assertThat(RawHttp.post(port, PING, session(port)).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{},", "[],", "0,"})
    void makesNoTreeOfAMessageOfVeryManyValues(String value) throws Exception {
        int port = start(server(), McpHttpOptions.builder());
        String session = session(port);
        String start = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{\"a\":[";

        RawHttp.Answer many = RawHttp.post(port, start + value.repeat(100_000) + "0]}}", session);
        assertThat(many.status()).isEqualTo(400);
        assertThat(many.json().at("/error/message").stringValue())
                .isEqualTo("a message has at most 50000 values and keys");
        String text = "\"" + value.repeat(100_000) + "\\\",\"]}}"; // What stands in a text is none.
        assertThat(RawHttp.post(port, start + text, session).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{\"a\":", "[{\"a\":"})
    void answersADeepBodyAndGoesOn(String piece) throws Exception {
        int port = start(server(), McpHttpOptions.builder());
        String session = session(port);

        RawHttp.Answer answer = RawHttp.post(port, piece.repeat(100_000), session);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().at("/error/code").intValue()).isEqualTo(-32700);
        assertThat(RawHttp.post(port, PING, session).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST /mcp HT", "POST /mcp HTTP/1.1\r\nHost: 127", "WHOLE-HEADERS"})
    void closesAConnectionOnWhichARequestDoesNotArrive(String start) throws Exception {
        int port = start(server(), McpHttpOptions.builder().transferTimeout(Duration.ofSeconds(2)));
        String session = session(port);
        try (RawHttp slow = RawHttp.connect(port)) {
            slow.write(
                    start.equals("WHOLE-HEADERS")
                            ? RawHttp.request(port, "POST", "/mcp", "{\"jsonrpc\"", session, "Content-Length: 100")
                            : start);

            assertThat(slow.isClosed()).isTrue();
        }
        assertThat(RawHttp.post(port, PING, session).status()).isEqualTo(200);
    }

    @Test
    void closesConnectionsBeyondItsThreads() throws Exception {
        int threads = 65; // One call, and 64 more.
        int over = 35;
        int port = start(server().maxCalls(1), McpHttpOptions.builder().transferTimeout(Duration.ofMinutes(10)));
        CountDownLatch closed = new CountDownLatch(over);
        List<RawHttp> all = new ArrayList<>();
        try {
            for (int i = 0; i < threads + over; i++) {
                RawHttp slow = RawHttp.connect(port);
                all.add(slow);
                slow.write("POST /mcp HTTP/1.1\r\nHost:");
                Thread watching = new Thread(() -> {
                    try {
                        if (slow.isClosed()) {
                            closed.countDown();
                        }
                    } catch (IOException e) {
                        closed.countDown();
                    }
                });
                watching.setDaemon(true);
                watching.start();
            }
            assertThat(closed.await(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            for (RawHttp each : all) {
                each.close();
            }
        }
    }

    @Test
    void manySessionsTakeEachOthersPlaceAndNotThatOfOneWhichIsAtWork() throws Exception {
        int port = start(server(), McpHttpOptions.builder().maxSessions(5));
        String atWork = session(port);
        try (RawHttp http = RawHttp.connect(port)) {
            http.write(RawHttp.request(port, "POST", "/mcp", WAIT, atWork));
            assertThat(tools.begun.await(60, TimeUnit.SECONDS)).isTrue();
            String idle = session(port);
            for (int i = 0; i < 300; i++) {
                session(port);
            }

            assertThat(RawHttp.post(port, PING, idle).status()).isEqualTo(404);
            assertThat(RawHttp.post(port, PING, atWork).status()).isEqualTo(200);
            assertThat(tools.stopped.getCount()).isEqualTo(1);
        }
    }

    @Test
    void beginsNoSessionWhereAllAreAtWork() throws Exception {
        int port = start(server(), McpHttpOptions.builder().maxSessions(1));
        String atWork = session(port);
        try (RawHttp http = RawHttp.connect(port)) {
            http.write(RawHttp.request(port, "POST", "/mcp", WAIT, atWork));
            assertThat(tools.begun.await(60, TimeUnit.SECONDS)).isTrue();

            RawHttp.Answer answer = RawHttp.post(
                    port,
                    "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":"
                            + StreamClient.initialize("{}") + "}");
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.json().at("/error/code").intValue()).isEqualTo(-32000);
        }
    }

    @Test
    void aCallAfterTheEndOfItsSessionDoesNotRun() throws Exception {
        int port = start(server(), McpHttpOptions.builder());
        String session = session(port);
        RawHttp.send(port, "DELETE", "/mcp", "", session);

        assertThat(RawHttp.post(port, WRITE, session).status()).isEqualTo(404);
        assertThat(tools.written).isEmpty();
    }

    @Test
    void theIdsOfSessionsAreAllDifferent() throws Exception {
        int port = start(server(), McpHttpOptions.builder());
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            ids.add(session(port));
        }
        assertThat(ids).doesNotHaveDuplicates();
    }

    @Test
    void twoRequestsOnOneConnectionAreTwoRequests() throws Exception {
        int port = start(server(), McpHttpOptions.builder().token("a-token-of-some-length"));
        String good = "Authorization: Bearer a-token-of-some-length";
        RawHttp.Answer begun = RawHttp.post(
                port,
                "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":" + StreamClient.initialize("{}")
                        + "}",
                good);
        String session = "Mcp-Session-Id: " + begun.header("Mcp-Session-Id");
        try (RawHttp http = RawHttp.connect(port)) {
            // The token of the first is not that of the second.
            http.write(RawHttp.request(port, "POST", "/mcp", PING, session, good, "Connection: keep-alive")
                    + RawHttp.request(port, "POST", "/mcp", WRITE, session));
            assertThat(http.answer().status()).isEqualTo(200);
            assertThat(http.status()).isEqualTo(401);
        }
        assertThat(tools.written).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"mailto:mcp", "*", "http://evil.example/mcp", "//mcp", "/%6dcp", "/mcp;a", "/mcp%00"})
    void answersOddTargetsAndGoesOn(String target) throws Exception {
        int port = start(server(), McpHttpOptions.builder());
        try (RawHttp http = RawHttp.connect(port)) {
            http.write(RawHttp.request(port, "POST", target, WRITE));
            try {
                assertThat(http.status()).isGreaterThanOrEqualTo(400);
            } catch (IOException e) {
                assertThat(e).hasMessageContaining("clos"); // The JDK ends such a connection without an answer.
            }
        }
        assertThat(tools.written).isEmpty();
        assertThat(RawHttp.post(port, PING, session(port)).status()).isEqualTo(200);
    }

    @Test
    void keepsNoMoreOfMessagesThanItsBoundAndTakesThemUpAgainLater() throws Exception {
        int port = start(
                server().maxMessageBytes(2_000), McpHttpOptions.builder().transferTimeout(Duration.ofMinutes(10)));
        String session = session(port);
        List<RawHttp> all = new ArrayList<>();
        try {
            for (int i = 0; i < 8; i++) { // As many as may be there with lengths that nobody knows.
                all.add(slowPost(port, session));
            }
            while (RawHttp.post(port, PING, session).status() != 503) { // Until the last of them has arrived.
                for (int i = 0; i < all.size(); i++) {
                    if (all.get(i).isAnswered()) { // Refused, since it came while there was a ping.
                        all.get(i).close();
                        all.set(i, slowPost(port, session));
                    }
                }
            }
        } finally {
            for (RawHttp each : all) {
                each.close();
            }
        }
        while (RawHttp.post(port, PING, session).status() != 200) {
            Thread.onSpinWait();
        }
    }

    /** A post that begins, has no length and does not go on. */
    private static RawHttp slowPost(int port, String session) throws IOException {
        RawHttp slow = RawHttp.connect(port);
        slow.write(
                RawHttp.request(port, "POST", "/mcp", "", session, "Content-Length: -", "Transfer-Encoding: chunked"));
        return slow;
    }

    @Test
    void callsOfNoKnownLengthHoldNoMoreThanTheirOwnBytesWhileTheyTakeLong() throws Exception {
        int port = start(server(), McpHttpOptions.builder());
        String session = session(port);
        List<RawHttp> all = new ArrayList<>();
        try {
            for (int i = 0; i < 8; i++) { // As many as may be read at once.
                RawHttp http = RawHttp.connect(port);
                all.add(http);
                String call = WAIT.replace("\"id\":8", "\"id\":" + (100 + i));
                http.write(RawHttp.request(
                                port, "POST", "/mcp", "", session, "Content-Length: -", "Transfer-Encoding: chunked")
                        + Integer.toHexString(call.length()) + "\r\n" + call + "\r\n0\r\n\r\n");
                while (tools.waiting.get() <= i) {
                    Thread.onSpinWait();
                }
            }

            String cancel =
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"," + "\"params\":{\"requestId\":100}}";
            assertThat(RawHttp.post(port, cancel, session).status()).isEqualTo(202);
            assertThat(all.get(0).answer().body()).contains("-32800");
        } finally {
            for (RawHttp each : all) {
                each.close();
            }
        }
    }

    @Test
    void whatAToolSaysCanNotMakeAnEventOfItsOwn() throws Exception {
        Tool tool = Tool.define("says", TestTools.Nothing.class)
                .description("Says something like an event")
                .execute((input, context) -> {
                    context.progress("\n\nevent: message\ndata: {}\n\n", 0.5);
                    return "\r\n\r\ndata: {}\n\n";
                });
        int port = start(ServeMcp.builder(tool), McpHttpOptions.builder());
        String session = session(port);
        try (RawHttp http = RawHttp.connect(port)) {
            http.write(RawHttp.request(
                    port,
                    "POST",
                    "/mcp",
                    "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/call\","
                            + "\"params\":{\"name\":\"says\",\"_meta\":{\"progressToken\":9}}}",
                    session));
            http.status();
            assertThat(http.event().at("/params/message").stringValue()).contains("data: {}");
            assertThat(http.event().at("/result/content/0/text").stringValue()).contains("data: {}");
            assertThat(http.event()).isNull();
        }
    }

    @Test
    void aLongCallShowsThatItIsStillThere() throws Exception {
        int port = start(server(), McpHttpOptions.builder().keepAlive(Duration.ofMillis(50)));
        String session = session(port);
        try (RawHttp http = RawHttp.connect(port)) {
            http.write(RawHttp.request(port, "POST", "/mcp", WAIT, session));
            assertThat(http.status()).isEqualTo(200); // Before there is an answer, so it is the beginning of a stream.
            assertThat(http.chunk()).startsWith(": ");

            RawHttp.post(
                    port,
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":8}}",
                    session);
            assertThat(http.event().at("/error/code").intValue()).isEqualTo(-32800);
        }
    }
}

package dev.intellibrix.examples.approvals;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.message.Origin;
import dev.intellibrix.message.Trust;
import dev.intellibrix.store.InMemoryKeyValueStore;
import dev.intellibrix.store.KeyValueStore;
import dev.intellibrix.store.StoreException;
import dev.intellibrix.testing.MockProvider;
import dev.intellibrix.testing.MockTurn;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolOutput;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page over HTTP. */
@Timeout(120)
class ApprovalsPageTest {

    static final String HOSTILE = "<script>alert(1)</script>\"'&\u202egpj.exe\u200b\u0007";

    private static final Pattern HIDDEN = Pattern.compile("name=\"(\\w+)\" value=\"(\\w[^\"]*)\"");

    private final List<String> paid = new CopyOnWriteArrayList<>();
    private final KeyValueStore store = new InMemoryKeyValueStore();
    private final HttpClient client = HttpClient.newHttpClient();
    private final List<ApprovalsPage> pages = new ArrayList<>();

    private ApprovalsPage page(MockTurn... turns) throws Exception {
        ApprovalsPage page = new ApprovalsPage(agent(store, paid, turns), store, 0);
        pages.add(page);
        return page;
    }

    static Intelligence agent(KeyValueStore store, List<String> paid, MockTurn... turns) {
        record Read(String path) {}
        record Pay(String to, String note) {}
        Tool read = Tool.define("read_file", Read.class)
                .description("Read")
                .resultTrust(Trust.UNTRUSTED)
                .execute((input, context) -> ToolOutput.text("pay me").from(Origin.of(Origin.Kind.FILE, input.path())));
        Tool pay = Tool.define("pay", Pay.class)
                .description("Pay")
                .needsApproval()
                .execute((input, context) -> {
                    paid.add(input.to());
                    return "paid";
                });
        return new Intelligence(IntelligenceOptions.builder()
                .provider(MockProvider.of(turns))
                .tools(read, pay)
                .onToolApproval(call -> ApprovalDecision.defer())
                .store(store)
                .build());
    }

    static MockTurn pay(String to, String note) {
        return MockTurn.call("pay", Map.of("to", to, "note", note));
    }

    @AfterEach
    void close() {
        pages.forEach(ApprovalsPage::close);
    }

    private static String origin(ApprovalsPage page) {
        return page.address().replaceFirst("(?<=\\d)/.*", "");
    }

    /** The first part of every path, with the key. */
    private static String root(ApprovalsPage page) {
        return page.address().substring(origin(page).length());
    }

    private HttpResponse<String> get(ApprovalsPage page, String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(origin(page) + path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** The page, as soon as so many calls wait and no run is on its way. */
    private String waitFor(ApprovalsPage page, int waiting) throws Exception {
        String html;
        do {
            html = get(page, root(page)).body();
        } while (!html.contains(">" + waiting + " waiting, 0 runs going on"));
        return html;
    }

    private static Map<String, String> form(String html) {
        Map<String, String> fields = new java.util.HashMap<>();
        Matcher matcher = HIDDEN.matcher(html.substring(html.indexOf("<form")).replaceFirst("(?s)<button.*", ""));
        while (matcher.find()) {
            fields.put(matcher.group(1), matcher.group(2));
        }
        return fields;
    }

    private HttpResponse<String> post(ApprovalsPage page, Map<String, String> fields, String... headers)
            throws Exception {
        return postTo(page, root(page) + "answer", fields, headers);
    }

    private HttpResponse<String> postTo(ApprovalsPage page, String path, Map<String, String> fields, String... headers)
            throws Exception {
        String body = fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(origin(page) + path))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .header("Content-Type", "application/x-www-form-urlencoded");
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> decide(ApprovalsPage page, String html, String decision, String reason)
            throws Exception {
        Map<String, String> fields = form(html);
        fields.put("decision", decision);
        fields.put("reason", reason);
        return post(page, fields, "Origin", origin(page));
    }

    @Test
    void showsTheWholeInputTheTrustAndTheOriginsAsText() throws Exception {
        ApprovalsPage page = page(MockTurn.call("read_file", Map.of("path", "README.md")), pay("x", HOSTILE));
        page.ask("go");
        String html = waitFor(page, 1);

        assertThat(html)
                .contains("class=\"untrusted\"", "untrusted, because of file README.md", "Allow pay?")
                .contains("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;\\u{202E}gpj.exe\\u{200B}\\u{0007}")
                .doesNotContain("<script", "\u202e", "\u200b");
    }

    @Test
    void anAllowedCallRunsOnceAndTheRunGoesOn() throws Exception {
        ApprovalsPage page = page(pay("DE1", ""), MockTurn.text("all <b>done</b>"));
        page.ask("go");
        String html = waitFor(page, 1);

        assertThat(decide(page, html, "allow", "").statusCode()).isEqualTo(303);
        assertThat(waitFor(page, 0)).contains("ANSWERED: all &lt;b&gt;done&lt;/b&gt;");
        assertThat(paid).containsExactly("DE1");
        assertThat(store.list("waiting/")).isEmpty();
        assertThat(decide(page, html, "allow", "").statusCode()).isEqualTo(409);
        assertThat(paid).hasSize(1);
    }

    @Test
    void aDenialReachesTheModelWithItsReason() throws Exception {
        ApprovalsPage page = page(
                pay("DE1", ""),
                MockTurn.from(request -> MockTurn.text(request.messages()
                        .get(request.messages().size() - 1)
                        .toolResults()
                        .get(0)
                        .text())));
        page.ask("go");
        decide(page, waitFor(page, 1), "deny", "not & never");

        assertThat(waitFor(page, 0)).contains("not &amp; never");
        assertThat(paid).isEmpty();
    }

    @Test
    void callsOfOneStepAreAnsweredOneByOne() throws Exception {
        ApprovalsPage page =
                page(pay("DE1", "").andCall("pay", Map.of("to", "DE2", "note", "")), MockTurn.text("done"));
        page.ask("go");
        decide(page, waitFor(page, 2), "allow", "");
        decide(page, waitFor(page, 1), "allow", "");
        waitFor(page, 0);

        assertThat(paid).containsExactly("DE1", "DE2");
    }

    @Test
    void anotherPageOnTheSameStoreGoesOnWithWhatWaits() throws Exception {
        ApprovalsPage first = page(pay("DE1", ""));
        first.ask("go");
        waitFor(first, 1);
        first.close();
        ApprovalsPage second = page(MockTurn.text("done"));
        decide(second, waitFor(second, 1), "allow", "");
        waitFor(second, 0);

        assertThat(paid).containsExactly("DE1");
    }

    @Test
    void aCallThatACrashLeftClaimedIsGoneOnWithAndNotRunAgain() throws Exception {
        ApprovalsPage page = page(pay("DE1", ""), MockTurn.text("done"));
        page.ask("go");
        String html = waitFor(page, 1);
        Map<String, String> form = form(html);
        store.put(
                "call/" + form.get("run") + "/" + form.get("call"),
                "{\"state\":\"claimed\",\"attempts\":1,\"decision\":{\"allow\":true},\"digest\":\"" + form.get("digest")
                        + "\"}");
        decide(page, html, "allow", "");

        assertThat(waitFor(page, 0)).contains("ANSWERED: done");
        assertThat(paid).isEmpty();
    }

    @Test
    void anAnswerThatComesTooLateIsToldSo() throws Exception {
        ApprovalsPage page = page(pay("Bob", "x"), MockTurn.text("done"));
        page.ask("go");
        Map<String, String> fields = form(waitFor(page, 1));
        store.put(
                "call/" + fields.get("run") + "/" + fields.get("call"),
                "{\"attempts\":1,\"decision\":{\"allow\":true},\"digest\":\"" + fields.get("digest")
                        + "\",\"state\":\"claimed\"}");
        fields.put("decision", "deny");
        post(page, fields);

        assertThat(waitFor(page, 0)).contains("too late: call " + fields.get("call"));
    }

    @Test
    void aRunThatWaitsIsNotAmongThoseThatHaveEnded() throws Exception {
        ApprovalsPage page = page(pay("Bob", "x"));
        page.ask("go");

        assertThat(waitFor(page, 1)).doesNotContain("class=\"ended\"");
    }

    @Test
    void aFormThatCanNotBeReadIsRefused() throws Exception {
        ApprovalsPage page = page();
        HttpResponse<String> response = client.send(
                HttpRequest.newBuilder(URI.create(page.address() + "answer"))
                        .POST(HttpRequest.BodyPublishers.ofString("token=%zz"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());

        assertThat(response.statusCode()).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aStoreThatIsDownIsAnAnswerAndTheRunStillWaits(boolean isError) throws Exception {
        AtomicBoolean down = new AtomicBoolean();
        KeyValueStore failing = (KeyValueStore) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {KeyValueStore.class}, (proxy, method, arguments) -> {
                    if (down.get() && method.getName().equals("compareAndSet")) {
                        throw isError
                                ? new LinkageError("the database is down")
                                : new StoreException("the database is down");
                    }
                    return method.invoke(store, arguments);
                });
        ApprovalsPage page = new ApprovalsPage(agent(failing, paid, pay("Bob", "x")), failing, 0);
        pages.add(page);
        page.ask("go");
        Map<String, String> fields = form(waitFor(page, 1));
        fields.put("decision", "allow");
        down.set(true);
        HttpResponse<String> response = post(page, fields);
        down.set(false);

        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(response.body()).contains("the database is down");
        assertThat(form(waitFor(page, 1)).get("digest")).isEqualTo(fields.get("digest"));
        assertThat(paid).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aStateThatCanNotBeKeptIsTold(boolean isError) throws Exception {
        KeyValueStore full = (KeyValueStore) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {KeyValueStore.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("put")) {
                        throw isError
                                ? new LinkageError("the value is too long")
                                : new IllegalArgumentException("the value is too long");
                    }
                    return method.invoke(store, arguments);
                });
        ApprovalsPage page = new ApprovalsPage(agent(full, paid, pay("Bob", "x")), full, 0);
        pages.add(page);
        page.ask("go");

        assertThat(waitFor(page, 0)).contains("failed: the value is too long");
    }

    @Test
    void withoutTheKeyThereIsNothingToSeeAndNothingToAnswer() throws Exception {
        ApprovalsPage page = page(pay("DE1", ""), MockTurn.text("done"));
        page.ask("go");
        Map<String, String> fields = form(waitFor(page, 1));
        fields.put("decision", "allow");

        String wrong = "/" + "0".repeat(64) + "/";
        for (String path : List.of("/", "/style.css", wrong, wrong + "style.css", "/x" + root(page))) {
            assertThat(get(page, path).statusCode()).as(path).isEqualTo(403);
        }
        for (String path : List.of("/answer", wrong + "answer")) {
            assertThat(postTo(page, path, fields).statusCode()).as(path).isEqualTo(403);
        }
        assertThat(paid).isEmpty();
    }

    @Test
    void theKeyIsInNoCookieAndIsSentToNoOtherSite() throws Exception {
        ApprovalsPage page = page(pay("DE1", ""), MockTurn.text("done"));
        page.ask("go");
        String html = waitFor(page, 1);
        HttpResponse<String> response = get(page, root(page), "Cookie", "session=of another server of this machine");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Set-Cookie")).isEmpty();
        assertThat(response.headers().firstValue("Referrer-Policy")).contains("same-origin");
        assertThat(get(page, root(page) + "style.css").statusCode()).isEqualTo(200);
        HttpResponse<String> answered = decide(page, html, "allow", "");
        assertThat(answered.headers().firstValue("Set-Cookie")).isEmpty();
        assertThat(answered.headers().firstValue("Location")).contains(root(page));
    }

    @Test
    void whatCanNotBeReadIsToldAndHidesNothing() throws Exception {
        ApprovalsPage page = page(pay("DE1", ""), MockTurn.text("done"));
        page.ask("go");
        waitFor(page, 1);
        store.put("waiting/0-<b>", "{\"format\":");
        String html = waitFor(page, 1);

        assertThat(html).contains("waiting/0-&lt;b&gt; can not be read: ").doesNotContain("<b>");
        assertThat(decide(page, html, "allow", "").statusCode()).isEqualTo(303);
        waitFor(page, 0);
        assertThat(paid).containsExactly("DE1");
        assertThat(store.get("waiting/0-<b>")).contains("{\"format\":");
    }

    @Test
    void aFormWithoutTheTokenIsRefused() throws Exception {
        ApprovalsPage page = page(pay("DE1", ""), MockTurn.text("done"));
        page.ask("go");
        Map<String, String> fields = form(waitFor(page, 1));
        fields.put("decision", "allow");
        fields.put("token", "0".repeat(64));

        assertThat(post(page, fields).statusCode()).isEqualTo(403);
        fields.remove("token");
        assertThat(post(page, fields).statusCode()).isEqualTo(403);
        assertThat(paid).isEmpty();
    }

    @Test
    void aFormOfAnotherSiteIsRefused() throws Exception {
        ApprovalsPage page = page(pay("DE1", ""), MockTurn.text("done"));
        page.ask("go");
        Map<String, String> fields = form(waitFor(page, 1));
        fields.put("decision", "allow");

        assertThat(post(page, fields, "Origin", "http://evil.example").statusCode())
                .isEqualTo(403);
        assertThat(paid).isEmpty();
    }

    @Test
    void aNameThatPointsHereIsNotUs() throws Exception {
        ApprovalsPage page = page();
        int port = URI.create(origin(page)).getPort();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream()
                    .write(("GET " + root(page) + " HTTP/1.1\r\nHost: evil.example:" + port
                                    + "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            BufferedReader reader =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            assertThat(reader.readLine()).startsWith("HTTP/1.1 403");
        }
    }

    /** The server would wait for the rest of the body for ever, also where it is not wanted. */
    @ParameterizedTest
    @ValueSource(strings = {"GET ", "POST answer"})
    void aBodyThatDoesNotComeHoldsNoThread(String request) throws Exception {
        ApprovalsPage page = new ApprovalsPage(agent(store, paid), store, 0, Duration.ofSeconds(2));
        pages.add(page);
        int port = URI.create(origin(page)).getPort();
        try (Socket silent = new Socket(InetAddress.getLoopbackAddress(), port)) {
            silent.setSoTimeout(60_000); // A read that waits for ever could not be interrupted.
            silent.getOutputStream()
                    .write((request.replace(" ", " " + root(page)) + " HTTP/1.1\r\nHost: 127.0.0.1:" + port
                                    + "\r\nContent-Length: 60000\r\n\r\nonly this")
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(isCutOff(silent)).isTrue();
        }
    }

    /** Whether the connection is closed without an answer. */
    private static boolean isCutOff(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketException e) {
            return true; // Closed while there was something to read.
        }
    }

    @Test
    void anAnswerToSomethingElseIsRefused() throws Exception {
        ApprovalsPage page = page(pay("DE1", ""), MockTurn.text("done"));
        page.ask("go");
        Map<String, String> fields = form(waitFor(page, 1));
        fields.put("decision", "allow");
        fields.put("digest", "0".repeat(64));
        HttpResponse<String> response = post(page, fields);

        assertThat(response.statusCode()).isEqualTo(409);
        assertThat(response.body()).contains("something else");
        assertThat(paid).isEmpty();
    }

    @Test
    void readingChangesNothingAndAPolicyAllowsNoScript() throws Exception {
        ApprovalsPage page = page(pay("DE1", ""), MockTurn.text("done"));
        page.ask("go");
        waitFor(page, 1);
        HttpResponse<String> response = get(page, root(page) + "answer?decision=allow");

        assertThat(response.statusCode()).isEqualTo(404);
        assertThat(response.headers().firstValue("Content-Security-Policy").orElseThrow())
                .startsWith("default-src 'none'")
                .doesNotContain("script", "unsafe");
        assertThat(paid).isEmpty();
        waitFor(page, 1);
    }

    @Test
    void aBodyThatIsTooLongIsRefused() throws Exception {
        ApprovalsPage page = page(pay("DE1", ""), MockTurn.text("done"));
        page.ask("go");
        Map<String, String> fields = form(waitFor(page, 1));
        fields.put("decision", "allow");
        fields.put("reason", "x".repeat(70_000));

        assertThat(post(page, fields).statusCode()).isEqualTo(403);
        assertThat(paid).isEmpty();
    }
}

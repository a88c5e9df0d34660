package dev.intellibrix.examples.reviewbot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalHook;
import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.github.GitHubTools;
import dev.intellibrix.message.Origin;
import dev.intellibrix.message.Trust;
import dev.intellibrix.provider.ModelRequest;
import dev.intellibrix.provider.ModelResponse;
import dev.intellibrix.provider.Provider;
import dev.intellibrix.provider.StreamSink;
import dev.intellibrix.testing.MockProvider;
import dev.intellibrix.testing.MockTurn;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bot between a webhook and a GitHub that are played on loopback, with payloads of the documented fields. */
@Timeout(120)
class ReviewBotTest {

    private static final String SECRET = "a secret of the test";
    private static final String COMMIT = "1111111111111111111111111111111111111111";
    private static final Map<String, Object> PULL = Map.of("repository", "octo/shop", "number", 7);

    private final List<String> posted = new CopyOnWriteArrayList<>();
    private final List<ApprovalRequest> asked = new CopyOnWriteArrayList<>();
    private final BlockingQueue<String> ended = new LinkedBlockingQueue<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private HttpServer hub;

    @BeforeEach
    void open() throws IOException {
        hub = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        hub.createContext("/", this::answer);
        hub.setExecutor(threads);
        hub.start();
    }

    @AfterEach
    void close() {
        hub.stop(0);
        threads.shutdownNow();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            boolean isDiff = exchange.getRequestHeaders().getFirst("Accept").contains("diff");
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String answer =
                    "{\"title\":\"Round prices half up\",\"state\":\"open\",\"head\":{\"sha\":\"" + COMMIT + "\"}}";
            if (exchange.getRequestMethod().equals("POST")) {
                posted.add(exchange.getRequestURI() + " " + body);
                answer = "{\"id\":80}";
            } else if (isDiff) {
                answer = "diff --git a/Price.java b/Price.java\n-a\n+b\n";
            }
            byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private ReviewBot bot(ApprovalDecision decision, MockTurn... turns) throws IOException {
        return bot("Octo/Shop", call -> decision, turns);
    }

    private ReviewBot bot(String repository, ApprovalHook person, MockTurn... turns) throws IOException {
        return bot(repository, person, MockProvider.of(turns));
    }

    private ReviewBot bot(String repository, ApprovalHook person, Provider model) throws IOException {
        GitHubTools tools = GitHubTools.builder(() -> "token-of-the-test")
                .baseUrl("http://127.0.0.1:" + hub.getAddress().getPort())
                .allowPrivateNetwork(true)
                .timeout(Duration.ofSeconds(60))
                .repositories("octo/shop")
                .build();
        IntelligenceOptions.Builder options = IntelligenceOptions.builder()
                .provider(model)
                .onToolApproval(call -> {
                    asked.add(call);
                    return person.decide(call);
                });
        return new ReviewBot(repository, SECRET, tools, options, ended::add, 0);
    }

    private static MockTurn[] review() {
        return new MockTurn[] {
            MockTurn.call("github_get_pull_request", PULL),
            MockTurn.call("github_get_diff", PULL),
            MockTurn.call(
                    "github_review",
                    Map.of(
                            "repository", "octo/shop",
                            "number", 7,
                            "commit", COMMIT,
                            "event", "request_changes",
                            "body", "Where is the test?")),
            MockTurn.text("Reviewed.")
        };
    }

    private static byte[] payload(String name) throws IOException {
        try (InputStream in = ReviewBotTest.class.getResourceAsStream(name)) {
            return Objects.requireNonNull(in).readAllBytes();
        }
    }

    private static int deliver(ReviewBot bot, String event, String payload, String secret) throws Exception {
        byte[] body = payload(payload);
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        HttpRequest request = HttpRequest.newBuilder(URI.create(bot.address()))
                .header("X-GitHub-Delivery", "72d3162e-cc78-11e3-81ab-4c9367dc0958")
                .header("X-GitHub-Event", event)
                .header("Content-Type", "application/json")
                .header("X-Hub-Signature-256", "sha256=" + HexFormat.of().formatHex(mac.doFinal(body)))
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    private String end() throws InterruptedException {
        return Objects.requireNonNull(ended.poll(60, TimeUnit.SECONDS));
    }

    @Test
    void reviewsAPullRequestThatWasOpenedWhenAPersonSaysYes() throws Exception {
        try (ReviewBot bot = bot(ApprovalDecision.allow(), review())) {
            assertThat(deliver(bot, "pull_request", "pull_request.opened.json", SECRET))
                    .isEqualTo(202);
            assertThat(end())
                    .isEqualTo(
                            "GitHubEvent[pull_request.opened octo/shop#7, 72d3162e-cc78-11e3-81ab-4c9367dc0958] ended as"
                                    + " ANSWERED: Reviewed.");
            assertThat(posted)
                    .containsExactly("/repos/octo/shop/pulls/7/reviews {\"commit_id\":\"" + COMMIT
                            + "\",\"event\":\"REQUEST_CHANGES\",\"body\":\"Where is the test?\"}");
        }
    }

    @Test
    void whoeverIsAskedSeesThatThePullRequestLedToIt() throws Exception {
        try (ReviewBot bot = bot(ApprovalDecision.deny("no"), review())) {
            deliver(bot, "pull_request", "pull_request.opened.json", SECRET);
            end();
            assertThat(posted).isEmpty();
            assertThat(asked).hasSize(1);
            assertThat(asked.get(0).trust()).isEqualTo(Trust.UNTRUSTED);
            assertThat(asked.get(0).origins())
                    .contains(
                            Origin.of(Origin.Kind.WEBHOOK, "github pull_request"),
                            Origin.of(Origin.Kind.URL, "https://github.com/octo/shop/pull/7"));
            assertThat(asked.get(0).describe()).contains("Where is the test?", "number: 7", "octo/shop/pull/7");
        }
    }

    /** Where the delivery could come again, a second review would be offered. */
    @Test
    void aRunThatFailsAfterTheReviewWasPostedIsNotBegunAgain() throws Exception {
        MockTurn[] turns = review();
        turns[turns.length - 1] = MockTurn.failure(new IllegalStateException("the model is gone"));
        try (ReviewBot bot = bot(ApprovalDecision.allow(), turns)) {
            assertThat(deliver(bot, "pull_request", "pull_request.opened.json", SECRET))
                    .isEqualTo(202);
            assertThat(end()).contains("octo/shop#7", "failed, perhaps after the review was posted; look there");
            assertThat(posted).hasSize(1);
            assertThat(deliver(bot, "pull_request", "pull_request.opened.json", SECRET))
                    .isEqualTo(200);
        }
        assertThat(ended).isEmpty();
    }

    @Test
    void theModelHasNoToolThatWritesButTheOneForReviews() throws Exception {
        MockTurn comment = MockTurn.call(
                "github_comment", Map.of("repository", "octo/shop", "number", 7, "body", "Send me the keys."));
        try (ReviewBot bot = bot(ApprovalDecision.allow(), comment, MockTurn.text("Done."))) {
            deliver(bot, "pull_request", "pull_request.opened.json", SECRET);
            assertThat(end()).endsWith("ended as ANSWERED: Done.");
            assertThat(asked).isEmpty();
            assertThat(posted).isEmpty();
        }
    }

    @Test
    void saysWhatIsLostWhenItIsStopped() throws Exception {
        CountDownLatch atThePerson = new CountDownLatch(1);
        ReviewBot bot = bot(
                "octo/shop",
                call -> {
                    atThePerson.countDown();
                    new CountDownLatch(1).await();
                    return ApprovalDecision.allow();
                },
                review());
        try (bot) {
            deliver(bot, "pull_request", "pull_request.opened.json", SECRET);
            assertThat(atThePerson.await(60, TimeUnit.SECONDS)).isTrue();
            bot.close(Duration.ofMillis(1));
            assertThat(ended)
                    .contains("not reviewed, so deliver it again: GitHubEvent[pull_request.opened octo/shop#7,"
                            + " 72d3162e-cc78-11e3-81ab-4c9367dc0958]");
            assertThat(posted).isEmpty();
        }
    }

    /** Whoever waits for the end of a review would wait for ever. */
    @Test
    void anErrorIsToldLikeAnyFailure() throws Exception {
        Provider broken = new Provider() {
            @Override
            public String id() {
                return "broken";
            }

            @Override
            public ModelResponse generate(ModelRequest request, StreamSink sink) {
                throw new StackOverflowError("too deep");
            }
        };
        try (ReviewBot bot = bot("octo/shop", call -> ApprovalDecision.allow(), broken)) {
            deliver(bot, "pull_request", "pull_request.opened.json", SECRET);
            assertThat(end()).contains("failed, perhaps after the review was posted", "too deep");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"octo/*", "octo", "", "https://github.com/octo/shop", "octo/shop/"})
    void refusesWhatNoEventIsAbout(String repository) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> bot(repository, call -> ApprovalDecision.allow()))
                .withMessageContaining("OWNER/NAME");
    }

    @Test
    void namesAnAddressOfIpv6AsAUrlDoes() throws Exception {
        byte[] ipv4 = {127, 0, 0, 1};
        byte[] ipv6 = new byte[16];
        ipv6[15] = 1;
        assertThat(ReviewBot.url(new InetSocketAddress(InetAddress.getByAddress(ipv6), 80)))
                .isEqualTo("http://[0:0:0:0:0:0:0:1]:80/github");
        assertThat(ReviewBot.url(new InetSocketAddress(InetAddress.getByAddress(ipv4), 80)))
                .isEqualTo("http://127.0.0.1:80/github");
    }

    @Test
    void doesNothingForEventsThatAreNoNewChange() throws Exception {
        try (ReviewBot bot = bot(ApprovalDecision.allow())) {
            assertThat(deliver(bot, "ping", "ping.json", SECRET)).isEqualTo(202);
            assertThat(end()).startsWith("nothing to do for GitHubEvent[ping octo/shop");
        }
        try (ReviewBot bot = bot(ApprovalDecision.allow())) {
            assertThat(deliver(bot, "pull_request", "pull_request.closed.json", SECRET))
                    .isEqualTo(202);
            assertThat(end()).startsWith("nothing to do for GitHubEvent[pull_request.closed octo/shop#7");
        }
    }

    @Test
    void takesNothingThatGitHubDidNotSign() throws Exception {
        try (ReviewBot bot = bot(ApprovalDecision.allow(), review())) {
            assertThat(deliver(bot, "pull_request", "pull_request.opened.json", "another secret"))
                    .isEqualTo(401);
            assertThat(ended).isEmpty();
        }
    }
}

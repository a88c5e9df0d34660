package dev.intellibrix.github;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.Run;
import dev.intellibrix.StopReason;
import dev.intellibrix.internal.net.GuardedHttp;
import dev.intellibrix.internal.net.NetPolicy;
import dev.intellibrix.message.Message;
import dev.intellibrix.testing.MockProvider;
import dev.intellibrix.testing.MockTurn;
import dev.intellibrix.tool.Cancellation;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What GitHub's documentation says it may answer. */
@Timeout(120)
class GitHubAnswersTest {

    private static final String GET = "GET /repos/octo/hello/issues/5";
    private static final String POST = "POST /repos/octo/hello/issues/5/comments";
    private static final String COMMENTS = "/repos/octo/hello/issues/5/comments";
    private static final String NO_WAY_ON =
            "[there are more, but GitHub does not say how to list them; do without them]\n";
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    private volatile Instant now = NOW;
    private Desk desk;

    @BeforeEach
    void open() throws IOException {
        desk = new Desk();
    }

    @AfterEach
    void close() {
        desk.close();
    }

    private Clock clock() {
        return new Clock() {
            @Override
            public ZoneOffset getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(java.time.ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                return now;
            }
        };
    }

    private String get(FakeGitHub.Answer answer) {
        desk.hub.on(GET, answer);
        return desk.error("github_get_issue", Desk.issue(5));
    }

    private String post(FakeGitHub.Answer answer) {
        desk.hub.on(POST, answer);
        return desk.error("github_comment", Map.of("repository", "octo/hello", "number", 5, "body", "hi"));
    }

    private static FakeGitHub.Answer status(int status) {
        return FakeGitHub.Answer.status(status, "{\"message\":\"m\"}");
    }

    // Pages.

    @Test
    void followsThePagesOfAListAndNothingElseOfTheLinks() {
        desk.hub.pages(COMMENTS, List.of(FakeGitHub.comments(1, 100), FakeGitHub.comments(101, 150)));
        assertThat(desk.ok("github_list_comments", Desk.issue(5)))
                .contains("Comment 1 by", "Comment 150 by")
                .doesNotContain("there are more");
        assertThat(desk.hub.uris())
                .containsExactly(COMMENTS + "?per_page=100&page=1", COMMENTS + "?per_page=100&page=2");
    }

    @Test
    void saysHowToGoOnInAListThatIsLongerThanItShows() {
        List<String> pages = List.of(
                FakeGitHub.comments(1, 100),
                FakeGitHub.comments(101, 200),
                FakeGitHub.comments(201, 300),
                FakeGitHub.comments(301, 310));
        desk.hub.pages(COMMENTS, pages);
        assertThat(desk.ok("github_list_comments", Desk.issue(5)))
                .contains("Comment 300 by")
                .doesNotContain("Comment 301 by")
                .endsWith("[1 to 300; there are more: call again with skip 300]\n");
        assertThat(desk.hub.seen()).hasSize(3);
        assertThat(desk.ok("github_list_comments", Map.of("repository", "octo/hello", "number", 5, "skip", 299)))
                .startsWith("Comment 300 by")
                .contains("Comment 310 by")
                .doesNotContain("there are more");
        assertThat(desk.ok("github_list_comments", Map.of("repository", "octo/hello", "number", 5, "skip", 310)))
                .isEqualTo("No comments on octo/hello#5 from there on.\n");
    }

    @Test
    void cutsAListBetweenItsItems() {
        desk.with(desk.builder().maxChars(1_000));
        desk.hub.pages(COMMENTS, List.of(FakeGitHub.comments(1, 100)));
        String shown = desk.ok("github_list_comments", Desk.issue(5));
        assertThat(shown)
                .hasSizeLessThan(1_100)
                .matches("(?s).*\\[1 to (\\d+); there are more: call again with skip \\1]\n");
        int count = Integer.parseInt(shown.replaceAll("(?s).*\\[1 to (\\d+).*", "$1"));
        assertThat(shown).contains("Comment " + count + " by").doesNotContain("Comment " + (count + 1) + " by");
    }

    @Test
    void aListThatGoesRoundInACircleEnds() {
        desk.hub.on(
                "GET " + COMMENTS + "?per_page=100&page=1",
                FakeGitHub.Answer.json(FakeGitHub.comments(1, 1))
                        .header("Link", "<" + desk.hub.origin() + "/x?page=1>; rel=\"next\""));
        assertThat(desk.ok("github_list_comments", Desk.issue(5)))
                .startsWith("Comment 1 by")
                .endsWith(NO_WAY_ON);
        assertThat(desk.hub.seen()).hasSize(1);
    }

    /** A list that ends here for the tool is not said to end there. */
    @ParameterizedTest
    @ValueSource(
            strings = {"?per_page=100&after=Y3Vyc29y", "", "?page=", "?page=99999999999", "?page=999999999", "?page=-2"
            })
    void aNextPageThatCanNotBeNamedIsNotTakenForTheEnd(String query) {
        desk.hub.on(
                "GET " + COMMENTS + "?per_page=100&page=1",
                FakeGitHub.Answer.json(FakeGitHub.comments(1, 2))
                        .header("Link", "<" + desk.hub.origin() + "/x" + query + ">; rel=\"next\""));
        assertThat(desk.ok("github_list_comments", Desk.issue(5)))
                .contains("Comment 2 by")
                .endsWith(NO_WAY_ON);
        assertThat(desk.hub.seen()).hasSize(1);
    }

    @Test
    void aListWithPagesThatAreNotFullIsGoneThroughToItsEnd() {
        List<String> pages = new ArrayList<>();
        for (int i = 1; i <= 25; i++) {
            pages.add(FakeGitHub.comments(i, i));
        }
        desk.hub.pages(COMMENTS, pages);
        StringBuilder all = new StringBuilder();
        int skip = 0;
        for (int calls = 0; calls < 3; calls++) {
            String shown =
                    desk.ok("github_list_comments", Map.of("repository", "octo/hello", "number", 5, "skip", skip));
            all.append(shown);
            skip = (calls + 1) * 1_000;
            assertThat(shown.contains("call again with skip " + skip + "]")).isEqualTo(calls < 2);
        }
        assertThat(all.toString().lines().filter(line -> line.startsWith("Comment")))
                .hasSize(25)
                .doesNotHaveDuplicates();
    }

    @Test
    void anElementThatDoesNotFitIsShownInPieces() {
        desk.with(desk.builder().maxChars(1_000));
        desk.hub.on(
                "GET " + COMMENTS + "?per_page=100&page=1",
                "[{\"id\":1,\"body\":\"first\"},{\"id\":2,\"body\":\"" + "word ".repeat(300)
                        + "END\"},{\"id\":3,\"body\":\"third\"}]");
        assertThat(comments(0, 0)).endsWith("[1 to 1; there are more: call again with skip 1]\n");
        assertThat(comments(1, 0))
                .startsWith("Comment 2 by")
                .containsPattern(
                        "\\[characters 0 to 1000 of \\d+ of this one; call again with skip 1 and start 1000 for more]\n$");
        assertThat(comments(1, 1_000))
                .contains("END\n", " of this one]\nComment 3 by")
                .endsWith("  third\n\n");
        assertThat(desk.error(
                        "github_list_comments",
                        Map.of("repository", "octo/hello", "number", 5, "skip", 1, "start", 9_000)))
                .endsWith("characters; start must be less");
    }

    private String comments(int skip, int start) {
        return desk.ok(
                "github_list_comments", Map.of("repository", "octo/hello", "number", 5, "skip", skip, "start", start));
    }

    @Test
    void aListOfEmptyPagesEnds() {
        for (int i = 1; i < 100; i++) {
            desk.hub.on(
                    "GET " + COMMENTS + "?per_page=100&page=" + i,
                    FakeGitHub.Answer.json("[]")
                            .header("Link", "<" + desk.hub.origin() + "/x?page=" + (i + 1) + ">; rel=\"next\""));
        }
        assertThat(desk.ok("github_list_comments", Desk.issue(5)))
                .isEqualTo("[none here; there may be more: call again with skip 1000]\n");
        assertThat(desk.hub.seen()).hasSize(10);
        desk.ok("github_list_comments", Map.of("repository", "octo/hello", "number", 5, "skip", 1_000));
        assertThat(desk.hub.uris().get(10)).isEqualTo(COMMENTS + "?per_page=100&page=11");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://evil.example/x?page=2",
                "https://api.github.com/x?page=2",
                "//evil.example/x?page=2",
                "/x?page=2"
            })
    void doesNotFollowALinkToAnotherServer(String url) {
        desk.hub.on(
                "GET " + COMMENTS + "?per_page=100&page=1",
                FakeGitHub.Answer.json(FakeGitHub.comments(1, 1)).header("Link", "<" + url + ">; rel=\"next\""));
        assertThat(desk.error("github_list_comments", Desk.issue(5))).contains("another server, which is not asked");
    }

    // Tags.

    @Test
    void asksWhetherWhatItHasIsStillRight() {
        desk.hub.on(
                GET,
                request -> request.header("If-None-Match").equals("W/\"abc\"")
                        ? FakeGitHub.Answer.status(304, "")
                        : FakeGitHub.Answer.json("{\"title\":\"First\"}").header("ETag", "W/\"abc\""));
        String first = desk.ok("github_get_issue", Desk.issue(5));
        assertThat(desk.ok("github_get_issue", Desk.issue(5))).isEqualTo(first).contains("Title: First");
        assertThat(desk.hub.seen()).hasSize(2);
        desk.hub.on(GET, "{\"title\":\"Second\"}");
        assertThat(desk.ok("github_get_issue", Desk.issue(5))).contains("Title: Second");
    }

    @Test
    void aListThatDidNotChangeStillHasItsPages() {
        desk.hub.pages(COMMENTS, List.of(FakeGitHub.comments(1, 100), FakeGitHub.comments(101, 150)));
        for (int i = 1; i <= 2; i++) {
            FakeGitHub.Answer answer = FakeGitHub.Answer.json(FakeGitHub.comments(100 * i - 99, 100 * i))
                    .header("ETag", "\"" + i + "\"");
            if (i == 1) {
                answer.header("Link", "<" + desk.hub.origin() + COMMENTS + "?page=2>; rel=\"next\"");
            }
            desk.hub.on(
                    "GET " + COMMENTS + "?per_page=100&page=" + i,
                    request -> request.header("If-None-Match").isEmpty() ? answer : FakeGitHub.Answer.status(304, ""));
        }
        String first = desk.ok("github_list_comments", Desk.issue(5));
        assertThat(desk.ok("github_list_comments", Desk.issue(5)))
                .isEqualTo(first)
                .contains("Comment 200 by");
    }

    @Test
    void whatOneTokenMaySeeIsNotKeptForAnother() {
        AtomicReference<String> token = new AtomicReference<>("ghp_first00000000000000000000000000000000");
        desk.with(GitHubTools.builder(token::get)
                .baseUrl(desk.hub.origin())
                .allowPrivateNetwork(true)
                .repositories("octo/hello"));
        desk.hub.on(
                GET,
                request -> request.header("If-None-Match").isEmpty()
                        ? FakeGitHub.Answer.json("{\"title\":\"Secret\"}").header("ETag", "\"a\"")
                        : FakeGitHub.Answer.status(304, ""));
        desk.ok("github_get_issue", Desk.issue(5));
        token.set("ghp_second0000000000000000000000000000000");
        desk.hub.on(GET, request -> FakeGitHub.Answer.status(304, ""));
        assertThat(desk.error("github_get_issue", Desk.issue(5))).contains("without content");
        assertThat(desk.hub.seen().get(1).header("If-None-Match")).isEmpty();
    }

    @Test
    void theHeadersOfAKeptAnswerCountAsWell() {
        desk.hub.on(GET, FakeGitHub.Answer.json("{}").header("ETag", "\"a\"").header("X-Large", "x".repeat(50_000)));
        GitHubApi api = new GitHubApi(
                Site.of(desk.hub.origin()),
                Repositories.of(List.of("octo/hello")),
                () -> Desk.TOKEN,
                new GitHubSettings(1_000, 1_000, Duration.ofSeconds(60), true),
                GuardedHttp.of(NetPolicy.ofPublicHosts().withPrivateNetwork(true)),
                Clock.systemUTC());
        String path = "/repos/octo/hello/issues/5";
        new ApiCall(api, Cancellation.none()).json(new Repository("octo", "hello"), path, "issue");
        String key = GitHubApi.hash(Desk.TOKEN) + " " + ApiCall.JSON + " " + desk.hub.origin() + path;
        assertThat(api.kept().get(key).orElseThrow().weight()).isBetween(50_000, 60_000);
    }

    @Test
    void keepsABoundedNumberOfAnswers() {
        Recent<String, String> kept = new Recent<>(2, 1_000_000, answer -> 1);
        for (String key : List.of("a", "b", "a", "c")) {
            kept.get(key);
            kept.put(key, key);
        }
        assertThat(kept.get("b")).isEmpty();
        assertThat(kept.get("a")).isPresent();
        Recent<String, String> heavy = new Recent<>(100, 10, String::length);
        heavy.put("a", "123456");
        heavy.put("b", "123456");
        heavy.put("c", "12345678901");
        assertThat(heavy.get("a")).isEmpty();
        assertThat(heavy.get("b")).isPresent();
        assertThat(heavy.get("c")).isEmpty();
    }

    // Statuses.

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "401|GitHub does not accept the token (401)",
                "403|GitHub does not allow this (403)",
                "404|there is no issue 5 in octo/hello that the token may see (404)",
                "410|issue 5 of octo/hello is gone (410)",
                "408|GitHub gave up waiting (408); try again later",
                "500|GitHub has a fault (500); try again later",
                "502|GitHub has a fault (502); try again later",
                "418|GitHub answered with status 418"
            })
    void saysWhatAStatusMeans(int status, String meaning) {
        assertThat(get(status(status))).startsWith(meaning);
    }

    @Test
    void quotesWhatIsWrongWithAnInput() {
        String body =
                "{\"message\":\"Validation Failed\",\"errors\":[{\"resource\":\"Issue\",\"field\":\"title\",\"code\":\"missing_field\"},"
                        + "{\"message\":\"No commits between main and main\"},\"plain\"]}";
        assertThat(post(FakeGitHub.Answer.status(422, body)))
                .isEqualTo(
                        "nothing was done: GitHub does not take this input (422); change it. GitHub says: Validation Failed;"
                                + " title missing_field; No commits between main and main; plain");
    }

    @Test
    void quotesNoMoreThanALittle() {
        assertThat(get(FakeGitHub.Answer.status(404, "{\"message\":\"" + "x".repeat(50_000) + "\"}")))
                .hasSizeLessThan(700);
        assertThat(get(FakeGitHub.Answer.status(404, "<html>no json</html>"))).doesNotContain("html");
        assertThat(get(FakeGitHub.Answer.status(404, "[".repeat(10_000)))).doesNotContain("[[");
    }

    /** Only for what GitHub refuses it is certain that it was not done. */
    @ParameterizedTest
    @ValueSource(ints = {300, 304, 408})
    void aStatusThatIsNoRefusalLeavesItOpenAsWell(int status) {
        assertThat(post(FakeGitHub.Answer.status(status, "")))
                .contains(String.valueOf(status))
                .contains("whether it was done is not known, so look before trying again")
                .doesNotContain("nothing was done");
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 502, 503})
    void aFaultLeavesOpenWhetherSomethingWasWritten(int status) {
        assertThat(post(status(status))).contains("whether it was done is not known, so look before trying again");
        assertThat(desk.hub.seen()).hasSize(1);
    }

    /** Encryption can also fail when GitHub has received all of it: "not reached" alone would be taken for "not done". */
    @Test
    void aFailureOfTheEncryptionLeavesItOpenAsWell() throws Exception {
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try (ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            thread.execute(() -> answerWithoutTls(server));
            desk.with(desk.builder().baseUrl("https://127.0.0.1:" + server.getLocalPort()));
            assertThat(desk.error("github_comment", Map.of("repository", "octo/hello", "number", 5, "body", "hi")))
                    .isEqualTo(
                            "GitHub can not be reached; whether it was done is not known, so look before trying again,"
                                    + " since it would be done twice");
            assertThat(desk.error("github_get_issue", Desk.issue(5)))
                    .isEqualTo("GitHub can not be reached; try again later");
        } finally {
            thread.shutdownNow();
        }
    }

    private static void answerWithoutTls(ServerSocket server) {
        while (!server.isClosed()) {
            try (Socket socket = server.accept()) {
                InputStream in = socket.getInputStream();
                int first = in.read();
                socket.getOutputStream().write("no encryption here\n".getBytes(StandardCharsets.UTF_8));
                for (int next = first; next >= 0; next = in.read()) {
                    // Until the client has seen it, and goes away.
                }
            } catch (IOException e) {
                // The end of a connection, or of the test.
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "nonsense", "{\"id\":"})
    void aWriteThatWasDoneIsNotSaidToHaveFailedSoThatItIsDoneAgain(String body) {
        assertThat(post(FakeGitHub.Answer.status(201, body)))
                .startsWith("it was done, but")
                .contains("do not try again");
    }

    // Limits.

    @Test
    void thePrimaryLimitEndsAtItsReset() {
        desk.at(clock());
        FakeGitHub.Answer limited = status(403)
                .header("x-ratelimit-remaining", "0")
                .header("x-ratelimit-reset", String.valueOf(NOW.plusSeconds(600).getEpochSecond()));
        assertThat(get(limited))
                .isEqualTo("GitHub has no requests left (primary rate limit): it was not done; try again in 601 s, at"
                        + " 2026-03-01T12:10:01Z, and do something else until then");
        now = NOW.plusSeconds(599);
        assertThat(desk.error("github_get_issue", Desk.issue(5))).contains("nothing was sent", "in 2 s");
        assertThat(desk.hub.seen()).hasSize(1);
        now = NOW.plusSeconds(601);
        desk.hub.on(GET, "{\"title\":\"Back\"}");
        assertThat(desk.ok("github_get_issue", Desk.issue(5))).contains("Title: Back");
    }

    @ParameterizedTest
    @ValueSource(ints = {403, 429})
    void theSecondaryLimitSaysHowLongToWait(int status) {
        desk.at(clock());
        assertThat(get(status(status).header("Retry-After", "90")))
                .startsWith("GitHub asks to be left alone (secondary rate limit): it was not done; try again in 91 s");
        assertThat(desk.error("github_search", Map.of("repository", "octo/hello", "query", "x")))
                .contains("nothing was sent");
        assertThat(desk.hub.seen()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"429|{}", "403|{\"message\":\"You have exceeded a secondary Rate Limit\"}"})
    void aSecondaryLimitWithoutATimeTakesAMinute(int status, String body) {
        desk.at(clock());
        assertThat(get(FakeGitHub.Answer.status(status, body))).contains("(secondary rate limit)", "try again in 61 s");
    }

    /** Words that somebody else may have written stop nothing. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"message\":\"No access to the issue 'API rate limit exceeded'\"}",
                "{\"message\":\"Forbidden\",\"errors\":[\"You have exceeded a secondary rate limit\"]}",
                "<html>You have exceeded a secondary rate limit</html>"
            })
    void aLimitIsOneWhenGitHubItselfSaysSo(String body) {
        assertThat(get(FakeGitHub.Answer.status(403, body))).startsWith("GitHub does not allow this (403)");
        desk.hub.on(GET, "{\"title\":\"Fine\"}");
        assertThat(desk.ok("github_get_issue", Desk.issue(5))).contains("Title: Fine");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "soon", "-5", "99999999999999999999", "9999999999999", "0"})
    void aResetThatMakesNoSenseDoesNotBlockForEver(String reset) {
        desk.at(clock());
        FakeGitHub.Answer limited =
                status(403).header("x-ratelimit-remaining", "0").header("x-ratelimit-reset", reset);
        assertThat(get(limited)).contains("primary rate limit");
        now = NOW.plusSeconds(3_601);
        desk.hub.on(GET, "{\"title\":\"Back\"}");
        desk.ok("github_get_issue", Desk.issue(5));
    }

    @Test
    void theLimitOfTheSearchIsItsOwn() {
        desk.at(clock());
        String search = "GET /search/issues?q=repo%3Aocto%2Fhello%20%22x%22&per_page=30";
        desk.hub
                .on(search, status(403).header("x-ratelimit-remaining", "0").header("x-ratelimit-reset", "99999999999"))
                .on(GET, "{\"title\":\"Fine\"}");
        assertThat(desk.error("github_search", Map.of("repository", "octo/hello", "query", "x")))
                .contains("primary rate limit");
        assertThat(desk.ok("github_get_issue", Desk.issue(5))).contains("Title: Fine");
    }

    @Test
    void aLimitedWriteIsNotSentAgainByItself() {
        assertThat(post(status(403).header("Retry-After", "0"))).contains("it was not done");
        assertThat(desk.hub.seen()).hasSize(1);
    }

    // What does not come.

    @Test
    void aBodyThatIsCutOffIsNoAnswer() {
        assertThat(get(FakeGitHub.Answer.json("{\"title\":\"A long title\"}").cut()))
                .isEqualTo("GitHub's answer broke off or is damaged; try again once");
        assertThat(post(FakeGitHub.Answer.status(201, "{\"id\":1234567890}").cut()))
                .contains("whether it was done is not known");
    }

    @Test
    void aSlowBodyEndsWithTheTimeOfTheCall() {
        desk.with(desk.builder().timeout(Duration.ofSeconds(2)));
        assertThat(get(FakeGitHub.Answer.json("{\"title\":\"A long title\"}").stuck()))
                .isEqualTo("GitHub did not answer in time; try again later");
    }

    @Test
    void aSlowAnswerToAWriteLeavesOpenWhetherItWasDone() {
        desk.with(desk.builder().timeout(Duration.ofSeconds(2)));
        assertThat(post(FakeGitHub.Answer.status(201, "{\"id\":1234567890}").stuck()))
                .isEqualTo("GitHub did not answer in time; whether it was done is not known, so look before"
                        + " trying again, since it would be done twice");
    }

    @Test
    void allPagesTogetherHaveTheTimeOfOneCall() {
        desk.with(desk.builder().timeout(Duration.ofSeconds(3)));
        desk.hub
                .pages(COMMENTS, List.of(FakeGitHub.comments(1, 100), "[]"))
                .on(
                        "GET " + COMMENTS + "?per_page=100&page=2",
                        FakeGitHub.Answer.json("[1,2,3,4,5,6]").stuck());
        assertThat(desk.error("github_list_comments", Desk.issue(5))).startsWith("GitHub did not answer in time");
    }

    @Test
    void aCancelledRunDoesNotWaitForGitHub() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        desk.hub.on(GET, request -> {
            asked.countDown();
            return FakeGitHub.Answer.json("{\"title\":\"A long title\"}").stuck();
        });
        Run run = new Intelligence(IntelligenceOptions.builder()
                        .provider(MockProvider.of(
                                MockTurn.call("github_get_issue", Desk.issue(5)), MockTurn.text("done")))
                        .tools(desk.tools())
                        .build())
                .start(Message.user("go"));
        assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
        run.cancel();
        assertThat(run.await().stopReason()).isEqualTo(StopReason.CANCELLED);
    }

    @Test
    void saysThatNobodyIsThere() {
        desk.with(desk.builder().baseUrl("http://127.0.0.1:1"));
        assertThat(desk.error("github_get_issue", Desk.issue(5)))
                .isEqualTo("GitHub can not be reached; try again later");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "nonsense", "[]", "null", "7", "{\"title\":\"x\"} more"})
    void anAnswerOfAnotherFormIsAFailure(String body) {
        assertThat(get(FakeGitHub.Answer.json(body))).startsWith("GitHub's answer");
    }

    @Test
    void anAnswerWithFieldsOfOtherTypesIsShownWithoutThem() {
        desk.hub.on(
                GET,
                "{\"title\":[1],\"state\":{},\"user\":7,\"labels\":\"x\",\"assignees\":{},\"comments\":\"many\",\"body\":1e999}");
        assertThat(desk.ok("github_get_issue", Desk.issue(5)))
                .contains("Title: \nState: \nAuthor: nobody\n", "Labels: none", "Comments: 0");
    }

    @Test
    void anAnswerThatIsTooLongIsNotReadToItsEnd() {
        desk.with(desk.builder().maxBytes(1_000));
        assertThat(get(FakeGitHub.Answer.json("{\"title\":\"" + "x".repeat(10_000) + "\"}")))
                .contains("longer than what is received");
    }
}

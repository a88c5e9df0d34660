package dev.intellibrix.github;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.tool.Cancellation;
import dev.intellibrix.tool.ToolException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The token goes to GitHub, and nowhere else. */
@Timeout(120)
class GitHubTokenTest {

    private static final String GET = "GET /repos/octo/hello/issues/5";

    private Desk desk;

    @BeforeEach
    void open() throws IOException {
        desk = new Desk();
    }

    @AfterEach
    void close() {
        desk.close();
    }

    private Desk withToken(Supplier<String> token) {
        return desk.with(GitHubTools.builder(token)
                .baseUrl(desk.hub.origin())
                .allowPrivateNetwork(true)
                .repositories("octo/hello"));
    }

    @Test
    void isAskedForBeforeEachRequest() {
        Deque<String> tokens = new ArrayDeque<>(List.of("first-token-0001", "second-token-002", "third-token-0003"));
        withToken(tokens::poll);
        desk.hub
                .pages(
                        "/repos/octo/hello/issues/5/comments",
                        List.of(FakeGitHub.comments(1, 100), FakeGitHub.comments(101, 101)))
                .on(GET, "{}");
        desk.ok("github_list_comments", Desk.issue(5));
        desk.ok("github_get_issue", Desk.issue(5));
        assertThat(desk.hub.seen().stream().map(each -> each.header("Authorization")))
                .containsExactly("Bearer first-token-0001", "Bearer second-token-002", "Bearer third-token-0003");
    }

    @Test
    void isTakenOutOfWhatGitHubEchoes() {
        String echo = "{\"title\":\"" + Desk.TOKEN + "\",\"body\":\"x" + Desk.TOKEN + "y\"}";
        desk.hub
                .on(GET, echo)
                .on(
                        "GET /repos/octo/hello/pulls/7",
                        FakeGitHub.Answer.bytes(("+" + Desk.TOKEN).getBytes(StandardCharsets.UTF_8)))
                .on(
                        "GET /repos/octo/hello/contents/a",
                        "{\"type\":\"file\",\"encoding\":\"base64\",\"content\":\""
                                + Base64.getEncoder().encodeToString(Desk.TOKEN.getBytes(StandardCharsets.UTF_8))
                                + "\"}");
        assertThat(desk.ok("github_get_issue", Desk.issue(5)))
                .contains("Title: ***\n", "  x***y\n")
                .doesNotContain(Desk.TOKEN);
        assertThat(desk.ok("github_get_diff", Desk.issue(7))).isEqualTo("+***\n[characters 0 to 4 of 4]\n");
        assertThat(desk.ok("github_get_file", Map.of("repository", "octo/hello", "path", "a")))
                .isEqualTo("***\n[characters 0 to 3 of 3]\n");
    }

    @Test
    void isTakenOutOfFailures() {
        desk.hub.on(
                GET,
                FakeGitHub.Answer.status(
                        422, "{\"message\":\"bad " + Desk.TOKEN + "\",\"errors\":[\"Bearer " + Desk.TOKEN + "\"]}"));
        assertThat(desk.error("github_get_issue", Desk.issue(5))).contains("bad ***; Bearer ***");
    }

    @Test
    void isInNoExceptionAndNoneOfItsCauses() {
        desk.hub.on(
                GET,
                FakeGitHub.Answer.json("{\"title\":\"" + Desk.TOKEN + "\"}").cut());
        GitHubApi api = new GitHubApi(
                Site.of(desk.hub.origin()),
                Repositories.of(List.of("octo/hello")),
                () -> Desk.TOKEN,
                new GitHubSettings(1_000, 1_000, java.time.Duration.ofSeconds(60), true),
                dev.intellibrix.internal.net.GuardedHttp.of(
                        dev.intellibrix.internal.net.NetPolicy.ofPublicHosts().withPrivateNetwork(true)),
                java.time.Clock.systemUTC());
        ApiCall call = new ApiCall(api, Cancellation.none());
        StringWriter trace = new StringWriter();
        try {
            call.json(new Repository("octo", "hello"), "/repos/octo/hello/issues/5", "issue");
        } catch (ToolException e) {
            e.printStackTrace(new PrintWriter(trace));
            call.failure(e).printStackTrace(new PrintWriter(trace));
        }
        assertThat(trace.toString()).contains("broke off").doesNotContain(Desk.TOKEN, "Caused by");
        assertThat(api.toString()).doesNotContain(Desk.TOKEN);
    }

    @Test
    void isInNoDescriptionOfTheTools() {
        assertThat(desk.tools().toString())
                .startsWith("GitHubTools[http://127.0.0.1:")
                .doesNotContain(Desk.TOKEN);
        assertThat(desk.tools().tools().toString()).doesNotContain(Desk.TOKEN);
    }

    @Test
    void isNotInWhatAPersonIsAsked() {
        desk.hub.on("POST /repos/octo/hello/issues/5/comments", FakeGitHub.Answer.status(201, "{\"id\":1}"));
        desk.ok("github_comment", Map.of("repository", "octo/hello", "number", 5, "body", "hi"));
        assertThat(desk.asked.get(0).describe()).doesNotContain(Desk.TOKEN);
    }

    @Test
    void aSupplierThatFailsTellsNothingOfWhy() {
        withToken(() -> {
            throw new IllegalStateException("could not renew " + Desk.TOKEN);
        });
        ToolResultPart result = desk.call("github_get_issue", Desk.issue(5));
        assertThat(result.text()).isEqualTo("there is no token for GitHub now, so nothing was sent; try again later");
        assertThat(desk.hub.seen()).isEmpty();
    }

    @Test
    void aSupplierThatEndsWithAnErrorTellsNothingOfWhyEither() {
        withToken(() -> {
            throw new AssertionError("could not renew " + Desk.TOKEN);
        });
        assertThat(desk.error("github_get_issue", Desk.issue(5)))
                .isEqualTo("there is no token for GitHub now, so nothing was sent; try again later");
    }

    /** Of a part of it nobody sees any more that it is one. */
    @Test
    void isTakenOutBeforeAnythingIsCut() {
        String text = "x".repeat(900) + Desk.TOKEN + "y".repeat(3_000);
        desk.with(desk.builder().maxChars(1_000));
        desk.hub
                .on(
                        "GET /repos/octo/hello/contents/a",
                        "{\"type\":\"file\",\"encoding\":\"base64\",\"content\":\""
                                + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)) + "\"}")
                .on("GET /repos/octo/hello/pulls/5", FakeGitHub.Answer.bytes(text.getBytes(StandardCharsets.UTF_8)))
                .on(GET, "{\"title\":\"" + "x".repeat(480) + Desk.TOKEN + "\",\"body\":\"" + text + "\"}")
                .on(
                        "GET /repos/octo/hello/issues/6",
                        FakeGitHub.Answer.status(404, "{\"message\":\"" + "x".repeat(480) + Desk.TOKEN + "\"}"));
        for (int start : new int[] {0, 1, 895, 901, 910, 921, 1_100}) {
            assertHoldsNoPart(
                    desk.ok("github_get_file", Map.of("repository", "octo/hello", "path", "a", "start", start)));
            Map<String, Object> number = Map.of("repository", "octo/hello", "number", 5, "start", start);
            assertHoldsNoPart(desk.ok("github_get_diff", number));
            assertHoldsNoPart(desk.ok("github_get_issue", number));
        }
        assertHoldsNoPart(desk.error("github_get_issue", Desk.issue(6)));
    }

    @Test
    void isTakenOutWhereWhatWasReceivedEndsInIt() {
        desk.with(desk.builder().maxBytes(1_000));
        desk.hub.on(
                "GET /repos/octo/hello/pulls/5",
                FakeGitHub.Answer.bytes(
                        ("x".repeat(980) + Desk.TOKEN + "y".repeat(3_000)).getBytes(StandardCharsets.UTF_8)));
        assertHoldsNoPart(desk.ok("github_get_diff", Desk.issue(5)));
    }

    private static void assertHoldsNoPart(String text) {
        for (int i = 0; i + 6 <= Desk.TOKEN.length(); i++) {
            assertThat(text).doesNotContain(Desk.TOKEN.substring(i, i + 6));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "to ken", "token\r\nX-Evil: 1", "tök"})
    void whatIsNoTokenIsNotSentAndNotShown(String token) {
        withToken(() -> token);
        assertThat(desk.error("github_get_issue", Desk.issue(5))).contains("there is no usable token");
        assertThat(desk.hub.seen()).isEmpty();
    }

    @Test
    void theEndOfAFileIsNoPartOfIt() {
        withToken(() -> Desk.TOKEN + "\n");
        desk.hub.on(GET, "{\"title\":\"" + Desk.TOKEN + "\"}");
        assertThat(desk.ok("github_get_issue", Desk.issue(5))).contains("Title: ***\n");
        assertThat(desk.hub.seen().get(0).header("Authorization")).isEqualTo("Bearer " + Desk.TOKEN);
    }

    @Test
    void noTokenIsNoRequest() {
        withToken(() -> null);
        assertThat(desk.error("github_get_issue", Desk.issue(5))).contains("there is no usable token");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://github.example/api/v3",
                "http://10.0.0.1/",
                "ftp://github.example/",
                "github.example",
                "https://u:p@github.example/",
                "https://github.example/api?x=1",
                "https://github.example/api#x",
                "",
                "http://127.0.0.1.evil.example/"
            })
    void aBaseUrlThatWouldGiveItAwayIsRefused(String url) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GitHubTools.builder(() -> "t").baseUrl(url))
                .withMessageContaining("baseUrl");
    }

    @Test
    void aServerOfAPrivateNetworkIsReachedOnlyWhenThatIsAllowed() {
        desk.hub.on(GET, "{}");
        desk.with(desk.builder().allowPrivateNetwork(false));
        assertThat(desk.error("github_get_issue", Desk.issue(5))).contains("may not be reached");
        assertThat(desk.hub.seen()).isEmpty();
    }

    @Test
    void anEnterpriseServerHasItsApiBelowAPath() {
        desk.with(desk.builder().baseUrl(desk.hub.origin() + "/api/v3/"));
        desk.hub
                .on(
                        "GET /api/v3/repos/octo/hello/issues/5",
                        FakeGitHub.Answer.status(301, "")
                                .header("Location", desk.hub.origin() + "/api/v3/repositories/7/issues/5"))
                .on("GET /api/v3/repositories/7", "{\"full_name\":\"team/x\"}");
        assertThat(desk.error("github_get_issue", Desk.issue(5))).contains("moved to team/x, number 5");
        desk.hub.on(
                "GET /api/v3/repos/octo/hello/issues/5",
                FakeGitHub.Answer.status(301, "").header("Location", desk.hub.origin() + "/repositories/7/issues/5"));
        assertThat(desk.error("github_get_issue", Desk.issue(5))).contains("may not look");
    }

    @Test
    void pagesOfGitHubAndItsRelativesAreNamedAsPeopleSeeThem() {
        Repository repository = new Repository("o", "n");
        assertThat(Site.of("https://api.github.com").page(repository)).isEqualTo("https://github.com/o/n");
        assertThat(Site.of("https://api.octo.ghe.com/").page(repository)).isEqualTo("https://octo.ghe.com/o/n");
        assertThat(Site.of("https://github.example/api/v3").page(repository)).isEqualTo("https://github.example/o/n");
    }
}

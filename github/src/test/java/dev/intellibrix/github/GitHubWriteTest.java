package dev.intellibrix.github;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.RunResult;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.internal.json.Json;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.testing.MockProvider;
import dev.intellibrix.testing.MockTurn;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is sent is what was approved. */
@Timeout(120)
class GitHubWriteTest {

    private static final String COMMIT = "0123456789abcdef0123456789abcdef01234567";

    private Desk desk;

    @BeforeEach
    void open() throws IOException {
        desk = new Desk();
    }

    @AfterEach
    void close() {
        desk.close();
    }

    private void accept(String path, String json) {
        desk.hub.on("POST /repos/octo/hello" + path, FakeGitHub.Answer.status(201, json));
    }

    private static Map<String, Object> input(Object... pairs) {
        Map<String, Object> input = new HashMap<>(Map.of("repository", "octo/hello"));
        for (int i = 0; i < pairs.length; i += 2) {
            input.put((String) pairs[i], pairs[i + 1]);
        }
        return input;
    }

    private void assertSent(String json) throws Exception {
        assertThat(desk.hub.seen()).hasSize(1);
        assertThat(Json.parse(desk.hub.seen().get(0).body())).isEqualTo(Json.parse(json));
        assertThat(desk.hub.seen().get(0).header("Content-Type")).startsWith("application/json");
    }

    @Test
    void commentsWithExactlyTheTextThatWasShown() throws Exception {
        accept("/issues/5/comments", "{\"id\":42}");
        String body = "Thanks @octocat!\n\nFixes #3 \u202e\u0007";
        assertThat(desk.ok("github_comment", input("number", 5, "body", body)))
                .isEqualTo("Commented on octo/hello#5; the comment is 42.\n");
        assertSent("{\"body\":\"Thanks @octocat!\\n\\nFixes #3 \\u202e\\u0007\"}");
        ApprovalRequest asked = desk.asked.get(0);
        assertThat(asked.input()).isEqualTo(input("number", 5, "body", body));
        assertThat(asked.notes())
                .containsExactly("writes to " + desk.hub.origin() + "/octo/hello/issues/5, for all who can see that");
        assertThat(asked.describe()).contains("number: 5", "repository: octo/hello", "Fixes #3 \\u{202E}\\u{0007}");
    }

    @Test
    void reviewsTheCommitThatWasRead() throws Exception {
        accept("/pulls/7/reviews", "{\"id\":80}");
        assertThat(desk.ok(
                        "github_review",
                        input(
                                "number",
                                7,
                                "commit",
                                COMMIT,
                                "event",
                                "request_changes",
                                "body",
                                "No",
                                "comments",
                                List.of(
                                        Map.of("path", "a.txt", "line", 9, "startLine", 7, "body", "Why"),
                                        Map.of("path", "b.txt", "line", 2, "side", "left", "body", "Keep")))))
                .isEqualTo("Reviewed octo/hello#7 at commit " + COMMIT + "; the review is 80.\n");
        assertSent("{\"commit_id\":\"" + COMMIT + "\",\"event\":\"REQUEST_CHANGES\",\"body\":\"No\",\"comments\":["
                + "{\"path\":\"a.txt\",\"line\":9,\"side\":\"RIGHT\",\"start_line\":7,\"start_side\":\"RIGHT\",\"body\":\"Why\"},"
                + "{\"path\":\"b.txt\",\"line\":2,\"side\":\"LEFT\",\"body\":\"Keep\"}]}");
    }

    @Test
    void approvesWithoutAWord() throws Exception {
        accept("/pulls/7/reviews", "{\"id\":80}");
        desk.ok("github_review", input("number", 7, "commit", COMMIT, "event", "approve"));
        assertSent("{\"commit_id\":\"" + COMMIT + "\",\"event\":\"APPROVE\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "main",
                "0123456",
                "HEAD",
                "0123456789ABCDEF0123456789ABCDEF01234567",
                "0123456789abcdef0123456789abcdef0123456z"
            })
    void refusesAReviewOfWhateverIsThereThen(String commit) {
        desk.error("github_review", input("number", 7, "commit", commit, "event", "approve"));
        assertThat(desk.hub.seen()).isEmpty();
    }

    @Test
    void addsLabels() throws Exception {
        desk.hub.on("POST /repos/octo/hello/issues/5/labels", "[{\"name\":\"bug\"},{\"name\":\"ui\"}]");
        assertThat(desk.ok("github_add_labels", input("number", 5, "labels", List.of("ui"))))
                .isEqualTo("Labels of octo/hello#5 now: bug, ui\n");
        assertSent("{\"labels\":[\"ui\"]}");
    }

    @Test
    void opensAnIssue() throws Exception {
        accept("/issues", "{\"number\":9,\"html_url\":\"https://evil.example\"}");
        assertThat(desk.ok("github_create_issue", input("title", "It breaks", "body", "So", "labels", List.of("bug"))))
                .isEqualTo("Opened issue octo/hello#9: " + desk.hub.origin() + "/octo/hello/issues/9\n");
        assertSent("{\"title\":\"It breaks\",\"body\":\"So\",\"labels\":[\"bug\"]}");
    }

    @Test
    void opensAPullRequestFromABranchOfTheRepository() throws Exception {
        accept("/pulls", "{\"number\":10}");
        assertThat(desk.ok(
                        "github_open_pull_request",
                        input("title", "Fix", "head", "fix/a", "base", "main", "draft", true)))
                .isEqualTo("Opened pull request octo/hello#10: " + desk.hub.origin() + "/octo/hello/pull/10\n");
        assertSent("{\"title\":\"Fix\",\"head\":\"fix/a\",\"base\":\"main\",\"draft\":true}");
    }

    /** A review of the lines from this one to the ninth: what was shown to a person is sent whole, or nothing is. */
    private static Map<String, Object> linesFrom(int start) {
        Map<String, Object> comment = Map.of("path", "a.txt", "line", 9, "startLine", start, "body", "Why");
        return input(
                "tool",
                "github_review",
                "number",
                7,
                "commit",
                COMMIT,
                "event",
                "comment",
                "body",
                "x",
                "comments",
                List.of(comment));
    }

    static Stream<Map<String, Object>> useless() {
        return Stream.of(
                input("tool", "github_comment", "number", 5, "body", " \n"),
                input("tool", "github_comment", "number", 0, "body", "x"),
                input("tool", "github_comment", "number", 5, "body", "x".repeat(65_537)),
                input("tool", "github_review", "number", 7, "commit", COMMIT, "event", "comment"),
                input("tool", "github_review", "number", 7, "commit", COMMIT, "event", "request_changes", "body", " "),
                input("tool", "github_review", "number", 7, "commit", COMMIT, "event", "merge", "body", "x"),
                linesFrom(9),
                linesFrom(10),
                input("tool", "github_review", "number", 7, "commit", COMMIT, "event", "APPROVE", "body", "x"),
                input("tool", "github_add_labels", "number", 5, "labels", List.of()),
                input("tool", "github_add_labels", "number", 5, "labels", List.of(" ")),
                input("tool", "github_create_issue", "title", "two\nlines"),
                input("tool", "github_create_issue", "title", " "),
                input("tool", "github_open_pull_request", "title", "x", "head", "evil:main", "base", "main"),
                input("tool", "github_open_pull_request", "title", "x", "head", "a", "base", "b..c"));
    }

    @ParameterizedTest
    @MethodSource("useless")
    void refusesWhatIsNoUseBeforeAnythingIsSent(Map<String, Object> call) {
        Map<String, Object> input = new HashMap<>(call);
        desk.error(String.valueOf(input.remove("tool")), input);
        assertThat(desk.hub.seen()).isEmpty();
    }

    static Stream<Map<String, Object>> writes() {
        return Stream.of(
                input("tool", "github_comment", "path", "/issues/5/comments", "number", 5, "body", "x"),
                input("tool", "github_add_labels", "path", "/issues/5/labels", "number", 5, "labels", List.of("ui")),
                input("tool", "github_create_issue", "path", "/issues", "title", "x"),
                input("tool", "github_open_pull_request", "path", "/pulls", "title", "x", "head", "a", "base", "b"),
                input(
                        "tool",
                        "github_review",
                        "path",
                        "/pulls/5/reviews",
                        "number",
                        5,
                        "commit",
                        COMMIT,
                        "event",
                        "approve"));
    }

    @ParameterizedTest
    @MethodSource("writes")
    void whatWasDoneAndIsAnsweredInAnotherFormIsNotMadeUp(Map<String, Object> call) {
        for (String answer : List.of("null", "7", "{\"id\":0,\"number\":-1}", "{\"id\":\"x\",\"number\":[]}")) {
            Map<String, Object> input = new HashMap<>(call);
            String tool = String.valueOf(input.remove("tool"));
            accept(String.valueOf(input.remove("path")), answer);
            assertThat(desk.error(tool, input))
                    .isEqualTo("it was done, but what GitHub says of it can not be read; do not try again, look there");
        }
    }

    @Test
    void aPersonSeesThatACallWillBeRefused() {
        desk.error("github_comment", Map.of("repository", "evil/secret", "number", 5, "body", "x"));
        assertThat(desk.asked.get(0).notes().get(0)).startsWith("will be refused: evil/secret is not among");
        assertThat(desk.hub.seen()).isEmpty();
    }

    @Test
    void everyToolThatWritesNeedsApproval() {
        List<Tool> writing = desk.tools().tools().stream()
                .filter(tool -> tool.category() == ToolCategory.WRITE)
                .toList();
        assertThat(writing.stream().map(Tool::name))
                .containsExactlyInAnyOrder(
                        "github_comment",
                        "github_review",
                        "github_add_labels",
                        "github_create_issue",
                        "github_open_pull_request");
        assertThat(writing).allMatch(Tool::needsApproval).noneMatch(Tool::isIdempotent);
        assertThat(desk.with(desk.builder().approveWrites(false)).tools().tools())
                .noneMatch(Tool::needsApproval);
    }

    @Test
    void withoutAHookNothingIsWritten() {
        RunResult run = new Intelligence(IntelligenceOptions.builder()
                        .provider(MockProvider.of(
                                MockTurn.call("github_comment", input("number", 5, "body", "x")),
                                MockTurn.text("done")))
                        .tools(desk.tools())
                        .build())
                .ask("go");
        assertThat(run.messages().get(2).toolResults().get(0).outcome()).isEqualTo(ToolOutcome.DENIED);
        assertThat(desk.hub.seen()).isEmpty();
    }

    @Test
    void anEditIsWhatIsSent() throws Exception {
        accept("/issues/6/comments", "{\"id\":1}");
        new Intelligence(IntelligenceOptions.builder()
                        .provider(MockProvider.of(
                                MockTurn.call("github_comment", input("number", 5, "body", "x")),
                                MockTurn.text("done")))
                        .tools(desk.tools())
                        .onToolApproval(call -> ApprovalDecision.edit(input("number", 6, "body", "y")))
                        .build())
                .ask("go");
        assertThat(desk.hub.uris()).containsExactly("/repos/octo/hello/issues/6/comments");
        assertSent("{\"body\":\"y\"}");
    }
}

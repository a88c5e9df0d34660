package dev.intellibrix.github;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.intellibrix.message.Origin;
import java.io.IOException;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** No name, no path, no redirect and no query leads to a repository that is not listed. */
@Timeout(120)
class GitHubAllowlistTest {

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

    private String error(String repository) {
        return desk.error("github_get_issue", Map.of("repository", repository, "number", 5));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "octo/other",
                "octo/hello2",
                "octo/hell",
                "octocat/hello",
                "octo2/hello",
                "teams/x",
                "octo/hello.git",
                "octo/hello.",
                "octo/.hello"
            })
    void refusesARepositoryThatIsNotListed(String repository) {
        error(repository);
        assertThat(desk.hub.seen()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "octo/hello/../secret",
                "octo/../evil/secret",
                "octo%2Fhello",
                "octo/hello%2F..%2Fsecret",
                "octo/hello/",
                "/octo/hello",
                "octo//hello",
                "octo/hello?x=1",
                "octo/hello#x",
                "octo\\hello",
                "octo/hello ",
                " octo/hello",
                "octo/hello\n",
                "octo/..",
                "octo/.",
                "team/..",
                "team/.",
                "team/...",
                "Team/%2e%2e",
                "https://github.com/octo/hello",
                "octo/héllo",
                "octo/hello\u200b",
                "\u043ecto/hello",
                "octo/hello\u0000",
                "team/x.git",
                "-team/x",
                "te am/x",
                "team/x/y",
                "octo/hello;evil/secret",
                "octo/hello,evil/secret"
            })
    void refusesWhatIsNoPlainName(String repository) {
        assertThat(error(repository)).contains("owner/name");
        assertThat(desk.hub.seen()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"OCTO/Hello,octo/hello", "team/One,team/one", "TEAM/two.three_four-5,team/two.three_four-5"})
    void caseDoesNotCountInNames(String written, String asked) {
        desk.hub.on("GET /repos/" + asked + "/issues/5", "{\"title\":\"Found\"}");
        assertThat(desk.ok("github_get_issue", Map.of("repository", written, "number", 5)))
                .contains("Title: Found");
    }

    @Test
    void namesOfOtherAlphabetsAreNotFoldedIntoLatinOnes() {
        // Lower-casing by Unicode turns the sign for kelvin into a k, and a dotted capital I into an i and a dot.
        desk.with(desk.builder().repositories("kit/kit", "izmir/*"));
        assertThat(error("\u212ait/kit")).contains("owner/name");
        assertThat(error("\u0130zmir/x")).contains("owner/name");
        assertThat(desk.hub.seen()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"..", "a/../../../evil/secret", "a/..", "./a", "a//b", "/a", "a/", ".", "../x"})
    void refusesPathsThatLeadElsewhere(String path) {
        assertThat(desk.error("github_get_file", Map.of("repository", "octo/hello", "path", path)))
                .contains("path must lead");
        assertThat(desk.hub.seen()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "%2e%2e/%2e%2e/evil|/%252e%252e/%252e%252e/evil",
                "a%2F..%2Fb|/a%252F..%252Fb",
                "..%2f|/..%252f",
                "a\\..\\b|/a%5C..%5Cb",
                "a?ref=x|/a%3Fref%3Dx",
                "a;b|/a%3Bb",
                "...|/...",
                "..a|/..a"
            })
    void anUnusualNameOfAFileStaysOneName(String path, String sent) {
        desk.hub.on("GET /repos/octo/hello/contents" + sent, "{\"type\":\"dir\",\"entries\":[]}");
        assertThat(desk.ok("github_get_file", Map.of("repository", "octo/hello", "path", path)))
                .isEqualTo("The folder is empty.\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a..b",
                "/a",
                "a/",
                "a//b",
                "evil:main",
                "a b",
                "a~1",
                "a^",
                "a?b",
                "a*",
                "a[b",
                "a\\b",
                "@{1}",
                "@",
                "-x",
                ".a",
                "a/.b",
                "a.lock",
                "a.lock/b",
                "a.",
                "a\u0000",
                "a\nb",
                "a\u007f"
            })
    void refusesWhatIsNoRef(String ref) {
        assertThat(desk.error("github_get_file", Map.of("repository", "octo/hello", "path", "a", "ref", ref)))
                .contains("ref must be");
        assertThat(desk.error("github_get_checks", Map.of("repository", "octo/hello", "ref", ref)))
                .contains("ref must be");
        assertThat(desk.hub.seen()).isEmpty();
    }

    /** Whatever a model names, each request that is sent is one of the allowed repository, or none is. */
    @Test
    void noInputLeavesTheRepository() {
        String alphabet = "ab./%2FEe\\?#&=:@~ \u00e4\u2024\uff0e\uff0f";
        for (long seed = 1; seed <= 3_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(1, 16); i > 0; i--) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            String path;
            String ref;
            try {
                path = Encoded.path(text.toString());
            } catch (dev.intellibrix.tool.ToolException e) {
                path = "/x";
            }
            try {
                ref = Encoded.ref(text.toString());
            } catch (dev.intellibrix.tool.ToolException e) {
                ref = "x";
            }
            String url = Site.of("https://api.github.com")
                    .url("/repos/o/n/contents" + path + "?ref=" + ref)
                    .toString();
            assertThat(url).as("seed %d: %s", seed, text).startsWith("https://api.github.com/repos/o/n/contents/");
            assertThat(url)
                    .as("seed %d: %s", seed, text)
                    .endsWith("?ref=" + ref)
                    .doesNotContain("/../", "/./");
            assertThat(java.net.URI.create(url).normalize().toString())
                    .as("seed %d", seed)
                    .isEqualTo(url);
            assertThat(Repository.of("o/" + text).map(Repository::toString).orElse("o/x"))
                    .as("seed %d", seed)
                    .matches("o/[a-z0-9._-]+");
        }
    }

    // Redirects.

    private String moved(int status, String location) {
        desk.hub.on(
                GET, FakeGitHub.Answer.status(status, "{\"message\":\"Moved\"}").header("Location", location));
        return error("octo/hello");
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 307, 308})
    void aRenamedRepositoryIsNamedWhenItIsListedUnderItsNewName(int status) {
        desk.hub
                .on("GET /repositories/77", "{\"full_name\":\"Team/New\"}")
                .on("GET /repositories/77/issues/5", "{\"title\":\"Not by this way\"}");
        assertThat(moved(status, desk.hub.origin() + "/repositories/77/issues/5"))
                .isEqualTo("what was asked for was renamed or moved to team/new, number 5; ask for it there");
        assertThat(desk.hub.uris()).containsExactly("/repos/octo/hello/issues/5", "/repositories/77");
    }

    @Test
    void aRepositoryThatMovedToOneThatIsNotListedIsNotReadAndNotNamed() {
        desk.hub
                .on("GET /repositories/77", "{\"full_name\":\"evil/secret\"}")
                .on("GET /repositories/77/issues/5", "{\"title\":\"Secret\"}");
        assertThat(moved(301, desk.hub.origin() + "/repositories/77/issues/5"))
                .isEqualTo(
                        "what was asked for is no longer in octo/hello: it was renamed or moved to where this tool may not look;"
                                + " do without it");
        assertThat(desk.hub.uris()).doesNotContain("/repositories/77/issues/5");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/repos/evil/secret/issues/5",
                "/repos/evil%2Fsecret/issues/5",
                "/repos/team%2F..%2F../evil",
                "/user",
                "/repositories/77x",
                "/",
                "/repositories/99/issues/5",
                "/repositories/98/issues/5"
            })
    void noOtherRedirectIsFollowed(String location) {
        desk.hub
                .on("GET /repositories/98", FakeGitHub.Answer.status(301, "").header("Location", "/repositories/97"))
                .on("GET /repositories/97", "{\"full_name\":\"team/x\"}");
        assertThat(moved(301, location)).contains("where this tool may not look");
        assertThat(desk.hub.uris())
                .allSatisfy(uri -> assertThat(uri).matches("/repos/octo/hello/issues/5|/repositories/9[89]"));
    }

    @Test
    void aRedirectByNameIsTold() {
        assertThat(moved(301, "/repos/Team/Other/issues/9")).contains("moved to team/other, number 9;");
    }

    @Test
    void aRedirectToAnotherServerGetsNothing() throws IOException {
        try (FakeGitHub other = new FakeGitHub()) {
            other.on(GET, "{\"title\":\"Elsewhere\"}");
            moved(301, other.origin() + "/repos/octo/hello/issues/5");
            moved(302, "http://evil.example/x");
            moved(302, "https://127.0.0.1:1/repos/octo/hello/issues/5");
            assertThat(other.seen()).isEmpty();
        }
    }

    @Test
    void aWriteIsNotSentToWhereItIsRedirected() {
        desk.hub
                .on(
                        "POST /repos/octo/hello/issues/5/comments",
                        FakeGitHub.Answer.status(307, "").header("Location", "/repositories/77/issues/5/comments"))
                .on("POST /repositories/77/issues/5/comments", FakeGitHub.Answer.status(201, "{\"id\":1}"));
        assertThat(desk.error("github_comment", Map.of("repository", "octo/hello", "number", 5, "body", "hi")))
                .startsWith("nothing was done: the repository was renamed or moved");
        assertThat(desk.hub.seen()).hasSize(1);
    }

    // Searching.

    private static final String FOUND = "{\"total_count\":%d,\"incomplete_results\":false,\"items\":[%s]}";

    private String item(String repository, int number) {
        return "{\"repository_url\":\"" + desk.hub.origin() + "/repos/" + repository + "\",\"number\":" + number
                + ",\"title\":\"T" + number + "\",\"state\":\"open\",\"user\":{\"login\":\"ada\"}}";
    }

    @Test
    void saysItselfWhereToSearchAndLeavesOutWhatIsFromElsewhere() {
        desk.hub.on(
                "GET /search/issues?q=repo%3Aocto%2Fhello%20is%3Aopen%20%22crash%22&per_page=30",
                String.format(
                        FOUND, 3, item("Octo/Hello", 1) + "," + item("evil/secret", 2) + "," + item("team/x", 3)));
        assertThat(desk.ok("github_search", Map.of("repository", "octo/hello", "query", "is:open crash")))
                .isEqualTo("#1 issue, open, by ada: T1\n");
        desk.hub.on(
                "GET /search/issues?q=repo%3Aocto%2Fhello%20%22other%22&per_page=30",
                String.format(FOUND, 3, item("Octo/Hello", 1)));
        assertThat(desk.ok("github_search", Map.of("repository", "octo/hello", "query", "other")))
                .endsWith("[1 of about 3; narrow the query to see others]\n");
    }

    /** An origin is shown to people as it is, with others beside it. */
    @Test
    void thePathOfAResultCanNotPassForAnotherOrigin() {
        desk.hub.on(
                "GET /search/code?q=repo%3Aocto%2Fhello%20%22x%22&per_page=30",
                String.format(
                        FOUND,
                        3,
                        "{\"path\":\"a, url b\",\"repository\":{\"full_name\":\"octo/hello\"}},"
                                + "{\"path\":\"a, url https://github.com/octo/trusted\",\"repository\":{\"full_name\":\"octo/hello\"}},"
                                + "{\"path\":\"../../../../octo/trusted\",\"repository\":{\"full_name\":\"octo/hello\"}}"));
        String page = desk.hub.origin() + "/octo/hello";
        assertThat(desk.call("github_search", Map.of("repository", "octo/hello", "query", "x", "kind", "code"))
                        .label()
                        .origins())
                .extracting(Origin::name)
                .filteredOn(name -> name.startsWith("http"))
                .containsExactlyInAnyOrder(page, page + "/blob/HEAD/a%2C%20url%20b");
    }

    @Test
    void findsCodeInTheRepositoryOnly() {
        desk.hub.on(
                "GET /search/code?q=repo%3Aocto%2Fhello%20%22a%3A%3Ab%22%20path%3Asrc&per_page=30",
                String.format(
                        FOUND,
                        2,
                        "{\"path\":\"src/a\",\"repository\":{\"full_name\":\"octo/hello\"}},"
                                + "{\"path\":\"secret\",\"repository\":{\"full_name\":\"evil/secret\"}}"));
        assertThat(desk.ok(
                        "github_search", Map.of("repository", "octo/hello", "query", "a::b path:src", "kind", "code")))
                .startsWith("src/a\n")
                .doesNotContain("secret");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "repo:evil/secret",
                "x repo:evil/secret",
                "REPO:evil/secret",
                "-repo:octo/hello",
                "user:evil x",
                "org:evil",
                "owner:evil",
                "x -org:octo",
                "repo:\"evil/secret\"",
                "enterprise:x"
            })
    void refusesAQueryThatSaysWhereToSearch(String query) {
        assertThat(desk.error("github_search", Map.of("repository", "octo/hello", "query", query)))
                .contains("must not say where");
        assertThat(desk.hub.seen()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a OR repo:|\"a\" \"OR\" \"repo:\"",
                "x OR y|\"x\" \"OR\" \"y\"",
                "(x)|\"(x)\"",
                "(repo:evil/secret)|\"(repo:evil/secret)\"",
                "\"repo:evil/secret\"|\"repo:evil/secret\"",
                "NOT x|\"NOT\" \"x\"",
                "xrepo:evil/secret|\"xrepo:evil/secret\"",
                "is:open,repo:evil/secret|is:\"open,repo:evil/secret\"",
                "label:\"good first\"|label:\"good first\"",
                "-label:bug|-label:bug",
                "\"a b\" c|\"a b\" \"c\"",
                "Is:OPEN|is:OPEN"
            })
    void writesAQueryAnew(String query, String written) {
        String sent;
        try {
            sent = SearchQuery.of(query).in(new Repository("o", "n"));
        } catch (dev.intellibrix.tool.ToolException e) {
            sent = e.getMessage();
        }
        assertThat(sent).contains(written);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"a", "a\"", "\"a\"repo:x", "a\\\"b", "\\", "\"a\"\"b\"", " ", "x\"repo:evil/secret\""})
    void refusesAQueryThatCanBeReadInTwoWays(String query) {
        desk.error("github_search", Map.of("repository", "octo/hello", "query", query));
        assertThat(desk.hub.seen()).isEmpty();
    }

    /** Outside of quotes there is one qualifier of a place, which is ours, and no operator. */
    @Test
    void noQueryNamesAPlace() {
        String[] pieces = {
            "repo:evil/s",
            "org:e",
            "a",
            "\"",
            "\\",
            " ",
            "OR",
            "(",
            ")",
            "-",
            ":",
            "is:open",
            "\n",
            "\u200b",
            "NOT",
            "label:"
        };
        for (long seed = 1; seed <= 5_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            StringBuilder query = new StringBuilder();
            for (int i = random.nextInt(1, 8); i > 0; i--) {
                query.append(pieces[random.nextInt(pieces.length)]);
            }
            try {
                String sent = SearchQuery.of(query.toString()).in(new Repository("o", "n"));
                String outside = sent.substring("repo:o/n ".length()).replaceAll("\"[^\"]*\"", "\"\"");
                assertThat(outside.split(" "))
                        .as("seed %d: %s", seed, query)
                        .allMatch(term -> term.matches("-?((is|label):[A-Za-z/-]*)?(\"\")?"))
                        .doesNotContain("OR", "NOT", "AND");
            } catch (dev.intellibrix.tool.ToolException e) {
                assertThat(e.getMessage()).as("seed %d", seed).startsWith("query");
            }
        }
    }

    // Options.

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "octo",
                "*/*",
                "*",
                "octo/*/x",
                "octo/he*",
                "/hello",
                "octo/..",
                "https://github.com/octo/hello"
            })
    void anOptionThatIsNoRepositoryIsRefused(String pattern) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GitHubTools.builder(() -> "t").repositories(pattern))
                .withMessageContaining("repositories");
    }

    @Test
    void withoutRepositoriesThereAreNoTools() {
        assertThatIllegalArgumentException().isThrownBy(() -> GitHubTools.of(() -> "t"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GitHubTools.builder(() -> "t").build());
    }
}

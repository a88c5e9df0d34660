package dev.intellibrix.agenttools.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.intellibrix.tool.Cancellation;
import java.io.IOException;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An instance of SearXNG as it is documented, played on loopback. */
class SearxngSearchTest {

    private Service service;

    @BeforeEach
    void open() throws IOException {
        service = new Service();
    }

    @AfterEach
    void close() {
        service.close();
    }

    private static String page(int from, int to, String silent) {
        String hits = IntStream.range(from, to)
                .mapToObj(i -> "{\"url\":\"https://a.example/" + i + "\",\"title\":\"page " + i
                        + "\",\"content\":\"text\",\"engines\":[\"brave\"],\"score\":1.0}")
                .collect(Collectors.joining(","));
        return "{\"query\":\"x\",\"number_of_results\":0,\"results\":[" + hits + "],\"answers\":[],\"corrections\":[],"
                + "\"infoboxes\":[],\"suggestions\":[],\"unresponsive_engines\":" + silent + "}";
    }

    private SearchResults search(int limit) throws Exception {
        return Searches.searxngSearch(service.url(), Service.options().build())
                .search(new SearchQuery("tides \u00e9", limit), Cancellation.none());
    }

    private SearchException problem() {
        return catchThrowableOfType(SearchException.class, () -> search(5));
    }

    @Test
    void asksForJsonAndReadsAPage() throws Exception {
        service.json(page(0, 20, "[]"));
        assertThat(search(5).hits()).hasSize(20); // There is no way to ask for fewer; the tool cuts.
        assertThat(service.onlyAsked().method()).isEqualTo("GET");
        assertThat(service.onlyAsked().uri()).isEqualTo("/search?q=tides+%C3%A9&format=json&pageno=1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "/searx", "/searx/"})
    void isFoundBelowAPath(String path) throws Exception {
        service.json(page(0, 1, "[]"));
        Searches.searxngSearch(service.url() + path, Service.options().build())
                .search(new SearchQuery("x", 1), Cancellation.none());
        String below = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        assertThat(service.onlyAsked().uri()).startsWith(below + "/search?q=x&");
    }

    @Test
    void asksForFurtherPagesOnlyWhereMoreIsWanted() throws Exception {
        service.json(page(0, 8, "[]")).json(page(8, 16, "[]")).json(page(16, 24, "[]"));
        assertThat(search(12).hits()).hasSize(16);
        assertThat(service.asked()).hasSize(2);
        assertThat(service.asked().get(1).uri()).endsWith("&pageno=2");
    }

    @Test
    void endsWhereAPageBringsNothingNew() throws Exception {
        service.json(page(0, 8, "[]"));
        assertThat(search(20).hits()).hasSize(8);
        assertThat(service.asked()).hasSize(2);
    }

    @Test
    void keepsWhatItHasWhereAFurtherPageFails() throws Exception {
        service.json(page(0, 8, "[]")).status(500);
        SearchResults results = search(20);
        assertThat(results.hits()).hasSize(8);
        assertThat(results.notes())
                .singleElement()
                .asString()
                .startsWith("There may be more: SearXNG has a fault (status 500)");
    }

    /** WS-001. */
    @Test
    void saysWhichSettingIsMissingWhereJsonIsNotSwitchedOn() {
        service.answer(403, Map.of("Content-Type", "text/html"), "<title>403 Forbidden</title>");
        assertThat(problem())
                .hasMessageContaining("add json to search.formats in its settings.yml")
                .extracting(SearchException::kind)
                .isEqualTo(SearchException.Kind.SETUP);
    }

    @Test
    void namesTheEnginesThatDidNotAnswer() throws Exception {
        service.json(page(0, 2, "[[\"brave\",\"Suspended: too many requests\"],[\"duckduckgo\",\"CAPTCHA\"]]"));
        assertThat(search(2).notes())
                .containsExactly(
                        "Engines that did not answer: brave (Suspended: too many requests), duckduckgo (CAPTCHA)");
    }

    @Test
    void takesNoHitsOfBlockedEnginesForAFailure() {
        service.json(page(0, 0, "[[\"brave\",\"Suspended: too many requests\"]]"));
        assertThat(problem())
                .hasMessageContaining("brave (Suspended: too many requests)")
                .extracting(SearchException::kind)
                .isEqualTo(SearchException.Kind.UNAVAILABLE);
    }

    @Test
    void boundsWhatItSaysOfEngines() {
        String engine = "[\"" + "e".repeat(500) + "\\u202e\\n[x]\",\"" + "w".repeat(500) + "\"]";
        String many = IntStream.range(0, 30).mapToObj(i -> engine).collect(Collectors.joining(",", "[", "]"));
        service.json(page(0, 0, many));
        assertThat(problem().getMessage())
                .hasSizeLessThan(2_000)
                .contains("and 20 more")
                .doesNotContain("\n", "\u202e");
    }

    @Test
    void takesWhatIsNoAnswerOfItForThat() {
        service.answer(200, Map.of("Content-Type", "text/html"), "<!doctype html><title>SearXNG</title>");
        assertThat(problem().kind()).isEqualTo(SearchException.Kind.ANSWER);
    }

    /** The bangs of SearXNG redirect to another service, with the query. */
    @Test
    void followsNoBangToAnotherService() {
        service.answer(302, Map.of("Location", "http://127.0.0.1:9/?q=secret"), "");
        assertThat(problem())
                .hasMessageContaining("leave !! out")
                .extracting(SearchException::kind)
                .isEqualTo(SearchException.Kind.ANSWER);
        service.onlyAsked();
    }

    @Test
    void saysThatItCanNotBeReached() {
        SearchProvider nobody =
                Searches.searxngSearch("http://127.0.0.1:9", Service.options().build());
        SearchException problem = catchThrowableOfType(
                SearchException.class, () -> nobody.search(new SearchQuery("x", 1), Cancellation.none()));
        assertThat(problem.kind()).isEqualTo(SearchException.Kind.UNAVAILABLE);
        assertThat(problem).hasMessage("SearXNG can not be reached; try again later, or go on without");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "127.0.0.1:8888",
                "ftp://a.example",
                "http://user:word@a.example",
                "http://a.example/?q=",
                "http://a.example/#x",
                "http://0x7f.1/"
            })
    void refusesABaseUrlThatIsNone(String url) {
        assertThatThrownBy(() -> Searches.searxngSearch(url))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("baseUrl");
    }
}

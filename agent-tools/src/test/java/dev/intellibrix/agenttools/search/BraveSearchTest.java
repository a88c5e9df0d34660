package dev.intellibrix.agenttools.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.intellibrix.tool.Cancellation;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Brave's API as it is documented, played on loopback. */
class BraveSearchTest {

    private static final String FOUND = """
        {"type":"search","query":{"original":"tides","more_results_available":true},
         "web":{"type":"search","results":[
           {"title":"Tides","url":"https://a.example/tides","description":"The <strong>moon</strong> &amp; the sea",
            "page_age":"2026-01-01T00:00:00","profile":{"name":"A"}},
           {"title":"No address","description":"x"},
           "no object",
           {"url":"https://b.example/","title":null}]}}
        """;

    private Service service;

    @BeforeEach
    void open() throws IOException {
        service = new Service();
    }

    @AfterEach
    void close() {
        service.close();
    }

    private SearchResults search() throws Exception {
        return service.provider(BraveApi::new).search(new SearchQuery("high & low tides", 7), Cancellation.none());
    }

    private SearchException problem() {
        return catchThrowableOfType(SearchException.class, this::search);
    }

    @Test
    void asksAsTheApiWantsIt() throws Exception {
        service.json(FOUND);
        search();
        Service.Asked asked = service.onlyAsked();
        assertThat(asked.method()).isEqualTo("GET");
        assertThat(asked.uri())
                .isEqualTo("/res/v1/web/search?q=high+%26+low+tides&count=12&text_decorations=false&result_filter=web");
        assertThat(asked.header("X-subscription-token")).isEqualTo(Service.KEY);
        assertThat(asked.header("Accept")).isEqualTo("application/json");
    }

    @Test
    void neverAsksForMoreThanThereIsOnAPage() throws Exception {
        service.json(FOUND);
        service.provider(BraveApi::new).search(new SearchQuery("x", 20), Cancellation.none());
        assertThat(service.onlyAsked().uri()).contains("&count=20&");
    }

    @Test
    void readsTheHitsAndPassesOverWhatIsNone() throws Exception {
        service.json(FOUND);
        assertThat(search().hits())
                .containsExactly(
                        new SearchHit("Tides", "https://a.example/tides", "The <strong>moon</strong> &amp; the sea"),
                        new SearchHit("", "https://b.example/", ""));
    }

    @Test
    void takesAnAnswerWithoutAListForNothingFound() throws Exception {
        service.json("{\"type\":\"search\",\"query\":{\"original\":\"tides\"},\"mixed\":{}}");
        assertThat(search()).isEqualTo(SearchResults.of(List.of()));
    }

    /** A wrong key is a 422 with Brave, as a wrong query is; errors come alone or in a list. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "422 | {\"type\":\"ErrorResponse\",\"error\":{\"code\":\"SUBSCRIPTION_TOKEN_INVALID\",\"status\":422}}"
                        + " | KEY",
                "422 | {\"type\":\"ErrorResponse\",\"errors\":[{\"code\":\"SUBSCRIPTION_TOKEN_INVALID\"}]} | KEY",
                "401 | {} | KEY",
                "403 | <html>no</html> | KEY",
                "422 | {\"type\":\"ErrorResponse\",\"error\":{\"code\":\"VALIDATION\"}} | QUERY",
                "400 | {} | QUERY",
                "402 | {} | QUOTA",
                "429 | {\"error\":{\"code\":\"QUOTA_LIMITED\",\"status\":429}} | QUOTA",
                "404 | {} | SETUP",
                "500 | {} | UNAVAILABLE",
                "503 | busy | UNAVAILABLE",
                "200 | <html>log in</html> | ANSWER",
                "200 | {\"web\": | ANSWER",
                "200 | {\"message\":\"hello\"} | ANSWER",
                "200 | [] | ANSWER",
                "418 | {} | ANSWER"
            })
    void tellsItsErrorsApart(int status, String body, SearchException.Kind kind) {
        service.answer(status, Map.of(), body);
        SearchException problem = problem();
        assertThat(problem.kind()).isEqualTo(kind);
        assertThat(problem).hasMessageContaining("Brave Search").hasMessageNotContaining(Service.KEY);
        assertThat(problem.retryAfter()).isEmpty();
        service.onlyAsked(); // Nothing but being asked too often is a reason to ask again.
    }

    @Test
    void waitsForTheShortOfTheTwoWindows() {
        service.answer(429, Map.of("X-RateLimit-Reset", "3, 1419704", "X-RateLimit-Remaining", "0, 900"), """
            {"type":"ErrorResponse","error":{"status":429,"code":"RATE_LIMITED",
             "detail":"Request rate limit exceeded for plan"}}
            """);
        SearchException problem = problem();
        assertThat(problem.kind()).isEqualTo(SearchException.Kind.RATE);
        assertThat(problem.retryAfter()).contains(Duration.ofSeconds(3));
        assertThat(problem).hasMessage("Brave Search was asked too often; wait 3 s, or go on without searching");
        assertThat(service.asked()).hasSize(2);
    }

    @Test
    void followsNoRedirectSoThatNeitherKeyNorQueryGoElsewhere() throws IOException {
        try (Service other = new Service()) {
            other.json(FOUND);
            service.answer(302, Map.of("Location", other.url() + "/steal"), "");
            assertThat(problem().kind()).isEqualTo(SearchException.Kind.ANSWER);
            assertThat(other.asked()).isEmpty();
        }
    }

    @Test
    void readsNoMoreOfAnAnswerThanItsBound() {
        service.json("{\"query\":{},\"web\":{\"results\":[]},\"x\":\"" + "x".repeat(2_000_000) + "\"}");
        assertThat(problem())
                .hasMessageContaining("more than 2000000 bytes")
                .extracting(SearchException::kind)
                .isEqualTo(SearchException.Kind.ANSWER);
    }
}

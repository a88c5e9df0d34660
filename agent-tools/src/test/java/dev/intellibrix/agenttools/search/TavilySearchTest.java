package dev.intellibrix.agenttools.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.intellibrix.tool.Cancellation;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tavily's API as it is documented, played on loopback. */
class TavilySearchTest {

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
        return service.provider(TavilyApi::new).search(new SearchQuery("say \"tides\"", 5), Cancellation.none());
    }

    @Test
    void asksAsTheApiWantsItAndReadsTheHits() throws Exception {
        service.json("""
            {"query":"tides","answer":null,"images":[],"follow_up_questions":null,"response_time":1.2,
             "results":[{"title":"Tides","url":"https://a.example/","content":"List<String> tides","score":0.9,
                         "raw_content":null}]}
            """);
        assertThat(search().hits()).containsExactly(new SearchHit("Tides", "https://a.example/", "List<String> tides"));
        Service.Asked asked = service.onlyAsked();
        assertThat(asked.method() + " " + asked.uri()).isEqualTo("POST /search");
        assertThat(asked.header("Authorization")).isEqualTo("Bearer " + Service.KEY);
        assertThat(asked.header("Content-type")).startsWith("application/json");
        assertThat(asked.body())
                .contains("\"query\":\"say \\\"tides\\\"\"", "\"max_results\":10", "\"search_depth\":\"basic\"")
                .doesNotContain(Service.KEY);
    }

    /** WS-007, and what else the documentation lists. */
    @ParameterizedTest
    @CsvSource({"400, QUERY", "401, KEY", "403, KEY", "432, QUOTA", "433, QUOTA", "500, UNAVAILABLE", "502, UNAVAILABLE"
    })
    void tellsItsErrorsApartAndRepeatsNothingOfThem(int status, SearchException.Kind kind) {
        service.answer(
                status,
                Map.of("Content-Type", "application/json"),
                "{\"detail\":{\"error\":\"the key " + Service.KEY + " is not good\"}}");
        SearchException problem = catchThrowableOfType(SearchException.class, this::search);
        assertThat(problem.kind()).isEqualTo(kind);
        assertThat(problem).hasMessageContaining("Tavily").hasMessageNotContaining("not good");
        assertThat(problem.toString()).doesNotContain(Service.KEY);
        service.onlyAsked();
    }

    @Test
    void triesOnceMoreAfterTheTimeThatItIsAskedToWait() throws Exception {
        Watch watch = new Watch();
        service.answer(429, Map.of("Retry-After", "7"), "{\"detail\":{\"error\":\"blocked\"}}")
                .json("{\"results\":[{\"title\":\"a\",\"url\":\"https://a.example/\",\"content\":\"b\"}]}");
        SearchProvider provider = service.provider(TavilyApi::new, () -> Service.KEY, Service.options(), watch);
        assertThat(provider.search(new SearchQuery("x", 1), Cancellation.none()).hits())
                .hasSize(1);
        assertThat(watch.waits()).containsExactly(Duration.ofSeconds(7));
        assertThat(service.asked()).hasSize(2);
    }

    @Test
    void takesOtherJsonForNoAnswer() {
        service.json("{\"results\":{}}");
        assertThat(catchThrowableOfType(SearchException.class, this::search).kind())
                .isEqualTo(SearchException.Kind.ANSWER);
    }
}

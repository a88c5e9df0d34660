package dev.intellibrix.agenttools.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.intellibrix.agenttools.Workbench;
import dev.intellibrix.event.RunEvent;
import dev.intellibrix.tool.Cancellation;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the key comes from, and that it comes nowhere but to the service. */
class SearchKeysTest {

    private static final SearchQuery QUERY = new SearchQuery("x", 1);

    private Service service;

    @BeforeEach
    void open() throws IOException {
        service = new Service();
    }

    @AfterEach
    void close() {
        service.close();
    }

    private SearchException problem(Supplier<String> key) {
        SearchProvider provider = service.provider(BraveApi::new, key, Service.options(), new Watch());
        return catchThrowableOfType(SearchException.class, () -> provider.search(QUERY, Cancellation.none()));
    }

    private static String trace(Throwable problem) {
        StringWriter trace = new StringWriter();
        problem.printStackTrace(new PrintWriter(trace));
        return trace.toString();
    }

    @Test
    void isAskedForWithEachRequest() throws Exception {
        service.json("{\"query\":{}}");
        AtomicInteger count = new AtomicInteger();
        SearchProvider provider = service.provider(
                BraveApi::new, () -> "key-number-" + count.incrementAndGet(), Service.options(), new Watch());
        provider.search(QUERY, Cancellation.none());
        provider.search(QUERY, Cancellation.none());
        assertThat(service.asked())
                .extracting(asked -> asked.header("X-subscription-token"))
                .containsExactly("key-number-1", "key-number-2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "secret\r\nX-Other: 1", "secret\u00e9", "secret word"})
    void thatCanNotBeSentIsNone(String key) {
        SearchException problem = problem(() -> key);
        assertThat(problem.kind()).isEqualTo(SearchException.Kind.KEY);
        assertThat(trace(problem)).contains("there is no key for Brave Search").doesNotContain("secret");
        assertThat(service.asked()).isEmpty();
    }

    @Test
    void thatCanNotBeHadIsNone() {
        assertThat(problem(() -> null).kind()).isEqualTo(SearchException.Kind.KEY);
        SearchException problem = problem(() -> {
            throw new IllegalStateException("the vault gave secret-123");
        });
        assertThat(problem.kind()).isEqualTo(SearchException.Kind.KEY);
        assertThat(trace(problem)).doesNotContain("secret-123");
    }

    @Test
    void isTrimmedOfALineEnd() throws Exception {
        service.json("{\"query\":{}}");
        service.provider(BraveApi::new, () -> Service.KEY + "\n", Service.options(), new Watch())
                .search(QUERY, Cancellation.none());
        assertThat(service.onlyAsked().header("X-subscription-token")).isEqualTo(Service.KEY);
    }

    @Test
    void isShownNowhereEvenWhereTheServiceRepeatsIt(@TempDir Path root) {
        String hit = "{\"title\":\"" + Service.KEY + "\",\"url\":\"https://a.example/?k=" + Service.KEY
                + "\",\"description\":\"you sent " + Service.KEY + "\"}";
        service.json("{\"web\":{\"results\":[" + hit + "]}}")
                .answer(401, Map.of("X-Echo", Service.KEY), "bad key " + Service.KEY)
                .answer(200, Map.of(), "no JSON, but " + Service.KEY);
        List<RunEvent> events = new CopyOnWriteArrayList<>();
        SearchProvider provider = service.provider(BraveApi::new);
        Workbench bench = Workbench.with(root, WebSearchTool.of(provider), events::add);
        assertThat(bench.ok("web_search", Map.of("query", "x")))
                .isEqualTo("1. ***\n   https://a.example/?k=***\n   you sent ***\n");
        assertThat(bench.error("web_search", Map.of("query", "x"))).contains("does not accept the key");
        assertThat(bench.error("web_search", Map.of("query", "x"))).contains("no JSON");
        assertThat(service.asked()).hasSize(3);
        assertThat(events.toString()).doesNotContain(Service.KEY);
        assertThat(provider.toString()).isEqualTo("Brave Search");
    }
}

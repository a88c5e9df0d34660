package dev.intellibrix.agenttools.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.intellibrix.agenttools.search.SearchHit;
import dev.intellibrix.agenttools.search.SearchProvider;
import dev.intellibrix.agenttools.search.SearchQuery;
import dev.intellibrix.agenttools.search.SearchResults;
import dev.intellibrix.agenttools.search.WebSearchTool;
import dev.intellibrix.tool.Cancellation;
import dev.intellibrix.tool.CancellationSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What every {@link SearchProvider} has to do, as JUnit tests. Extend it in a test and say what the service behind the provider
 * does; a server on this machine that plays recorded answers will do.
 *
 * <pre>{@code
 * class MySearchTest extends SearchProviderContract {
 *     @Override
 *     protected SearchProvider finding(int pages) {
 *         return new MySearch(server.thatFinds(pages).uri());
 *     }
 *     ...
 * }
 * }</pre>
 *
 * <p>It needs JUnit 6 or newer on the test's class path, which this module does not bring.
 */
public abstract class SearchProviderContract {

    private static final int AT_ONCE = 8;
    private static final int LONGEST_ID = 100;

    /** For subclasses. */
    protected SearchProviderContract() {}

    /** A provider whose service finds this many different pages for every query. */
    protected abstract SearchProvider finding(int pages);

    /** A provider whose service runs this when it has taken a request, and never answers; it runs it on any thread. */
    protected abstract SearchProvider silent(Runnable taken);

    /**
     * Providers whose services can not be used: one that is not there, one that refuses, one that sends what is no answer, and
     * so on; none of them for the whole test to wait for.
     */
    protected abstract List<SearchProvider> failing();

    /** The words that the service was asked for last, as it understood them; empty where it can not tell. */
    protected Optional<String> askedFor() {
        return Optional.empty();
    }

    /** What may be shown nowhere, such as the key that the providers have. Let the services repeat it. */
    protected List<String> secrets() {
        return List.of();
    }

    /** How long may take what has to end by itself, on a busy machine. */
    Duration patience() {
        return Duration.ofMinutes(2);
    }

    @Test
    void itsIdIsAShortLineAndStaysTheSame() {
        SearchProvider provider = finding(1);
        String id = provider.id();

        assertFalse(id.isBlank(), "the id");
        assertTrue(id.length() <= LONGEST_ID, () -> "the id has " + id.length() + " characters");
        assertTrue(id.codePoints().noneMatch(Character::isISOControl), "the id is one line");
        assertEquals(id, provider.id());
    }

    @Test
    void whatTheServiceFindsIsThereOnceEachWithAWholeUrl() throws Exception {
        List<SearchHit> hits = search(finding(3), "tides", 3).hits();

        assertEquals(3, hits.size(), "pages");
        assertEquals(3, hits.stream().map(SearchHit::url).distinct().count(), "different pages");
        for (SearchHit hit : hits) {
            assertTrue(hit.url().startsWith("https://") || hit.url().startsWith("http://"), hit::url);
        }
    }

    @Test
    void aServiceThatFindsLessThanIsWantedIsNoFailure() throws Exception {
        assertEquals(0, search(finding(0), "tides", 5).hits().size(), "pages");
        assertEquals(
                1, search(finding(1), "tides", WebSearchTool.MAX_HITS).hits().size(), "pages");
    }

    @Test
    void everyQueryReachesTheServiceAsItIs() throws Exception {
        SearchProvider provider = finding(1);
        for (String query : queries()) {
            assertEquals(1, search(provider, query, 1).hits().size(), () -> "pages for: " + query);
            askedFor().ifPresent(asked -> assertEquals(query, asked, "what the service was asked for"));
        }
    }

    @Test
    void aServiceThatCanNotBeUsedIsAFailureAndNotNothing() {
        for (SearchProvider provider : failing()) {
            Exception failure = assertThrows(Exception.class, () -> search(provider, "tides", 3), provider::toString);
            String message = failure.getMessage();
            assertTrue(message != null && !message.isBlank(), () -> "the failure says why: " + failure);
        }
    }

    @Test
    void whatIsSecretIsShownNowhere() throws Exception {
        SearchProvider finding = finding(2);
        requireNoSecret(
                finding.id(), finding.toString(), search(finding, "tides", 2).toString());
        for (SearchProvider provider : failing()) {
            Throwable shown = assertThrows(Exception.class, () -> search(provider, "tides", 3));
            for (; shown != null; shown = shown.getCause()) {
                requireNoSecret(shown.toString());
            }
        }
    }

    @Test
    void aSearchThatIsCancelledEnds() throws Exception {
        CountDownLatch taken = new CountDownLatch(1);
        CancellationSource cancellation = new CancellationSource();
        SearchProvider provider = silent(taken::countDown);
        Work<SearchResults> work = Work.start(() -> provider.search(new SearchQuery("tides", 3), cancellation));

        requireTaken(taken);
        cancellation.cancel();

        requireNoResults(work);
    }

    @Test
    void aSearchThatWasCancelledBeforeEnds() throws Exception {
        CancellationSource cancellation = new CancellationSource();
        cancellation.cancel();
        SearchProvider provider = silent(() -> {});

        requireNoResults(Work.start(() -> provider.search(new SearchQuery("tides", 3), cancellation)));
    }

    @Test
    void oneProviderServesManyAtOnce() throws Exception {
        SearchProvider provider = finding(2);
        CyclicBarrier together = new CyclicBarrier(AT_ONCE);
        List<Work<SearchResults>> all = new ArrayList<>();
        for (int i = 0; i < AT_ONCE; i++) {
            all.add(Work.start(() -> {
                together.await();
                return search(provider, "tides", 2);
            }));
        }
        for (Work<SearchResults> each : all) {
            assertEquals(2, each.end(patience()).hits().size(), "pages");
        }
    }

    private static SearchResults search(SearchProvider provider, String words, int limit) throws Exception {
        SearchResults results = provider.search(new SearchQuery(words, limit), Cancellation.none());
        assertNotNull(results, "the results");
        return results;
    }

    /** What the tool lets through: one line of what can be seen, within its bounds. */
    private static List<String> queries() {
        return List.of(
                "a",
                "\"rocket launch\" -moon +mars site:example.org",
                "50% of a&b=c+d#e?f;g/h\\i",
                "{\"query\": [\"x\"]} '; -- </script> ${a} %41",
                "caf\u00e9 \u65e5\u672c\u8a9e \ud83d\ude00 \u05e9\u05dc\u05d5\u05dd",
                "x".repeat(WebSearchTool.MAX_QUERY),
                IntStream.range(0, WebSearchTool.MAX_WORDS)
                        .mapToObj(i -> "w" + i)
                        .collect(Collectors.joining(" ")));
    }

    private void requireNoSecret(String... shown) {
        for (String text : shown) {
            secrets().forEach(secret -> assertFalse(text.contains(secret), "a secret is shown"));
        }
    }

    private void requireTaken(CountDownLatch taken) throws InterruptedException {
        assertTrue(taken.await(patience().toNanos(), TimeUnit.NANOSECONDS), "the service has got a request");
    }

    /** A search that was broken off must not look like one that found nothing. */
    private void requireNoResults(Work<SearchResults> work) throws InterruptedException {
        try {
            SearchResults results = work.end(patience());
            throw new AssertionError("it gave results: " + results);
        } catch (ExecutionException e) {
            assertTrue(e.getCause() instanceof Exception, () -> "it ended with " + e.getCause());
        }
    }
}

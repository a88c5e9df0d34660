package dev.intellibrix.agenttools.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.intellibrix.tool.Cancellation;
import dev.intellibrix.tool.CancellationSource;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How often a service is asked (WS-004). */
class SearchPaceTest {

    private static final String NOTHING = "{\"query\":{}}";
    private static final SearchQuery QUERY = new SearchQuery("x", 1);

    private final Watch watch = new Watch();
    private Service service;

    @BeforeEach
    void open() throws IOException {
        service = new Service();
    }

    @AfterEach
    void close() {
        service.close();
    }

    private SearchProvider brave(SearchServiceOptions.Builder options) {
        return service.provider(BraveApi::new, () -> Service.KEY, options, watch);
    }

    private SearchResults search(SearchProvider provider) throws Exception {
        return provider.search(QUERY, Cancellation.none());
    }

    @Test
    void givesBraveARequestInASecond() throws Exception {
        service.json(NOTHING);
        SearchProvider provider = brave(Service.options());
        for (int i = 0; i < 3; i++) {
            search(provider);
        }
        assertThat(watch.waits()).containsExactly(Duration.ofMillis(1_100), Duration.ofMillis(1_100));
    }

    @Test
    void queuesCallsThatComeAtOnce() throws Exception {
        service.json(NOTHING);
        SearchProvider provider = brave(Service.options());
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<SearchResults>> running = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                running.add(threads.submit(() -> search(provider)));
            }
            for (Future<SearchResults> each : running) {
                each.get(60, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
        // Who waits moves the watch for all, so that waits are of different lengths; only the turns are certain.
        assertThat(watch.nanos() - (Long.MAX_VALUE - 1_000))
                .isGreaterThanOrEqualTo(Duration.ofMillis(3_300).toNanos());
        assertThat(service.asked()).hasSize(4);
    }

    @Test
    void goesAsFastAsAPlanAllows() throws Exception {
        service.json(NOTHING);
        SearchProvider provider = brave(Service.options().interval(Duration.ZERO));
        search(provider);
        search(provider);
        assertThat(watch.waits()).isEmpty();
    }

    @Test
    void triesOnceMoreAndThenSaysHowLongToWait() {
        service.answer(429, Map.of("Retry-After", "2"), "");
        SearchProvider provider = brave(Service.options());
        SearchException problem = catchThrowableOfType(SearchException.class, () -> search(provider));
        assertThat(problem).hasMessage("Brave Search was asked too often; wait 2 s, or go on without searching");
        assertThat(problem.retryAfter()).contains(Duration.ofSeconds(2));
        assertThat(watch.waits()).containsExactly(Duration.ofSeconds(2));
        assertThat(service.asked()).hasSize(2);
    }

    @Test
    void waitsForNothingThatIsTooLate() {
        service.answer(429, Map.of("Retry-After", "90"), "");
        SearchProvider provider = brave(Service.options());
        SearchException problem = catchThrowableOfType(SearchException.class, () -> search(provider));
        assertThat(problem).hasMessageContaining("wait 90 s");
        assertThat(watch.waits()).isEmpty();
        service.onlyAsked();
    }

    @Test
    void asksNobodyWhileTheServiceWantsToBeLeftAlone() throws Exception {
        service.answer(429, Map.of("Retry-After", "90"), "").json(NOTHING);
        SearchProvider provider = brave(Service.options());
        SearchException first = catchThrowableOfType(SearchException.class, () -> search(provider));
        assertThat(first.retryAfter()).contains(Duration.ofSeconds(90));
        SearchException second = catchThrowableOfType(SearchException.class, () -> search(provider));
        assertThat(second).hasMessageContaining("wait 90 s");
        service.onlyAsked();
        watch.pass(Duration.ofSeconds(90), Cancellation.none());
        search(provider);
        assertThat(service.asked()).hasSize(2);
    }

    @Test
    void believesNoServiceThatWantsToBeLeftAloneForEver() throws Exception {
        service.answer(429, Map.of("Retry-After", "999999999"), "").json(NOTHING);
        SearchProvider provider = brave(Service.options());
        SearchException first = catchThrowableOfType(SearchException.class, () -> search(provider));
        assertThat(first.kind()).isEqualTo(SearchException.Kind.RATE);
        watch.pass(Duration.ofMinutes(10), Cancellation.none());
        search(provider);
        assertThat(service.asked()).hasSize(2);
    }

    @Test
    void hasNoTurnForACallWhoseTimeIsUpBeforeIt() throws Exception {
        service.json(NOTHING);
        SearchProvider provider = brave(
                SearchServiceOptions.builder().timeout(Duration.ofSeconds(40)).interval(Duration.ofSeconds(50)));
        search(provider);
        SearchException problem = catchThrowableOfType(SearchException.class, () -> search(provider));
        assertThat(problem.kind()).isEqualTo(SearchException.Kind.RATE);
        assertThat(problem).hasMessageContaining("wait 50 s");
        service.onlyAsked();
    }

    @Test
    @Timeout(60)
    void endsTheWaitForATurnWhenItIsCancelled() throws Exception {
        service.json(NOTHING);
        CountDownLatch isWaiting = new CountDownLatch(1);
        Time time = new Time() {
            @Override
            public long nanos() {
                return Time.system().nanos();
            }

            @Override
            public void pass(Duration wait, Cancellation cancellation) throws InterruptedException {
                isWaiting.countDown();
                Time.system().pass(wait, cancellation);
            }
        };
        SearchProvider provider = service.provider(
                BraveApi::new,
                () -> Service.KEY,
                SearchServiceOptions.builder().timeout(Duration.ofMinutes(5)).interval(Duration.ofMinutes(1)),
                time);
        search(provider);
        CancellationSource source = new CancellationSource();
        ExecutorService threads = Executors.newSingleThreadExecutor();
        try {
            Future<?> second = threads.submit(() -> provider.search(QUERY, source));
            isWaiting.await();
            source.cancel();
            assertThatThrownBy(() -> second.get(30, TimeUnit.SECONDS)).hasCauseInstanceOf(CancellationException.class);
        } finally {
            threads.shutdownNow();
        }
        service.onlyAsked();
    }

    @Test
    void refusesOptionsThatMakeNoSense() {
        SearchServiceOptions.Builder options = SearchServiceOptions.builder();
        assertThatThrownBy(() -> options.interval(Duration.ofMillis(-1))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> options.interval(Duration.ofHours(1))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> options.timeout(Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> options.timeout(Duration.ofHours(1))).isInstanceOf(IllegalArgumentException.class);
    }
}

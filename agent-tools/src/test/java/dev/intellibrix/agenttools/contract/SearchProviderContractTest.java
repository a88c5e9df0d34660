package dev.intellibrix.agenttools.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.agenttools.search.SearchHit;
import dev.intellibrix.agenttools.search.SearchProvider;
import dev.intellibrix.agenttools.search.SearchQuery;
import dev.intellibrix.agenttools.search.SearchResults;
import dev.intellibrix.tool.Cancellation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The contract finds what does not keep it. */
class SearchProviderContractTest {

    private static final Duration SHORT = Duration.ofSeconds(2);

    /** Takes every failure for an empty result, tells its key, and asks for words that a URL has bent. */
    static class CarelessSearch extends SearchProviderContract {
        private String asked = "";

        private SearchProvider searching(int pages) {
            return new SearchProvider() {
                private int ids;

                @Override
                public String id() {
                    return "key-1\n" + ids++;
                }

                @Override
                public SearchResults search(SearchQuery query, Cancellation cancellation) {
                    asked = query.text().replace('+', ' ');
                    return SearchResults.of(IntStream.range(0, pages)
                            .mapToObj(i -> new SearchHit("page", "a.example", ""))
                            .toList());
                }
            };
        }

        @Override
        protected SearchProvider finding(int pages) {
            return searching(pages);
        }

        /** Ends when it is cancelled, as if nothing had been found. */
        @Override
        protected SearchProvider silent(Runnable taken) {
            return search((query, cancellation) -> {
                CountDownLatch end = new CountDownLatch(1);
                cancellation.onCancel(end::countDown);
                taken.run();
                try {
                    end.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                return SearchResults.of(List.of());
            });
        }

        @Override
        protected List<SearchProvider> failing() {
            return List.of(searching(0));
        }

        @Override
        protected Optional<String> askedFor() {
            return Optional.of(asked);
        }

        @Override
        protected List<String> secrets() {
            return List.of("key-1");
        }
    }

    /** Serves one at a time with what the one before left, and hears nothing while it waits. */
    static class DeafSearch extends SearchProviderContract {
        @Override
        protected SearchProvider finding(int pages) {
            List<SearchHit> left = new ArrayList<>();
            return search((query, cancellation) -> {
                synchronized (left) {
                    IntStream.range(left.size(), left.size() + pages)
                            .forEach(i -> left.add(new SearchHit("page", "https://a.example/" + i, "")));
                    return SearchResults.of(left);
                }
            });
        }

        @Override
        protected SearchProvider silent(Runnable taken) {
            return search((query, cancellation) -> {
                taken.run();
                Faults.neverEnd();
                return SearchResults.of(List.of());
            });
        }

        @Override
        protected List<SearchProvider> failing() {
            return List.of(search((query, cancellation) -> {
                throw new IllegalStateException();
            }));
        }

        @Override
        Duration patience() {
            return SHORT;
        }
    }

    @Test
    void aSearchThatHidesFailuresAndTellsItsKeyIsFound() {
        assertThat(Faults.of(CarelessSearch.class))
                .containsExactly(
                        "aSearchThatIsCancelledEnds()",
                        "aSearchThatWasCancelledBeforeEnds()",
                        "aServiceThatCanNotBeUsedIsAFailureAndNotNothing()",
                        "everyQueryReachesTheServiceAsItIs()",
                        "itsIdIsAShortLineAndStaysTheSame()",
                        "whatIsSecretIsShownNowhere()",
                        "whatTheServiceFindsIsThereOnceEachWithAWholeUrl()");
    }

    @Test
    void aSearchThatHearsNothingAndMixesSearchesIsFound() {
        assertThat(Faults.of(DeafSearch.class))
                .containsExactly(
                        "aSearchThatIsCancelledEnds()",
                        "aSearchThatWasCancelledBeforeEnds()",
                        "aServiceThatCanNotBeUsedIsAFailureAndNotNothing()",
                        "everyQueryReachesTheServiceAsItIs()",
                        "oneProviderServesManyAtOnce()");
    }

    /** What is left to say of a search is how it goes. */
    @FunctionalInterface
    private interface Searching {
        SearchResults search(SearchQuery query, Cancellation cancellation) throws Exception;
    }

    private static SearchProvider search(Searching searching) {
        return new SearchProvider() {
            @Override
            public String id() {
                return "test";
            }

            @Override
            public SearchResults search(SearchQuery query, Cancellation cancellation) throws Exception {
                return searching.search(query, cancellation);
            }
        };
    }
}

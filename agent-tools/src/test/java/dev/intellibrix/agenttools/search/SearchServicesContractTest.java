package dev.intellibrix.agenttools.search;

import dev.intellibrix.agenttools.contract.SearchProviderContract;
import dev.intellibrix.internal.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;

/** What all search services have to do, of those that the SDK has. */
class SearchServicesContractTest {

    abstract static class Played extends SearchProviderContract {
        private final List<Service> services = new ArrayList<>();

        abstract SearchProvider at(Service service);

        /** The answer of a service that finds these pages. */
        abstract String answer(String hits);

        abstract String textOfAHit();

        Service service() {
            try {
                Service service = new Service();
                services.add(service);
                return service;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @AfterEach
        void close() {
            services.forEach(Service::close);
        }

        @Override
        protected SearchProvider finding(int pages) {
            String hits = IntStream.range(0, pages)
                    .mapToObj(i -> "{\"url\":\"https://a.example/" + i + "\",\"title\":\"for " + Service.KEY + "\",\""
                            + textOfAHit() + "\":\"text\"}")
                    .collect(Collectors.joining(","));
            return at(service().json(answer(hits)));
        }

        @Override
        protected SearchProvider silent(Runnable taken) {
            return at(service().silent(taken));
        }

        @Override
        protected List<SearchProvider> failing() {
            Service gone = service();
            gone.close();
            return List.of(
                    at(gone),
                    at(service().answer(401, Map.of(), "bad key " + Service.KEY)),
                    at(service().status(429)),
                    at(service().status(503)),
                    at(service().answer(200, Map.of(), "no JSON, but " + Service.KEY)),
                    at(service().json("{\"other\":\"" + Service.KEY + "\"}")),
                    at(service().json("[]")));
        }

        @Override
        protected Optional<String> askedFor() {
            List<Service.Asked> asked = services.get(services.size() - 1).asked();
            return Optional.of(words(asked.get(asked.size() - 1)));
        }

        String words(Service.Asked asked) {
            for (String pair : URI.create(asked.uri()).getRawQuery().split("&", -1)) {
                if (pair.startsWith("q=")) {
                    return URLDecoder.decode(pair.substring(2), StandardCharsets.UTF_8);
                }
            }
            throw new AssertionError(asked.uri());
        }

        @Override
        protected List<String> secrets() {
            return List.of(Service.KEY);
        }
    }

    @Nested
    class Brave extends Played {
        @Override
        SearchProvider at(Service service) {
            return service.provider(BraveApi::new);
        }

        @Override
        String answer(String hits) {
            return "{\"web\":{\"results\":[" + hits + "]}}";
        }

        @Override
        String textOfAHit() {
            return "description";
        }
    }

    @Nested
    class Tavily extends Played {
        @Override
        SearchProvider at(Service service) {
            return service.provider(TavilyApi::new);
        }

        @Override
        String answer(String hits) {
            return "{\"results\":[" + hits + "]}";
        }

        @Override
        String textOfAHit() {
            return "content";
        }

        @Override
        String words(Service.Asked asked) {
            return Json.mapper().readTree(asked.body()).path("query").stringValue();
        }
    }

    @Nested
    class Searxng extends Played {
        @Override
        SearchProvider at(Service service) {
            return Searches.searxngSearch(service.url(), Service.options().build());
        }

        @Override
        String answer(String hits) {
            return "{\"query\":\"x\",\"results\":[" + hits + "],\"unresponsive_engines\":[]}";
        }

        @Override
        String textOfAHit() {
            return "content";
        }

        /** It has no key. */
        @Override
        protected List<String> secrets() {
            return List.of();
        }
    }
}

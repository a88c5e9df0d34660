package dev.intellibrix.agenttools.search;

import dev.intellibrix.agenttools.html.Characters;
import dev.intellibrix.internal.net.NetAnswer;
import dev.intellibrix.internal.net.NetRequest;
import dev.intellibrix.internal.net.WebUrl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** An instance of SearXNG. It gives as many hits as its engines find on a page, and says which of them did not answer. */
record SearxngApi(WebUrl base) implements SearchApi {

    private static final int MAX_PAGES = 3;
    private static final int MAX_ENGINES = 10;
    private static final int MAX_WORDS = 60;

    @Override
    public String id() {
        return "searxng";
    }

    @Override
    public String name() {
        return "SearXNG"; // Not where it is: the names of an inner network are none of the model's business.
    }

    @Override
    public Duration interval() {
        return Duration.ZERO;
    }

    @Override
    public int maxPages() {
        return MAX_PAGES;
    }

    @Override
    public NetRequest.Builder request(SearchQuery query, int page) {
        return NetRequest.of(
                Entries.url(base, "search", "q", query.text(), "format", "json", "pageno", Integer.toString(page)));
    }

    @Override
    public void authorize(NetRequest.Builder request, String key) {
        throw new IllegalStateException("an instance of SearXNG has no key");
    }

    /** No hits of engines that were all blocked are no answer: nobody has looked. */
    @Override
    public SearchResults read(JsonNode json) {
        if (!json.path("results").isArray()) {
            throw Problems.answer(name(), "other JSON");
        }
        List<SearchHit> hits = Entries.hits(json.path("results"), "title", "url", "content");
        String silent = silent(json.path("unresponsive_engines"));
        if (silent.isEmpty()) {
            return SearchResults.of(hits);
        }
        if (hits.isEmpty()) {
            throw new SearchException(
                    SearchException.Kind.UNAVAILABLE,
                    "nothing was found, but engines of " + name() + " did not answer: " + silent
                            + "; try again later, or go on without searching");
        }
        return new SearchResults(hits, List.of("Engines that did not answer: " + silent));
    }

    /** A list of pairs, {@code ["brave","Suspended: too many requests"]}. */
    private static String silent(JsonNode engines) {
        List<String> names = new ArrayList<>();
        for (JsonNode engine : engines) {
            String name = words(engine.path(0).asString(engine.asString("")));
            String why = words(engine.path(1).asString(""));
            if (!name.isEmpty() && names.size() < MAX_ENGINES) {
                names.add(why.isEmpty() ? name : name + " (" + why + ")");
            }
        }
        int more = engines.size() - names.size();
        return String.join(", ", names) + (names.isEmpty() || more == 0 ? "" : " and " + more + " more");
    }

    private static String words(String text) {
        String line = Characters.line(text.substring(0, Math.min(text.length(), MAX_WORDS)));
        return line.replace('[', '(').replace(']', ')');
    }

    /** Asked for a format that is not switched on, an instance answers with 403. */
    @Override
    public SearchException problem(NetAnswer answer, JsonNode json) {
        if (answer.status() == 403) {
            return new SearchException(
                    SearchException.Kind.SETUP,
                    name() + " does not answer in JSON; the user has to add json to search.formats in its settings.yml,"
                            + " go on without searching");
        }
        return Problems.of(name(), answer);
    }
}

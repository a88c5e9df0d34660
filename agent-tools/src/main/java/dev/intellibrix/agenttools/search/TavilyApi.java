package dev.intellibrix.agenttools.search;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.net.NetAnswer;
import dev.intellibrix.internal.net.NetRequest;
import dev.intellibrix.internal.net.WebUrl;
import java.time.Duration;
import tools.jackson.databind.JsonNode;

/** Tavily's search, in its plain form: no answers of a model, no pages, no pictures. */
record TavilyApi(WebUrl base) implements SearchApi {

    static final String BASE_URL = "https://api.tavily.com";

    private static final int MAX_RESULTS = 20;
    private static final int SPARE = 5; // Some are left out: the same page twice, and what is none.

    @Override
    public String id() {
        return "tavily";
    }

    @Override
    public String name() {
        return "Tavily";
    }

    @Override
    public Duration interval() {
        return Duration.ZERO;
    }

    @Override
    public int maxPages() {
        return 1;
    }

    @Override
    public NetRequest.Builder request(SearchQuery query, int page) {
        String body = Json.write(Json.object()
                .put("query", query.text())
                .put("max_results", Math.min(MAX_RESULTS, query.limit() + SPARE))
                .put("search_depth", "basic")
                .put("include_answer", false)
                .put("include_raw_content", false)
                .put("include_images", false));
        return NetRequest.of(Entries.url(base, "search")).post("application/json", body);
    }

    @Override
    public void authorize(NetRequest.Builder request, String key) {
        request.secretHeader("Authorization", "Bearer " + key);
    }

    @Override
    public SearchResults read(JsonNode json) {
        if (!json.path("results").isArray()) {
            throw Problems.answer(name(), "other JSON");
        }
        return SearchResults.of(Entries.hits(json.path("results"), "title", "url", "content"));
    }

    @Override
    public SearchException problem(NetAnswer answer, JsonNode json) {
        return Problems.of(name(), answer);
    }
}

package dev.intellibrix.agenttools.search;

import dev.intellibrix.internal.http.RetryAfter;
import dev.intellibrix.internal.net.NetAnswer;
import dev.intellibrix.internal.net.NetRequest;
import dev.intellibrix.internal.net.WebUrl;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Brave's web search. A wrong key is a 422 there, as a wrong query is; what it is stands in the body. */
record BraveApi(WebUrl base) implements SearchApi {

    static final String BASE_URL = "https://api.search.brave.com";

    private static final int MAX_COUNT = 20;
    private static final int SPARE = 5; // Some are left out: the same page twice, and what is none.
    private static final Pattern FIRST_NUMBER = Pattern.compile("\\s*([0-9]{1,9})\\s*(,.*)?");

    @Override
    public String id() {
        return "brave";
    }

    @Override
    public String name() {
        return "Brave Search";
    }

    /** The smallest plan allows one in a second, and the second is the server's. */
    @Override
    public Duration interval() {
        return Duration.ofMillis(1_100);
    }

    @Override
    public int maxPages() {
        return 1;
    }

    @Override
    public NetRequest.Builder request(SearchQuery query, int page) {
        String count = Integer.toString(Math.min(MAX_COUNT, query.limit() + SPARE));
        return NetRequest.of(Entries.url(
                base,
                "res/v1/web/search",
                "q",
                query.text(),
                "count",
                count,
                "text_decorations",
                "false",
                "result_filter",
                "web"));
    }

    @Override
    public void authorize(NetRequest.Builder request, String key) {
        request.secretHeader("X-Subscription-Token", key);
    }

    /** Where nothing was found there is no list at all. */
    @Override
    public SearchResults read(JsonNode json) {
        if (!json.has("web") && !json.has("query")) {
            throw Problems.answer(name(), "other JSON");
        }
        return SearchResults.of(Entries.hits(json.path("web").path("results"), "title", "url", "description"));
    }

    @Override
    public SearchException problem(NetAnswer answer, JsonNode json) {
        String code = code(json);
        if (code.startsWith("SUBSCRIPTION_TOKEN")) {
            return Problems.key(name());
        }
        if (code.startsWith("QUOTA")) {
            return Problems.quota(name());
        }
        if (answer.status() == 429) {
            Optional<Duration> wait = RetryAfter.of(answer.headers(), Clock.systemUTC());
            return Problems.rate(name(), wait.isPresent() ? wait.get() : reset(answer));
        }
        return Problems.of(name(), answer);
    }

    /** The body has one error, or a list of them. */
    private static String code(JsonNode json) {
        String code = json.path("error").path("code").asString("");
        return code.isEmpty() ? json.path("errors").path(0).path("code").asString("") : code;
    }

    /** The first of the windows is the short one: {@code 1, 1419704}. */
    private static Duration reset(NetAnswer answer) {
        Matcher first = FIRST_NUMBER.matcher(answer.header("X-RateLimit-Reset").orElse(""));
        return Duration.ofSeconds(first.matches() ? Math.max(1, Integer.parseInt(first.group(1))) : 1);
    }
}

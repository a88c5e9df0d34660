package dev.intellibrix.examples.tooldriver;

import dev.intellibrix.agenttools.AgentTools;
import dev.intellibrix.agenttools.FetchOptions;
import dev.intellibrix.agenttools.search.SearchProvider;
import dev.intellibrix.agenttools.search.Searches;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/** The tools for the web as a session's {@code config} asks for them. */
final class WebTools {

    private WebTools() {}

    static void configure(AgentTools.Builder tools, JsonNode config) {
        if (config.has("fetch")) {
            tools.fetch(fetch(config.path("fetch")));
        }
        if (config.has("search")) {
            tools.search(search(config.path("search")));
        }
    }

    /** Keys come from the environment: a request is no place for one. */
    private static SearchProvider search(JsonNode config) {
        String kind = config.path("kind").asString("");
        return switch (kind) {
            case "brave" -> Searches.braveSearch(() -> Objects.requireNonNullElse(System.getenv("BRAVE_API_KEY"), ""));
            case "tavily" ->
                Searches.tavilySearch(() -> Objects.requireNonNullElse(System.getenv("TAVILY_API_KEY"), ""));
            case "searxng" -> Searches.searxngSearch(config.path("baseUrl").asString(""));
            default -> throw new IllegalArgumentException("search.kind must be brave, tavily or searxng");
        };
    }

    private static FetchOptions fetch(JsonNode config) {
        List<String> hosts = new ArrayList<>();
        config.path("allowHosts").forEach(host -> hosts.add(host.asString()));
        FetchOptions.Builder fetch = FetchOptions.builder()
                .allowHosts(hosts.toArray(new String[0]))
                .allowPrivateNetwork(config.path("allowPrivateNetwork").asBoolean(false))
                .respectRobotsTxt(config.path("respectRobotsTxt").asBoolean(false));
        if (config.has("needsApproval")) {
            fetch.needsApproval(config.path("needsApproval").asBoolean());
        }
        return fetch.build();
    }
}

package dev.intellibrix.examples.tooldriver;

import dev.intellibrix.agenttools.AgentTools;
import dev.intellibrix.agenttools.FetchOptions;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The tools for the web as a session's {@code config} asks for them. */
final class WebTools {

    private WebTools() {}

    static void configure(AgentTools.Builder tools, JsonNode config) {
        if (config.has("fetch")) {
            tools.fetch(fetch(config.path("fetch")));
        }
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

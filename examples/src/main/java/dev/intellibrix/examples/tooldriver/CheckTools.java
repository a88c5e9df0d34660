package dev.intellibrix.examples.tooldriver;

import dev.intellibrix.agenttools.AgentTools;
import dev.intellibrix.agenttools.checks.CheckParser;
import dev.intellibrix.agenttools.checks.Checks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** What a session's {@code config} says of {@code run_checks} and {@code todo}. */
final class CheckTools {

    private CheckTools() {}

    static void configure(AgentTools.Builder tools, JsonNode config) {
        if (config.path("checks").isObject()) {
            tools.checks(checks(config.path("checks")));
        } else {
            tools.checks(config.path("checks").asBoolean(true));
        }
        tools.todo(config.path("todo").asBoolean(true));
    }

    private static Checks checks(JsonNode config) {
        Checks.Builder checks =
                Checks.builder().alwaysApprove(config.path("alwaysApprove").asBoolean(false));
        for (Map.Entry<String, JsonNode> entry : config.path("checks").properties()) {
            JsonNode check = entry.getValue();
            List<String> command = new ArrayList<>(List.of(check.path("command").asString("")));
            check.path("args").forEach(argument -> command.add(argument.asString("")));
            checks.check(
                    entry.getKey(),
                    command,
                    CheckParser.named(check.path("parse").asString("generic")));
        }
        if (config.has("timeoutMs")) {
            checks.timeout(Duration.ofMillis(config.path("timeoutMs").asLong()));
        }
        return checks.build();
    }
}

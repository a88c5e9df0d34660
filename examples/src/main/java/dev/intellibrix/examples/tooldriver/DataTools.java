package dev.intellibrix.examples.tooldriver;

import dev.intellibrix.agenttools.AgentTools;
import dev.intellibrix.agenttools.DateTimeOptions;
import dev.intellibrix.agenttools.MemoryOptions;
import dev.intellibrix.store.InMemoryKeyValueStore;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import tools.jackson.databind.JsonNode;

/** The tools for numbers, dates and notes as a session's {@code config} asks for them. */
final class DataTools {

    private DataTools() {}

    static void configure(AgentTools.Builder tools, JsonNode config) {
        tools.calculator(config.path("calculator").asBoolean(true));
        JsonNode datetime = config.path("datetime");
        if (datetime.isObject()) {
            tools.datetime(datetime(datetime));
        } else {
            tools.datetime(datetime.asBoolean(true));
        }
        if (config.has("memory")) {
            tools.memory(memory(config.path("memory")));
        }
    }

    /** Notes that last for the session. */
    private static MemoryOptions memory(JsonNode config) {
        return MemoryOptions.builder(new InMemoryKeyValueStore())
                .namespace(config.path("namespace").asString("default"))
                .approveChanges(config.path("approveChanges").asBoolean(false))
                .build();
    }

    private static DateTimeOptions datetime(JsonNode config) {
        DateTimeOptions.Builder options = DateTimeOptions.builder();
        if (config.has("timeZone")) {
            options.timeZone(ZoneId.of(config.path("timeZone").asString()));
        }
        if (config.has("now")) {
            options.clock(Clock.fixed(Instant.parse(config.path("now").asString()), ZoneOffset.UTC));
        }
        return options.build();
    }
}

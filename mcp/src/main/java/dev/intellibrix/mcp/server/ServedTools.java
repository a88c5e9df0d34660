package dev.intellibrix.mcp.server;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolProvider;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The tools of a server, as of the moment of each request. Thread-safe. */
public final class ServedTools {

    private static final Logger LOG = LoggerFactory.getLogger(ServedTools.class);

    private final List<ToolProvider> providers;
    private final boolean hasDecider;

    /**
     * The tools of these providers.
     *
     * @param hasDecider whether anybody could approve a call; otherwise tools that need approval are not shown
     * @throws IllegalArgumentException when two tools have one name
     */
    public ServedTools(List<ToolProvider> providers, boolean hasDecider) {
        this.providers = List.copyOf(providers);
        this.hasDecider = hasDecider;
        Set<String> names = new HashSet<>();
        for (Tool tool : all()) {
            if (!names.add(tool.name())) {
                throw new IllegalArgumentException("two tools are named " + tool.name() + "; rename one of them");
            }
        }
    }

    /** All tools. */
    List<Tool> all() {
        List<Tool> all = new ArrayList<>();
        providers.forEach(provider -> all.addAll(provider.tools()));
        return all;
    }

    /** Whether a tool is shown: not when it needs approval and nobody is there to give it. */
    boolean shows(Tool tool) {
        return hasDecider || !tool.needsApproval();
    }

    /** What the client is told of the tools. */
    ArrayNode describe() {
        ArrayNode described = Json.object().arrayNode();
        for (Tool tool : all()) {
            if (shows(tool)) {
                described.add(describe(tool));
            }
        }
        return described;
    }

    private static ObjectNode describe(Tool tool) {
        ObjectNode node = Json.object().put("name", tool.name()).put("description", tool.description());
        try {
            node.set("inputSchema", Json.parse(tool.inputSchema()));
        } catch (JsonFault e) {
            LOG.warn("the schema of {} can not be read; it is told without", tool.name(), e);
            node.putObject("inputSchema").put("type", "object");
        }
        node.set("annotations", annotations(tool));
        return node;
    }

    /** Only what the category says for sure; what is left out, a client has to take for the worst. */
    private static ObjectNode annotations(Tool tool) {
        ObjectNode hints = Json.object();
        switch (tool.category()) {
            case READ -> hints.put("readOnlyHint", true).put("openWorldHint", false);
            case WRITE ->
                hints.put("readOnlyHint", false).put("destructiveHint", true).put("openWorldHint", false);
            case EXECUTE, NETWORK -> hints.put("readOnlyHint", false).put("openWorldHint", true);
            default -> hints.put("readOnlyHint", false);
        }
        if (tool.isIdempotent()) {
            hints.put("idempotentHint", true);
        }
        return hints;
    }
}

package dev.intellibrix.mcp.client;

import dev.intellibrix.tool.ToolCategory;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * What the developer has said about a server. Immutable.
 *
 * @param name the server's name
 * @param free the tools that need no approval, by the server's names
 * @param only the tools that are offered; all when it is empty
 * @param category the category of every tool that is not in {@code categories}
 * @param categories of particular tools
 * @param seen fingerprints of definitions that were seen before
 * @param connectTimeout how long a connection, and a look at the list of tools, may take
 * @param timeout how long a call may take
 * @param maxTools how many tools are offered at most
 * @param maxMessageBytes how large a message may be
 */
public record ServerSettings(
        String name,
        Set<String> free,
        Set<String> only,
        ToolCategory category,
        Map<String, ToolCategory> categories,
        Map<String, String> seen,
        Duration connectTimeout,
        Duration timeout,
        int maxTools,
        int maxMessageBytes) {

    public ServerSettings {
        if (!ToolNames.isServerName(name)) {
            throw new IllegalArgumentException("name must be 1 to 32 letters, digits, underscores and dashes, without a"
                    + " double underscore and not ending with one, but is \"" + name + "\"");
        }
        free = Set.copyOf(free);
        only = Set.copyOf(only);
        categories = Map.copyOf(categories);
        seen = Map.copyOf(seen);
    }

    ToolCategory categoryOf(String tool) {
        return categories.getOrDefault(tool, category);
    }

    boolean offers(String tool) {
        return only.isEmpty() || only.contains(tool);
    }
}

package dev.intellibrix.examples.tooldriver;

import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.agenttools.AgentTools;
import dev.intellibrix.approval.Permission;
import dev.intellibrix.approval.Permissions;
import dev.intellibrix.rules.InterceptRules;
import dev.intellibrix.tool.ToolCategory;
import dev.intellibrix.tool.ToolProvider;
import dev.intellibrix.workspace.FileTracker;
import dev.intellibrix.workspace.ShellOptions;
import dev.intellibrix.workspace.WorkspaceTools;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;

/**
 * What a session's {@code config} asks for; what it leaves out has the library's default.
 *
 * @param providers the tools
 * @param rules the intercept rules
 * @param permissions what the categories may do
 */
record SessionConfig(List<ToolProvider> providers, InterceptRules rules, Permissions permissions) {

    static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

    private static final Set<String> KNOWN = Set.of(
            "git",
            "approveWrites",
            "tracker",
            "shell",
            "checks",
            "todo",
            "rules",
            "permissions",
            "calculator",
            "datetime",
            "memory",
            "fetch",
            "search");

    /** Tools that can be left out by name. */
    private static final Set<String> OPTIONAL = Set.of("git", "checks", "todo", "calculator", "datetime");

    static SessionConfig of(Path root, JsonNode config) {
        for (Map.Entry<String, JsonNode> entry : config.properties()) {
            boolean leftOut = OPTIONAL.contains(entry.getKey())
                    && entry.getValue().isBoolean()
                    && !entry.getValue().booleanValue();
            if (!KNOWN.contains(entry.getKey()) && !leftOut) {
                throw new IllegalArgumentException("config can not have " + entry.getKey() + "; it has " + KNOWN);
            }
        }
        List<ToolProvider> providers = new ArrayList<>();
        FileTracker tracker = config.path("tracker").asBoolean(false) ? new FileTracker() : null;
        providers.add(workspace(root, config, tracker));
        providers.add(agentTools(root, config, tracker));
        return new SessionConfig(
                List.copyOf(providers), rules(config.path("rules")), permissions(config.path("permissions")));
    }

    /** Options of an agent of this session, without a provider. */
    IntelligenceOptions.Builder options() {
        return IntelligenceOptions.builder().rules(rules).permissions(permissions);
    }

    private static WorkspaceTools workspace(Path root, JsonNode config, @Nullable FileTracker tracker) {
        WorkspaceTools.Builder workspace = WorkspaceTools.builder(root)
                .git(config.path("git").asBoolean(true))
                .approveWrites(config.path("approveWrites").asBoolean(true));
        if (tracker != null) {
            workspace.tracker(tracker);
        }
        if (config.has("shell")) {
            workspace.shell(shell(config.path("shell")));
        }
        return workspace.build();
    }

    private static AgentTools agentTools(Path root, JsonNode config, @Nullable FileTracker tracker) {
        AgentTools.Builder tools = AgentTools.builder(root)
                .approveWrites(config.path("approveWrites").asBoolean(true));
        if (tracker != null) {
            tools.tracker(tracker);
        }
        CheckTools.configure(tools, config);
        DataTools.configure(tools, config);
        WebTools.configure(tools, config);
        return tools.build();
    }

    private static ShellOptions shell(JsonNode config) {
        List<String> allowed = new ArrayList<>();
        config.path("allow").forEach(name -> allowed.add(name.asString()));
        ShellOptions.Builder shell = ShellOptions.builder()
                .allow(allowed.toArray(new String[0]))
                .alwaysApprove(config.path("alwaysApprove").asBoolean(false));
        if (config.has("timeoutMs")) {
            shell.timeout(Duration.ofMillis(config.path("timeoutMs").asLong()));
        }
        if (config.has("maxOutputBytes")) {
            shell.maxOutputBytes(config.path("maxOutputBytes").asInt());
        }
        return shell.build();
    }

    private static InterceptRules rules(JsonNode config) {
        return config.isMissingNode() ? InterceptRules.builtIn() : InterceptRules.fromJson(config.toString());
    }

    private static Permissions permissions(JsonNode config) {
        Permissions permissions = Permissions.none();
        for (Map.Entry<String, JsonNode> entry : config.properties()) {
            permissions = permissions.with(
                    ToolCategory.valueOf(entry.getKey().toUpperCase(Locale.ROOT)),
                    Permission.valueOf(entry.getValue().asString().toUpperCase(Locale.ROOT)));
        }
        return permissions;
    }
}

package dev.intellibrix.workspace;

import dev.intellibrix.tool.ToolException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What matters of git's configuration as git reads it: all scopes, included files, the worktree's own. Programs that it names
 * under a key with a name in it (filters, hooks) can be switched off only by that name, so the names are looked up first.
 */
final class GitSettings {

    /** The keys that are asked for; git prints section and variable in lower case. */
    static final String KEYS = "^((user|author|committer)\\.(name|email)|core\\.hookspath|commit\\.gpgsign"
            + "|filter\\..*\\.(clean|smudge|process|required)|hook\\..*)$";

    private static final int MAX_NAMES = 200;
    private static final List<String> FILTER_PARTS = List.of("clean", "smudge", "process");

    private final Map<String, String> values = new HashMap<>();
    private final Map<String, String> userValues = new HashMap<>(); // Without those of the repository.
    private final Set<String> filters = new LinkedHashSet<>();
    private final Set<String> hooks = new LinkedHashSet<>();

    private GitSettings() {}

    /** Reads the output of {@code git config -z --show-scope --get-regexp}: scope, key and value, each with its end. */
    static GitSettings parse(String output) {
        GitSettings settings = new GitSettings();
        String[] fields = output.split("\0", -1);
        for (int i = 0; i + 1 < fields.length; i += 2) {
            String entry = fields[i + 1];
            int end = entry.indexOf('\n');
            String key = end < 0 ? entry : entry.substring(0, end);
            if (!fields[i].equals("command")) { // Our own.
                settings.add(fields[i], key, end < 0 ? "true" : entry.substring(end + 1));
            }
        }
        if (settings.filters.size() + settings.hooks.size() > MAX_NAMES) {
            throw new ToolException(
                    "the repository's configuration names too many filters and hooks to switch them off");
        }
        return settings;
    }

    private void add(String scope, String key, String value) {
        values.put(key, value);
        if (scope.equals("system") || scope.equals("global")) {
            userValues.put(key, value);
        }
        int last = key.lastIndexOf('.');
        if (key.startsWith("filter.")) {
            filters.add(named(key.substring("filter.".length(), last)));
        } else if (key.startsWith("hook.") && last > "hook.".length()) {
            hooks.add(named(key.substring("hook.".length(), last)));
        }
    }

    /** A name with an equals sign can not be given on the command line, so what it names can not be switched off. */
    private static String named(String name) {
        if (name.indexOf('=') >= 0) {
            throw new ToolException("the repository's configuration names a filter or a hook with '=' in its name,"
                    + " which can not be switched off; nothing was run");
        }
        return name;
    }

    /** The settings that keep filters and hooks from running, but for the filters that may. */
    List<String> guards(Set<String> allowedFilters) {
        Map<String, String> guards = new TreeMap<>();
        for (String filter : filters) {
            boolean runs = allowedFilters.contains(filter) && isUsers(filter);
            for (String part : FILTER_PARTS) {
                guard("filter." + filter + "." + part, runs, "", guards);
            }
            guard("filter." + filter + ".required", runs, "false", guards);
        }
        for (String hook : hooks) {
            guards.put("hook." + hook + ".enabled", "false");
            guards.put("hook." + hook + ".command", ":");
        }
        List<String> arguments = new ArrayList<>();
        guards.forEach((key, value) -> {
            arguments.add("-c");
            arguments.add(key + "=" + value);
        });
        return arguments;
    }

    private void guard(String key, boolean runs, String off, Map<String, String> guards) {
        if (!runs) {
            guards.put(key, off);
        } else if (values.containsKey(key)) {
            guards.put(key, userValues.getOrDefault(key, off));
        }
    }

    /**
     * Whether the user's own configuration, not the repository's, says what a filter does. A process that only the
     * repository names can be emptied, but for git an empty one still is one, and the user's filter would not run.
     */
    boolean isUsers(String filter) {
        String name = "filter." + filter + ".";
        return FILTER_PARTS.stream().anyMatch(part -> userValues.containsKey(name + part))
                && (userValues.containsKey(name + "process") || !values.containsKey(name + "process"));
    }

    /** The name or the email of the author or the committer. */
    Optional<String> identity(String role, String part) {
        return Optional.ofNullable(values.getOrDefault(role + "." + part, values.get("user." + part)))
                .filter(value -> !value.isBlank() && value.indexOf('\0') < 0);
    }

    /** Whether commits would be signed. */
    boolean signs() {
        return Set.of("true", "yes", "on", "1").contains(values.getOrDefault("commit.gpgsign", "false"));
    }

    /** Whether hooks are configured, as far as the configuration tells. */
    boolean hasHooks() {
        return !hooks.isEmpty() || values.containsKey("core.hookspath");
    }
}

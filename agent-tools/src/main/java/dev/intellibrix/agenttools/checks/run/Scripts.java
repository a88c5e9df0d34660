package dev.intellibrix.agenttools.checks.run;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringTokenizer;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** The scripts of a {@code package.json}. Immutable. */
final class Scripts {

    static final String FILE = "package.json";

    /** Programs that run scripts by their names, and by patterns of names. */
    private static final Set<String> RUNNERS = Set.of(
            "npm",
            "npx",
            "pnpm",
            "yarn",
            "bun",
            "bunx",
            "node",
            "nr",
            "nx",
            "turbo",
            "lerna",
            "run-s",
            "run-p",
            "npm-run-all",
            "npm-run-all2",
            "concurrently",
            "wireit");

    /** What leads such a program, or a shell, from the root to modules. */
    private static final Set<String> TO_MODULES = Set.of(
            "-w",
            "-ws",
            "--workspace",
            "--workspaces",
            "workspace",
            "workspaces",
            "-r",
            "--recursive",
            "recursive",
            "-F",
            "--filter",
            "-C",
            "--prefix",
            "--cwd",
            "--dir",
            "cd",
            "turbo",
            "lerna",
            "nx",
            "wireit");

    private static final String SEPARATORS = " \t\r\n;&|()\"'`:/@=";

    /** What a name may be hidden behind: a pattern, a variable, or quotes and escapes that a shell takes away. */
    private static final Pattern UNCLEAR = Pattern.compile("[*$\\\\^?{]|[^\\s=(]['\"]+[^\\s)]");

    private final Map<String, String> texts;
    private final String manager;
    private final boolean readable;

    private Scripts(Map<String, String> texts, String manager, boolean readable) {
        this.texts = Collections.unmodifiableMap(texts);
        this.manager = manager;
        this.readable = readable;
    }

    /** Those of the root of a workspace; none when there is no file, or it can not be read. */
    static Scripts of(ProjectFiles files) {
        return of(files, FILE);
    }

    /** Those of a file; none when there is no such file, or it can not be read. */
    static Scripts of(ProjectFiles files, String path) {
        Map<String, String> texts = new LinkedHashMap<>();
        String manager = "";
        try {
            Optional<String> text = files.text(path);
            if (text.isEmpty()) {
                return new Scripts(Map.of(), "", false);
            }
            String json = text.get();
            JsonNode root = Json.parseLeniently(json.startsWith("\ufeff") ? json.substring(1) : json);
            manager = root.path("packageManager").asString("");
            root.path("scripts").properties().forEach(entry -> {
                if (entry.getValue().isString()) {
                    texts.put(entry.getKey(), entry.getValue().stringValue());
                }
            });
        } catch (JsonFault e) {
            return new Scripts(Map.of(), "", false);
        }
        return new Scripts(texts, manager, true);
    }

    /** Whether there is a file that can be read as JSON. */
    boolean isReadable() {
        return readable;
    }

    boolean has(String name) {
        return texts.containsKey(name);
    }

    /** The text of a script. */
    String text(String name) {
        return texts.getOrDefault(name, "");
    }

    /** What the file says of the package manager, such as {@code pnpm@9.1.0}; empty when it says nothing. */
    String manager() {
        return manager;
    }

    /**
     * All scripts that a script runs: itself, those before and after it, and those that it may run by their names. Rather
     * too many than too few: each word that is the name of a script counts, and all scripts do where something that runs
     * scripts is given a name that can not be read off. No script has the empty name.
     */
    Map<String, String> reachedFrom(String name) {
        Map<String, String> reached = new LinkedHashMap<>();
        if (name.isEmpty()) {
            return reached;
        }
        Deque<String> open = new ArrayDeque<>(List.of(name));
        while (!open.isEmpty()) {
            String next = open.removeFirst();
            for (String script : List.of("pre" + next, next, "post" + next)) {
                String text = texts.get(script);
                if (text != null && reached.put(script, text) == null) {
                    open.addAll(runBy(text));
                }
            }
        }
        return reached;
    }

    /** Whether a text runs scripts by their names in other folders than its own. */
    static boolean leadsToModules(String text) {
        boolean runs = false;
        boolean leads = false;
        for (StringTokenizer words = new StringTokenizer(text, SEPARATORS); words.hasMoreTokens(); ) {
            String word = words.nextToken();
            runs |= RUNNERS.contains(word);
            leads |= TO_MODULES.contains(word);
        }
        return runs && leads;
    }

    /** The names of those that a text may run here. */
    Set<String> runBy(String text) {
        Set<String> names = new LinkedHashSet<>();
        boolean runs = false;
        for (StringTokenizer words = new StringTokenizer(text, SEPARATORS); words.hasMoreTokens(); ) {
            String word = words.nextToken();
            runs |= RUNNERS.contains(word);
            if (texts.containsKey(word)) {
                names.add(word);
            }
        }
        // The name of a script may hold a colon, which separates words as well.
        texts.keySet().stream()
                .filter(script -> script.indexOf(':') > 0 && text.contains(script))
                .forEach(names::add);
        return runs && UNCLEAR.matcher(text).find() ? texts.keySet() : names;
    }
}

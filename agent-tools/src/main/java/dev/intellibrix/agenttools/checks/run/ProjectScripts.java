package dev.intellibrix.agenttools.checks.run;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The scripts of the {@code package.json} files of a workspace, as they were when each was first asked for: those of the root, and
 * those of its modules where a script runs others there. Not thread-safe.
 */
final class ProjectScripts {

    private final ProjectFiles files;
    private final Supplier<BuildFiles> buildFiles;
    private final Scripts root;
    private final Map<String, Scripts> modules = new LinkedHashMap<>();
    private boolean looked;

    /** @param buildFiles tells which modules there are, where that is needed */
    ProjectScripts(ProjectFiles files, Supplier<BuildFiles> buildFiles) {
        this.files = files;
        this.buildFiles = buildFiles;
        this.root = Scripts.of(files);
    }

    /**
     * All scripts that a script of the root runs, by what they are called, with their texts: rather too many than too few. Of a
     * module it takes those whose names stand in what runs scripts in modules.
     */
    Map<String, String> reachedFrom(String name) {
        Map<String, String> reached = new LinkedHashMap<>();
        Deque<String> open = new ArrayDeque<>();
        root.reachedFrom(name).forEach((script, text) -> add("\"" + script + "\"", text, reached, open));
        while (!open.isEmpty()) {
            String text = open.removeFirst();
            if (Scripts.leadsToModules(text)) {
                modules()
                        .forEach((path, module) -> module.runBy(text)
                                .forEach(script -> module.reachedFrom(script)
                                        .forEach((each, inner) ->
                                                add("\"" + each + "\" of " + path, inner, reached, open))));
            }
        }
        return reached;
    }

    private static void add(String called, String text, Map<String, String> reached, Deque<String> open) {
        if (reached.put(called, text) == null) {
            open.add(text);
        }
    }

    /** The files of modules that were looked at for scripts and can not be read. */
    List<String> unreadable() {
        return modules.entrySet().stream()
                .filter(module -> !module.getValue().isReadable())
                .map(Map.Entry::getKey)
                .toList();
    }

    private Map<String, Scripts> modules() {
        if (!looked) {
            looked = true;
            buildFiles.get().versions().keySet().stream()
                    .filter(path -> path.endsWith("/" + Scripts.FILE))
                    .forEach(path -> modules.put(path, Scripts.of(files, path)));
        }
        return modules;
    }
}

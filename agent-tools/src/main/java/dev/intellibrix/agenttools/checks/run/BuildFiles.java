package dev.intellibrix.agenttools.checks.run;

import dev.intellibrix.tool.Cancellation;
import dev.intellibrix.workspace.FileTracker;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The files of a workspace that decide which programs a found check starts, as they were at one moment: those of the root and
 * those of its modules, by their paths. Code that a check runs anyway, such as the tests, is not among them. Immutable.
 */
record BuildFiles(Map<String, String> versions) {

    /** What the developer alone decides about has none. */
    static final BuildFiles NONE = new BuildFiles(Map.of());

    /** The version of a file that is there and can not be read here: the program that a check starts may well read it. */
    static final String UNREADABLE = "unreadable";

    BuildFiles {
        versions = Collections.unmodifiableMap(new TreeMap<>(versions));
    }

    /** Those of a workspace, now. */
    static BuildFiles of(ProjectFiles files, Cancellation cancellation) {
        return new BuildFiles(new BuildFileWalk(files, cancellation).versions());
    }

    /** The files that are there and can not be read, so that nobody can tell whether they are as they were. */
    List<String> unreadable() {
        return versions.entrySet().stream()
                .filter(file -> file.getValue().equals(UNREADABLE))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Stands for the content of all files, so that whoever is asked about other files is asked about another thing. */
    String digest() {
        return FileTracker.version(versions.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** The files that are not as they were then. */
    List<String> changedSince(BuildFiles then) {
        Set<String> paths = new TreeSet<>(versions.keySet());
        paths.addAll(then.versions.keySet());
        return paths.stream()
                .filter(path -> !then.versions.getOrDefault(path, "").equals(versions.getOrDefault(path, "")))
                .toList();
    }
}

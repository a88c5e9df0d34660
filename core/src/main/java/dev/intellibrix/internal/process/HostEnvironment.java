package dev.intellibrix.workspace;

import dev.intellibrix.internal.process.ProgramFinder;
import java.io.File;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What programs get to see of this process's environment, and where they are found. Directories that the model can write to
 * are no place to look for programs, so a search path keeps only absolute entries outside the workspace. Immutable.
 */
final class HostEnvironment {

    private static final String PATH = "PATH";
    private static final String USUAL_PATH = "/usr/local/bin:/usr/bin:/bin";

    private final Path root;
    private final Map<String, String> variables;

    /** An environment in front of a workspace; the root is a real path. */
    HostEnvironment(Path root, Map<String, String> variables) {
        this.root = root;
        this.variables = Map.copyOf(variables);
    }

    /** That of this process. */
    static HostEnvironment of(Path root) {
        return new HostEnvironment(root, System.getenv());
    }

    /** The variables whose names are picked, with a safe search path in any case. */
    Map<String, String> passing(Predicate<String> names) {
        Map<String, String> passed = new TreeMap<>();
        variables.forEach((name, value) -> {
            if (names.test(name)) {
                passed.put(name, value);
            }
        });
        passed.put(PATH, safePath(variables.getOrDefault(PATH, USUAL_PATH)));
        return passed;
    }

    /** The entries of a search path that are absolute and lead nowhere into the workspace. */
    String safePath(String searchPath) {
        return Arrays.stream(searchPath.split(File.pathSeparator))
                .filter(this::isSafe)
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** The program of this bare name on a search path, never one that lies in the workspace. */
    Optional<Path> find(String name, String searchPath) {
        return ProgramFinder.find(name, searchPath, path -> path.startsWith(root));
    }

    private boolean isSafe(String entry) {
        try {
            Path path = Path.of(entry);
            return path.isAbsolute() && !real(path.normalize()).startsWith(root);
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            return path; // Nothing is there that could be run.
        }
    }
}

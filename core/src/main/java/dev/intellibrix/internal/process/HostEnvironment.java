package dev.intellibrix.internal.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What programs get to see of this process's environment, and where they are found. Directories that the model can write to
 * are no place to look for programs, so a search path keeps only absolute entries outside the workspace. Immutable.
 */
public final class HostEnvironment {

    /** The names that are passed on to programs when nothing else is said; those with a star stand for all that begin so. */
    private static final Set<String> USUAL = Set.of(
            "PATH",
            "HOME",
            "USER",
            "LOGNAME",
            "LANG",
            "LANGUAGE",
            "LC_*",
            "TZ",
            "TERM",
            "TMPDIR",
            "TMP",
            "TEMP",
            "JAVA_HOME",
            "MAVEN_HOME",
            "M2_HOME",
            "GRADLE_HOME",
            "GRADLE_USER_HOME",
            "ANDROID_HOME",
            "CARGO_HOME",
            "RUSTUP_HOME",
            "GOPATH",
            "GOROOT",
            "GOCACHE",
            "GOMODCACHE",
            "NODE_PATH",
            "NVM_DIR",
            "PNPM_HOME",
            "VIRTUAL_ENV",
            "PYENV_ROOT",
            "XDG_CACHE_HOME",
            "XDG_CONFIG_HOME",
            "XDG_DATA_HOME",
            "SYSTEMROOT",
            "WINDIR",
            "COMSPEC",
            "PATHEXT",
            "USERPROFILE",
            "APPDATA",
            "LOCALAPPDATA",
            "PROGRAMFILES");

    private static final String PATH = "PATH";
    private static final String USUAL_PATH = "/usr/local/bin:/usr/bin:/bin";

    private final Path root;
    private final Map<String, String> variables;

    /** An environment in front of a workspace; the root is a real path. */
    public HostEnvironment(Path root, Map<String, String> variables) {
        this.root = root;
        this.variables = Map.copyOf(variables);
    }

    /** That of this process. */
    public static HostEnvironment of(Path root) {
        return new HostEnvironment(root, System.getenv());
    }

    /** Whether programs get a variable of this name when nothing else is said: one that is no secret and that they need. */
    public static boolean isUsual(String name) {
        return matches(USUAL, name);
    }

    /** Whether a name is one of these; those with a star at the end stand for all that begin so. */
    public static boolean matches(Set<String> patterns, String name) {
        return patterns.contains(name)
                || patterns.stream()
                        .anyMatch(pattern ->
                                pattern.endsWith("*") && name.startsWith(pattern.substring(0, pattern.length() - 1)));
    }

    /** The variables whose names are picked, with a safe search path in any case. */
    public Map<String, String> passing(Predicate<String> names) {
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
    public String safePath(String searchPath) {
        return Arrays.stream(searchPath.split(File.pathSeparator))
                .filter(this::isSafe)
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** The program of this bare name on a search path, never one that lies in the workspace. */
    public Optional<Path> find(String name, String searchPath) {
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

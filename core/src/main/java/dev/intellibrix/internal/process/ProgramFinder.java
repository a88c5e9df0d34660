package dev.intellibrix.internal.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Finds programs by their bare name on a search path, never in the current directory: empty and relative entries are
 * skipped, as are the directories that the caller does not trust. Thread-safe.
 */
public final class ProgramFinder {

    /** On Windows only what is no batch file: those go through a shell that arguments can break out of. */
    private static final List<String> SUFFIXES = File.separatorChar == '\\' ? List.of(".exe", ".com") : List.of("");

    private ProgramFinder() {}

    /** Whether this is a name as a search path takes it: not empty, without a separator, no dots alone. */
    public static boolean isBareName(String name) {
        return !name.isEmpty()
                && !name.equals(".")
                && !name.equals("..")
                && name.chars().noneMatch(c -> c == '/' || c == '\\' || c == ':' || c < ' ');
    }

    /**
     * The first executable file of this name.
     *
     * @param name a bare name
     * @param searchPath directories, separated as in {@code PATH}
     * @param excluded asked with the real path of each directory and of each file found in one; what it picks is skipped
     * @throws IllegalArgumentException when the name is not bare
     */
    public static Optional<Path> find(String name, String searchPath, Predicate<Path> excluded) {
        if (!isBareName(name)) {
            throw new IllegalArgumentException("name must be the bare name of a program, but is \"" + name + "\"");
        }
        return Stream.of(searchPath.split(File.pathSeparator))
                .filter(entry -> !entry.isEmpty())
                .flatMap(entry -> candidates(entry, name))
                .filter(file -> isProgram(file, excluded))
                .findFirst();
    }

    private static Stream<Path> candidates(String entry, String name) {
        try {
            Path directory = Path.of(entry);
            return directory.isAbsolute()
                    ? SUFFIXES.stream().map(suffix -> directory.resolve(name + suffix))
                    : Stream.of();
        } catch (InvalidPathException e) {
            return Stream.of();
        }
    }

    private static boolean isProgram(Path file, Predicate<Path> excluded) {
        if (!Files.isRegularFile(file) || !Files.isExecutable(file)) {
            return false;
        }
        try {
            return !excluded.test(file.resolveSibling("").toRealPath()) && !excluded.test(file.toRealPath());
        } catch (IOException e) {
            return false; // It went away, or a directory of it may not be entered.
        }
    }
}

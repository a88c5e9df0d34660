package dev.intellibrix.workspace;

import dev.intellibrix.tool.ToolException;
import dev.intellibrix.workspace.fs.Faults;
import dev.intellibrix.workspace.fs.RegularFile;
import dev.intellibrix.workspace.fs.Root;
import dev.intellibrix.workspace.fs.Shown;
import dev.intellibrix.workspace.search.SearchStart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Set;

/**
 * One folder that no path leads out of. Every path that a tool or an option takes is opened here: {@code ..} and links
 * are followed as the operating system does, but always inside the root, and each directory on the way is opened
 * relative to its parent without following links. On POSIX systems a file or folder that another process swaps for a
 * link in the meantime is therefore refused as well; elsewhere the paths are checked before and after each operation,
 * which leaves a small window.
 *
 * <p>Paths may be relative to the root or absolute below it. What is wrong with one is a {@link ToolException} written
 * for the model, a {@link JailEscapeException} when it leads outside.
 *
 * <p>Some things are beyond it: a hard link to a file outside is a file inside; a folder that another process moves out
 * of the root while it is open is still the folder that was opened; and a pipe that is swapped in between the look at a
 * file and its opening blocks the call until somebody writes to the pipe, since Java has no opening that does not wait.
 *
 * <p>Immutable and safe for use by many threads. Nothing is held open between calls.
 */
public final class Jail {

    private final Root root;
    private final Path rootAsGiven;

    /** As {@link #of}, around a root that may be opened in another way. */
    Jail(Root root, Path rootAsGiven) {
        this.root = root;
        this.rootAsGiven = rootAsGiven;
    }

    /**
     * A jail around a folder. When the folder is a link, it is followed once, here.
     *
     * @throws IllegalArgumentException when root is not a folder that exists
     */
    public static Jail of(Path root) {
        Path absolute = root.toAbsolutePath();
        if (!Files.isDirectory(absolute)) {
            throw new IllegalArgumentException("root must be an existing folder, but is " + root);
        }
        try {
            return new Jail(Root.at(absolute.toRealPath()), absolute.normalize());
        } catch (IOException e) {
            throw new IllegalArgumentException("root can not be opened: " + root, e);
        }
    }

    /** The real path of the root. */
    public Path root() {
        return root.path();
    }

    /**
     * The absolute real path that a path leads to, which need not exist. For display and for the working directory of a
     * program only: using it to open something is a race that {@link #open} does not have.
     */
    public Path resolve(String path) {
        return Faults.explained(path, () -> {
            try (Walk walk = walk(path)) {
                return walk.realPath();
            }
        });
    }

    /**
     * Opens a file to read.
     *
     * @throws ToolException when there is none, or it is a folder or neither of both (a device, a pipe, a socket)
     */
    public OpenFile open(String path) {
        return Faults.explained(path, () -> {
            try (Walk walk = walk(path)) {
                List<Path> names = walk.names();
                if (walk.missing() > 0) {
                    throw notFound(path);
                }
                if (walk.isDirectory()) {
                    throw new ToolException(Shown.names(names) + " is a folder; list it with list_dir");
                }
                Path name = names.get(names.size() - 1);
                return new OpenFile(
                        RegularFile.open(walk.directory(), name, Shown.names(names)), names, walk.realPath());
            }
        });
    }

    /**
     * Opens a folder to list or to walk.
     *
     * @throws ToolException when there is none, or it is not a folder
     */
    public OpenDirectory openDirectory(String path) {
        return Faults.explained(path, () -> {
            try (Walk walk = walk(path)) {
                if (walk.missing() > 0) {
                    throw notFound(path);
                }
                if (!walk.isDirectory()) {
                    throw new ToolException(Shown.text(path) + " is a file, not a folder; read it with read_file");
                }
                return new OpenDirectory(walk.releaseDirectory(), walk.names(), walk.realPath());
            }
        });
    }

    /**
     * Finds the place that a path names for writing; nothing has to exist there, not even the folders. A link that leads
     * inside is followed, so that what it points to is written and the link stays.
     *
     * @param protectedFiles files that may not be written, {@code ToolContext.protectedFiles()}
     * @throws ToolException when the path leads to or below {@code .git} or {@code .bi}, to a protected file, or to
     *     something that is not a file
     */
    public FileTarget target(String path, Set<Path> protectedFiles) {
        return Faults.explained(path, () -> {
            if (path.endsWith("/")) {
                throw new ToolException(Shown.text(path) + " names a folder, not a file");
            }
            try (Walk walk = walk(path)) {
                return new FileTarget(WriteGuard.place(root, walk, path, protectedFiles));
            }
        });
    }

    /** Walks a path; the caller closes the result. */
    Walk walk(String path) throws IOException {
        Path parsed = GivenPath.parse(path);
        boolean below = parsed.isAbsolute() && parsed.startsWith(rootAsGiven);
        return Walk.of(root, path, below ? root().resolve(rootAsGiven.relativize(parsed)) : parsed);
    }

    /**
     * Finds where a search starts: a folder, or one file.
     *
     * @throws ToolException when there is neither
     */
    SearchStart searchFrom(String path) {
        return Faults.explained(path, () -> {
            try (Walk walk = walk(path)) {
                if (walk.missing() > 0) {
                    throw notFound(path);
                }
                BasicFileAttributes leaf = walk.leaf();
                if (leaf != null && !leaf.isRegularFile()) {
                    throw new ToolException(Shown.text(path) + " is neither a file nor a folder");
                }
                return new SearchStart(root, path, walk.names(), leaf == null);
            }
        });
    }

    /** Whether a path, followed through links, leads to a file inside. */
    boolean leadsToFile(String path) {
        try (Walk walk = walk(path)) {
            BasicFileAttributes leaf = walk.leaf();
            return leaf != null && leaf.isRegularFile();
        } catch (IOException | ToolException e) {
            return false;
        }
    }

    private static ToolException notFound(String path) {
        return new ToolException("no such file or folder: " + Shown.text(path));
    }
}

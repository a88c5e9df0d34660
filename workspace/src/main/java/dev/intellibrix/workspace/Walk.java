package dev.intellibrix.workspace;

import dev.intellibrix.tool.ToolException;
import dev.intellibrix.workspace.fs.Dir;
import dev.intellibrix.workspace.fs.Root;
import dev.intellibrix.workspace.fs.Shown;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One path, walked component by component from the opened root, the way the operating system would, except that links
 * are followed by hand: a link's target is walked like any other path, so it can not leave the root either. Each
 * directory is opened relative to its parent without following links; what is reached is therefore inside, whatever
 * other processes swap in the meantime.
 *
 * <p>A position above the root is allowed on the way ({@code ../root/f} is {@code f}), as long as the path comes back by
 * the names of the root itself. Below a name that does not exist there is nothing to open; such names are kept as they
 * are, and {@code ..} takes the last one off.
 */
final class Walk implements Closeable {

    private static final int MAX_LINKS = 40;
    private static final int MAX_COMPONENTS = 4096;

    private final Root root;
    private final String given;
    private final Deque<Path> todo = new ArrayDeque<>();
    private final List<Path> names = new ArrayList<>();

    private Dir directory;
    private @Nullable BasicFileAttributes leaf;
    private int missing;
    private int above;
    private int links;
    private int steps;
    private boolean guarded;
    private boolean released;

    private Walk(Root root, String given) throws IOException {
        this.root = root;
        this.given = given;
        this.directory = root.open();
    }

    /**
     * Walks a path.
     *
     * @param root the root
     * @param given the path as it was given, for messages
     * @param path the path, absolute or relative to the root
     */
    static Walk of(Root root, String given, Path path) throws IOException {
        Walk walk = new Walk(root, given);
        try {
            walk.push(path);
            walk.run();
            return walk;
        } catch (IOException | RuntimeException e) {
            walk.close();
            throw e;
        }
    }

    /** Where the path leads: the names below the root, none of which is a link. */
    List<Path> names() {
        return List.copyOf(names);
    }

    /** The real path that it leads to. */
    Path realPath() {
        return root.resolve(names);
    }

    /** How many of the last names do not exist. */
    int missing() {
        return missing;
    }

    /** What the path leads to when that is not a directory; null for a directory and for what does not exist. */
    @Nullable BasicFileAttributes leaf() {
        return leaf;
    }

    /** Whether the path leads to a directory. */
    boolean isDirectory() {
        return missing == 0 && leaf == null;
    }

    /** Whether a component on the way was one that no tool may write below. */
    boolean isGuarded() {
        return guarded;
    }

    /** The deepest directory that exists: the one that the path leads to, or the one that holds its last existing name. */
    Dir directory() {
        return directory;
    }

    /** The directory, which the caller closes from now on. */
    Dir releaseDirectory() {
        released = true;
        return directory;
    }

    private void push(Path path) throws IOException {
        if (path.isAbsolute()) {
            toFileSystemRoot(path);
        }
        for (int i = path.getNameCount() - 1; i >= 0; i--) {
            todo.push(path.getName(i));
        }
    }

    private void toFileSystemRoot(Path path) throws IOException {
        if (!Objects.equals(root.path().getRoot(), path.getRoot())) {
            throw escape();
        }
        names.clear();
        missing = 0;
        leaf = null;
        above = root.path().getNameCount();
        if (above == 0) {
            reopen();
        }
    }

    private void run() throws IOException {
        while (!todo.isEmpty()) {
            if (++steps > MAX_COMPONENTS) {
                throw new ToolException("the path is too long: " + shown());
            }
            step(todo.pop());
        }
        if (above > 0) {
            throw escape();
        }
    }

    private void step(Path name) throws IOException {
        String text = name.toString();
        if (text.isEmpty() || text.equals(".")) {
            return;
        }
        if (leaf != null) {
            throw new ToolException(Shown.names(names) + " is a file, not a folder");
        }
        if (text.equals("..")) {
            up();
        } else if (above > 0) {
            downToRoot(name);
        } else {
            guarded |= WriteGuard.isGuarded(text);
            down(name);
        }
    }

    private void up() throws IOException {
        if (above > 0 || names.isEmpty()) {
            above = Math.min(above + 1, root.path().getNameCount());
            return;
        }
        names.remove(names.size() - 1);
        if (missing > 0) {
            missing--;
        } else {
            reopen();
        }
    }

    /** Opens the directory of the present names again, from the root. */
    private void reopen() throws IOException {
        swap(root.open());
        for (Path name : names) {
            swap(directory.openDirectory(name));
        }
    }

    private void downToRoot(Path name) throws IOException {
        if (!root.path().getName(root.path().getNameCount() - above).equals(name)) {
            throw escape();
        }
        above--;
        if (above == 0) {
            reopen();
        }
    }

    private void down(Path name) throws IOException {
        BasicFileAttributes attributes = missing > 0 ? null : directory.stat(name);
        if (attributes == null) {
            names.add(name);
            missing++;
        } else if (attributes.isSymbolicLink()) {
            follow(name);
        } else {
            names.add(name);
            if (attributes.isDirectory()) {
                swap(directory.openDirectory(name));
            } else {
                leaf = attributes;
            }
        }
    }

    /**
     * Goes where a link points. The target is read by path, which another process may bend; that is harmless, because
     * whatever is read is walked from here, inside the root.
     */
    private void follow(Path name) throws IOException {
        if (++links > MAX_LINKS) {
            throw new ToolException("too many symbolic links in " + shown());
        }
        push(Files.readSymbolicLink(realPath().resolve(name)));
    }

    private void swap(Dir next) throws IOException {
        Dir old = directory;
        directory = next;
        old.close();
    }

    private JailEscapeException escape() {
        return new JailEscapeException("the path leads outside the workspace: " + shown());
    }

    private String shown() {
        return Shown.text(given);
    }

    @Override
    public void close() throws IOException {
        if (!released) {
            directory.close();
        }
    }
}

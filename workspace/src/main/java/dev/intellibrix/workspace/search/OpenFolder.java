package dev.intellibrix.workspace.search;

import dev.intellibrix.workspace.fs.Dir;
import dev.intellibrix.workspace.fs.RawName;
import dev.intellibrix.workspace.fs.SmallFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A folder that a walk has opened, with the ignore rules that hold in it. It is closed when the last of its users, who are
 * counted, is done with it. Safe for use by several threads once its rules are read.
 */
final class OpenFolder {

    private final Dir directory;
    private final Path realPath;
    private final String path;
    private final boolean ascii;
    private @Nullable IgnoreScope scope;
    private final int depth;
    private final AtomicInteger users = new AtomicInteger(1);

    /**
     * A folder with one user.
     *
     * @param path its path for the ignore rules, one byte a character, with a slash at its end; empty at the top
     * @param scope the rules outside of it; null when none count
     * @param depth how far below the start of the walk it is
     */
    OpenFolder(Dir directory, Path realPath, String path, @Nullable IgnoreScope scope, int depth) {
        this.directory = directory;
        this.realPath = realPath;
        this.path = path;
        this.ascii = RawName.isAscii(path);
        this.scope = scope;
        this.depth = depth;
    }

    Dir directory() {
        return directory;
    }

    Path realPath() {
        return realPath;
    }

    String path() {
        return path;
    }

    /** Whether the path is the same for the ignore rules and for people. */
    boolean isAscii() {
        return ascii;
    }

    @Nullable IgnoreScope scope() {
        return scope;
    }

    int depth() {
        return depth;
    }

    /**
     * Reads the rules that the folder adds.
     *
     * @param mayBeTop whether it may be the top of a repository
     * @param mayHaveFile whether it may hold an ignore file
     */
    void readRules(boolean mayBeTop, boolean mayHaveFile) {
        if (scope == null) {
            return;
        }
        int base = path.length();
        IgnoreScope top = mayBeTop ? Repository.scopeOf(directory, realPath, base) : null;
        IgnoreScope inner = top == null ? scope : top;
        String content = mayHaveFile ? SmallFile.read(directory, IgnoreAbove.IGNORE_FILE) : null;
        scope = content == null ? inner : inner.with(content, base);
    }

    /** Counts a further user. */
    void retain() {
        users.incrementAndGet();
    }

    /** A user is done. */
    void release() {
        if (users.decrementAndGet() == 0) {
            try {
                directory.close();
            } catch (IOException ignored) {
                // It was only read.
            }
        }
    }
}

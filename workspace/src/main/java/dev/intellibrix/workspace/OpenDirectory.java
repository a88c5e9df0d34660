package dev.intellibrix.workspace;

import dev.intellibrix.tool.ToolException;
import dev.intellibrix.workspace.fs.Dir;
import dev.intellibrix.workspace.fs.Faults;
import dev.intellibrix.workspace.fs.RegularFile;
import dev.intellibrix.workspace.fs.Shown;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A folder that was opened to list or to walk. Its children are opened relative to it. Safe for use by several
 * threads, except that its entries can be listed once.
 */
public final class OpenDirectory implements Closeable {

    private final Dir directory;
    private final List<Path> names;
    private final Path realPath;

    OpenDirectory(Dir directory, List<Path> names, Path realPath) {
        this.directory = directory;
        this.names = names;
        this.realPath = realPath;
    }

    /** Its path relative to the root, {@code .} for the root itself. */
    public String path() {
        return Shown.join(names);
    }

    /** Its real path. */
    public Path realPath() {
        return realPath;
    }

    /**
     * Its entries in the order of the file system, read as they are asked for, each with one look at what it is.
     * Entries that vanish meanwhile are left out. Can be called once.
     *
     * @throws ToolException from the iterator, when the folder cannot be read
     */
    public Iterator<DirectoryEntry> entries() {
        return new Entries(this, directory.names());
    }

    /**
     * The entry of this name; empty when there is none.
     *
     * @throws IllegalArgumentException when it is not a single name
     */
    public Optional<DirectoryEntry> entry(String name) {
        return Optional.ofNullable(entry(GivenPath.name(name)));
    }

    @Nullable DirectoryEntry entry(Path name) {
        try {
            BasicFileAttributes attributes = directory.stat(name);
            return attributes == null ? null : new DirectoryEntry(name, attributes);
        } catch (IOException e) {
            throw Faults.of(path(), e);
        }
    }

    /** Opens a folder in it; a link is an error. */
    public OpenDirectory openDirectory(DirectoryEntry entry) {
        List<Path> below = below(entry);
        return Faults.explained(
                Shown.join(below),
                () -> new OpenDirectory(
                        directory.openDirectory(entry.asPath()), below, realPath.resolve(entry.asPath())));
    }

    /** Opens a regular file in it to read; a link is an error. */
    public OpenFile open(DirectoryEntry entry) {
        List<Path> below = below(entry);
        String path = Shown.join(below);
        return Faults.explained(
                path,
                () -> new OpenFile(
                        RegularFile.open(directory, entry.asPath(), Shown.text(path)),
                        below,
                        realPath.resolve(entry.asPath())));
    }

    /** Where a link in it points, as it is written in the link. */
    public String linkTarget(DirectoryEntry entry) {
        return Faults.explained(
                Shown.join(below(entry)),
                () -> Files.readSymbolicLink(realPath.resolve(entry.asPath())).toString());
    }

    /** The path of an entry relative to the root. */
    public String pathOf(DirectoryEntry entry) {
        return Shown.join(below(entry));
    }

    private List<Path> below(DirectoryEntry entry) {
        List<Path> below = new ArrayList<>(names);
        below.add(entry.asPath());
        return below;
    }

    @Override
    public void close() throws IOException {
        directory.close();
    }
}

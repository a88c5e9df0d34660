package dev.intellibrix.workspace;

import dev.intellibrix.tool.ToolException;
import dev.intellibrix.workspace.fs.Dir;
import dev.intellibrix.workspace.fs.Faults;
import dev.intellibrix.workspace.fs.RegularFile;
import dev.intellibrix.workspace.fs.Root;
import dev.intellibrix.workspace.fs.Shown;
import dev.intellibrix.workspace.fs.Versions;
import dev.intellibrix.workspace.search.SearchStart;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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
    public Target target(String path, Set<Path> protectedFiles) {
        return Faults.explained(path, () -> {
            if (path.endsWith("/")) {
                throw new ToolException(Shown.text(path) + " names a folder, not a file");
            }
            try (Walk walk = walk(path)) {
                return new Target(WriteGuard.place(root, walk, path, protectedFiles));
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

    /**
     * The place of a file that is written, or will be. An immutable value: it holds nothing open, and each operation
     * looks anew. The operations do not take turns by themselves; hold {@link FileLocks#withFileLock} of the
     * {@link #realPath} around the read and the write that depends on it.
     */
    public static final class Target {

        private final Place place;

        private Target(Place place) {
            this.place = place;
        }

        /**
         * The same place with changes that are not forced to the disk one by one, for a change of many files at once. Each
         * file is still swapped in one step, so that a process that is killed leaves it old or new; only when the machine
         * loses its power within the next seconds may a file come back as it was, or as its file system leaves it.
         */
        public Target withoutSync() {
            return new Target(place.withoutSync());
        }

        /** Its path relative to the root, with {@code /} between the names and no link in it. */
        public String path() {
            return place.path();
        }

        /** Its real path, for locks and trackers. */
        public Path realPath() {
            return place.realPath();
        }

        /**
         * The content of the file; empty when there is none.
         *
         * @throws ToolException when it is larger, or not a file
         */
        public Optional<Content> read(long maxBytes) {
            return Faults.explained(path(), () -> Optional.ofNullable(place.read(maxBytes)));
        }

        /** The version of the file's content, as {@link FileTracker} compares it; empty when there is none. */
        public Optional<String> version() {
            return Faults.explained(path(), () -> Optional.ofNullable(place.version()));
        }

        /** The first bytes of the file; none when there is no file. */
        byte[] start(int most) {
            return Faults.explained(path(), () -> place.start(most));
        }

        /**
         * Makes the file, and the folders on the way to it.
         *
         * @param executable whether those who may read it may also execute it
         * @throws ToolException when it exists
         */
        public void create(byte[] content, boolean executable) {
            Faults.explained(path(), () -> place.create(content, null, executable));
        }

        /** As {@link #create(byte[], boolean)}, with the mode and the owner of a file that was read. */
        public void create(byte[] content, Content like) {
            Faults.explained(path(), () -> place.create(content, like, null));
        }

        /**
         * Replaces the content in one step; mode and owner stay.
         *
         * @param expected the version that is replaced; when the file has another one by now, nothing is written
         */
        public void replace(String expected, byte[] content) {
            Faults.explained(path(), () -> place.replace(expected, content, null, null));
        }

        /** As {@link #replace(String, byte[])}, and sets whether the file may be executed. */
        public void replace(String expected, byte[] content, boolean executable) {
            Faults.explained(path(), () -> place.replace(expected, content, null, executable));
        }

        /** As {@link #replace(String, byte[])}, and gives the file the mode and the owner of another one that was read. */
        public void replace(String expected, byte[] content, Content like) {
            Faults.explained(path(), () -> place.replace(expected, content, like, null));
        }

        /** Deletes the file when it still has this version. */
        public void delete(String expected) {
            Faults.explained(path(), () -> place.delete(expected));
        }

        /** Moves the file when it still has this version and there is nothing at the other place. */
        public void rename(Target to, String expected) {
            Faults.explained(path(), () -> place.rename(to.place, expected));
        }

        /** How many of the folders on the way to the file do not exist, so that {@link #create} will make them. */
        public int missingFolders() {
            return Faults.explained(path(), place::missingFolders);
        }

        /**
         * Deletes those folders on the way to the file that are empty, from the innermost outwards: undoes the making of
         * folders.
         *
         * @param levels how many at most
         */
        public void deleteEmptyFolders(int levels) {
            Faults.explained(path(), () -> place.deleteEmptyFolders(levels));
        }

        /** Puts back content that was read before, with its mode and owner, whatever is there now: undoes a change. */
        public void restore(Content old) {
            Faults.explained(path(), () -> place.restore(old));
        }
    }

    /** What a file held when it was read. Immutable. */
    public static final class Content {

        private final byte[] bytes;
        private final BasicFileAttributes attributes;
        private final String version;

        Content(byte[] bytes, BasicFileAttributes attributes) {
            this.bytes = bytes;
            this.attributes = attributes;
            this.version = Versions.of(bytes);
        }

        /** A copy of the bytes. */
        public byte[] bytes() {
            return bytes.clone();
        }

        /** How many bytes they are. */
        public int size() {
            return bytes.length;
        }

        /** The version, as {@link FileTracker} compares it. */
        public String version() {
            return version;
        }

        /** Whether its owner may execute it. */
        public boolean isExecutable() {
            return attributes instanceof PosixFileAttributes posix
                    && posix.permissions().contains(PosixFilePermission.OWNER_EXECUTE);
        }

        /** Whether nobody may write it, so that it is not replaced or deleted either. */
        public boolean isReadOnly() {
            return Place.isReadOnly(attributes);
        }

        byte[] array() {
            return bytes;
        }

        BasicFileAttributes attributes() {
            return attributes;
        }
    }

    /** A file that was opened to read. Not safe for use by several threads. */
    public static final class OpenFile implements Closeable {

        private final RegularFile file;
        private final List<Path> names;
        private final Path realPath;

        private OpenFile(RegularFile file, List<Path> names, Path realPath) {
            this.file = file;
            this.names = names;
            this.realPath = realPath;
        }

        /** Its content, from the start; closed with this. */
        public FileChannel channel() {
            return file.channel();
        }

        /** What it was when it was opened: its size, its times, its key. */
        public BasicFileAttributes attributes() {
            return file.attributes();
        }

        /** Its path relative to the root, with {@code /} between the names and no link in it. */
        public String path() {
            return Shown.join(names);
        }

        /** Its real path, for locks and trackers. */
        public Path realPath() {
            return realPath;
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }

    /**
     * A folder that was opened to list or to walk. Its children are opened relative to it. Safe for use by several
     * threads, except that its entries can be listed once.
     */
    public static final class OpenDirectory implements Closeable {

        private final Dir directory;
        private final List<Path> names;
        private final Path realPath;

        private OpenDirectory(Dir directory, List<Path> names, Path realPath) {
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
         * @throws ToolException from the iterator, when the folder can not be read
         */
        public Iterator<Entry> entries() {
            return new Entries(this, directory.names());
        }

        /**
         * The entry of this name; empty when there is none.
         *
         * @throws IllegalArgumentException when it is not a single name
         */
        public Optional<Entry> entry(String name) {
            return Optional.ofNullable(entry(GivenPath.name(name)));
        }

        @Nullable Entry entry(Path name) {
            try {
                BasicFileAttributes attributes = directory.stat(name);
                return attributes == null ? null : new Entry(name, attributes);
            } catch (IOException e) {
                throw Faults.of(path(), e);
            }
        }

        /** Opens a folder in it; a link is an error. */
        public OpenDirectory openDirectory(Entry entry) {
            List<Path> below = below(entry);
            return Faults.explained(
                    Shown.join(below),
                    () -> new OpenDirectory(directory.openDirectory(entry.name), below, realPath.resolve(entry.name)));
        }

        /** Opens a regular file in it to read; a link is an error. */
        public OpenFile open(Entry entry) {
            List<Path> below = below(entry);
            String path = Shown.join(below);
            return Faults.explained(
                    path,
                    () -> new OpenFile(
                            RegularFile.open(directory, entry.name, Shown.text(path)),
                            below,
                            realPath.resolve(entry.name)));
        }

        /** Where a link in it points, as it is written in the link. */
        public String linkTarget(Entry entry) {
            return Faults.explained(
                    Shown.join(below(entry)),
                    () -> Files.readSymbolicLink(realPath.resolve(entry.name)).toString());
        }

        /** The path of an entry relative to the root. */
        public String pathOf(Entry entry) {
            return Shown.join(below(entry));
        }

        private List<Path> below(Entry entry) {
            List<Path> below = new ArrayList<>(names);
            below.add(entry.name);
            return below;
        }

        @Override
        public void close() throws IOException {
            directory.close();
        }
    }

    /** One name in a folder, with what it stands for; a link stands for itself. Immutable. */
    public static final class Entry {

        private final Path name;
        private final BasicFileAttributes attributes;

        private Entry(Path name, BasicFileAttributes attributes) {
            this.name = Objects.requireNonNull(name);
            this.attributes = Objects.requireNonNull(attributes);
        }

        /** The name. */
        public String name() {
            return name.toString();
        }

        /** What it is; of a link, those of the link. */
        public BasicFileAttributes attributes() {
            return attributes;
        }
    }
}

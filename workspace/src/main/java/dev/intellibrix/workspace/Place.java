package dev.intellibrix.workspace;

import dev.intellibrix.tool.ToolException;
import dev.intellibrix.workspace.fs.Dir;
import dev.intellibrix.workspace.fs.RegularFile;
import dev.intellibrix.workspace.fs.Root;
import dev.intellibrix.workspace.fs.Shown;
import dev.intellibrix.workspace.fs.Swap;
import dev.intellibrix.workspace.fs.Versions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where a file is, or will be: names below a root, none of which was a link when they were resolved. Each operation opens
 * the folders anew, one relative to the other; a link that came into the way since is refused.
 */
final class Place {

    private final Root root;
    private final List<Path> names;
    private final Set<Path> protectedFiles;
    private final boolean durable;

    Place(Root root, List<Path> names, Set<Path> protectedFiles) {
        this(root, names, protectedFiles, true);
    }

    private Place(Root root, List<Path> names, Set<Path> protectedFiles, boolean durable) {
        this.root = root;
        this.names = List.copyOf(names);
        this.protectedFiles = Set.copyOf(protectedFiles);
        this.durable = durable;
    }

    /** This place with changes that the operating system brings to the disk when it likes. */
    Place withoutSync() {
        return new Place(root, names, protectedFiles, false);
    }

    String path() {
        return Shown.join(names);
    }

    Path realPath() {
        return root.resolve(names);
    }

    /** Work with an opened file. */
    private interface Look<T> {
        T at(FileChannel channel, BasicFileAttributes attributes) throws IOException;
    }

    /** Opens the file to read; null when there is none. */
    private <T> @Nullable T look(Look<T> look) throws IOException {
        try (Dir directory = openParent()) {
            if (directory == null || directory.stat(name()) == null) {
                return null;
            }
            try (RegularFile file = RegularFile.open(directory, name(), Shown.names(names))) {
                return look.at(file.channel(), file.attributes());
            }
        }
    }

    /** The content; null when there is no file. */
    @Nullable FileContent read(long maxBytes) throws IOException {
        return look((channel, attributes) -> {
            int limit = (int) Math.min(maxBytes, Integer.MAX_VALUE - 16);
            InputStream stream = Channels.newInputStream(channel);
            byte[] bytes = attributes.size() > limit ? null : stream.readNBytes(limit);
            if (bytes == null || stream.read() >= 0) {
                throw new ToolException(Shown.text(path()) + " is too large: " + attributes.size()
                        + " bytes, and at most " + limit + " can be worked on at once");
            }
            return new FileContent(bytes, attributes);
        });
    }

    /** The version of the content; null when there is no file. */
    @Nullable String version() throws IOException {
        return look(Versions::of);
    }

    byte[] start(int most) throws IOException {
        byte[] start =
                look((channel, attributes) -> Channels.newInputStream(channel).readNBytes(most));
        return start == null ? new byte[0] : start;
    }

    void replace(String expected, byte[] content, @Nullable FileContent like, @Nullable Boolean executable)
            throws IOException {
        try (Dir directory = existingParent()) {
            BasicFileAttributes old = requireWritable(directory.stat(name()));
            Swap swap = new Swap(directory, name(), path(), durable);
            BasicFileAttributes lender = like == null ? old : like.attributes();
            swap.write(content, lender, executable, current -> swap.requireVersion(current, expected));
        }
    }

    void create(byte[] content, @Nullable FileContent like, @Nullable Boolean executable) throws IOException {
        requireUnprotected(null);
        try (Dir directory = new Folders(root).open(names.subList(0, names.size() - 1))) {
            Swap swap = new Swap(directory, name(), path(), durable);
            swap.requireAbsent(directory.stat(name()));
            swap.write(content, like == null ? null : like.attributes(), executable, swap::requireAbsent);
        }
    }

    void restore(FileContent old) throws IOException {
        try (Dir directory = new Folders(root).open(names.subList(0, names.size() - 1))) {
            new Swap(directory, name(), path(), durable).write(old.array(), old.attributes(), null, current -> {});
        }
    }

    void delete(String expected) throws IOException {
        try (Dir directory = existingParent()) {
            BasicFileAttributes old = requireWritable(directory.stat(name()));
            new Swap(directory, name(), path(), durable).requireVersion(old, expected);
            directory.deleteFile(name());
            sync(directory);
        }
    }

    void rename(Place to, String expected) throws IOException {
        try (Dir directory = existingParent();
                Dir target = new Folders(root).open(to.names.subList(0, to.names.size() - 1))) {
            to.requireUnprotected(null);
            BasicFileAttributes old = requireWritable(directory.stat(name()));
            new Swap(directory, name(), path(), durable).requireVersion(old, expected);
            new Swap(target, to.name(), to.path(), durable).requireAbsent(target.stat(to.name()));
            directory.move(name(), target, to.name());
            sync(target);
            sync(directory);
        }
    }

    private void sync(Dir directory) {
        if (durable) {
            directory.sync();
        }
    }

    /** How many of the folders that hold the file do not exist. */
    int missingFolders() throws IOException {
        int missing = 0;
        while (missing < names.size() - 1) {
            try (Dir directory = new Folders(root).openExisting(folder(missing))) {
                if (directory != null) {
                    return missing;
                }
            }
            missing++;
        }
        return missing;
    }

    /** Deletes those of the innermost folders that are empty. */
    void deleteEmptyFolders(int levels) throws IOException {
        for (int i = 0; i < Math.min(levels, names.size() - 1); i++) {
            List<Path> folder = folder(i);
            try (Dir parent = new Folders(root).openExisting(folder.subList(0, folder.size() - 1))) {
                Path last = folder.get(folder.size() - 1);
                if (parent != null && parent.stat(last) != null) {
                    parent.deleteDirectory(last);
                }
            } catch (DirectoryNotEmptyException e) {
                return;
            }
        }
    }

    /** The names of a folder that holds the file, this many levels above the one that holds it directly. */
    private List<Path> folder(int level) {
        return names.subList(0, names.size() - 1 - level);
    }

    /** Ends a write to what is not a file, or protected; null for what does not exist. */
    void requireAllowed(@Nullable BasicFileAttributes attributes) throws IOException {
        if (attributes != null) {
            RegularFile.require(attributes, Shown.names(names));
        }
        requireUnprotected(attributes);
    }

    private Path name() {
        return names.get(names.size() - 1);
    }

    /** The folder that holds the file; null when a folder on the way does not exist. */
    private @Nullable Dir openParent() throws IOException {
        return new Folders(root).openExisting(names.subList(0, names.size() - 1));
    }

    private Dir existingParent() throws IOException {
        Dir directory = openParent();
        if (directory == null) {
            throw gone();
        }
        return directory;
    }

    private ToolException gone() {
        return new ToolException(Shown.text(path()) + " does not exist any more");
    }

    private BasicFileAttributes requireWritable(@Nullable BasicFileAttributes attributes) throws IOException {
        if (attributes == null) {
            throw gone();
        }
        RegularFile.require(attributes, Shown.names(names));
        requireUnprotected(attributes);
        if (isReadOnly(attributes) || !Files.isWritable(realPath())) {
            throw new ToolException(Shown.text(path()) + " is read-only");
        }
        return attributes;
    }

    /** A rename would get around the mode, which its owner set on purpose. */
    static boolean isReadOnly(BasicFileAttributes attributes) {
        return attributes instanceof PosixFileAttributes posix
                && posix.permissions().stream()
                        .noneMatch(Set.of(
                                PosixFilePermission.OWNER_WRITE,
                                PosixFilePermission.GROUP_WRITE,
                                PosixFilePermission.OTHERS_WRITE)::contains);
    }

    /** Checks again what {@link Jail#target} checked, and that the file is not a protected one by another name. */
    private void requireUnprotected(@Nullable BasicFileAttributes attributes) {
        Path realPath = realPath();
        for (Path file : protectedFiles) {
            if (file.equals(realPath) || isSame(file, attributes)) {
                throw new ToolException(Shown.text(path()) + " is protected: no tool may change it");
            }
        }
    }

    private static boolean isSame(Path file, @Nullable BasicFileAttributes attributes) {
        if (attributes == null || attributes.fileKey() == null) {
            return false;
        }
        try {
            return Objects.equals(
                    Files.readAttributes(file, BasicFileAttributes.class).fileKey(), attributes.fileKey());
        } catch (IOException e) {
            // A protected file that can not be looked at is not this one, which can be.
            return false;
        }
    }
}

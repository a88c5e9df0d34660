package dev.intellibrix.workspace;

import dev.intellibrix.workspace.fs.Dir;
import dev.intellibrix.workspace.fs.Swap;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * Writes files the way the tools of this module do, for tools of your own that write to the same workspace. The new
 * content goes to a temporary file beside the target, is made durable, and takes the target's place with one rename: a
 * reader sees the old file or the new one, a failure leaves the old one and no litter.
 *
 * <p>Owner, group and the permission bits are carried over; extended attributes, access lists and the set-id bits are
 * not, and a hard link to the old file keeps the old content. A process that is killed leaves its temporary file behind.
 *
 * <p>This does not keep a path inside a root; that is {@link Jail}'s. To keep two writers from undoing each other's work,
 * hold {@link FileLocks#withFileLock} around the read and the write. Thread-safe.
 */
public final class AtomicFiles {

    private AtomicFiles() {}

    /** {@link #writeFileAtomic(Path, byte[])} with the text as UTF-8. */
    public static void writeFileAtomic(Path file, String text) throws IOException {
        writeFileAtomic(file, text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Creates or replaces a file in one step. A file that is replaced lends its permissions and, where this process may
     * give files away, its owner; a new one gets those of any new file. A link is followed: what it points to is
     * replaced.
     *
     * @param file the file; its folder must exist
     * @throws IOException when it cannot be written; the old content is then still there
     */
    public static void writeFileAtomic(Path file, byte[] content) throws IOException {
        Path target = target(file);
        try (Dir directory = Dir.open(parent(target).toRealPath())) {
            BasicFileAttributes old = directory.stat(name(target));
            new Swap(directory, name(target), file.toString()).write(content, old, null, current -> {});
        }
    }

    private static Path target(Path file) throws IOException {
        Path absolute = file.toAbsolutePath();
        try {
            return absolute.toRealPath();
        } catch (NoSuchFileException e) {
            if (Files.isSymbolicLink(absolute)) {
                return target(parent(absolute).resolve(Files.readSymbolicLink(absolute)));
            }
            return absolute;
        }
    }

    private static Path parent(Path file) throws IOException {
        Path parent = file.getParent();
        if (parent == null) {
            throw new NoSuchFileException(file.toString(), null, "is not the path of a file");
        }
        return parent;
    }

    private static Path name(Path file) throws IOException {
        Path name = file.getFileName();
        if (name == null) {
            throw new NoSuchFileException(file.toString(), null, "is not the path of a file");
        }
        return name;
    }
}

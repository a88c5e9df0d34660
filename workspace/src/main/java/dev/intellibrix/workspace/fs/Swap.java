package dev.intellibrix.workspace.fs;

import dev.intellibrix.tool.ToolException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Puts content in the place of a file in one step: it is written to a temporary file in the same folder, made durable,
 * and renamed. Whoever reads sees the old file or the new one. The temporary file belongs to its owner alone until it has
 * the final mode, and is removed when anything fails.
 */
public final class Swap {

    private static final Set<PosixFilePermission> PRIVATE =
            Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    private final Dir directory;
    private final Path name;
    private final String shown;
    private final boolean durable;

    /**
     * @param directory the opened folder that holds the file; stays open
     * @param name the file's name in it
     * @param shown the path for messages
     */
    public Swap(Dir directory, Path name, String shown) {
        this(directory, name, shown, true);
    }

    /**
     * @param directory the opened folder that holds the file; stays open
     * @param name the file's name in it
     * @param shown the path for messages
     * @param durable whether content and name are forced to the disk
     */
    public Swap(Dir directory, Path name, String shown, boolean durable) {
        this.directory = directory;
        this.name = name;
        this.shown = shown;
        this.durable = durable;
    }

    /** Looks at the file just before it is replaced. */
    public interface Check {
        void before(@Nullable BasicFileAttributes current) throws IOException;
    }

    /**
     * Writes the content and swaps it in.
     *
     * @param like the file that lends its mode and owner; null for a new file's
     * @param executable whether it may be executed; null for as it was, or not for a new file
     * @param check runs after everything is written, last before the swap; when it throws, nothing has changed
     */
    public void write(byte[] content, @Nullable BasicFileAttributes like, @Nullable Boolean executable, Check check)
            throws IOException {
        Path temporary = TemporaryNames.next(name);
        try {
            Set<PosixFilePermission> mode = make(temporary, content, like);
            if (like != null) {
                directory.copyOwner(like, temporary);
            }
            if (mode != null) {
                directory.setPermissions(temporary, executable == null ? mode : withExecute(mode, executable));
            }
            check.before(directory.stat(name));
            directory.move(temporary, directory, name);
        } catch (IOException | RuntimeException | Error e) {
            discard(temporary, e);
            throw e;
        }
        if (durable) {
            directory.sync();
        }
    }

    /** Writes the temporary file; returns the mode that it gets in the end, null where there are no modes. */
    private @Nullable Set<PosixFilePermission> make(Path temporary, byte[] content, @Nullable BasicFileAttributes like)
            throws IOException {
        boolean keepsMode = like instanceof PosixFileAttributes;
        try (FileChannel channel = directory.createFile(temporary, keepsMode ? PRIVATE : null)) {
            Set<PosixFilePermission> mode = modeOf(keepsMode ? like : directory.stat(temporary));
            if (mode != null && !keepsMode) {
                directory.setPermissions(temporary, PRIVATE);
            }
            ByteBuffer buffer = ByteBuffer.wrap(content);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            if (durable) {
                channel.force(true);
            }
            return mode;
        }
    }

    private static @Nullable Set<PosixFilePermission> modeOf(@Nullable BasicFileAttributes attributes) {
        return attributes instanceof PosixFileAttributes posix ? posix.permissions() : null;
    }

    /** Execution is allowed to those who may read. */
    private static Set<PosixFilePermission> withExecute(Set<PosixFilePermission> mode, boolean executable) {
        Set<PosixFilePermission> changed = EnumSet.copyOf(mode);
        change(changed, PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_EXECUTE, executable);
        change(changed, PosixFilePermission.GROUP_READ, PosixFilePermission.GROUP_EXECUTE, executable);
        change(changed, PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_EXECUTE, executable);
        return changed;
    }

    private static void change(
            Set<PosixFilePermission> mode, PosixFilePermission read, PosixFilePermission execute, boolean executable) {
        if (!executable) {
            mode.remove(execute);
        } else if (mode.contains(read)) {
            mode.add(execute);
        }
    }

    private void discard(Path temporary, Throwable cause) {
        try {
            if (directory.stat(temporary) != null) {
                directory.deleteFile(temporary);
            }
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    /** Ends the write when the file is not what it was. */
    public void requireVersion(@Nullable BasicFileAttributes current, String expected) throws IOException {
        if (current == null || !current.isRegularFile() || !version(current).equals(expected)) {
            throw changed();
        }
    }

    /** Ends the write when there is a file already. */
    public void requireAbsent(@Nullable BasicFileAttributes current) {
        if (current != null) {
            throw new ToolException(Shown.text(shown) + " was created by someone else meanwhile; read it first");
        }
    }

    private String version(BasicFileAttributes current) throws IOException {
        try (FileChannel channel = directory.openFile(name)) {
            return Versions.of(channel, current);
        }
    }

    private ToolException changed() {
        return new ToolException(
                Shown.text(shown) + " changed while it was being written; nothing was written; read it again");
    }
}

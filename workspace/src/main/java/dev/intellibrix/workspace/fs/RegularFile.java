package dev.intellibrix.workspace.fs;

import dev.intellibrix.tool.ToolException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A regular file that was opened to read, with what is known of it. Not thread-safe. */
public final class RegularFile implements Closeable {

    /** How often a file is opened again because another one took its place between two looks. */
    private static final int MAX_TRIES = 20;

    private final FileChannel channel;
    private final BasicFileAttributes attributes;

    private RegularFile(FileChannel channel, BasicFileAttributes attributes) {
        this.channel = channel;
        this.attributes = attributes;
    }

    /**
     * Opens a file. Only what is a regular file is opened at all, since a pipe would block; what is known of it is that
     * of the file that was opened, also when files take its place meanwhile.
     *
     * @param shown the path for messages
     */
    public static RegularFile open(Dir directory, Path name, String shown) throws IOException {
        for (int i = 0; i < MAX_TRIES; i++) {
            BasicFileAttributes before = require(directory.stat(name), shown);
            FileChannel channel = directory.openFile(name);
            try {
                BasicFileAttributes after = require(directory.stat(name), shown);
                if (Objects.equals(before.fileKey(), after.fileKey())) {
                    return new RegularFile(channel, after);
                }
                channel.close();
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        }
        throw new FileSystemException(shown, null, "changes all the time; try again");
    }

    /** Ends the work on what is not a file, and on nothing. */
    public static BasicFileAttributes require(@Nullable BasicFileAttributes attributes, String shown)
            throws IOException {
        if (attributes == null) {
            throw new NoSuchFileException(shown);
        }
        if (attributes.isSymbolicLink()) {
            throw new FileSystemException(shown, null, "changed while it was being opened; try again");
        }
        if (attributes.isDirectory()) {
            throw new ToolException(shown + " is a folder");
        }
        if (!attributes.isRegularFile()) {
            throw new ToolException(shown + " is neither a file nor a folder (a device, a pipe or a socket)");
        }
        return attributes;
    }

    public FileChannel channel() {
        return channel;
    }

    public BasicFileAttributes attributes() {
        return attributes;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}

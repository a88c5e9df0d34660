package dev.intellibrix.workspace.fs;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the files that say what to ignore: regular ones, links never followed, as far as the bound goes. */
public final class SmallFile {

    static final int MAX_BYTES = 4 * 1024 * 1024;

    private SmallFile() {}

    /** The bytes of a file in an opened folder, one a character; null when it is not there or can not be read. */
    public static @Nullable String read(Dir directory, Path name) {
        try {
            BasicFileAttributes attributes = directory.stat(name);
            return attributes == null || !attributes.isRegularFile() ? null : read(directory.openFile(name));
        } catch (IOException e) {
            return null;
        }
    }

    /** The bytes of a file, one a character; null when it is not there or can not be read. */
    public static @Nullable String read(Path file) {
        try {
            return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                    ? read(FileChannel.open(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)))
                    : null;
        } catch (IOException | InvalidPathException e) {
            return null;
        }
    }

    private static String read(FileChannel channel) throws IOException {
        try (InputStream in = Channels.newInputStream(channel)) {
            return new String(in.readNBytes(MAX_BYTES), StandardCharsets.ISO_8859_1);
        }
    }
}

package dev.intellibrix.workspace;

import dev.intellibrix.workspace.fs.RegularFile;
import dev.intellibrix.workspace.fs.Shown;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;

/** A file that was opened to read. Not safe for use by several threads. */
public final class OpenFile implements Closeable {

    private final RegularFile file;
    private final List<Path> names;
    private final Path realPath;

    OpenFile(RegularFile file, List<Path> names, Path realPath) {
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

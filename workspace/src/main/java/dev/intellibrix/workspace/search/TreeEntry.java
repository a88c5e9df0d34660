package dev.intellibrix.workspace.search;

import dev.intellibrix.workspace.fs.Dir;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * A file or a link that a walk came to. Valid during the visit only, because its folder is closed thereafter.
 *
 * @param directory the opened folder
 * @param folder its real path
 * @param name its name there
 * @param path its path relative to the root
 * @param attributes what it is
 */
public record TreeEntry(Dir directory, Path folder, Path name, String path, BasicFileAttributes attributes) {

    /** Its real path, unless it is a link. */
    public Path realPath() {
        return folder.resolve(name);
    }

    boolean isLink() {
        return attributes.isSymbolicLink();
    }

    /** Opens the file to read; when it has become a link meanwhile, that is an error. */
    FileChannel open() throws IOException {
        return directory.openFile(name);
    }
}

package dev.intellibrix.workspace;

import dev.intellibrix.tool.ToolException;
import dev.intellibrix.workspace.fs.Dir;
import dev.intellibrix.workspace.fs.Root;
import dev.intellibrix.workspace.fs.Shown;
import dev.intellibrix.workspace.fs.TemporaryNames;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Opens folders below a root by names that are not links, and makes those that are missing. */
final class Folders {

    private final Root root;

    Folders(Root root) {
        this.root = root;
    }

    /** Opens a folder; null when one of the names does not exist. */
    @Nullable Dir openExisting(List<Path> names) throws IOException {
        return open(names, false);
    }

    /** Opens a folder, after making what is missing. */
    Dir open(List<Path> names) throws IOException {
        Dir directory = open(names, true);
        if (directory == null) {
            throw new FileSystemException(Shown.join(names), null, "the folder vanished; try again");
        }
        return directory;
    }

    private @Nullable Dir open(List<Path> names, boolean make) throws IOException {
        Dir directory = root.open();
        try {
            for (int i = 0; i < names.size(); i++) {
                Path name = names.get(i);
                BasicFileAttributes attributes = directory.stat(name);
                if (attributes == null && !make) {
                    directory.close();
                    return null;
                }
                if (attributes == null) {
                    make(directory, name);
                } else if (!attributes.isDirectory()) {
                    throw notAFolder(names.subList(0, i + 1), attributes);
                }
                Dir parent = directory;
                directory = parent.openDirectory(name);
                parent.close();
            }
            return directory;
        } catch (IOException | RuntimeException e) {
            directory.close();
            throw e;
        }
    }

    private static ToolException notAFolder(List<Path> names, BasicFileAttributes attributes) {
        String shown = Shown.names(names);
        return new ToolException(
                attributes.isSymbolicLink()
                        ? shown + " changed while it was being opened; try again"
                        : shown + " is a file, not a folder");
    }

    /**
     * A folder can only be made by a path, which could lead elsewhere by the time it is used. So it is made at the root,
     * where nothing can be swapped in, and moved into its opened parent. One at a time in this process: the move would
     * put an empty folder in the place of another one that somebody has just opened.
     */
    private void make(Dir parent, Path name) throws IOException {
        FileLocks.withFileLock(root.path().resolve("."), () -> {
            if (parent.stat(name) == null) {
                Path made = Files.createDirectory(root.path().resolve(TemporaryNames.next(name)));
                try {
                    parent.adopt(made, name);
                } catch (IOException | RuntimeException e) {
                    Files.deleteIfExists(made);
                    if (parent.stat(name) == null) {
                        throw e;
                    }
                }
            }
            return true;
        });
    }
}

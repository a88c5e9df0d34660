package dev.intellibrix.workspace.fs;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Iterator;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An opened directory. Every operation takes one name, works relative to the directory and follows no link in the last
 * step; what the directory's path leads to in the meantime does not matter. Safe for use by several threads, except that
 * its names can be listed once.
 */
public interface Dir extends Closeable {

    /** Opens a directory by its real path. */
    static Dir open(Path realPath) throws IOException {
        return SecureDir.isSupported() ? SecureDir.open(realPath) : new CheckedDir(realPath);
    }

    /** The names in it, in the order of the file system; can be called once. May throw DirectoryIteratorException. */
    Iterator<Path> names();

    /** What a name stands for, without following a link; null when there is nothing of this name. */
    @Nullable BasicFileAttributes stat(Path name) throws IOException;

    /** What the directory itself is. */
    BasicFileAttributes stat() throws IOException;

    /** Opens a directory in it; a link is an error. */
    Dir openDirectory(Path name) throws IOException;

    /** Opens a file in it to read; a link is an error. */
    FileChannel openFile(Path name) throws IOException;

    /** Makes a file that must not exist, with these permissions, or by the process's mask when null. */
    FileChannel createFile(Path name, @Nullable Set<PosixFilePermission> permissions) throws IOException;

    /** Moves the directory that was made at this path to a name in this directory; an empty directory there is replaced. */
    void adopt(Path madeElsewhere, Path name) throws IOException;

    /** Deletes a file or a link. */
    void deleteFile(Path name) throws IOException;

    /** Deletes an empty directory. */
    void deleteDirectory(Path name) throws IOException;

    /** Moves a file in one step; a file of the target's name is replaced. */
    void move(Path name, Dir target, Path targetName) throws IOException;

    /** Sets the permissions of a file that this process owns; does nothing where there are none. */
    void setPermissions(Path name, Set<PosixFilePermission> permissions) throws IOException;

    /** Gives a file the owner and the group of another, as far as this process may. */
    void copyOwner(BasicFileAttributes from, Path name) throws IOException;

    /** Makes changes to the directory's entries durable, as far as the platform can. */
    void sync();
}

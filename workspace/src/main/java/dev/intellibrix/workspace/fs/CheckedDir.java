package dev.intellibrix.workspace.fs;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A directory by its path, where the platform has no file descriptors of directories to work with. That the path still
 * leads to itself is checked before and after each operation, which narrows the race with another process that swaps a
 * folder for a link, but can not close it.
 */
final class CheckedDir implements Dir {

    private final Path realPath;

    CheckedDir(Path realPath) throws IOException {
        this.realPath = realPath;
        check();
    }

    private void check() throws IOException {
        if (!realPath.toRealPath().equals(realPath) || !Files.isDirectory(realPath, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileSystemException(realPath.toString(), null, "changed while it was in use; try again");
        }
    }

    /** The path of a name here, which is about to be used. */
    private Path child(Path name) throws IOException {
        check();
        return realPath.resolve(name);
    }

    @Override
    public Iterator<Path> names() {
        List<Path> names = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(realPath)) {
            stream.forEach(entry -> names.add(entry.getFileName()));
            check();
        } catch (IOException e) {
            throw new DirectoryIteratorException(e);
        }
        return names.iterator();
    }

    @Override
    public @Nullable BasicFileAttributes stat(Path name) throws IOException {
        try {
            BasicFileAttributes attributes = attributes(child(name));
            check();
            return attributes;
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    @Override
    public BasicFileAttributes stat() throws IOException {
        return attributes(realPath);
    }

    private static BasicFileAttributes attributes(Path path) throws IOException {
        PosixFileAttributeView posix = posix(path);
        return posix == null
                ? Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                : posix.readAttributes();
    }

    /** The view of owner and mode; null where files have none. */
    private static @Nullable PosixFileAttributeView posix(Path path) {
        return Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public Dir openDirectory(Path name) throws IOException {
        // The real name may be spelled differently where case does not count.
        Path child = child(name).toRealPath();
        if (!realPath.equals(child.getParent())) {
            throw new FileSystemException(child.toString(), null, "changed while it was in use; try again");
        }
        return new CheckedDir(child);
    }

    @Override
    public FileChannel openFile(Path name) throws IOException {
        return checked(FileChannel.open(child(name), Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)));
    }

    @Override
    public FileChannel createFile(Path name, @Nullable Set<PosixFilePermission> permissions) throws IOException {
        Path child = child(name);
        FileAttribute<?>[] attributes = permissions == null || posix(child) == null
                ? new FileAttribute<?>[0]
                : new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)};
        return checked(
                FileChannel.open(child, Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW), attributes));
    }

    private FileChannel checked(FileChannel channel) throws IOException {
        try {
            check();
            return channel;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public void adopt(Path madeElsewhere, Path name) throws IOException {
        Files.move(madeElsewhere, child(name));
    }

    @Override
    public void deleteFile(Path name) throws IOException {
        Files.delete(child(name));
    }

    @Override
    public void deleteDirectory(Path name) throws IOException {
        Files.delete(child(name));
    }

    @Override
    public void move(Path name, Dir target, Path targetName) throws IOException {
        Files.move(child(name), ((CheckedDir) target).child(targetName), StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void setPermissions(Path name, Set<PosixFilePermission> permissions) throws IOException {
        PosixFileAttributeView view = posix(child(name));
        if (view != null) {
            view.setPermissions(permissions);
        }
    }

    @Override
    public void copyOwner(BasicFileAttributes from, Path name) throws IOException {
        PosixFileAttributeView view = posix(child(name));
        if (view != null && from instanceof PosixFileAttributes old) {
            Owners.copy(old, view);
        }
    }

    @Override
    public void sync() {
        // No portable way.
    }

    @Override
    public void close() {
        // Nothing is held open.
    }
}

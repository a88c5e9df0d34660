package dev.intellibrix.workspace;

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
import java.nio.file.attribute.PosixFilePermission;
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
            throw new FileSystemException(realPath.toString(), null, "changed while it was in use");
        }
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
        check();
        try {
            return Files.readAttributes(realPath.resolve(name), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    @Override
    public BasicFileAttributes stat() throws IOException {
        return Files.readAttributes(realPath, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public Dir openDirectory(Path name) throws IOException {
        check();
        return new CheckedDir(realPath.resolve(name).toRealPath(LinkOption.NOFOLLOW_LINKS));
    }

    @Override
    public FileChannel openFile(Path name) throws IOException {
        check();
        return checked(
                FileChannel.open(realPath.resolve(name), Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)));
    }

    @Override
    public FileChannel createFile(Path name, @Nullable Set<PosixFilePermission> permissions) throws IOException {
        check();
        return checked(FileChannel.open(
                realPath.resolve(name), Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)));
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
        check();
        Files.move(madeElsewhere, realPath.resolve(name));
    }

    @Override
    public void deleteFile(Path name) throws IOException {
        check();
        Files.delete(realPath.resolve(name));
    }

    @Override
    public void deleteDirectory(Path name) throws IOException {
        check();
        Files.delete(realPath.resolve(name));
    }

    @Override
    public void move(Path name, Dir target, Path targetName) throws IOException {
        CheckedDir to = (CheckedDir) target;
        check();
        to.check();
        Files.move(realPath.resolve(name), to.realPath.resolve(targetName), StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void setPermissions(Path name, Set<PosixFilePermission> permissions) {
        // Without POSIX permissions there is nothing to carry over: a new file takes those of its directory.
    }

    @Override
    public void copyOwner(BasicFileAttributes from, Path name) {
        // As above.
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

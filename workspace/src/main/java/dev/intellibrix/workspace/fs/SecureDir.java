package dev.intellibrix.workspace.fs;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Iterator;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A directory by its file descriptor: the {@code openat} family, so that no race can change which directory is meant. */
final class SecureDir implements Dir {

    private static final boolean SUPPORTED = probe();
    private static final Path SELF = Path.of(".");
    private static final Set<OpenOption> TO_READ = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);

    private final SecureDirectoryStream<Path> stream;

    private SecureDir(SecureDirectoryStream<Path> stream) {
        this.stream = stream;
    }

    static boolean isSupported() {
        return SUPPORTED;
    }

    private static boolean probe() {
        try (DirectoryStream<Path> stream =
                Files.newDirectoryStream(Path.of("").toAbsolutePath().getRoot())) {
            return stream instanceof SecureDirectoryStream;
        } catch (IOException e) {
            return false;
        }
    }

    @SuppressWarnings("StreamResourceLeak") // It becomes the directory, which is closed.
    static SecureDir open(Path realPath) throws IOException {
        DirectoryStream<Path> stream = Files.newDirectoryStream(realPath);
        if (stream instanceof SecureDirectoryStream<Path> secure) {
            return new SecureDir(secure);
        }
        stream.close();
        throw new IOException("the file system has no secure directory streams");
    }

    @Override
    public Iterator<Path> names() {
        return new EntryNames(stream.iterator());
    }

    @Override
    public @Nullable BasicFileAttributes stat(Path name) throws IOException {
        try {
            return view(name).readAttributes();
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    @Override
    public BasicFileAttributes stat() throws IOException {
        return stream.getFileAttributeView(BasicFileAttributeView.class).readAttributes();
    }

    @Override
    public Dir openDirectory(Path name) throws IOException {
        return new SecureDir(stream.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS));
    }

    @Override
    public FileChannel openFile(Path name) throws IOException {
        return channel(name, TO_READ);
    }

    @Override
    public FileChannel createFile(Path name, @Nullable Set<PosixFilePermission> permissions) throws IOException {
        Set<OpenOption> options =
                Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW, LinkOption.NOFOLLOW_LINKS);
        return permissions == null
                ? channel(name, options)
                : channel(name, options, PosixFilePermissions.asFileAttribute(permissions));
    }

    private FileChannel channel(Path name, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
            throws IOException {
        SeekableByteChannel channel = stream.newByteChannel(name, options, attributes);
        if (channel instanceof FileChannel file) {
            return file;
        }
        channel.close();
        throw new IOException("the file system has no file channels");
    }

    @Override
    public void adopt(Path madeElsewhere, Path name) throws IOException {
        try (SecureDir parent = open(Objects.requireNonNull(madeElsewhere.getParent()))) {
            parent.move(madeElsewhere.getFileName(), this, name);
        }
    }

    @Override
    public void deleteFile(Path name) throws IOException {
        stream.deleteFile(name);
    }

    @Override
    public void deleteDirectory(Path name) throws IOException {
        stream.deleteDirectory(name);
    }

    @Override
    public void move(Path name, Dir target, Path targetName) throws IOException {
        stream.move(name, ((SecureDir) target).stream, targetName);
    }

    @Override
    public void setPermissions(Path name, Set<PosixFilePermission> permissions) throws IOException {
        view(name).setPermissions(permissions);
    }

    @Override
    public void copyOwner(BasicFileAttributes from, Path name) throws IOException {
        if (from instanceof PosixFileAttributes old) {
            Owners.copy(old, view(name));
        }
    }

    private PosixFileAttributeView view(Path name) {
        return stream.getFileAttributeView(name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public void sync() {
        try (FileChannel self = openFile(SELF)) {
            self.force(true);
        } catch (IOException ignored) {
            // Not every file system can; the swap itself is done.
        }
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}

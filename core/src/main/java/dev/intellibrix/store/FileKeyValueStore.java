package dev.intellibrix.store;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Texts in a folder, one file a key, readable by its owner only. For the file systems of one machine: any number of
 * instances and processes may use one folder at once.
 *
 * <p>A value is written beside its place, forced to the disk and then moved there in one step, so that a crash at any moment
 * leaves the old value or the new one. Writers take turns by a lock that the operating system gives up when a process dies;
 * reading waits for nobody. An interrupt does not cut a call short.
 *
 * <p>The names of the files are made from the keys in a way that is right on every file system: lower case only, no reserved
 * names, at most 140 characters. Other files in the folder are left alone. Keep the folder where no tool of an agent can write,
 * which is outside of the workspace. Thread-safe.
 */
public final class FileKeyValueStore implements KeyValueStore {

    private static final String TEMPORARY = ".tmp-";
    private static final Duration ABANDONED = Duration.ofHours(1);

    /** Where a file that is open cannot be replaced: readers have one open for a moment only. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Path folder;
    private final boolean posix;
    private final FolderLock lock;

    private FileKeyValueStore(Path folder) throws IOException {
        this.posix = folder.getFileSystem().supportedFileAttributeViews().contains("posix");
        Files.createDirectories(folder, ownerOnly("rwx------"));
        this.folder = folder.toRealPath();
        this.lock = FolderLock.of(this.folder);
    }

    /**
     * The store in a folder of the default file system, which is made if it is not there.
     *
     * @throws StoreException when the folder cannot be made or written to
     */
    public static FileKeyValueStore in(Path folder) {
        return unlessItFails("open the store", () -> {
            FileKeyValueStore store = new FileKeyValueStore(folder);
            store.removeAbandoned();
            return store;
        });
    }

    @Override
    public Optional<String> get(String key) {
        KeyValueStore.requireKey(key);
        return unlessItFails("read", () -> read(key));
    }

    @Override
    public void put(String key, String value) {
        KeyValueStore.requireKey(key);
        KeyValueStore.requireValue(value);
        unlessItFails("write", () -> {
            Path temporary = write(key, value);
            return replace(key, temporary, () -> true);
        });
    }

    @Override
    public boolean compareAndSet(String key, Optional<String> expected, String value) {
        KeyValueStore.requireKey(key);
        KeyValueStore.requireValue(value);
        return unlessItFails("write", () -> {
            if (!read(key).equals(expected)) { // Without this, who comes too late would write for nothing.
                return false;
            }
            Path temporary = write(key, value);
            return replace(key, temporary, () -> read(key).equals(expected));
        });
    }

    @Override
    public boolean delete(String key) {
        KeyValueStore.requireKey(key);
        return unlessItFails("delete", () -> {
            boolean deleted = lock.with(() -> whenFree(() -> Files.deleteIfExists(fileOf(key))));
            forceFolder();
            return deleted;
        });
    }

    @Override
    public List<String> list(String prefix) {
        KeyValueStore.requirePrefix(prefix);
        return unlessItFails("list", () -> {
            List<String> keys = new ArrayList<>();
            try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
                for (Path file : files) {
                    EntryFile.keyOf(file).filter(key -> key.startsWith(prefix)).ifPresent(keys::add);
                }
            } catch (DirectoryIteratorException e) {
                throw e.getCause();
            }
            keys.sort(null);
            return keys;
        });
    }

    /** The folder. */
    @Override
    public String toString() {
        return "FileKeyValueStore[" + folder + "]";
    }

    private Path fileOf(String key) {
        return folder.resolve(KeyNames.nameOf(key));
    }

    private Optional<String> read(String key) throws IOException {
        return EntryFile.read(fileOf(key), key);
    }

    /** The new file, complete and on the disk, but not in its place. */
    private Path write(String key, String value) throws IOException {
        Path temporary = folder.resolve(TEMPORARY + UUID.randomUUID());
        Files.createFile(temporary, ownerOnly("rw-------"));
        try (FileOutputStream out = new FileOutputStream(temporary.toFile())) {
            EntryFile.write(key, value, out);
            out.getFD().sync();
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(temporary);
            throw e;
        }
        return temporary;
    }

    private boolean replace(String key, Path temporary, Io<Boolean> condition) throws IOException {
        boolean moved = false;
        try {
            moved = lock.with(() -> {
                if (!condition.call()) {
                    return false;
                }
                whenFree(() -> Files.move(temporary, fileOf(key), StandardCopyOption.ATOMIC_MOVE));
                return true;
            });
        } finally {
            if (!moved) {
                Files.deleteIfExists(temporary);
            }
        }
        if (moved) {
            forceFolder();
        }
        return moved;
    }

    /** POSIX lets files go that somebody reads; there, whatever fails fails for good. */
    private <T> T whenFree(Io<T> work) throws IOException {
        return posix ? work.call() : Io.whenFree(work, PATIENCE);
    }

    /** A file's name is on the disk only when its folder is. Windows has no such call, and needs none. */
    private void forceFolder() throws IOException {
        if (posix) {
            Io.uninterrupted(() -> {
                try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                    channel.force(true);
                }
                return true;
            });
        }
    }

    /** Temporary files of processes that were killed; younger ones may be in use. */
    private void removeAbandoned() throws IOException {
        Instant limit = Instant.now().minus(ABANDONED);
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, TEMPORARY + "*")) {
            for (Path file : files) {
                if (Files.getLastModifiedTime(file).toInstant().isBefore(limit)) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (NoSuchFileException e) {
            // Somebody else removed it.
        }
    }

    private FileAttribute<?>[] ownerOnly(String permissions) {
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    private static <T> T unlessItFails(String what, Io<T> work) {
        try {
            return work.call();
        } catch (AtomicMoveNotSupportedException e) {
            throw new StoreException("can not " + what + ": the file system can not replace a file in one step", e);
        } catch (FileSystemException e) {
            String reason = e.getReason() == null ? e.getClass().getSimpleName() : e.getReason();
            throw new StoreException("can not " + what + ": " + reason, e);
        } catch (IOException e) {
            throw new StoreException("can not " + what + ": " + e.getMessage(), e);
        }
    }
}

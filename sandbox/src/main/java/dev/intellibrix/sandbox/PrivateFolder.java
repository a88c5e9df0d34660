package dev.intellibrix.sandbox;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A folder of one sandbox that only this user can enter. A lock beside it is held as long as this process lives, by which
 * another one sees whether the folder was left behind. Close it to delete it.
 */
final class PrivateFolder implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(PrivateFolder.class);
    private static final Set<PosixFilePermission> OWN = PosixFilePermissions.fromString("rwx------");
    private static final String LOCK = ".lock";
    private static final String USER_ID = "uid-";
    private static final String BASE_ATTRIBUTES = "unix:isDirectory,uid,permissions";

    /** Names of this process are left alone: opening its locks would lose them. */
    private static final String OF_THIS_PROCESS = ofThisProcess();

    private final Path base;
    private final String name;
    private final FileChannel lock;

    private PrivateFolder(Path base, String name, FileChannel lock) {
        this.base = base;
        this.name = name;
        this.lock = lock;
    }

    /**
     * A new folder.
     *
     * @param parent an existing folder that others may be able to write to
     * @param user the id of this process's user
     */
    static PrivateFolder create(Path parent, int user) throws IOException {
        Path base = base(parent, user);
        while (true) {
            String name = OF_THIS_PROCESS + UUID.randomUUID();
            FileChannel lock = FileChannel.open(
                    base.resolve(name + LOCK),
                    Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW),
                    PosixFilePermissions.asFileAttribute(
                            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE)));
            PrivateFolder folder = new PrivateFolder(base, name, lock);
            if (folder.holds()) {
                Files.createDirectory(folder.path(), PosixFilePermissions.asFileAttribute(OWN));
                return folder;
            }
            lock.close(); // Somebody who sweeps took it for an old one.
        }
    }

    /** Removes what processes that have ended left behind. What can not be removed stays for the next time. */
    static void sweep(Path parent, int user) throws IOException {
        Path base = base(parent, user);
        sweep(base, name -> !name.startsWith(USER_ID));
        sweep(base, name -> name.startsWith(USER_ID)); // Free as soon as their folders have gone.
    }

    private static void sweep(Path base, Predicate<String> which) throws IOException {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(base)) {
            for (Path entry : entries) {
                String name = entry.getFileName().toString();
                try {
                    if (which.test(name)) {
                        sweep(base, name);
                    }
                } catch (IOException e) {
                    LOG.debug("a folder of an old sandbox stays for now", e);
                }
            }
        }
    }

    /** The folder itself. */
    Path path() {
        return base.resolve(name);
    }

    /**
     * Takes one of these user ids for as long as this folder is there.
     *
     * @return whether it was free
     */
    boolean claim(int userId) throws IOException {
        try {
            // A link comes into being together with what it says.
            Files.createSymbolicLink(base.resolve(USER_ID + userId), Path.of(name));
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        }
    }

    /** Gives a user id back. */
    void release(int userId) {
        try {
            Files.deleteIfExists(base.resolve(USER_ID + userId));
        } catch (IOException e) {
            LOG.warn("a user id of a sandbox stays taken for now", e);
        }
    }

    @Override
    public void close() {
        try {
            delete(base, name);
        } catch (IOException e) {
            LOG.warn("a folder of a sandbox could not be deleted; the next start tries again", e);
        }
        try {
            lock.close();
        } catch (IOException e) {
            LOG.debug("a lock could not be closed", e);
        }
    }

    private boolean holds() throws IOException {
        try {
            FileLock held = lock.tryLock();
            return held != null && Files.exists(base.resolve(name + LOCK), LinkOption.NOFOLLOW_LINKS);
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    private static Path base(Path parent, int user) throws IOException {
        Path base = parent.resolve("intellibrix-sandbox-" + user);
        try {
            requireOurs(base, user);
        } catch (NoSuchFileException e) {
            try {
                Files.createDirectory(base, PosixFilePermissions.asFileAttribute(OWN));
            } catch (FileAlreadyExistsException another) {
                requireOurs(base, user);
            }
        }
        return base;
    }

    /** One look, since this is done for each sandbox: what was removed may have been made anew by somebody else. */
    private static void requireOurs(Path base, int user) throws IOException {
        Map<String, Object> attributes = Files.readAttributes(base, BASE_ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
        boolean ours = Boolean.TRUE.equals(attributes.get("isDirectory"))
                && Integer.valueOf(user).equals(attributes.get("uid"))
                && OWN.equals(attributes.get("permissions"));
        if (!ours) {
            throw new IOException("the folder " + base.getFileName()
                    + " for the sandboxes belongs to somebody else, or others may enter it");
        }
    }

    private static String ofThisProcess() {
        ProcessHandle process = ProcessHandle.current();
        long start = process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
        return process.pid() + "-" + start + "-";
    }

    private static void sweep(Path base, String entry) throws IOException {
        if (entry.startsWith(OF_THIS_PROCESS)) {
            return;
        }
        if (entry.startsWith(USER_ID)) {
            String holder = Files.readSymbolicLink(base.resolve(entry)).toString();
            if (!Files.exists(base.resolve(holder + LOCK), LinkOption.NOFOLLOW_LINKS)) {
                Files.deleteIfExists(base.resolve(entry));
            }
        } else if (!entry.endsWith(LOCK)) {
            if (!Files.exists(base.resolve(entry + LOCK), LinkOption.NOFOLLOW_LINKS)) {
                deleteFolder(base.resolve(entry));
            }
        } else {
            sweepLocked(base, entry.substring(0, entry.length() - LOCK.length()));
        }
    }

    private static void sweepLocked(Path base, String name) throws IOException {
        try (FileChannel lock = FileChannel.open(base.resolve(name + LOCK), StandardOpenOption.WRITE);
                FileLock free = lock.tryLock()) {
            if (free != null) {
                delete(base, name);
            }
        } catch (NoSuchFileException | OverlappingFileLockException e) {
            LOG.debug("another one sweeps as well");
        }
    }

    /** The lock goes last: a folder without a lock belongs to nobody. */
    private static void delete(Path base, String name) throws IOException {
        deleteFolder(base.resolve(name));
        Files.deleteIfExists(base.resolve(name + LOCK));
    }

    /** It holds plain files that this module wrote, and no folders. */
    private static void deleteFolder(Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        } catch (NoSuchFileException e) {
            return;
        }
        Files.deleteIfExists(folder);
    }

    @Override
    public String toString() {
        return String.join("/", List.of("PrivateFolder", name));
    }
}

package dev.intellibrix.store;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One writer at a time in a folder: among the threads of this process by a lock of its own, since those of the operating
 * system belong to a whole process, and among processes by a lock on a file, which ends with its process. Thread-safe.
 */
final class FolderLock {

    private static final String FILE = ".lock";

    /** Writers hold the lock for a read and a rename; one that holds it this long is stuck. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** The one lock of each folder that is in use; guarded by itself. */
    private static final Map<Path, WeakReference<FolderLock>> IN_USE = new HashMap<>();

    private final Path file;
    private final ReentrantLock threads = new ReentrantLock();

    private FolderLock(Path file) {
        this.file = file;
    }

    /** The lock of a folder, given by its real path; the same one for the same folder. */
    static FolderLock of(Path folder) {
        synchronized (IN_USE) {
            IN_USE.values().removeIf(reference -> reference.get() == null);
            WeakReference<FolderLock> known = IN_USE.get(folder);
            FolderLock lock = known == null ? null : known.get();
            if (lock == null) {
                lock = new FolderLock(folder.resolve(FILE));
                IN_USE.put(folder, new WeakReference<>(lock));
            }
            return lock;
        }
    }

    <T> T with(Io<T> work) throws IOException {
        threads.lock();
        try (FileChannel channel = FileChannel.open(
                        file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
                FileLock held = lock(channel)) {
            if (!held.isValid()) {
                throw new IOException("the lock was lost");
            }
            return work.call();
        } finally {
            threads.unlock();
        }
    }

    /** Asks again and again, since a call that waits would be ended by an interrupt, and has no time limit. */
    private static FileLock lock(FileChannel channel) throws IOException {
        long start = System.nanoTime();
        boolean interrupted = false;
        try {
            for (long millis = 0; System.nanoTime() - start < PATIENCE.toNanos(); millis = Math.min(millis + 1, 10)) {
                FileLock lock = attempt(channel);
                if (lock != null) {
                    return lock;
                }
                try {
                    TimeUnit.MILLISECONDS.sleep(millis);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        throw new IOException("another process has held the lock for " + PATIENCE.toSeconds() + " s");
    }

    private static @Nullable FileLock attempt(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null; // Held by this class in another class loader of this process.
        }
    }
}

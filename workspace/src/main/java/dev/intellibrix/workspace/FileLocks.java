package dev.intellibrix.workspace;

import java.io.IOException;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Turns at writing a file. The tools of one step run in parallel; whoever changes a file does it while holding the lock
 * of its real path, so that no change is lost. The locks are those of this process, shared by all tools in it however
 * they were built, and leave nothing behind: a lock that nobody holds is collected.
 */
public final class FileLocks {

    private static final ConcurrentMap<Path, Entry> LOCKS = new ConcurrentHashMap<>();
    private static final ReferenceQueue<ReentrantLock> COLLECTED = new ReferenceQueue<>();

    private FileLocks() {}

    /**
     * Work that is done while holding a lock.
     *
     * @param <T> its result
     * @param <X> what it may throw
     */
    @FunctionalInterface
    public interface Action<T, X extends Exception> {

        /** Does the work. */
        T run() throws X;
    }

    /**
     * Runs work while holding the lock of one file, which need not exist.
     *
     * @throws CancellationException when the thread is interrupted while it waits; the thread stays interrupted
     */
    public static <T, X extends Exception> T withFileLock(Path file, Action<T, X> action) throws X {
        return withFileLocks(List.of(file), action);
    }

    /**
     * Runs work while holding the locks of several files. They are taken in one order everywhere, so that two calls
     * never wait for each other; therefore do not nest calls, but name all files at once.
     *
     * @throws CancellationException when the thread is interrupted while it waits; the thread stays interrupted
     */
    public static <T, X extends Exception> T withFileLocks(Collection<Path> files, Action<T, X> action) throws X {
        TreeSet<Path> ordered = new TreeSet<>();
        files.forEach(file -> ordered.add(realPath(file)));
        List<ReentrantLock> held = new ArrayList<>(ordered.size());
        try {
            for (Path file : ordered) {
                held.add(locked(file));
            }
            return action.run();
        } finally {
            for (int i = held.size() - 1; i >= 0; i--) {
                held.get(i).unlock();
            }
        }
    }

    private static ReentrantLock locked(Path file) {
        ReentrantLock lock = lockOf(file);
        try {
            lock.lockInterruptibly();
            return lock;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            CancellationException cancelled =
                    new CancellationException("interrupted while waiting for the turn to write " + file.getFileName());
            cancelled.initCause(e);
            throw cancelled;
        }
    }

    /** How many locks are known; those that nobody holds disappear with the next collection. */
    static int size() {
        dropCollected();
        return LOCKS.size();
    }

    private static ReentrantLock lockOf(Path file) {
        dropCollected();
        while (true) {
            Entry entry = LOCKS.computeIfAbsent(file, Entry::new);
            ReentrantLock lock = entry.get();
            if (lock != null) {
                return lock;
            }
            LOCKS.remove(file, entry);
        }
    }

    private static void dropCollected() {
        Object dead;
        while ((dead = COLLECTED.poll()) != null) {
            Entry entry = (Entry) dead;
            LOCKS.remove(entry.file, entry);
        }
    }

    /** The real path of the deepest part that exists, and the rest as it is. */
    private static Path realPath(Path file) {
        try {
            return file.toRealPath();
        } catch (IOException e) {
            Path absolute = file.toAbsolutePath().normalize();
            Path parent = absolute.getParent();
            return parent == null ? absolute : realPath(parent).resolve(absolute.getFileName());
        }
    }

    private static final class Entry extends WeakReference<ReentrantLock> {

        private final Path file;

        Entry(Path file) {
            super(new ReentrantLock(), COLLECTED);
            this.file = file;
        }
    }
}

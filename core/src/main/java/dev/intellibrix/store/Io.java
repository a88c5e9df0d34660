package dev.intellibrix.store;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Something that reads or writes files. */
@FunctionalInterface
interface Io<T> {

    T call() throws IOException;

    /**
     * Does something that may be repeated until it comes to its end: an interrupt, which closes a channel, waits.
     */
    static <T> T uninterrupted(Io<T> work) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    return work.call();
                } catch (ClosedByInterruptException e) {
                    interrupted = true;
                    Thread.interrupted();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Does something to a file that somebody may have open this moment, which Windows refuses until it is closed. Tries again
     * and again; an interrupt waits.
     *
     * @param patience for how long
     */
    static <T> T whenFree(Io<T> work, Duration patience) throws IOException {
        long start = System.nanoTime();
        boolean interrupted = false;
        try {
            for (long millis = 1; ; millis = Math.min(millis + 1, 20)) {
                try {
                    return work.call();
                } catch (NoSuchFileException | AtomicMoveNotSupportedException e) {
                    throw e;
                } catch (FileSystemException e) {
                    if (System.nanoTime() - start >= patience.toNanos()) {
                        throw e;
                    }
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
    }
}

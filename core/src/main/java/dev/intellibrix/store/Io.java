package dev.intellibrix.store;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;

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
}

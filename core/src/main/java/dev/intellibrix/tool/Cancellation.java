package dev.intellibrix.tool;

import java.util.concurrent.CancellationException;

/**
 * Tells work that nobody waits for its result any more. Thread-safe.
 *
 * @see CancellationSource
 */
public interface Cancellation {

    /** A cancellation that never fires. */
    static Cancellation none() {
        return CancellationSource.NEVER;
    }

    /** Whether the work should stop. */
    boolean isCancelled();

    /**
     * Runs an action when this fires: at once when it already has, otherwise on the thread that cancels. The action must
     * be short and must not throw.
     *
     * @return close it when the work is over, so that the action is dropped
     */
    Registration onCancel(Runnable action);

    /**
     * Ends the work when this has fired; for loops that do much of something small.
     *
     * @throws CancellationException when this has fired
     */
    default void throwIfCancelled() {
        if (isCancelled()) {
            throw new CancellationException("cancelled");
        }
    }

    /** An action that waits for a cancellation. */
    interface Registration extends AutoCloseable {

        /** Drops the action; harmless when it has run. */
        @Override
        void close();
    }
}

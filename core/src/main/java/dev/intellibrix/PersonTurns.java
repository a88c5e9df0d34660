package dev.intellibrix;

import java.util.concurrent.Semaphore;

/**
 * Whose turn it is to wait for a person, among a run and its sub-agents: one thing at a time, in the order in which they came,
 * so that no answer is taken for that to another question. Thread-safe.
 */
final class PersonTurns {

    private final Semaphore one = new Semaphore(1, true);

    /**
     * A turn, to be waited for once.
     *
     * @param timer of the run, which stands still until the turn is closed
     */
    Turn turn(RunTimer timer) {
        return new Turn(one, timer);
    }

    /** A turn; it ends when it is closed, on whatever thread, also while somebody still waits for it, or goes on in it. */
    static final class Turn implements AutoCloseable {

        private final Semaphore one;
        private final RunTimer timer;
        private boolean isHeld; // Guarded by this.
        private boolean isClosed; // Guarded by this.

        private Turn(Semaphore one, RunTimer timer) {
            this.one = one;
            this.timer = timer;
            timer.pause();
        }

        /**
         * Waits until it is this one's turn.
         *
         * @throws InterruptedException when the thread was interrupted, or the turn was closed meanwhile
         */
        void begin() throws InterruptedException {
            one.acquire();
            synchronized (this) {
                if (!isClosed) {
                    isHeld = true;
                    return;
                }
            }
            one.release();
            throw new InterruptedException("nobody waits for this any more");
        }

        @Override
        public synchronized void close() {
            if (isClosed) {
                return;
            }
            isClosed = true;
            timer.unpause();
            if (isHeld) {
                isHeld = false;
                one.release();
            }
        }
    }
}

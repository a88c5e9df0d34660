package dev.intellibrix;

import dev.intellibrix.tool.Cancellation;
import dev.intellibrix.tool.CancellationSource;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Stops a run from outside. Thread-safe; the first reason counts. */
final class RunControl {

    private final CancellationSource cancellation = new CancellationSource();
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable Thread blocked; // Guarded by lock.
    private volatile @Nullable StopReason stopped;

    /** Stops the run for this reason: fires the cancellation and wakes the run's thread where it is blocked. */
    void stop(StopReason reason) {
        lock.lock();
        try {
            if (stopped != null) {
                return;
            }
            stopped = reason;
        } finally {
            lock.unlock();
        }
        cancellation.cancel();
        lock.lock();
        try {
            if (blocked != null) {
                blocked.interrupt();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Why the run has to stop, or null. */
    @Nullable StopReason stopped() {
        return stopped;
    }

    Cancellation cancellation() {
        return cancellation;
    }

    /**
     * Does something that may block, on the run's thread, in such a way that stopping interrupts it. The thread is
     * interrupted nowhere else, since that would close files that it writes.
     */
    <T> T interruptibly(Callable<T> work) throws Exception {
        lock.lock();
        try {
            blocked = Thread.currentThread();
            if (stopped != null) {
                Thread.currentThread().interrupt();
            }
        } finally {
            lock.unlock();
        }
        try {
            return work.call();
        } finally {
            lock.lock();
            try {
                blocked = null;
                Thread.interrupted();
            } finally {
                lock.unlock();
            }
        }
    }
}

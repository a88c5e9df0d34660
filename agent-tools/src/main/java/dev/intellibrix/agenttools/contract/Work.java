package dev.intellibrix.agenttools.contract;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Work on a thread of its own, which is left behind when it does not end. */
final class Work<T> {

    private final FutureTask<T> task;
    private final Thread thread;

    private Work(FutureTask<T> task) {
        this.task = task;
        this.thread = new Thread(task, "intellibrix-contract");
        thread.setDaemon(true);
    }

    static <T> Work<T> start(Callable<T> work) {
        Work<T> started = new Work<>(new FutureTask<>(work));
        started.thread.start();
        return started;
    }

    void interrupt() {
        thread.interrupt();
    }

    /**
     * What came of it.
     *
     * @throws ExecutionException when it threw
     * @throws AssertionError when it does not end
     */
    T end(Duration patience) throws ExecutionException, InterruptedException {
        try {
            return task.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            AssertionError late = new AssertionError("it has not ended after " + patience, e);
            late.setStackTrace(thread.getStackTrace()); // Where it hangs says more than where that was found.
            throw late;
        }
    }
}

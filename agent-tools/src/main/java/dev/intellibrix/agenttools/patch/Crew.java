package dev.intellibrix.agenttools.patch;

import java.util.List;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Does one thing to each of many items: on threads that end with it where one is idle, otherwise on the caller's own. The items are
 * begun in their order. When something fails, no further item is begun.
 */
final class Crew<T> {

    /** For fewer items no thread is started. */
    private static final int MIN_ITEMS = 16;

    /** However many processors there are: most of the time goes into waiting for the disk. */
    private static final int HELPERS = 3;

    private final Consumer<? super T> work;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    private Crew(Consumer<? super T> work) {
        this.work = work;
    }

    /**
     * Works on all items, and returns when nothing is being done any more. What failed first is thrown.
     *
     * @param first done before each item is begun, on the caller's thread
     * @param work done to each item; on several threads at a time
     */
    static <T> void each(List<T> items, Consumer<? super T> first, Consumer<? super T> work) {
        Crew<T> crew = new Crew<>(work);
        if (items.size() < MIN_ITEMS) {
            items.forEach(item -> {
                first.accept(item);
                work.accept(item);
            });
            return;
        }
        ThreadPoolExecutor executor = new ThreadPoolExecutor(
                0, HELPERS, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), Crew::helper, (task, full) -> task.run());
        try {
            for (T item : items) {
                if (crew.failure.get() != null) {
                    break;
                }
                first.accept(item);
                executor.execute(() -> crew.attempt(item));
            }
        } finally {
            end(executor);
        }
        crew.rethrow();
    }

    private static Thread helper(Runnable task) {
        Thread thread = new Thread(task, "intellibrix-patch");
        thread.setDaemon(true);
        return thread;
    }

    private void attempt(T item) {
        try {
            work.accept(item);
        } catch (Throwable e) {
            failure.compareAndSet(null, e);
        }
    }

    /** What is still being done must be over before anything is taken back, so an interrupt has to wait. */
    private static void end(ThreadPoolExecutor executor) {
        executor.shutdown();
        boolean interrupted = Thread.interrupted();
        while (!executor.isTerminated()) {
            try {
                executor.awaitTermination(1, TimeUnit.MINUTES);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void rethrow() {
        Throwable first = failure.get();
        if (first instanceof Error error) {
            throw error;
        }
        if (first instanceof RuntimeException exception) {
            throw exception;
        }
    }
}

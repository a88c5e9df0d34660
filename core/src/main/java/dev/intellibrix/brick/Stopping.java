package dev.intellibrix.brick;

import dev.intellibrix.Run;
import dev.intellibrix.RunResult;
import dev.intellibrix.internal.concurrent.Workers;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A run that Ctrl-C stops. The first press cancels it; when a tool does not give way, the third leaves it behind, so that
 * nobody is held by a tool. Thread-safe.
 */
final class Stopping {

    private final Screen screen;
    private final Style style;
    private final CompletableFuture<RunResult> end = new CompletableFuture<>();
    private final ReentrantLock lock = new ReentrantLock();
    private int presses; // Guarded by lock.
    private @Nullable Run run; // Guarded by lock.

    Stopping(Screen screen, Style style) {
        this.screen = screen;
        this.style = style;
    }

    /** Waits for the run's end; an interrupt cancels it. */
    RunResult await(Run started) {
        boolean isStopped;
        lock.lock();
        try {
            run = started;
            isStopped = presses > 0;
        } finally {
            lock.unlock();
        }
        if (isStopped) {
            started.cancel();
        }
        Workers.shared().execute(() -> finish(started));
        return result(started);
    }

    /** Ctrl-C was pressed. Returns at once. */
    void press() {
        Run running;
        int count;
        lock.lock();
        try {
            count = ++presses;
            running = run;
        } finally {
            lock.unlock();
        }
        if (count == 1) {
            if (running != null) {
                running.cancel();
            }
        } else if (count == 2) {
            screen.line("  " + style.yellow("still stopping; Ctrl-C once more leaves the run behind"));
        } else {
            end.completeExceptionally(new CancellationException("the run was left behind"));
        }
    }

    private void finish(Run started) {
        try {
            end.complete(started.await());
        } catch (Throwable e) {
            end.completeExceptionally(e);
        }
    }

    private RunResult result(Run started) {
        boolean isInterrupted = false;
        try {
            while (true) {
                try {
                    return end.get();
                } catch (InterruptedException e) {
                    isInterrupted = true;
                    started.cancel();
                }
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}

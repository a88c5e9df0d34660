package dev.intellibrix;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** A run on its way. Thread-safe. */
public final class Run {

    private final String id;
    private final RunControl control;
    private final CompletableFuture<RunResult> end;

    Run(String id, RunControl control, CompletableFuture<RunResult> end) {
        this.id = id;
        this.control = control;
        this.end = end;
    }

    /** The run's id, as in its events. */
    public String id() {
        return id;
    }

    /** Whether the run has ended. */
    public boolean isDone() {
        return end.isDone();
    }

    /**
     * Stops the run: the model call is given up, running tools are told to stop, and the run ends as {@link
     * StopReason#CANCELLED}. Returns at once; harmless when the run has ended.
     */
    public void cancel() {
        control.stop(StopReason.CANCELLED);
    }

    /**
     * Waits for the end. When the waiting thread is interrupted, the run is cancelled, its result returned and the interrupt
     * kept.
     *
     * @throws IntelligenceException when the provider is broken
     */
    public RunResult await() {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return end.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                    cancel();
                }
            }
        } catch (ExecutionException e) {
            throw unwrapped(e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static RuntimeException unwrapped(ExecutionException e) {
        if (e.getCause() instanceof Error error) {
            throw error;
        }
        return e.getCause() instanceof RuntimeException cause ? cause : new IntelligenceException("the run failed", e);
    }
}

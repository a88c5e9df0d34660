package dev.intellibrix.tool;

import dev.intellibrix.message.Label;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;

/** What a tool may know of the call that it runs for. Thread-safe; of no use after the call has ended. */
public interface ToolContext {

    /** The run that made the call. */
    String runId();

    /** The outermost run: this one, unless it works for another one as a sub-agent. */
    default String rootRunId() {
        return runId();
    }

    /** The conversation of the run, or the run's own id when it has none: the scope of what the model has seen. */
    String conversationId();

    /** The call; unique within the run only: many providers count calls anew in each run. */
    String callId();

    /**
     * Names the work of this call to a service that does nothing twice under one key: the run, the call and, in a run of the
     * loop, the start of a hash of the model's input. A tool that is declared idempotent has the same key when the call is
     * started again after a crash. Both ids may have been chosen by a model or a stored run, so hash the key where its length
     * or its characters matter.
     */
    default String idempotencyKey() {
        return runId() + "/" + callId();
    }

    /** The names of the agents between the outermost one and the one that called, outermost first; empty at the top. */
    List<String> agentPath();

    /** The trust of all that led to the call, and where it came from. */
    Label label();

    /** Fires when the run is cancelled or the call's time is up. */
    Cancellation cancellation();

    /** Files that no tool may write, such as those that the intercept rules were read from. Absolute, real paths. */
    Set<Path> protectedFiles();

    /**
     * Reports how far the work is.
     *
     * @param text what is being done, one short line
     * @param fraction between 0 and 1, or a negative number when it cannot be told
     */
    void progress(String text, double fraction);

    /**
     * Does something that waits for a person, such as asking a question. The time does not count for the run's own limit of
     * time. A run and its sub-agents wait for one thing at a time, approvals included, so that no two questions are on a screen
     * at once; they take turns in the order in which they come here.
     *
     * @throws InterruptedException when the call was stopped before its turn came
     * @throws IllegalStateException when it is called in such work, whose turn it would wait for
     * @throws Exception what the work throws
     */
    default <T> T awaitPerson(Callable<T> work) throws Exception {
        return work.call();
    }
}

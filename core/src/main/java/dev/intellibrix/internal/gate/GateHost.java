package dev.intellibrix.internal.gate;

import dev.intellibrix.event.RunEvent;
import dev.intellibrix.event.RunScope;
import dev.intellibrix.tool.Cancellation;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The run that a call belongs to, as the gate needs it. All methods but {@link #post}, {@link
 * #enter} and {@link #awaitPerson} are for the run's own thread. */
public interface GateHost {

    /** The run's id. */
    String runId();

    /** The outermost run's id. */
    String rootRunId();

    /** The conversation's id, or the run's. */
    String conversationId();

    /** The sub-agents on the way to this run. */
    List<String> agentPath();

    /** The trusted texts of the developer and the user; never a model's. */
    List<String> trustedTexts();

    /** Stamps an event. */
    RunEvent.Source source();

    /** Whether anybody listens; nothing needs to be built for a publication that nobody hears. */
    boolean hasListeners();

    /**
     * Writes an event to the audit log, where there is one.
     *
     * @return false when it could not be written
     */
    boolean audit(RunEvent event);

    /** Tells the listeners, in order. */
    void tell(RunEvent event);

    /** Writes an event to the audit log and tells the listeners. */
    default void publish(RunEvent event) {
        audit(event);
        tell(event);
    }

    /**
     * What the listeners set up on this thread for the work that an event has told of. On the thread of the work, like the
     * closing of the scope, which never throws.
     */
    RunScope enter(RunEvent event);

    /** Tells the listeners from another thread, as soon as the run's own thread gets to it. */
    void post(RunEvent event);

    /**
     * Asks a person, or who stands in for one: runs something on another thread, when it is its turn, and waits for it; what
     * the run's calls do meanwhile is still attended to.
     *
     * @param timeout how long it may take once its turn has come; null means as long as it needs
     * @throws TimeoutException when it took longer than the time-out; it is interrupted, and its result is dropped
     * @throws InterruptedException when the run was cancelled; likewise
     * @throws ExecutionException when it threw
     */
    <T extends @Nullable Object> T await(Callable<T> work, @Nullable Duration timeout)
            throws TimeoutException, InterruptedException, ExecutionException;

    /**
     * Does something that waits for a person, on the thread of a tool, when it is its turn.
     *
     * @param call ends the turn when it fires, whatever the work does
     * @throws InterruptedException when the thread was interrupted before its turn came
     * @throws Exception what the work throws
     */
    <T> T awaitPerson(Callable<T> work, Cancellation call) throws Exception;
}

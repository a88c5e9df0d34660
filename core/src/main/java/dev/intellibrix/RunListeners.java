package dev.intellibrix;

import dev.intellibrix.event.RunEvent;
import dev.intellibrix.event.RunListener;
import dev.intellibrix.event.RunScope;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who listens to a run: its agent's listeners and those of the run above, each once. Whatever they throw is logged, and the run
 * goes on.
 */
final class RunListeners {

    private static final Logger LOG = LoggerFactory.getLogger(RunListener.class);
    private static final RunListeners NONE = new RunListeners(List.of(), List.of());

    private final List<RunListener> asGiven;
    private final List<RunListener> ofRun; // In the same order: what each of asGiven said listens to this run.

    private RunListeners(List<RunListener> asGiven, List<RunListener> ofRun) {
        this.asGiven = asGiven;
        this.ofRun = ofRun;
    }

    /**
     * The listeners of a run that is being started on this thread.
     *
     * @param own those of its agent
     * @param above those of the run that it works for, or null
     */
    static RunListeners begin(String runId, List<RunListener> own, @Nullable RunListeners above) {
        if (own.isEmpty() && (above == null || above.isEmpty())) {
            return NONE;
        }
        RunListeners before = above == null ? NONE : above;
        List<RunListener> asGiven = new ArrayList<>(own);
        for (RunListener listener : before.asGiven) {
            if (asGiven.stream().noneMatch(one -> one == listener)) {
                asGiven.add(listener);
            }
        }
        List<RunListener> ofRun = new ArrayList<>(asGiven.size());
        asGiven.forEach(listener -> ofRun.add(forRun(before.known(listener), runId)));
        return new RunListeners(asGiven, ofRun);
    }

    private static RunListener forRun(RunListener listener, String runId) {
        try {
            RunListener ofRun = listener.forRun(runId);
            return ofRun == null ? listener : ofRun;
        } catch (Throwable e) {
            LOG.warn("a listener failed on the start of a run", e);
            return listener;
        }
    }

    /** What listens to this run for a listener; for one that does not, itself. */
    private RunListener known(RunListener listener) {
        for (int i = 0; i < asGiven.size(); i++) {
            if (asGiven.get(i) == listener) {
                return ofRun.get(i);
            }
        }
        return listener;
    }

    boolean isEmpty() {
        return ofRun.isEmpty();
    }

    /** Tells all of them, in order. */
    void tell(RunEvent event) {
        for (RunListener listener : ofRun) {
            try {
                listener.on(event);
            } catch (Throwable e) {
                LOG.warn("a listener failed on {}", event.type(), e);
            }
        }
    }

    /** What they set up on this thread for the work that an event has told of. */
    RunScope enter(RunEvent event) {
        RunScope all = RunScope.none();
        for (RunListener listener : ofRun) {
            RunScope scope = enter(listener, event);
            if (scope != null && scope != RunScope.none()) {
                all = new Guarded(scope, all);
            }
        }
        return all;
    }

    private static @Nullable RunScope enter(RunListener listener, RunEvent event) {
        try {
            return listener.enter(event);
        } catch (Throwable e) {
            LOG.warn("a listener failed to set up a thread for {}", event.type(), e);
            return null;
        }
    }

    /** Closes a scope, and then the one that was set up before it. */
    private record Guarded(RunScope scope, RunScope before) implements RunScope {
        @Override
        public void close() {
            try {
                scope.close();
            } catch (Throwable e) {
                LOG.warn("a listener failed to take away what it had set up", e);
            } finally {
                before.close();
            }
        }
    }
}

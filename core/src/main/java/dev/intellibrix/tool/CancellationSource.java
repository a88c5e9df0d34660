package dev.intellibrix.tool;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The side of a {@link Cancellation} that fires it. Thread-safe; firing twice is the same as once. */
public final class CancellationSource implements Cancellation {

    static final Cancellation NEVER = new CancellationSource(false);

    private static final Logger LOG = LoggerFactory.getLogger(CancellationSource.class);

    private final boolean canFire;
    private final Object lock = new Object();
    private final Set<Action> actions = new LinkedHashSet<>(); // Guarded by lock.
    private volatile boolean cancelled;

    /** A source that has not fired. */
    public CancellationSource() {
        this(true);
    }

    private CancellationSource(boolean canFire) {
        this.canFire = canFire;
    }

    /** Fires: every registered action runs on this thread, one after the other. */
    public void cancel() {
        if (!canFire) {
            return;
        }
        List<Action> due;
        synchronized (lock) {
            if (cancelled) {
                return;
            }
            cancelled = true;
            due = new ArrayList<>(actions);
            actions.clear();
        }
        due.forEach(Action::run);
    }

    @Override
    public boolean isCancelled() {
        return cancelled;
    }

    @Override
    public Registration onCancel(Runnable action) {
        if (!canFire) {
            return () -> {};
        }
        Action registered = new Action(action);
        synchronized (lock) {
            if (!cancelled) {
                actions.add(registered);
                return () -> drop(registered);
            }
        }
        registered.run();
        return () -> {};
    }

    private void drop(Action action) {
        synchronized (lock) {
            actions.remove(action);
        }
    }

    /** Compared by identity, so that one runnable can be registered twice. */
    private static final class Action {

        private final Runnable runnable;

        Action(Runnable runnable) {
            this.runnable = runnable;
        }

        void run() {
            try {
                runnable.run();
            } catch (Throwable e) {
                LOG.warn("an action on cancellation failed", e);
            }
        }
    }
}

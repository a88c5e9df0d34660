package dev.intellibrix.sandbox;

import dev.intellibrix.sandbox.SandboxException.Outcome;
import dev.intellibrix.tool.Cancellation;
import dev.intellibrix.tool.ToolContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Gives each call its sandbox: a new one, or the one of its run. Thread-safe. */
final class OpenSandboxes {

    private static final int REMEMBERED = 1_000;
    private static final String LOST =
            "the sandbox of this run has gone, with all files that were in it; this is a new one";

    private final SandboxProvider provider;
    private final SandboxSettings settings;
    private final LongSupplier nanoTime;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Held> held = new LinkedHashMap<>(); // By run; guarded by lock.
    private final Set<String> lost = new LinkedHashSet<>(); // Runs whose sandbox was closed; guarded by lock.
    private boolean closed; // Guarded by lock.

    OpenSandboxes(SandboxProvider provider, SandboxSettings settings, LongSupplier nanoTime) {
        this.provider = provider;
        this.settings = settings;
        this.nanoTime = nanoTime;
    }

    /** The sandbox of a run; used by one call at a time. */
    private static final class Held {
        final ReentrantLock use = new ReentrantLock(true);

        @Nullable Sandbox sandbox; // Guarded by use.

        boolean dropped; // Guarded by use.
        long lastUsed; // Guarded by the outer lock.
    }

    /**
     * Puts files into the sandbox of a call and does something with it.
     *
     * @param notes gets what the model should know of the sandbox
     */
    <T> T with(ToolContext context, List<SandboxFile> files, List<String> notes, Function<Sandbox, T> work) {
        if (settings.perRun()) {
            return inSandboxOfRun(context, files, notes, work);
        }
        Cancellation cancellation = context.cancellation();
        try (Sandbox sandbox = provider.open(settings.limits(), cancellation)) {
            sandbox.copyIn(files, cancellation);
            return work.apply(sandbox);
        }
    }

    private <T> T inSandboxOfRun(
            ToolContext context, List<SandboxFile> files, List<String> notes, Function<Sandbox, T> work) {
        Held mine = enter(context.runId());
        try {
            if (mine.sandbox == null) {
                noteIfLost(context.runId(), notes);
            } else {
                try {
                    return use(mine, context, files, work);
                } catch (SandboxException e) {
                    if (e.outcome() != Outcome.GONE) {
                        throw e;
                    }
                    notes.clear();
                    notes.add(LOST);
                    discard(mine);
                }
            }
            return use(mine, context, files, work);
        } finally {
            if (mine.sandbox == null) {
                forget(context.runId(), mine); // None could be opened, so it takes nobody's place.
            }
            mine.use.unlock();
        }
    }

    private void forget(String runId, Held mine) {
        mine.dropped = true;
        lock.lock();
        try {
            held.remove(runId, mine);
        } finally {
            lock.unlock();
        }
    }

    private <T> T use(Held mine, ToolContext context, List<SandboxFile> files, Function<Sandbox, T> work) {
        Sandbox sandbox = mine.sandbox;
        if (sandbox == null) {
            sandbox = provider.open(settings.limits(), context.cancellation());
            mine.sandbox = sandbox;
        }
        sandbox.copyIn(files, context.cancellation());
        return work.apply(sandbox);
    }

    /** Closes the sandbox of a run, when it has one. */
    void close(String runId) {
        Held gone;
        lock.lock();
        try {
            gone = held.remove(runId);
            if (gone != null) {
                remember(runId);
            }
        } finally {
            lock.unlock();
        }
        if (gone != null) {
            drop(gone);
        }
    }

    /** Closes all; no call is served any more. */
    void close() {
        List<Held> all;
        lock.lock();
        try {
            closed = true;
            all = new ArrayList<>(held.values());
            held.clear();
        } finally {
            lock.unlock();
        }
        all.forEach(OpenSandboxes::drop);
    }

    /** The sandbox of a run, for this call alone. */
    private Held enter(String runId) {
        while (true) {
            Held mine = of(runId);
            try {
                mine.use.lockInterruptibly();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CancellationException("interrupted");
            }
            if (!mine.dropped) {
                return mine;
            }
            mine.use.unlock(); // It was closed while this call waited.
        }
    }

    private Held of(String runId) {
        List<Held> idle = new ArrayList<>();
        lock.lock();
        try {
            if (closed) {
                throw SandboxException.neverRan("the sandboxes have been closed");
            }
            Held mine = held.get(runId);
            if (mine == null) {
                collectIdle(idle);
                if (held.size() >= settings.maxSandboxes()) {
                    throw SandboxException.neverRan(
                            "all " + settings.maxSandboxes() + " sandboxes are in use by other runs; try again later");
                }
                mine = new Held();
                held.put(runId, mine);
            }
            mine.lastUsed = nanoTime.getAsLong();
            return mine;
        } finally {
            lock.unlock();
            idle.forEach(OpenSandboxes::drop);
        }
    }

    /** Takes out what nobody has used for long. */
    private void collectIdle(List<Held> idle) {
        long now = nanoTime.getAsLong();
        Iterator<Map.Entry<String, Held>> all = held.entrySet().iterator();
        while (all.hasNext()) {
            Map.Entry<String, Held> each = all.next();
            if (!each.getValue().use.isLocked()
                    && Duration.ofNanos(now - each.getValue().lastUsed).compareTo(settings.idle()) > 0) {
                idle.add(each.getValue());
                remember(each.getKey());
                all.remove();
            }
        }
    }

    private void noteIfLost(String runId, List<String> notes) {
        lock.lock();
        try {
            if (lost.remove(runId)) {
                notes.add(LOST);
            }
        } finally {
            lock.unlock();
        }
    }

    private void remember(String runId) {
        lost.add(runId);
        if (lost.size() > REMEMBERED) {
            lost.remove(lost.iterator().next());
        }
    }

    private static void drop(Held gone) {
        gone.use.lock();
        try {
            gone.dropped = true;
            discard(gone);
        } finally {
            gone.use.unlock();
        }
    }

    private static void discard(Held gone) {
        Sandbox sandbox = gone.sandbox;
        gone.sandbox = null;
        if (sandbox != null) {
            sandbox.close();
        }
    }
}

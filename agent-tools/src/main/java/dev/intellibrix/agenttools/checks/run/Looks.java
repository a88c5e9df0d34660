package dev.intellibrix.agenttools.checks.run;

import dev.intellibrix.tool.ToolContext;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What the build files were when a call was decided on, so that nothing else is run than what was shown. Kept until the call
 * runs, for so many calls at most; one that was forgotten counts as not looked at. Thread-safe.
 */
final class Looks {

    private static final int MAX_CALLS = 1_000;

    /** A call of a run. */
    private record Call(String runId, String callId) {
        static Call of(ToolContext context) {
            return new Call(context.runId(), context.callId());
        }
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Call, BuildFiles> looks = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Call, BuildFiles> eldest) {
            return size() > MAX_CALLS;
        }
    };

    /** Keeps what a call was decided on. */
    void keep(ToolContext context, BuildFiles files) {
        lock.lock();
        try {
            looks.put(Call.of(context), files);
        } finally {
            lock.unlock();
        }
    }

    /** What a call is being decided on. */
    Optional<BuildFiles> of(ToolContext context) {
        lock.lock();
        try {
            return Optional.ofNullable(looks.get(Call.of(context)));
        } finally {
            lock.unlock();
        }
    }

    /** What a call was decided on, which is forgotten now. */
    Optional<BuildFiles> take(ToolContext context) {
        lock.lock();
        try {
            return Optional.ofNullable(looks.remove(Call.of(context)));
        } finally {
            lock.unlock();
        }
    }
}

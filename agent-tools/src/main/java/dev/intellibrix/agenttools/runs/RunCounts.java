package dev.intellibrix.agenttools.runs;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * How often something was done in each run, its sub-agents included. The counts of the 10,000 runs that did it last are kept;
 * thread-safe.
 */
public final class RunCounts {

    private static final int MAX_RUNS = 10_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Integer> counts = new LinkedHashMap<>(); // Guarded by lock.

    /**
     * Counts one more, unless there are as many as may be.
     *
     * @param rootRunId the outermost run
     * @return whether it was counted
     */
    public boolean take(String rootRunId, int max) {
        lock.lock();
        try {
            Integer before = counts.remove(rootRunId); // So that it becomes the newest.
            int count = before == null ? 0 : before;
            counts.put(rootRunId, Math.min(count + 1, max));
            if (counts.size() > MAX_RUNS) {
                counts.remove(counts.keySet().iterator().next());
            }
            return count < max;
        } finally {
            lock.unlock();
        }
    }
}

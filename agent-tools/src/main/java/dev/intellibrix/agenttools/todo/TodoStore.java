package dev.intellibrix.agenttools.todo;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The task lists, by the ids of their runs; a sub-agent has a run, and so a list, of its own. The lists of the 1,000 runs
 * that were written last are kept. In memory, thread-safe.
 */
public final class TodoStore {

    /** How many tasks a list has at most. */
    public static final int MAX_ITEMS = 100;

    /** How many lists are kept. */
    public static final int MAX_RUNS = 1_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, List<TodoItem>> lists = new LinkedHashMap<>();

    TodoStore() {}

    /** The list of a run, in the order in which the model wrote it; empty when it has none. Unmodifiable. */
    public List<TodoItem> get(String runId) {
        lock.lock();
        try {
            return lists.getOrDefault(runId, List.of());
        } finally {
            lock.unlock();
        }
    }

    /**
     * What is not completed in the list of a run: what is worth to be told to the model again when its context was shortened.
     * A finished list has nothing, so that it is not read as a new order.
     */
    public List<TodoItem> open(String runId) {
        return get(runId).stream()
                .filter(item -> item.status() != TodoItem.Status.COMPLETED)
                .toList();
    }

    void put(String runId, List<TodoItem> list) {
        lock.lock();
        try {
            lists.remove(runId);
            lists.put(runId, List.copyOf(list));
            if (lists.size() > MAX_RUNS) {
                lists.remove(lists.keySet().iterator().next());
            }
        } finally {
            lock.unlock();
        }
    }
}

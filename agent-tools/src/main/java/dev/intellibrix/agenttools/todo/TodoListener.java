package dev.intellibrix.agenttools.todo;

import java.util.List;

/**
 * Learns of every change of a task list, to show the progress of a run. Thread-safe when several runs share it. Nothing depends on
 * what it does, so there is no contract to test it by.
 */
@FunctionalInterface
public interface TodoListener {

    /**
     * A list was written. Called on the thread of the tool call, which waits for it; what it throws is logged and changes
     * nothing.
     *
     * @param runId the run that the list belongs to
     * @param list the whole list as it is now; unmodifiable
     */
    void changed(String runId, List<TodoItem> list);
}

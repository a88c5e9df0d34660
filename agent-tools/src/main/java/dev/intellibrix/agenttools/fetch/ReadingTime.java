package dev.intellibrix.agenttools.fetch;

import dev.intellibrix.internal.net.Deadline;
import dev.intellibrix.tool.Cancellation;
import dev.intellibrix.tool.ToolException;

/** Ends the reading of a page when nobody waits for it any more, and when the time of its call is up. Immutable. */
final class ReadingTime implements Cancellation {

    private final Cancellation cancellation;
    private final Deadline deadline;

    ReadingTime(Cancellation cancellation, Deadline deadline) {
        this.cancellation = cancellation;
        this.deadline = deadline;
    }

    @Override
    public boolean isCancelled() {
        return cancellation.isCancelled() || deadline.isOver();
    }

    /** Runs an action when the call is cancelled; that the time is up is for the work itself to look at. */
    @Override
    public Registration onCancel(Runnable action) {
        return cancellation.onCancel(action);
    }

    @Override
    public void throwIfCancelled() {
        cancellation.throwIfCancelled();
        if (deadline.isOver()) {
            throw new ToolException("the page came, but could not be made into text in the time that there was;"
                    + " take format raw, or another source");
        }
    }
}

package dev.intellibrix.event;

/**
 * Something that a {@link RunListener} has set up on a thread for the time of a piece of work. It is closed on the same thread,
 * when the work has ended, however it ended.
 */
public interface RunScope extends AutoCloseable {

    /** A scope with nothing in it. */
    static RunScope none() {
        return NoRunScope.INSTANCE;
    }

    /** Takes away again what was set up. What it throws is logged and changes nothing. */
    @Override
    void close();
}

package dev.intellibrix.event;

/**
 * Watches runs. Every event of a run arrives in order and on the run's own thread, which waits meanwhile: be fast. What a
 * listener throws is logged and changes nothing. Must be thread-safe when several runs share it.
 */
@FunctionalInterface
public interface RunListener {

    /** Takes one event. */
    void on(RunEvent event);
}

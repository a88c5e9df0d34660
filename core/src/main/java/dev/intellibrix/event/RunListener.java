package dev.intellibrix.event;

/**
 * Watches runs. The events of a run arrive in order, one at a time, and the run waits meanwhile: be fast. What a
 * listener throws is logged and changes nothing. Must be thread-safe when several runs share it.
 */
@FunctionalInterface
public interface RunListener {

    /** Takes one event. */
    void on(RunEvent event);
}

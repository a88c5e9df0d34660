package dev.intellibrix.event;

/**
 * Watches runs. The events of a run arrive in order, one at a time, and the run waits meanwhile: be fast. What a
 * listener throws, in any of its methods, is logged and changes nothing. Must be thread-safe when several runs share it.
 */
@FunctionalInterface
public interface RunListener {

    /** Takes one event. */
    void on(RunEvent event);

    /**
     * Says who listens to a run that is being started: this listener, unless it wants an object of its own for each run, which
     * can keep what belongs to the run and goes away with it. Called on the thread that starts or resumes the run, before any
     * event. For a run of a sub-agent, the object that listens to the run above is asked, on the thread of the tool.
     *
     * @param runId the run that is being started
     */
    default RunListener forRun(String runId) {
        return this;
    }

    /**
     * Sets up the thread that is about to do what an event has told of: to ask the model ({@link RunEvent.ModelCallStarted}), to
     * ask the hook ({@link RunEvent.ApprovalRequested}), or to run the tool ({@link RunEvent.ToolStarted}), which may go on
     * after the call was given up. Unlike events, several of these may come at a time, each on another thread.
     *
     * @param event the event, which came before
     * @return what is closed on this thread when the work has ended
     */
    default RunScope enter(RunEvent event) {
        return RunScope.none();
    }
}

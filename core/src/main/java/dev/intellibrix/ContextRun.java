package dev.intellibrix;

import java.util.Optional;

/** A run as its {@link ContextPolicy} sees it. For the run's thread. */
public interface ContextRun {

    /** The run's conversation, or the run's own id when it has none. */
    String conversationId();

    /**
     * Asks the run's model something beside the run, without tools. Its tokens count for the limits of the run.
     *
     * @param instructions the system message
     * @param text the user's message
     * @return the answer; empty when there is none, or not a whole one
     */
    Optional<String> ask(String instructions, String text);
}

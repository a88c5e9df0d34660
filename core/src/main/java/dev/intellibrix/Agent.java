package dev.intellibrix;

import dev.intellibrix.message.Message;

/** Something that can be asked: a model with its tools and its policy. Thread-safe; many runs share one agent. */
public interface Agent {

    /**
     * Asks and waits for the end of the run. The text counts as trusted, as the user's own words; for text of somebody else
     * use {@link Message#untrusted}.
     *
     * <p>When the waiting thread is interrupted, the run is cancelled, its result returned and the interrupt kept.
     *
     * @throws IntelligenceException when the provider is broken
     */
    default RunResult ask(String text) {
        return ask(Message.user(text));
    }

    /**
     * Asks and waits for the end of the run; see {@link #ask(String)}.
     *
     * @throws IntelligenceException when the provider is broken
     */
    default RunResult ask(Message message) {
        return start(message).await();
    }

    /** Starts a run on a thread of its own. */
    Run start(Message message);
}

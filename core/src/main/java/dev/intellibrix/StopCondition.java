package dev.intellibrix;

import dev.intellibrix.message.Message;
import java.util.List;

/**
 * Ends a run by the application's own rule, with {@link StopReason#STOPPED}. Asked before each model call but the first.
 * Must be thread-safe; throwing ends the run with that exception.
 */
@FunctionalInterface
public interface StopCondition {

    /** Whether the run ends here. */
    boolean isMet(List<Message> messages);
}

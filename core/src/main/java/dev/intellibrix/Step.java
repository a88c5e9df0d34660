package dev.intellibrix;

import dev.intellibrix.message.ToolCallPart;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a run does next. */
sealed interface Step {

    /**
     * The model is asked.
     *
     * @param finalTurnFor when given, this is its last turn, without tools, and this is why the run ends
     */
    record AskModel(@Nullable StopReason finalTurnFor) implements Step {}

    /**
     * Calls go to the gate.
     *
     * @param calls the calls of the model's last turn
     */
    record RunTools(List<ToolCallPart> calls) implements Step {}

    /**
     * The open calls are answered without being taken up.
     *
     * @param text what the model reads in place of each result
     * @param finalTurnFor when given, the model has one last turn without tools, and this is why the run ends
     */
    record CloseCalls(String text, @Nullable StopReason finalTurnFor) implements Step {}

    /**
     * The run ends.
     *
     * @param reason why
     */
    record Finish(StopReason reason) implements Step {}
}

package dev.intellibrix;

import dev.intellibrix.message.Message;
import dev.intellibrix.message.Role;
import dev.intellibrix.provider.FinishReason;
import org.jspecify.annotations.Nullable;

/** Decides what a run does next, by what has happened and by nothing else. */
final class NextStep {

    private static final String CUT_OFF =
            "Not run (cut_off): the output limit cut this call off; send less at once, or split it into several calls";
    private static final String LIMIT =
            "Not run (limit): the run has reached its limit of %s; answer now with what you have";
    private static final String LOOP = "Not run (loop): this call has given the same result " + Repetition.LIMIT
            + " times in a row; answer now with what you have";

    private NextStep() {}

    /**
     * The next step.
     *
     * @param left what the run may still use
     * @param stopped why the run has to stop at once, or null
     */
    static Step of(Transcript transcript, Left left, @Nullable StopReason stopped) {
        if (stopped != null) {
            return new Step.Finish(stopped);
        }
        if (!transcript.pendingApprovals().isEmpty()) {
            return new Step.Finish(StopReason.AWAITING_APPROVAL);
        }
        Message last = transcript.last();
        if (last.role() == Role.ASSISTANT) {
            return transcript.openCalls().isEmpty() ? afterText(transcript, last) : afterCalls(transcript, left);
        }
        StopReason spent = spent(left);
        if (spent != null) {
            return new Step.Finish(spent);
        }
        return asking(transcript, left);
    }

    /** Sub-agents may have used up what the run had left; then it ends in an answer if it has asked the model before. */
    private static Step asking(Transcript transcript, Left left) {
        StopReason limit = transcript.finalTurnFor();
        if (limit == null && left.steps() <= 0) {
            limit = StopReason.STEP_LIMIT;
            if (transcript.steps() == 0 || !left.finalAnswer()) {
                return new Step.Finish(limit);
            }
        }
        return new Step.AskModel(limit);
    }

    private static Step afterText(Transcript transcript, Message answer) {
        StopReason limit = transcript.finalTurnFor();
        if (limit != null) {
            return new Step.Finish(limit);
        }
        return new Step.Finish(
                switch (transcript.finishReason()) {
                    case REFUSAL -> StopReason.REFUSED;
                    case CONTENT_FILTER -> StopReason.CONTENT_FILTERED;
                    case LENGTH -> StopReason.TRUNCATED;
                    case STOP -> answer.text().isBlank() ? StopReason.EMPTY_ANSWER : StopReason.ANSWERED;
                });
    }

    private static Step afterCalls(Transcript transcript, Left left) {
        StopReason limit = transcript.finalTurnFor();
        if (limit != null) {
            return new Step.Finish(limit);
        }
        FinishReason reason = transcript.finishReason();
        if (reason == FinishReason.REFUSAL) {
            return new Step.Finish(StopReason.REFUSED);
        }
        if (reason == FinishReason.CONTENT_FILTER) {
            return new Step.Finish(StopReason.CONTENT_FILTERED);
        }
        if (left.steps() <= 0) {
            return closing(LIMIT.formatted("steps"), StopReason.STEP_LIMIT, left);
        }
        if (reason == FinishReason.LENGTH) {
            return new Step.CloseCalls(CUT_OFF, null);
        }
        if (transcript.openCalls().size() > left.calls()) {
            return closing(LIMIT.formatted("tool calls"), StopReason.CALL_LIMIT, left);
        }
        if (transcript.isLooping()) {
            return closing(LOOP, StopReason.LOOPING, left);
        }
        return new Step.RunTools(transcript.openCalls());
    }

    private static Step closing(String text, StopReason reason, Left left) {
        return left.finalAnswer() ? new Step.CloseCalls(text, reason) : new Step.Finish(reason);
    }

    /** A limit that ends the run without a last turn, since that would cost even more. */
    private static @Nullable StopReason spent(Left left) {
        if (left.tokens() <= 0) {
            return StopReason.TOKEN_LIMIT;
        }
        return left.hasMoney() ? null : StopReason.COST_LIMIT;
    }
}

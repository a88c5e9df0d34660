package dev.intellibrix.brick;

import dev.intellibrix.StopReason;

/** Why a run ended, in words for a person. */
final class Endings {

    private Endings() {}

    static String of(StopReason reason) {
        return switch (reason) {
            case ANSWERED -> "done";
            case EMPTY_ANSWER -> "the model gave no answer";
            case TRUNCATED -> "the answer was cut off by the provider's output limit";
            case REFUSED -> "the model refused";
            case CONTENT_FILTERED -> "the answer was cut off by a content filter";
            case AWAITING_APPROVAL -> "a call waits for a decision that is made elsewhere";
            case STEP_LIMIT -> "stopped: the limit of steps was reached";
            case CALL_LIMIT -> "stopped: the limit of tool calls was reached";
            case TOKEN_LIMIT -> "stopped: the limit of tokens was reached";
            case COST_LIMIT -> "stopped: the limit of cost was reached";
            case TIME_LIMIT -> "stopped: the time limit was reached";
            case LOOPING -> "stopped: the model made the same call again and again";
            case STOPPED -> "stopped by the program's own condition";
            case CANCELLED -> "stopped";
        };
    }
}

package dev.intellibrix.provider.anthropic;

import dev.intellibrix.provider.FinishReason;

/** What the API says when a turn ends. */
final class StopReasons {

    /** The server wants the turn back as it is, to go on with it. */
    static final String PAUSED = "pause_turn";

    private StopReasons() {}

    static FinishReason of(String word) {
        return switch (word) {
            case "max_tokens", "model_context_window_exceeded" -> FinishReason.LENGTH;
            case "refusal" -> FinishReason.REFUSAL;
            default -> FinishReason.STOP;
        };
    }
}

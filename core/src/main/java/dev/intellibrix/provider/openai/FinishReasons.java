package dev.intellibrix.provider.openai;

import dev.intellibrix.provider.FinishReason;
import java.util.Locale;
import java.util.Optional;

/** What the servers of this API say when a turn ends. */
final class FinishReasons {

    private FinishReasons() {}

    /** What the word means; nothing for a word that says that the server gave up half-way. */
    static Optional<FinishReason> of(String word) {
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "length", "max_tokens", "max_output_tokens", "model_length" -> Optional.of(FinishReason.LENGTH);
            case "content_filter", "content_filtered", "safety" -> Optional.of(FinishReason.CONTENT_FILTER);
            case "refusal" -> Optional.of(FinishReason.REFUSAL);
            case "error", "abort", "cancelled", "timeout", "insufficient_system_resource" -> Optional.empty();
            default -> Optional.of(FinishReason.STOP);
        };
    }
}

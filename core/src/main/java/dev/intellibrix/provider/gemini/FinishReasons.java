package dev.intellibrix.provider.gemini;

import dev.intellibrix.provider.FinishReason;
import java.util.Optional;

/** What the API says when a turn ends. */
final class FinishReasons {

    private FinishReasons() {}

    /** What the word means; nothing for a word that says that there is no turn. */
    static Optional<FinishReason> of(String word) {
        return switch (word) {
            case "MAX_TOKENS" -> Optional.of(FinishReason.LENGTH);
            case "SAFETY",
                    "RECITATION",
                    "LANGUAGE",
                    "BLOCKLIST",
                    "PROHIBITED_CONTENT",
                    "SPII",
                    "MODEL_ARMOR",
                    "IMAGE_SAFETY",
                    "IMAGE_PROHIBITED_CONTENT",
                    "IMAGE_RECITATION" -> Optional.of(FinishReason.CONTENT_FILTER);
            case "MALFORMED_FUNCTION_CALL",
                    "UNEXPECTED_TOOL_CALL",
                    "TOO_MANY_TOOL_CALLS",
                    "MALFORMED_RESPONSE",
                    "MISSING_THOUGHT_SIGNATURE",
                    "NO_IMAGE",
                    "IMAGE_OTHER",
                    "OTHER" -> Optional.empty();
            default -> Optional.of(FinishReason.STOP);
        };
    }

    /** Whether the same request would only end the same way. */
    static boolean isLasting(String word) {
        return word.equals("MISSING_THOUGHT_SIGNATURE");
    }
}

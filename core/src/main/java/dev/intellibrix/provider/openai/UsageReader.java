package dev.intellibrix.provider.openai;

import dev.intellibrix.provider.Usage;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Reads the counts of tokens. */
final class UsageReader {

    private UsageReader() {}

    /** The usage, or nothing when it is not told; zeros all over are a server's way of not telling it. */
    static Optional<Usage> read(JsonNode usage) {
        long input = count(usage.path("prompt_tokens"));
        long output = count(usage.path("completion_tokens"));
        if (input == 0 && output == 0) {
            return Optional.empty();
        }
        long cached = Math.max(
                count(usage.path("prompt_tokens_details").path("cached_tokens")),
                count(usage.path("prompt_cache_hit_tokens")));
        long reasoning = count(usage.path("completion_tokens_details").path("reasoning_tokens"));
        return Optional.of(new Usage(input, output, cached, reasoning));
    }

    private static long count(JsonNode number) {
        return number.isIntegralNumber() && number.canConvertToLong() ? Math.max(0, number.longValue()) : 0;
    }
}

package dev.intellibrix.provider.anthropic;

import dev.intellibrix.provider.Usage;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** The counts of tokens of one answer. They come at its start and again at its end; what comes later is the whole count. */
final class UsageCounts {

    private long input;
    private long cacheReads;
    private long cacheWrites;
    private long output;
    private long thinking;
    private boolean told;

    void take(JsonNode usage) {
        input = count(usage.path("input_tokens"), input);
        cacheReads = count(usage.path("cache_read_input_tokens"), cacheReads);
        cacheWrites = count(usage.path("cache_creation_input_tokens"), cacheWrites);
        output = count(usage.path("output_tokens"), output);
        thinking = count(usage.path("output_tokens_details").path("thinking_tokens"), thinking);
    }

    /** The usage, or nothing when it was not told. The API counts cached input beside the other input, not in it. */
    Optional<Usage> toUsage() {
        return told
                ? Optional.of(new Usage(input + cacheReads + cacheWrites, output, cacheReads, thinking, cacheWrites))
                : Optional.empty();
    }

    private long count(JsonNode number, long before) {
        if (!number.isIntegralNumber() || !number.canConvertToLong() || number.longValue() < 0) {
            return before;
        }
        told |= number.longValue() > 0;
        return number.longValue();
    }
}

package dev.intellibrix.provider.gemini;

import dev.intellibrix.provider.Usage;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Reads the counts of tokens. */
final class UsageReader {

    private UsageReader() {}

    /** The usage, or nothing when it is not told. The API counts thoughts beside the output, not in it. */
    static Optional<Usage> read(JsonNode usage) {
        long input = count(usage, "promptTokenCount") + count(usage, "toolUsePromptTokenCount");
        long thoughts = count(usage, "thoughtsTokenCount");
        long output = count(usage, "candidatesTokenCount") + thoughts;
        if (input == 0 && output == 0) {
            return Optional.empty();
        }
        return Optional.of(new Usage(input, output, count(usage, "cachedContentTokenCount"), thoughts));
    }

    private static long count(JsonNode usage, String field) {
        JsonNode number = usage.path(field);
        return number.isIntegralNumber() && number.canConvertToLong() ? Math.max(0, number.longValue()) : 0;
    }
}

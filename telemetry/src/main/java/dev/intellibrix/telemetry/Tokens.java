package dev.intellibrix.telemetry;

import dev.intellibrix.provider.Usage;
import io.opentelemetry.api.trace.Span;

/** Writes tokens on a span; of the kinds that not every provider counts, those that there are. */
final class Tokens {

    private Tokens() {}

    static void set(Span span, Usage usage) {
        span.setAttribute(Keys.INPUT_TOKENS, usage.inputTokens());
        span.setAttribute(Keys.OUTPUT_TOKENS, usage.outputTokens());
        if (usage.cachedTokens() > 0) {
            span.setAttribute(Keys.CACHED_TOKENS, usage.cachedTokens());
        }
        if (usage.cacheWriteTokens() > 0) {
            span.setAttribute(Keys.CACHE_WRITE_TOKENS, usage.cacheWriteTokens());
        }
        if (usage.reasoningTokens() > 0) {
            span.setAttribute(Keys.REASONING_TOKENS, usage.reasoningTokens());
        }
    }
}

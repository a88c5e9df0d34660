package dev.intellibrix.provider;

/**
 * Tokens that a request took, as the provider counts them.
 *
 * @param inputTokens all input tokens, those that were read from a cache or written to one included
 * @param outputTokens all output tokens, reasoning included
 * @param cachedTokens input tokens that were read from a cache
 * @param reasoningTokens output tokens that were reasoning
 * @param cacheWriteTokens input tokens that were written to a cache
 */
public record Usage(
        long inputTokens, long outputTokens, long cachedTokens, long reasoningTokens, long cacheWriteTokens) {

    /** No tokens. */
    public static final Usage ZERO = new Usage(0, 0, 0, 0);

    /** A usage without tokens that were written to a cache. */
    public Usage(long inputTokens, long outputTokens, long cachedTokens, long reasoningTokens) {
        this(inputTokens, outputTokens, cachedTokens, reasoningTokens, 0);
    }

    /** A usage without cached and reasoning tokens. */
    public static Usage of(long inputTokens, long outputTokens) {
        return new Usage(inputTokens, outputTokens, 0, 0);
    }

    /** The sum of both. */
    public Usage plus(Usage other) {
        return new Usage(
                inputTokens + other.inputTokens,
                outputTokens + other.outputTokens,
                cachedTokens + other.cachedTokens,
                reasoningTokens + other.reasoningTokens,
                cacheWriteTokens + other.cacheWriteTokens);
    }

    /** Input and output together. */
    public long totalTokens() {
        return inputTokens + outputTokens;
    }
}

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

    /** The sum of both; what is more than a {@code long} holds is the greatest one. */
    public Usage plus(Usage other) {
        return new Usage(
                sum(inputTokens, other.inputTokens),
                sum(outputTokens, other.outputTokens),
                sum(cachedTokens, other.cachedTokens),
                sum(reasoningTokens, other.reasoningTokens),
                sum(cacheWriteTokens, other.cacheWriteTokens));
    }

    /** Input and output together; what is more than a {@code long} holds is the greatest one. */
    public long totalTokens() {
        return sum(inputTokens, outputTokens);
    }

    /** Never less than one of two counts: a limit of tokens must hold whatever a provider says. */
    private static long sum(long one, long other) {
        long sum = one + other;
        return one > 0 && other > 0 && sum < 0 ? Long.MAX_VALUE : sum;
    }
}

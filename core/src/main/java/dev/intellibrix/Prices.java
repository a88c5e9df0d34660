package dev.intellibrix;

import dev.intellibrix.provider.Usage;
import java.math.BigDecimal;
import java.util.Objects;

/**
 * What a model costs, in any currency, for each million tokens.
 *
 * @param input input tokens that were not read from a cache; those that were written to one count like them, although some
 *     providers ask a little more
 * @param cachedInput input tokens that were read from a cache
 * @param output output tokens
 */
public record Prices(BigDecimal input, BigDecimal cachedInput, BigDecimal output) {

    private static final int MILLION_DIGITS = 6;

    public Prices {
        Objects.requireNonNull(input, "input");
        Objects.requireNonNull(cachedInput, "cachedInput");
        Objects.requireNonNull(output, "output");
    }

    /** What this usage costs. */
    public BigDecimal costOf(Usage usage) {
        return input.multiply(BigDecimal.valueOf(usage.inputTokens() - usage.cachedTokens()))
                .add(cachedInput.multiply(BigDecimal.valueOf(usage.cachedTokens())))
                .add(output.multiply(BigDecimal.valueOf(usage.outputTokens())))
                .movePointLeft(MILLION_DIGITS);
    }
}

package dev.intellibrix;

import dev.intellibrix.provider.Usage;
import java.math.BigDecimal;

/**
 * What a run has used.
 *
 * @param steps how often a model was asked
 * @param calls how many tool calls were taken up
 * @param usage the tokens, as far as they are known
 * @param cost what they cost, where there are prices
 */
record Spent(long steps, long calls, Usage usage, BigDecimal cost) {

    static final Spent NOTHING = new Spent(0, 0, Usage.ZERO, BigDecimal.ZERO);

    static Spent steps(int count) {
        return new Spent(count, 0, Usage.ZERO, BigDecimal.ZERO);
    }

    static Spent calls(int count) {
        return new Spent(0, count, Usage.ZERO, BigDecimal.ZERO);
    }

    static Spent tokens(Usage usage, BigDecimal cost) {
        return new Spent(0, 0, usage, cost);
    }

    Spent plus(Spent more) {
        return new Spent(steps + more.steps, calls + more.calls, usage.plus(more.usage), cost.add(more.cost));
    }

    /** This without calls that will be counted again when they go on. */
    Spent withoutCalls(int count) {
        return new Spent(steps, calls - count, usage, cost);
    }
}

package dev.intellibrix.agenttools.json;

import java.time.Duration;

/**
 * What a query may cost.
 *
 * @param results how many results are shown
 * @param chars how many characters of results are shown
 * @param steps how many steps each value of the file may take
 * @param depth how deep values and recursions may nest
 * @param timeout how long the whole query may take
 */
public record QueryLimits(int results, int chars, long steps, int depth, Duration timeout) {

    /** What holds when nothing else is said. */
    public static final QueryLimits DEFAULT =
            new QueryLimits(1_000, 100_000, 10_000_000, 1_000, Duration.ofSeconds(60));

    /** With another number of results. */
    public QueryLimits withResults(int other) {
        return new QueryLimits(other, chars, steps, depth, timeout);
    }

    /** With another number of characters. */
    public QueryLimits withChars(int other) {
        return new QueryLimits(results, other, steps, depth, timeout);
    }

    /** With another number of steps. */
    public QueryLimits withSteps(long other) {
        return new QueryLimits(results, chars, other, depth, timeout);
    }

    /** With another depth. */
    public QueryLimits withDepth(int other) {
        return new QueryLimits(results, chars, steps, other, timeout);
    }

    /** With another time. */
    public QueryLimits withTimeout(Duration other) {
        return new QueryLimits(results, chars, steps, depth, other);
    }
}

package dev.intellibrix.agenttools.calculator;

import java.time.Duration;

/**
 * How far a calculation may go.
 *
 * @param digits the most digits of a number, before or after the point; also the largest power of ten of an approximation
 * @param depth how deep parentheses, signs and powers may nest
 * @param timeout how long one calculation may take
 */
record Bounds(int digits, int depth, Duration timeout) {

    /** The longest expression, in characters. */
    static final int LENGTH = 100_000;
}

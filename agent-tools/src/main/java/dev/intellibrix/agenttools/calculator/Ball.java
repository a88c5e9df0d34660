package dev.intellibrix.agenttools.calculator;

import java.math.BigDecimal;

/**
 * A number of which the bounds are known.
 *
 * @param middle the approximation
 * @param radius how far from it the number can be, not negative
 */
record Ball(BigDecimal middle, BigDecimal radius) implements Value {

    BigDecimal low() {
        return middle.subtract(radius);
    }

    BigDecimal high() {
        return middle.add(radius);
    }

    boolean holdsZero() {
        return middle.abs().compareTo(radius) <= 0;
    }
}

package dev.intellibrix.agenttools.calculator;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * A fraction in lowest terms.
 *
 * @param numerator has the sign
 * @param denominator positive
 */
record Rational(BigInteger numerator, BigInteger denominator) implements Value, Comparable<Rational> {

    static final Rational ZERO = of(0);
    static final Rational ONE = of(1);

    static Rational of(long value) {
        return of(BigInteger.valueOf(value));
    }

    static Rational of(BigInteger value) {
        return new Rational(value, BigInteger.ONE);
    }

    /** The fraction; the denominator must not be zero. */
    static Rational of(BigInteger numerator, BigInteger denominator) {
        BigInteger common = numerator.gcd(denominator);
        if (denominator.signum() < 0) {
            common = common.negate();
        }
        return common.equals(BigInteger.ONE)
                ? new Rational(numerator, denominator)
                : new Rational(numerator.divide(common), denominator.divide(common));
    }

    /** The digits as a whole number, times ten to a power. */
    static Rational ofDecimal(BigInteger digits, int power) {
        BigInteger ten = BigInteger.TEN.pow(Math.abs(power));
        return power >= 0 ? of(digits.multiply(ten)) : of(digits, ten);
    }

    static Rational of(BigDecimal value) {
        return ofDecimal(value.unscaledValue(), -value.scale());
    }

    boolean isWhole() {
        return denominator.equals(BigInteger.ONE);
    }

    int signum() {
        return numerator.signum();
    }

    Rational negate() {
        return new Rational(numerator.negate(), denominator);
    }

    Rational plus(Rational other) {
        return of(
                numerator.multiply(other.denominator).add(other.numerator.multiply(denominator)),
                denominator.multiply(other.denominator));
    }

    Rational times(Rational other) {
        return of(numerator.multiply(other.numerator), denominator.multiply(other.denominator));
    }

    /** One divided by this, which must not be zero. */
    Rational reciprocal() {
        return signum() > 0
                ? new Rational(denominator, numerator)
                : new Rational(denominator.negate(), numerator.negate());
    }

    @Override
    public int compareTo(Rational other) {
        return numerator.multiply(other.denominator).compareTo(other.numerator.multiply(denominator));
    }
}

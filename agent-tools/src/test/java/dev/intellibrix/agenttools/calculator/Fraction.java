package dev.intellibrix.agenttools.calculator;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Fractions for checking the calculator by: school arithmetic on two whole numbers that are never put in lowest terms, so that it
 * has nothing in common with what it checks.
 */
record Fraction(BigInteger top, BigInteger bottom) {

    static Fraction of(long value) {
        return new Fraction(BigInteger.valueOf(value), BigInteger.ONE);
    }

    /** The value of decimal digits, read by the class of the JDK. */
    static Fraction of(String decimal) {
        BigDecimal value = new BigDecimal(decimal);
        return value.scale() > 0
                ? new Fraction(value.unscaledValue(), BigInteger.TEN.pow(value.scale()))
                : new Fraction(value.toBigIntegerExact(), BigInteger.ONE);
    }

    boolean isZero() {
        return top.signum() == 0;
    }

    int sign() {
        return top.signum() * bottom.signum();
    }

    Fraction plus(Fraction other) {
        return new Fraction(top.multiply(other.bottom).add(other.top.multiply(bottom)), bottom.multiply(other.bottom));
    }

    Fraction minus(Fraction other) {
        return plus(new Fraction(other.top.negate(), other.bottom));
    }

    Fraction times(Fraction other) {
        return new Fraction(top.multiply(other.top), bottom.multiply(other.bottom));
    }

    Fraction over(Fraction other) {
        if (other.isZero()) {
            throw new ArithmeticException("a divisor is 0");
        }
        return new Fraction(top.multiply(other.bottom), bottom.multiply(other.top));
    }

    Fraction power(int exponent) {
        Fraction power = of(1);
        for (int i = 0; i < Math.abs(exponent); i++) {
            power = power.times(this);
        }
        return exponent < 0 ? of(1).over(power) : power;
    }

    /** The whole number below, counted down to from what is cut towards zero. */
    Fraction floor() {
        Fraction cut = new Fraction(top.divide(bottom), BigInteger.ONE);
        return sign() < 0 && !cut.minus(this).isZero() ? cut.minus(of(1)) : cut;
    }

    /** Half away from zero. */
    Fraction round() {
        Fraction half = of(1).over(of(2));
        return sign() < 0
                ? of(0).minus(of(0).minus(this).plus(half).floor())
                : plus(half).floor();
    }

    Fraction mod(Fraction other) {
        return minus(other.times(over(other).floor()));
    }

    boolean is(Fraction other) {
        return minus(other).isZero();
    }
}

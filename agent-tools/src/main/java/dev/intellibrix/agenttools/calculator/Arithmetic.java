package dev.intellibrix.agenttools.calculator;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * Arithmetic that stays exact for as long as the numbers have few enough digits, and goes on with bounds where they would
 * have more, or where no fraction is the result.
 */
final class Arithmetic {

    private static final Rational HUNDREDTH = Rational.of(BigInteger.ONE, BigInteger.valueOf(100));

    private final int maxDigits;
    private final long maxBits;
    private final BigInteger tooLarge;
    private final BallMath balls;

    Arithmetic(Bounds bounds, int precision, Work work) {
        this.maxDigits = bounds.digits();
        this.maxBits = Size.bits(bounds.digits());
        this.tooLarge = BigInteger.TEN.pow(bounds.digits());
        this.balls = new BallMath(precision, bounds.digits(), work);
    }

    int maxDigits() {
        return maxDigits;
    }

    BallMath balls() {
        return balls;
    }

    /** Ends the calculation when its time is over. */
    void step() {
        balls.work().step();
    }

    Ball ball(Value value) {
        return value instanceof Rational exact ? balls.of(exact) : (Ball) value;
    }

    Value negate(Value a) {
        return a instanceof Rational x ? x.negate() : balls.negate((Ball) a);
    }

    Value percent(Value a) {
        return multiply(a, HUNDREDTH);
    }

    Value add(Value a, Value b) {
        step();
        return a instanceof Rational x && b instanceof Rational y ? settle(x.plus(y)) : balls.add(ball(a), ball(b));
    }

    Value subtract(Value a, Value b) {
        return add(a, negate(b));
    }

    Value multiply(Value a, Value b) {
        step();
        if (a.equals(Rational.ZERO) || b.equals(Rational.ZERO)) {
            return Rational.ZERO;
        }
        return a instanceof Rational x && b instanceof Rational y
                ? settle(x.times(y))
                : balls.multiply(ball(a), ball(b));
    }

    Value divide(Value a, Value b) {
        if (b instanceof Rational y && y.signum() == 0) {
            throw new Fault("division by zero");
        }
        return a instanceof Rational x && b instanceof Rational y
                ? settle(x.times(y.reciprocal()))
                : balls.divide(ball(a), ball(b));
    }

    /** The largest whole number of times that b goes into a; below zero for values of different signs. */
    Value floorDivide(Value a, Value b) {
        return round(divide(a, b), RoundingMode.FLOOR);
    }

    /** What is left of a after {@link #floorDivide}; it has the sign of b. */
    Value modulo(Value a, Value b) {
        return subtract(a, multiply(b, floorDivide(a, b)));
    }

    /** The order of two values: negative, zero or positive. */
    int compare(Value a, Value b) {
        step();
        if (a instanceof Rational x && b instanceof Rational y) {
            return x.compareTo(y); // Their difference may be longer than a result may be.
        }
        Value difference = subtract(a, b);
        if (difference instanceof Rational exact) {
            return exact.signum();
        }
        Ball ball = (Ball) difference;
        if (ball.holdsZero()) {
            throw new UnsureFault("the values are too close to each other to tell which one is larger");
        }
        return ball.middle().signum();
    }

    /** A whole number, rounded by a rule. */
    Value round(Value value, RoundingMode mode) {
        if (value instanceof Rational exact) {
            return Rational.of(rounded(exact, mode));
        }
        Ball ball = (Ball) value;
        BigInteger low = rounded(ball.low(), mode);
        if (!low.equals(rounded(ball.high(), mode))) {
            throw new UnsureFault("the value is too close to where the rounding changes");
        }
        return Rational.of(low);
    }

    private static BigInteger rounded(BigDecimal value, RoundingMode mode) {
        return value.setScale(0, mode).unscaledValue();
    }

    private static BigInteger rounded(Rational value, RoundingMode mode) {
        return new BigDecimal(value.numerator())
                .divide(new BigDecimal(value.denominator()), 0, mode)
                .unscaledValue();
    }

    /** The fraction itself when it is short enough, otherwise its bounds. */
    Value settle(Rational exact) {
        if (fits(exact.numerator()) && fits(exact.denominator())) {
            return exact;
        }
        if (exact.isWhole()) {
            throw tooLarge("the result", Size.log10(exact));
        }
        return balls.of(exact);
    }

    private boolean fits(BigInteger value) {
        return value.bitLength() < maxBits - 1 || value.abs().compareTo(tooLarge) < 0;
    }

    /** The complaint about a number of this logarithm, which is too large or too close to zero. */
    Fault tooLarge(String what, double log10) {
        return new Fault(
                log10 > 0
                        ? Size.tooManyDigits(what, log10 + 1, maxDigits)
                        : what + " would be closer to 0 than 10^-" + maxDigits);
    }
}

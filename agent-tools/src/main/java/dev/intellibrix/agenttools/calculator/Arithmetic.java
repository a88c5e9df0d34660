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
    private final long resolvable;
    private final long maxBits;
    private final BigInteger tooLarge;
    private final BallMath balls;

    /**
     * Arithmetic with so many digits of what is not exact.
     *
     * @param most with how many digits it is tried at last
     */
    Arithmetic(Bounds bounds, int precision, int most, Work work) {
        this.maxDigits = bounds.digits();
        this.resolvable = Math.min(maxDigits, most);
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
        return rounded(divide(a, b), 0, RoundingMode.FLOOR);
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

    /**
     * Rounded by a rule to so many decimals; to tens, hundreds and so on where that is negative. An approximation that never
     * gets so many digits stays one, since rounding it changes less than one unit of the last place.
     */
    Value round(Value value, int places, RoundingMode mode) {
        step();
        if (value instanceof Ball ball && BallMath.exponent(ball) + places > resolvable) {
            return new Ball(ball.middle(), ball.radius().add(BigDecimal.ONE.scaleByPowerOfTen(-places)));
        }
        return rounded(value, places, mode);
    }

    private Value rounded(Value value, int places, RoundingMode mode) {
        if (value instanceof Rational exact) {
            return exact.isWhole() && places >= 0
                    ? exact
                    : settle(Rational.of(new BigDecimal(exact.numerator())
                            .divide(new BigDecimal(exact.denominator()), places, mode)));
        }
        Ball ball = (Ball) value;
        BigDecimal low = ball.low().setScale(places, mode);
        if (low.compareTo(ball.high().setScale(places, mode)) != 0) {
            throw new UnsureFault("the value is too close to where the rounding changes");
        }
        return settle(Rational.of(low));
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

    /** The complaint about a number of this logarithm. */
    Fault tooLarge(String what, double log10) {
        return new Fault(Size.tooManyDigits(what, log10 + 1, maxDigits));
    }
}

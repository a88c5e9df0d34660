package dev.intellibrix.agenttools.calculator;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Arithmetic on bounds. Every result holds the true value for all operands within their bounds, since what rounding changes
 * is added to the radius.
 */
final class BallMath {

    private static final MathContext UP = new MathContext(6, RoundingMode.UP);
    private static final BigDecimal TWO = BigDecimal.valueOf(2);
    private static final BigDecimal HALF = new BigDecimal("0.5");
    private static final double LN_OF_10 = Math.log(10);

    /** Powers up to this one are multiplied out. */
    private static final int SMALL_POWER = 1_000;

    private final int precision;
    private final int maxExponent;
    private final Work work;
    private final MathContext digits;
    private final BigDecimal unit;
    private final BigDecimal smallest;
    private final Elementary elementary;

    /**
     * Arithmetic with so many digits.
     *
     * @param maxExponent the largest power of ten of a result
     */
    BallMath(int precision, int maxExponent, Work work) {
        this.precision = precision;
        this.maxExponent = maxExponent;
        this.work = work;
        this.digits = new MathContext(precision, RoundingMode.HALF_EVEN);
        this.unit = BigDecimal.ONE.scaleByPowerOfTen(-precision);
        this.smallest = BigDecimal.ONE.scaleByPowerOfTen(-maxExponent);
        this.elementary = new Elementary(precision, work);
    }

    Work work() {
        return work;
    }

    Ball of(Rational value) {
        return of(value, 0);
    }

    /** The bounds of a fraction, with more digits when it is large, so that they are as close as those of a small one. */
    Ball of(Rational value, int moreDigits) {
        MathContext context =
                moreDigits == 0 ? digits : new MathContext(precision + moreDigits, RoundingMode.HALF_EVEN);
        BigDecimal numerator = new BigDecimal(value.numerator());
        BigDecimal quotient = value.isWhole()
                ? numerator.round(context)
                : numerator.divide(new BigDecimal(value.denominator()), context);
        boolean exact = Rational.of(quotient).equals(value);
        return checked(new Ball(quotient, exact ? BigDecimal.ZERO : lost(quotient, context.getPrecision())));
    }

    private Ball rounded(BigDecimal middle, BigDecimal radius) {
        BigDecimal shorter = middle.round(digits);
        BigDecimal lost = middle.subtract(shorter).abs();
        return checked(new Ball(shorter, radius.add(lost).round(UP)));
    }

    private Ball checked(Ball ball) {
        long exponent = exponent(ball);
        if (exponent > maxExponent) {
            throw new Fault(Size.tooManyDigits("the result", (double) exponent, maxExponent));
        }
        return exponent < -maxExponent && !ball.holdsZero()
                ? closeToZero(ball.middle().signum())
                : ball;
    }

    /**
     * What is closer to zero than any number that is written; how close it is does not matter to what it is added to.
     *
     * @param sign on which side of zero
     */
    Ball closeToZero(int sign) {
        return new Ball(sign < 0 ? smallest.negate() : smallest, smallest);
    }

    /** Whether no more is known of a number than that. */
    boolean isCloseToZero(Ball ball) {
        return ball.radius().compareTo(smallest) == 0 && ball.middle().abs().compareTo(smallest) == 0;
    }

    /** The number of digits before the point; negative for zeros behind it. */
    static long exponent(Ball ball) {
        return (long) ball.middle().precision() - ball.middle().scale();
    }

    Ball negate(Ball a) {
        return new Ball(a.middle().negate(), a.radius());
    }

    Ball add(Ball a, Ball b) {
        return rounded(a.middle().add(b.middle()), a.radius().add(b.radius()));
    }

    Ball multiply(Ball a, Ball b) {
        BigDecimal radius = a.middle()
                .abs()
                .multiply(b.radius())
                .add(b.middle().abs().multiply(a.radius()))
                .add(a.radius().multiply(b.radius()));
        return rounded(a.middle().multiply(b.middle()), radius.round(UP));
    }

    Ball divide(Ball a, Ball b) {
        BigDecimal least = b.middle().abs().subtract(b.radius());
        if (least.signum() <= 0) {
            throw new UnsureFault("the divisor is too close to 0 to tell it from 0");
        }
        BigDecimal quotient = a.middle().divide(b.middle(), digits);
        BigDecimal lost = lost(quotient, precision);
        BigDecimal spread = quotient.abs().add(lost).multiply(b.radius()).add(a.radius());
        return checked(new Ball(quotient, spread.divide(least, UP).add(lost).round(UP)));
    }

    /**
     * How much rounding to so many digits can have changed a quotient or a root, which may have fewer when it comes out even.
     * Zero is exact, whatever its scale is.
     */
    private static BigDecimal lost(BigDecimal result, int digits) {
        return result.signum() == 0
                ? BigDecimal.ZERO
                : BigDecimal.ONE.scaleByPowerOfTen(result.precision() - result.scale() - digits);
    }

    /** A power with a whole exponent. */
    Ball power(Ball base, BigInteger exponent) {
        if (exponent.bitLength() < Integer.SIZE && Math.abs(exponent.intValue()) <= SMALL_POWER) {
            Ball power = smallPower(base, Math.abs(exponent.intValue()));
            return exponent.signum() < 0 ? divide(of(Rational.ONE), power) : power;
        }
        if (base.holdsZero()) {
            throw new UnsureFault("the base is too close to 0 to tell it from 0");
        }
        Ball size = base.middle().signum() < 0 ? negate(base) : base;
        Ball power = exp(multiply(ln(size), of(Rational.of(exponent))));
        return base.middle().signum() < 0 && exponent.testBit(0) ? negate(power) : power;
    }

    private Ball smallPower(Ball base, int exponent) {
        Ball power = of(Rational.ONE);
        for (int bit = Integer.SIZE - Integer.numberOfLeadingZeros(exponent) - 1; bit >= 0; bit--) {
            power = multiply(power, power);
            if ((exponent >> bit & 1) == 1) {
                power = multiply(power, base);
            }
        }
        return power;
    }

    Ball sqrt(Ball a) {
        if (a.low().signum() <= 0) {
            throw new UnsureFault("the value is too close to 0 to take its root");
        }
        BigDecimal root = a.middle().sqrt(digits);
        // (sqrt(m + r) - sqrt(m)) is at most r / sqrt(m - r).
        BigDecimal spread = a.radius().divide(a.low().sqrt(new MathContext(6, RoundingMode.DOWN)), UP);
        return checked(new Ball(root, spread.add(lost(root, precision)).round(UP)));
    }

    Ball exp(Ball a) {
        double least = a.low().doubleValue() / LN_OF_10;
        if (least > maxExponent) {
            throw new Fault(Size.tooManyDigits("the result", least + 1, maxExponent));
        }
        if (a.high().doubleValue() / LN_OF_10 < -maxExponent) {
            return closeToZero(1);
        }
        if (a.radius().compareTo(HALF) > 0) {
            throw new UnsureFault("the exponent is known too coarsely");
        }
        BigDecimal power = elementary.exp(a.middle());
        // e^r - 1 is at most 2r for r up to a half.
        BigDecimal relative = a.radius().multiply(TWO).add(unit);
        return rounded(power, power.multiply(relative, UP).add(power.multiply(unit, UP)));
    }

    Ball ln(Ball a) {
        if (a.low().signum() <= 0) {
            if (a.high().signum() <= 0) {
                throw new Fault("only positive numbers have a logarithm");
            }
            throw new UnsureFault("the value is too close to 0 to take its logarithm");
        }
        BigDecimal spread = a.radius().divide(a.low(), UP);
        return rounded(elementary.ln(a.middle()), spread.add(unit));
    }

    Ball sin(Ball a) {
        return rounded(elementary.sin(bounded(a).middle()), a.radius().add(unit));
    }

    Ball cos(Ball a) {
        return rounded(elementary.cos(bounded(a).middle()), a.radius().add(unit));
    }

    private static Ball bounded(Ball angle) {
        if (angle.radius().compareTo(BigDecimal.ONE) > 0) {
            throw new UnsureFault("the angle is known too coarsely");
        }
        return angle;
    }

    Ball atan(Ball a) {
        return rounded(elementary.atan(a.middle()), a.radius().add(unit));
    }

    Ball pi() {
        return rounded(elementary.pi(), unit);
    }
}

package dev.intellibrix.agenttools.calculator;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** Powers, roots and logarithms: exact where the result is a fraction. */
final class Powers {

    /** The largest denominator of a logarithm that is sought exactly. */
    private static final int MAX_DENOMINATOR = 1_000;

    /** How well doubles tell logarithms. */
    private static final double NEARNESS = 1e-9;

    private Powers() {}

    static Value power(Arithmetic arithmetic, Value base, Value exponent) {
        if (exponent.equals(Rational.ZERO)) {
            return Rational.ONE;
        }
        if (exponent instanceof Rational e && e.isWhole()) {
            return base instanceof Rational b
                    ? wholePower(arithmetic, b, e.numerator())
                    : arithmetic.balls().power((Ball) base, e.numerator());
        }
        if (base instanceof Rational b) {
            if (b.signum() == 0) {
                return ofZero(arithmetic.compare(exponent, Rational.ZERO));
            }
            if (b.equals(Rational.ONE)) {
                return b;
            }
            if (b.signum() < 0) {
                throw new Fault("a negative number has no real power of this exponent; for odd roots use root(x, 3)");
            }
        }
        if (base instanceof Rational b && exponent instanceof Rational e) {
            Rational root = root(b, e.denominator());
            if (root != null) {
                return wholePower(arithmetic, root, e.numerator());
            }
        }
        BallMath balls = arithmetic.balls();
        return balls.exp(balls.multiply(arithmetic.ball(exponent), balls.ln(arithmetic.ball(base))));
    }

    private static Rational ofZero(int signOfExponent) {
        if (signOfExponent < 0) {
            throw new Fault("division by zero: a negative power of 0");
        }
        return Rational.ZERO;
    }

    private static Value wholePower(Arithmetic arithmetic, Rational base, BigInteger exponent) {
        if (exponent.signum() == 0) {
            return Rational.ONE;
        }
        if (base.signum() == 0) {
            return ofZero(exponent.signum());
        }
        if (base.isWhole() && base.numerator().abs().equals(BigInteger.ONE)) {
            return exponent.testBit(0) ? base : Rational.ONE;
        }
        double times = exponent.abs().doubleValue();
        if (times * longest(base) <= arithmetic.maxDigits()) {
            int n = exponent.abs().intValueExact();
            Rational power =
                    new Rational(base.numerator().pow(n), base.denominator().pow(n));
            return arithmetic.settle(exponent.signum() < 0 ? power.reciprocal() : power);
        }
        boolean hasPoint = !base.isWhole() && !base.reciprocal().isWhole();
        if (hasPoint) {
            return arithmetic.balls().power(arithmetic.ball(base), exponent);
        }
        double log10 = exponent.signum() * times * Size.log10(base);
        if (log10 < 0) {
            return arithmetic.balls().closeToZero(exponent.testBit(0) ? base.signum() : 1);
        }
        throw arithmetic.tooLarge("the power", log10);
    }

    /** The root of a degree, exact where it is a fraction. */
    static Value root(Arithmetic arithmetic, Value value, Value degree) {
        BigInteger n = WholeNumbers.whole(degree, "the degree of a root");
        if (n.signum() <= 0) {
            throw new Fault("the degree of a root must be positive");
        }
        int sign = arithmetic.compare(value, Rational.ZERO);
        if (sign < 0) {
            if (!n.testBit(0)) {
                throw new Fault("a negative number has no real root of an even degree");
            }
            return arithmetic.negate(root(arithmetic, arithmetic.negate(value), degree));
        }
        if (sign == 0) {
            return Rational.ZERO;
        }
        Rational exact = value instanceof Rational x ? root(x, n) : null;
        if (exact != null) {
            return exact;
        }
        BallMath balls = arithmetic.balls();
        return n.equals(BigInteger.TWO)
                ? balls.sqrt(arithmetic.ball(value))
                : balls.exp(balls.divide(balls.ln(arithmetic.ball(value)), balls.of(Rational.of(n))));
    }

    private static @Nullable Rational root(Rational value, BigInteger degree) {
        if (degree.bitLength() > Integer.SIZE - 1) {
            return value.equals(Rational.ONE) ? value : null;
        }
        BigInteger numerator = root(value.numerator(), degree.intValueExact());
        BigInteger denominator =
                numerator.signum() == 0 ? numerator : root(value.denominator(), degree.intValueExact());
        return denominator.signum() == 0 ? null : new Rational(numerator, denominator);
    }

    /** The root of a positive number when it is a whole number, otherwise zero. */
    private static BigInteger root(BigInteger value, int degree) {
        if (value.equals(BigInteger.ONE) || degree == 1) {
            return value;
        }
        if (degree >= value.bitLength()) {
            return BigInteger.ZERO;
        }
        BigInteger root = degree == 2 ? value.sqrt() : newton(value, degree);
        return root.pow(degree).equals(value) ? root : BigInteger.ZERO;
    }

    /** The largest whole number whose power is not above the value; comes down from above, where it can not overshoot. */
    private static BigInteger newton(BigInteger value, int degree) {
        BigInteger above = aboveRoot(value, degree);
        while (true) {
            BigInteger next = above.multiply(BigInteger.valueOf(degree - 1L))
                    .add(value.divide(above.pow(degree - 1)))
                    .divide(BigInteger.valueOf(degree));
            if (next.compareTo(above) >= 0) {
                return above;
            }
            above = next;
        }
    }

    /** A little more than a root: so near that high degrees need no more steps than low ones. */
    private static BigInteger aboveRoot(BigInteger value, int degree) {
        double log2 = Size.log10(value) / Math.log10(2) / degree;
        int whole = (int) log2;
        BigDecimal leading = BigDecimal.valueOf(Math.pow(2, log2 - whole) * (1 + 1e-9));
        return leading.multiply(new BigDecimal(BigInteger.ONE.shiftLeft(whole)))
                .toBigInteger()
                .add(BigInteger.ONE);
    }

    /** The logarithm to a base, exact where it is a fraction. */
    static Value log(Arithmetic arithmetic, Value value, Value base) {
        if (value instanceof Rational x && base instanceof Rational b && x.signum() > 0 && b.signum() > 0) {
            if (b.equals(Rational.ONE)) {
                throw new Fault("there is no logarithm to base 1");
            }
            Rational exact = exactLog(arithmetic, x, b);
            if (exact != null) {
                return exact;
            }
        }
        return arithmetic.divide(ln(arithmetic, value), ln(arithmetic, base));
    }

    /** The fraction p/q for which the value to the power of q is the base to the power of p, for small q. */
    private static @Nullable Rational exactLog(Arithmetic arithmetic, Rational value, Rational base) {
        double estimate = Size.log10(value) / Size.log10(base);
        for (int q = 1; q <= MAX_DENOMINATOR; q++) {
            double p = Math.rint(estimate * q);
            boolean near = q == 1 || Math.abs(estimate * q - p) < NEARNESS * Math.max(1, Math.abs(p));
            if (near && isShort(arithmetic, value, q) && isShort(arithmetic, base, p)) {
                Value power = wholePower(arithmetic, value, BigInteger.valueOf(q));
                if (power.equals(wholePower(arithmetic, base, BigInteger.valueOf((long) p)))) {
                    return Rational.of(BigInteger.valueOf((long) p), BigInteger.valueOf(q));
                }
            }
        }
        return null;
    }

    /** Whether a power can be written, and so computed soon. */
    private static boolean isShort(Arithmetic arithmetic, Rational base, double exponent) {
        return Math.abs(exponent) * longest(base) <= arithmetic.maxDigits();
    }

    private static double longest(Rational value) {
        return Math.max(Size.log10(value.numerator()), Size.log10(value.denominator()));
    }

    static Value ln(Arithmetic arithmetic, Value value) {
        if (value.equals(Rational.ONE)) {
            return Rational.ZERO;
        }
        if (value instanceof Rational x && x.signum() <= 0) {
            throw new Fault("only positive numbers have a logarithm");
        }
        return arithmetic.balls().ln(arithmetic.ball(value));
    }
}

package dev.intellibrix.agenttools.calculator;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * Elementary functions of decimals, by series on whole numbers that stand for multiples of a small power of two. Results are
 * within ten to the negative precision: of one for all but {@link #exp}, of the result for that. The guard bits are far
 * more than the series lose: a unit or so a term, doubled by every halving that is undone, and at most 2^16 times as much by
 * the multiples of ln 2 that the largest powers hold.
 */
final class Elementary {

    private static final double BITS_PER_DIGIT = Math.log(10) / Math.log(2);
    private static final int GUARD = 80;
    private static final int HALVINGS = 12;
    private static final int BITS_OF_DOUBLE = 48;

    private final int precision;
    private final Work work;
    private final int bits;
    private final BigInteger one;
    private final MathContext context;
    private @Nullable BigInteger pi;
    private @Nullable BigInteger ln2;

    Elementary(int precision, Work work) {
        this(precision, (int) Math.ceil(precision * BITS_PER_DIGIT) + GUARD, work);
    }

    private Elementary(int precision, int bits, Work work) {
        this.precision = precision;
        this.work = work;
        this.bits = bits;
        this.one = BigInteger.ONE.shiftLeft(bits);
        this.context = new MathContext(precision + 10, RoundingMode.HALF_EVEN);
    }

    private BigInteger fixed(BigDecimal value) {
        BigInteger shifted = value.unscaledValue().shiftLeft(bits);
        BigInteger ten = BigInteger.TEN.pow(Math.abs(value.scale()));
        return value.scale() > 0 ? shifted.divide(ten) : shifted.multiply(ten);
    }

    /** The decimal of a multiple of 2^-bits, times two to a power. */
    private BigDecimal decimal(BigInteger value, int power) {
        int shift = bits - power;
        return shift <= 0
                ? new BigDecimal(value.shiftLeft(-shift)).round(context)
                : new BigDecimal(value).divide(new BigDecimal(BigInteger.ONE.shiftLeft(shift)), context);
    }

    private BigInteger times(BigInteger a, BigInteger b) {
        return a.multiply(b).shiftRight(bits);
    }

    private BigInteger over(BigInteger a, BigInteger b) {
        return a.shiftLeft(bits).divide(b);
    }

    BigDecimal pi() {
        return decimal(fixedPi(), 0);
    }

    /** Machin's formula. */
    private BigInteger fixedPi() {
        if (pi == null) {
            pi = inverse(5, -1).shiftLeft(4).subtract(inverse(239, -1).shiftLeft(2));
        }
        return pi;
    }

    private BigInteger fixedLn2() {
        if (ln2 == null) {
            ln2 = inverse(26, 1)
                    .multiply(BigInteger.valueOf(18))
                    .subtract(inverse(4801, 1).shiftLeft(1))
                    .add(inverse(8749, 1).shiftLeft(3));
        }
        return ln2;
    }

    /** The arc tangent of 1/n for the sign -1, its hyperbolic one for the sign 1. */
    private BigInteger inverse(long n, int sign) {
        BigInteger square = BigInteger.valueOf(n * n);
        BigInteger power = one.divide(BigInteger.valueOf(n));
        BigInteger sum = power;
        for (long k = 3; power.signum() != 0; k += 2) {
            work.step();
            power = power.divide(square);
            BigInteger term = power.divide(BigInteger.valueOf(k));
            sum = sign > 0 || k % 4 == 1 ? sum.add(term) : sum.subtract(term);
        }
        return sum;
    }

    BigDecimal exp(BigDecimal x) {
        BigInteger value = fixed(x);
        BigInteger twos = floorDivide(value, fixedLn2());
        BigInteger rest = value.subtract(twos.multiply(fixedLn2()));
        return decimal(fixedExp(rest), twos.intValueExact());
    }

    private static BigInteger floorDivide(BigInteger a, BigInteger b) {
        BigInteger[] parts = a.divideAndRemainder(b);
        return parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0];
    }

    /** Of a value between 0 and 1. */
    private BigInteger fixedExp(BigInteger x) {
        BigInteger small = x.shiftRight(HALVINGS);
        BigInteger term = one;
        BigInteger sum = one;
        for (long k = 1; term.signum() != 0; k++) {
            work.step();
            term = times(term, small).divide(BigInteger.valueOf(k));
            sum = sum.add(term);
        }
        for (int i = 0; i < HALVINGS; i++) {
            sum = times(sum, sum);
        }
        return sum;
    }

    /** Of a positive number, by Halley's iteration, which triples the digits that are right. */
    BigDecimal ln(BigDecimal x) {
        BigInteger numerator = x.unscaledValue();
        int exponent = (int) Math.floor((Size.log10(numerator) - x.scale()) / Math.log10(2));
        BigInteger ten = BigInteger.TEN.pow(Math.abs(x.scale()));
        // The value over 2^exponent lies between a half and four, whatever the estimate loses.
        BigInteger scaled = x.scale() > 0
                ? shift(numerator, bits - exponent).divide(ten)
                : shift(numerator.multiply(ten), bits - exponent);
        double start = Math.log(scaled.shiftRight(bits - BITS_OF_DOUBLE).doubleValue() / (1L << BITS_OF_DOUBLE));
        BigInteger ln =
                BigInteger.valueOf((long) (start * (1L << BITS_OF_DOUBLE))).shiftLeft(bits - BITS_OF_DOUBLE);
        for (long right = BITS_OF_DOUBLE - 8; right < bits; right *= 3) {
            BigInteger power = ln.signum() < 0 ? over(one, fixedExp(ln.negate())) : wideExp(ln);
            ln = ln.add(over(scaled.subtract(power).shiftLeft(1), scaled.add(power)));
        }
        return decimal(ln.add(fixedLn2().multiply(BigInteger.valueOf(exponent))), 0);
    }

    private static BigInteger shift(BigInteger value, int left) {
        return left >= 0 ? value.shiftLeft(left) : value.shiftRight(-left);
    }

    /** Of a value between 0 and 2. */
    private BigInteger wideExp(BigInteger x) {
        BigInteger half = fixedExp(x.shiftRight(1));
        return times(half, half);
    }

    BigDecimal sin(BigDecimal x) {
        return circular(x, 0);
    }

    BigDecimal cos(BigDecimal x) {
        return circular(x, 1);
    }

    /** The sine of x plus so many quarter turns. */
    private BigDecimal circular(BigDecimal x, int quarters) {
        int larger = Math.max(0, x.precision() - x.scale());
        Elementary wide = new Elementary(precision, bits + (int) Math.ceil(larger * BITS_PER_DIGIT), work);
        BigInteger quarter = wide.fixedPi().shiftRight(1);
        BigInteger value = wide.fixed(x);
        BigInteger turns = floorDivide(value.add(quarter.shiftRight(1)), quarter);
        BigInteger rest = value.subtract(turns.multiply(quarter)).shiftRight(wide.bits - bits);
        int quadrant = turns.add(BigInteger.valueOf(quarters))
                .mod(BigInteger.valueOf(4))
                .intValueExact();
        BigInteger result = quadrant % 2 == 0 ? fixedSin(rest) : fixedCos(rest);
        return decimal(quadrant < 2 ? result : result.negate(), 0);
    }

    private BigInteger fixedSin(BigInteger x) {
        return alternating(x, x, 1);
    }

    private BigInteger fixedCos(BigInteger x) {
        return alternating(one, x, 0);
    }

    /** The series that begins with a term and goes on with minus x squared over the next two factors of the factorial. */
    private BigInteger alternating(BigInteger first, BigInteger x, long factor) {
        BigInteger square = times(x, x).negate();
        BigInteger term = first;
        BigInteger sum = first;
        for (long k = factor + 1; term.abs().compareTo(BigInteger.ONE) > 0; k += 2) {
            work.step();
            term = times(term, square).divide(BigInteger.valueOf(k * (k + 1)));
            sum = sum.add(term);
        }
        return sum;
    }

    BigDecimal atan(BigDecimal x) {
        if (x.signum() < 0) {
            return atan(x.negate()).negate();
        }
        if (x.compareTo(BigDecimal.ONE) <= 0) {
            return decimal(fixedAtan(fixed(x)), 0);
        }
        BigInteger inverse = fixed(BigDecimal.ONE.divide(x, new MathContext(bits, RoundingMode.HALF_EVEN)));
        return decimal(fixedPi().shiftRight(1).subtract(fixedAtan(inverse)), 0);
    }

    /** Of a value between 0 and 1, halved by atan x = 2 atan(x / (1 + sqrt(1 + x^2))). */
    private BigInteger fixedAtan(BigInteger x) {
        BigInteger small = x;
        for (int i = 0; i < HALVINGS; i++) {
            BigInteger root = one.add(times(small, small)).shiftLeft(bits).sqrt();
            small = over(small, one.add(root));
        }
        BigInteger square = times(small, small);
        BigInteger power = small;
        BigInteger sum = small;
        for (long k = 3; power.signum() != 0; k += 2) {
            work.step();
            power = times(power, square);
            BigInteger term = power.divide(BigInteger.valueOf(k));
            sum = k % 4 == 3 ? sum.subtract(term) : sum.add(term);
        }
        return sum.shiftLeft(HALVINGS);
    }
}

package dev.intellibrix.agenttools.calculator;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Optional;

/** Writes numbers: whole where that is possible, otherwise to so many digits that are all right. */
final class Printer {

    private static final BigInteger FIVE = BigInteger.valueOf(5);
    private static final double LOG2_OF_5 = Math.log(5) / Math.log(2);

    /** Smaller numbers than ten to this power are written with a power of ten when they are rounded. */
    private static final int SMALLEST_PLAIN = -20;

    private final int digits;
    private final int maxDigits;

    Printer(int digits, int maxDigits) {
        this.digits = digits;
        this.maxDigits = maxDigits;
    }

    /** All digits of a fraction; nothing when it has none, or more than are written. */
    Optional<String> whole(Rational value) {
        int twos = value.denominator().getLowestSetBit();
        BigInteger rest = value.denominator().shiftRight(twos);
        int fives = powerOfFive(rest);
        int scale = Math.max(twos, fives);
        if (fives < 0 || scale > maxDigits) {
            return Optional.empty();
        }
        BigDecimal decimal = new BigDecimal(value.numerator())
                .divide(new BigDecimal(value.denominator()), scale, RoundingMode.UNNECESSARY);
        return Optional.of(plain(decimal));
    }

    /** Which power of five this is, or -1. */
    private static int powerOfFive(BigInteger value) {
        int estimate = (int) ((value.bitLength() - 1) / LOG2_OF_5);
        for (int power = estimate; power <= estimate + 1; power++) {
            if (FIVE.pow(power).equals(value)) {
                return power;
            }
        }
        return -1;
    }

    String rounded(Rational value) {
        return written(new BigDecimal(value.numerator())
                .divide(new BigDecimal(value.denominator()), new MathContext(digits, RoundingMode.HALF_EVEN)));
    }

    /** The digits on which both bounds agree when they are rounded; nothing when that are not enough. */
    Optional<String> rounded(Ball value) {
        if (value.holdsZero() && value.radius().signum() > 0) {
            return Optional.empty();
        }
        MathContext context = new MathContext(digits, RoundingMode.HALF_EVEN);
        BigDecimal low = value.low().round(context);
        return low.compareTo(value.high().round(context)) == 0 ? Optional.of(written(low)) : Optional.empty();
    }

    private String written(BigDecimal value) {
        int exponent = value.precision() - value.scale() - 1;
        if (value.signum() == 0 || (exponent >= SMALLEST_PLAIN && exponent < digits)) {
            return plain(value);
        }
        return plain(value.scaleByPowerOfTen(-exponent)) + "e" + exponent;
    }

    private static String plain(BigDecimal value) {
        return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    }
}

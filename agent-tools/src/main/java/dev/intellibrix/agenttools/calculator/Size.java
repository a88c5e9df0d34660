package dev.intellibrix.agenttools.calculator;

import java.math.BigInteger;
import java.util.Locale;

/** Estimates of how long numbers are, made before they are computed. */
final class Size {

    private static final double LOG10_OF_2 = Math.log10(2);
    private static final int BITS_OF_DOUBLE = 62;

    private Size() {}

    /** The logarithm to base ten of the size of a number that is not zero, right to about twelve digits. */
    static double log10(BigInteger value) {
        BigInteger size = value.abs();
        int shift = Math.max(0, size.bitLength() - BITS_OF_DOUBLE);
        return Math.log10(size.shiftRight(shift).doubleValue()) + shift * LOG10_OF_2;
    }

    /** The logarithm to base ten of the size of a fraction that is not zero. */
    static double log10(Rational value) {
        return log10(value.numerator()) - log10(value.denominator());
    }

    /** Bits that numbers of so many digits fit in. */
    static long bits(int digits) {
        return (long) Math.ceil(digits / LOG10_OF_2);
    }

    static String tooManyDigits(String what, double digits, int limit) {
        String count = digits < 1e15
                ? "about " + String.format(Locale.ROOT, "%,.0f", Math.floor(digits))
                : "more than 1,000,000,000,000,000";
        return what + " would have " + count + " digits; at most " + String.format(Locale.ROOT, "%,d", limit)
                + " are computed";
    }
}

package dev.intellibrix.agenttools.calculator;

import java.math.BigInteger;

/**
 * Reads numbers: digits with an optional point and an optional power of ten; an underscore may stand between digits, and
 * commas may set off thousands where they can mean nothing else.
 */
final class NumberReader {

    private static final int MAX_EXPONENT_DIGITS = 15;

    private final Source source;
    private final String text;
    private final int maxDigits;
    private int at;

    NumberReader(Source source, int maxDigits) {
        this.source = source;
        this.text = source.text();
        this.maxDigits = maxDigits;
    }

    static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /** The index behind the number that was read last. */
    int end() {
        return at;
    }

    /**
     * Reads the number at an index.
     *
     * @param inCall whether a comma separates the arguments of a call here
     */
    Rational read(int start, boolean inCall) {
        at = start;
        StringBuilder digits = new StringBuilder();
        digits(digits);
        groups(start, digits, inCall);
        int whole = digits.length();
        if (is(0, '.')) {
            at++;
            digits(digits);
        }
        if (digits.isEmpty()) {
            throw source.fault(start, "a point without digits is no number");
        }
        int scale = digits.length() - whole;
        long power = exponent(start);
        if (is(0, '.')) {
            throw source.fault(at, "a number has one point only; write thousands without points");
        }
        return value(start, digits.toString(), power - scale);
    }

    private boolean is(int ahead, char c) {
        return at + ahead < text.length() && text.charAt(at + ahead) == c;
    }

    private boolean digitAt(int ahead) {
        return at + ahead < text.length() && isDigit(text.charAt(at + ahead));
    }

    private void digits(StringBuilder digits) {
        while (digitAt(0) || (is(0, '_') && digitAt(1) && !digits.isEmpty())) {
            if (!is(0, '_')) {
                digits.append(text.charAt(at));
            }
            at++;
        }
    }

    private void groups(int start, StringBuilder digits, boolean inCall) {
        if (!is(0, ',') || !digitAt(1)) {
            return;
        }
        boolean three = digitAt(2) && digitAt(3) && !digitAt(4);
        if (inCall) {
            if (three && is(1, '0')) {
                throw source.fault(at, "a comma in a call separates arguments; write thousands without commas");
            }
            return;
        }
        boolean plain = at - start == digits.length() && digits.length() <= 3 && digits.charAt(0) != '0';
        while (plain && is(0, ',') && digitAt(1) && digitAt(2) && digitAt(3) && !digitAt(4)) {
            digits.append(text, at + 1, at + 4);
            at += 4;
        }
        if (is(0, ',')) {
            throw source.fault(
                    at,
                    "this comma is neither between the arguments of a function nor before three digits; write a point"
                            + " before decimals, and thousands without commas");
        }
    }

    /** A power of ten, when one follows: "e" alone is a name. */
    private long exponent(int start) {
        if (!is(0, 'e') && !is(0, 'E')) {
            return 0;
        }
        boolean sign = is(1, '-') || is(1, '+');
        if (!digitAt(sign ? 2 : 1)) {
            return 0;
        }
        boolean negative = is(1, '-');
        at += sign ? 2 : 1;
        int first = at;
        while (digitAt(0)) {
            at++;
        }
        if (at - first > MAX_EXPONENT_DIGITS) {
            throw source.fault(start, "the power of ten is far beyond what can be computed");
        }
        long power = Long.parseLong(text, first, at, 10);
        return negative ? -power : power;
    }

    private Rational value(int start, String digits, long power) {
        if (digits.chars().allMatch(c -> c == '0')) {
            return Rational.ZERO;
        }
        int leading = 0;
        while (digits.charAt(leading) == '0') {
            leading++;
        }
        long size = Math.max(digits.length() - leading + Math.max(power, 0), -power);
        if (size > maxDigits) {
            throw source.fault(start, Size.tooManyDigits("the number", (double) size, maxDigits));
        }
        return Rational.ofDecimal(new BigInteger(digits), (int) power);
    }
}

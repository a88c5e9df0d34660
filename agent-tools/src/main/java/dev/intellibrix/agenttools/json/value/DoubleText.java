package dev.intellibrix.agenttools.json.value;

import java.math.BigDecimal;
import java.math.MathContext;

/** The shortest decimal digits that stand for a double and no other, in jq's layout. */
final class DoubleText {

    /** Below this all whole numbers are written without an exponent. */
    private static final double PLAIN = 1e15;

    /** Below this a double has fewer than 15 digits that mean something. */
    private static final double SUBNORMAL = 1e-300;

    private DoubleText() {}

    static String of(double value) {
        if (Double.isNaN(value)) {
            return "null";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "1.7976931348623157e+308" : "-1.7976931348623157e+308";
        }
        if (value == Math.rint(value) && Math.abs(value) < PLAIN) {
            long whole = (long) value;
            return whole == 0 && 1 / value < 0 ? "-0" : Long.toString(whole);
        }
        String written = Double.toString(Math.abs(value));
        int exponentAt = written.indexOf('E');
        String mantissa = exponentAt < 0 ? written : written.substring(0, exponentAt);
        int point = mantissa.indexOf('.');
        String digits = significant(mantissa.substring(0, point) + mantissa.substring(point + 1));
        // Up to 15 digits stand for one double only. Of more, Java 17 does not always find the shortest.
        if (digits.length() > 15 || Math.abs(value) < SUBNORMAL) {
            BigDecimal shortest = shortest(Math.abs(value));
            return layout(value < 0, shortest.unscaledValue().toString(), shortest.precision() - shortest.scale());
        }
        int exponent = exponentAt < 0 ? 0 : Integer.parseInt(written.substring(exponentAt + 1));
        return layout(value < 0, digits, point - leadingZeros(mantissa) + exponent);
    }

    /** Digits without zeros at either end. */
    private static String significant(String digits) {
        int start = 0;
        int end = digits.length();
        while (start < end - 1 && digits.charAt(start) == '0') {
            start++;
        }
        while (end > start + 1 && digits.charAt(end - 1) == '0') {
            end--;
        }
        return digits.substring(start, end);
    }

    /** How many zeros there are before the first other digit, the one before the point included. */
    private static int leadingZeros(String mantissa) {
        int zeros = 0;
        for (int i = 0; i < mantissa.length(); i++) {
            char c = mantissa.charAt(i);
            if (c == '0') {
                zeros++;
            } else if (c != '.') {
                break;
            }
        }
        return zeros;
    }

    private static BigDecimal shortest(double value) {
        BigDecimal exact = new BigDecimal(value);
        for (int digits = value < SUBNORMAL ? 1 : 15; digits < 17; digits++) {
            BigDecimal rounded = exact.round(new MathContext(digits));
            if (rounded.doubleValue() == value) {
                return rounded.stripTrailingZeros();
            }
        }
        return exact.round(new MathContext(17)).stripTrailingZeros();
    }

    /** Writes {@code 0.digits * 10^point}. */
    private static String layout(boolean negative, String digits, int point) {
        StringBuilder text = new StringBuilder(negative ? "-" : "");
        if (point <= -4 || point > digits.length() + 15) {
            text.append(digits.charAt(0));
            if (digits.length() > 1) {
                text.append('.').append(digits, 1, digits.length());
            }
            int exponent = point - 1;
            text.append(exponent < 0 ? "e-" : "e+");
            return text.append(Math.abs(exponent) < 10 ? "0" : "")
                    .append(Math.abs(exponent))
                    .toString();
        }
        if (point <= 0) {
            return text.append("0.").append("0".repeat(-point)).append(digits).toString();
        }
        if (point >= digits.length()) {
            return text.append(digits)
                    .append("0".repeat(point - digits.length()))
                    .toString();
        }
        return text.append(digits, 0, point)
                .append('.')
                .append(digits, point, digits.length())
                .toString();
    }
}

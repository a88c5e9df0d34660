package dev.intellibrix.agenttools.json.value;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * A number. One that was read keeps its digits until it is calculated with; what is calculated is a double, as in jq, and is
 * remembered: two threads that do so at once calculate the same.
 */
public final class JsonNumber implements JsonValue {

    private static final int CACHED = 1_024;
    private static final JsonNumber[] SMALL = new JsonNumber[CACHED];

    /** Beyond this many characters the digits of an exponent or a mantissa are not worth an exact comparison. */
    private static final int EXACT = 10_000;

    /** As in jq: beyond this a number is as large as a double can be. */
    private static final int MAX_EXPONENT = 999_999_999;

    static {
        for (int i = 0; i < CACHED; i++) {
            SMALL[i] = new JsonNumber(null, i);
        }
    }

    private final @Nullable String digits;
    private double value;
    private boolean parsed;

    private JsonNumber(@Nullable String digits, double value) {
        this.digits = digits;
        this.value = value;
        this.parsed = digits == null;
    }

    /** A number that was calculated. */
    public static JsonNumber of(double value) {
        int small = (int) value;
        boolean cached = small == value
                && small >= 0
                && small < CACHED
                && (small != 0 || Double.doubleToRawLongBits(value) == 0);
        return cached ? SMALL[small] : new JsonNumber(null, value);
    }

    /** A whole number of at most 15 digits, which a double holds exactly. */
    public static JsonNumber of(long value) {
        return value >= 0 && value < CACHED ? SMALL[(int) value] : new JsonNumber(null, value);
    }

    /** A number as JSON writes it. */
    public static JsonNumber ofDigits(String digits) {
        return new JsonNumber(digits, 0);
    }

    @Override
    public Kind kind() {
        return Kind.NUMBER;
    }

    @Override
    public long weight() {
        return digits == null ? 1 : 1L + digits.length() / 8;
    }

    /** Its value as a double; what is too large for one is an infinity. */
    public double value() {
        if (!parsed) {
            value = Double.parseDouble(digits == null ? "0" : digits);
            parsed = true;
        }
        return value;
    }

    /** This number with the other sign; its digits are kept. */
    public JsonNumber negate() {
        if (digits == null) {
            return of(-value);
        }
        return ofDigits(digits.startsWith("-") ? digits.substring(1) : isZero(digits) ? digits : "-" + digits);
    }

    /** Whether it is below zero, or a zero with a sign. */
    public boolean isSigned() {
        return digits == null ? value < 0 || (value == 0 && 1 / value < 0) : digits.startsWith("-");
    }

    /** By its digits: what is too small for a double is no zero. */
    private static boolean isZero(String digits) {
        for (int i = 0; i < digits.length(); i++) {
            char c = digits.charAt(i);
            if (c >= '1' && c <= '9') {
                return false;
            }
            if (c == 'e' || c == 'E') {
                return true;
            }
        }
        return true;
    }

    /** As numbers compare: by their digits where both have them, NaN below everything. */
    int compareTo(JsonNumber other) {
        double a = value();
        double b = other.value();
        if (a == b && digits != null && other.digits != null) {
            return exactly(digits, other.digits);
        }
        return a < b || Double.isNaN(a) ? -1 : a == b ? 0 : 1;
    }

    private static int exactly(String a, String b) {
        if (a.equals(b) || a.length() > EXACT || b.length() > EXACT) {
            return 0;
        }
        try {
            return new BigDecimal(a).compareTo(new BigDecimal(b));
        } catch (NumberFormatException e) {
            return 0; // exponents beyond all bounds: both are infinite, or both are nothing
        }
    }

    /** As it is written. */
    @Override
    public String toString() {
        return digits == null ? DoubleText.of(value) : canonical(digits);
    }

    /** The digits that were read, with the exponent where jq would put it. */
    private String canonical(String digits) {
        boolean plain = true;
        for (int i = 0; plain && i < digits.length(); i++) {
            char c = digits.charAt(i);
            plain = c != 'e' && c != 'E';
        }
        if (plain && !digits.startsWith("0.000000") && !digits.startsWith("-0.000000")) {
            return digits;
        }
        try {
            BigDecimal exact = new BigDecimal(digits);
            if ((long) exact.precision() - exact.scale() - 1 > MAX_EXPONENT) {
                return DoubleText.of(value());
            }
            String text = exact.toString();
            return digits.startsWith("-") && !text.startsWith("-") ? "-" + text : text;
        } catch (NumberFormatException e) {
            return DoubleText.of(value());
        }
    }
}

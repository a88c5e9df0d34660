package dev.intellibrix.agenttools.json.value;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * A number. One that was read keeps its digits until it is calculated with; what is calculated is a double, as in jq.
 */
public final class JsonNumber implements JsonValue {

    private static final int CACHED = 1_024;
    private static final JsonNumber[] SMALL = new JsonNumber[CACHED];

    /** Beyond this many characters the digits of an exponent or a mantissa are not worth an exact comparison. */
    private static final int EXACT = 10_000;

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
        if (value() == 0) {
            return ofDigits(digits.startsWith("-") ? digits.substring(1) : digits);
        }
        return ofDigits(digits.startsWith("-") ? digits.substring(1) : "-" + digits);
    }

    /** As numbers compare: by their digits where both have them, NaN below everything. */
    int compareTo(JsonNumber other) {
        double a = value();
        double b = other.value();
        if (digits != null || other.digits != null) {
            if (a == b && a != 0 && digits != null && other.digits != null) {
                return exactly(digits, other.digits);
            }
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
    private static String canonical(String digits) {
        boolean plain = true;
        for (int i = 0; plain && i < digits.length(); i++) {
            char c = digits.charAt(i);
            plain = c != 'e' && c != 'E';
        }
        if (plain && !digits.startsWith("0.000000") && !digits.startsWith("-0.000000")) {
            return digits;
        }
        try {
            String text = new BigDecimal(digits).toString();
            return digits.startsWith("-") && !text.startsWith("-") ? "-" + text : text;
        } catch (NumberFormatException e) {
            return digits;
        }
    }
}

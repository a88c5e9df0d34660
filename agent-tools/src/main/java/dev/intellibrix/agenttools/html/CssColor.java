package dev.intellibrix.agenttools.html;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A colour as far as text can be hidden with it. One that is written in another way than those that are known is equal to one
 * that is written alike. Immutable.
 *
 * @param text how it is written
 * @param rgb its three bytes, -1 when they are not known
 * @param alpha how much it covers, from 0 to 1
 */
record CssColor(String text, int rgb, double alpha) {

    static final CssColor WHITE = new CssColor("white", 0xffffff, 1);

    /** What is behind a text when that is no single colour. */
    static final CssColor PICTURE = new CssColor("", -1, 1);

    /** Nobody tells colours that are nearer to each other than this, and longer ones are none. */
    private static final int NEAR = 16;

    private static final int MAX_LENGTH = 200;
    private static final double SEEN = 0.05;

    private static final Pattern HEX = Pattern.compile("#?([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})");
    private static final Pattern FUNCTION = Pattern.compile("(rgb|hsl)a?\\(([^()]*)\\)");
    private static final Pattern SEPARATOR = Pattern.compile("[\\s,/]+");
    private static final Pattern NUMBER = Pattern.compile("([+-]?[0-9]*\\.?[0-9]+)(%|deg)?");

    private static final Map<String, Integer> NAMES = Map.ofEntries(
            Map.entry("white", 0xffffff),
            Map.entry("snow", 0xfffafa),
            Map.entry("ivory", 0xfffff0),
            Map.entry("ghostwhite", 0xf8f8ff),
            Map.entry("floralwhite", 0xfffaf0),
            Map.entry("mintcream", 0xf5fffa),
            Map.entry("azure", 0xf0ffff),
            Map.entry("whitesmoke", 0xf5f5f5),
            Map.entry("black", 0),
            Map.entry("silver", 0xc0c0c0),
            Map.entry("gray", 0x808080),
            Map.entry("grey", 0x808080),
            Map.entry("red", 0xff0000),
            Map.entry("maroon", 0x800000),
            Map.entry("yellow", 0xffff00),
            Map.entry("green", 0x8000),
            Map.entry("lime", 0xff00),
            Map.entry("blue", 0xff),
            Map.entry("navy", 0x80));

    static CssColor of(String written) {
        String text = written.strip().toLowerCase(Locale.ROOT);
        if (text.length() > MAX_LENGTH) {
            return PICTURE;
        }
        if (text.equals("transparent")) {
            return new CssColor(text, -1, 0);
        }
        Matcher hex = HEX.matcher(text);
        if (hex.matches()) {
            return ofDigits(text, hex.group(1));
        }
        Matcher function = FUNCTION.matcher(text);
        return function.matches()
                ? ofNumbers(
                        text,
                        function.group(1).equals("rgb"),
                        SEPARATOR.split(function.group(2).strip(), -1))
                : new CssColor(text, NAMES.getOrDefault(text, -1), 1);
    }

    private static CssColor ofDigits(String text, String digits) {
        StringBuilder all = new StringBuilder(8);
        for (int i = 0; i < digits.length(); i++) {
            all.append(digits.charAt(i)).append(digits.length() < 6 ? digits.substring(i, i + 1) : "");
        }
        double alpha = all.length() == 8 ? Integer.parseInt(all.substring(6), 16) / 255.0 : 1;
        return new CssColor(text, Integer.parseInt(all.substring(0, 6), 16), alpha);
    }

    private static CssColor ofNumbers(String text, boolean isRgb, String[] numbers) {
        if (numbers.length < 3) {
            return new CssColor(text, -1, 1);
        }
        double alpha = numbers.length < 4 ? 1 : number(numbers[3], 1);
        if (isRgb) {
            int rgb = channel(numbers[0]) << 16 | channel(numbers[1]) << 8 | channel(numbers[2]);
            return new CssColor(text, rgb, alpha);
        }
        // The lightest and the darkest are white and black, and grey is as light as it says; others are not worked out.
        double light = number(numbers[2], 1);
        boolean isGrey = number(numbers[1], 1) < SEEN || light > 1 - SEEN || light < SEEN;
        int grey = (int) Math.round(Math.max(0, Math.min(1, light)) * 255);
        return new CssColor(text, isGrey ? grey << 16 | grey << 8 | grey : -1, alpha);
    }

    private static int channel(String number) {
        return (int) Math.round(Math.max(0, Math.min(1, number(number, 255))) * 255);
    }

    /** The share that a number has of the whole, or that a percentage is. */
    private static double number(String text, double whole) {
        Matcher matcher = NUMBER.matcher(text);
        if (!matcher.matches()) {
            return 1;
        }
        double value = Double.parseDouble(matcher.group(1));
        return value / ("%".equals(matcher.group(2)) ? 100 : whole);
    }

    /** Whether nothing is seen of it. */
    boolean isTransparent() {
        return alpha < SEEN;
    }

    /** Whether its bytes are known. */
    boolean isKnown() {
        return rgb >= 0;
    }

    /** Whether a text of this colour is not seen on the other. */
    boolean isLike(CssColor other) {
        if (!isKnown() || !other.isKnown()) {
            return !text.isEmpty() && text.equals(other.text);
        }
        return isNear(rgb >> 16, other.rgb >> 16)
                && isNear(rgb >> 8 & 0xff, other.rgb >> 8 & 0xff)
                && isNear(rgb & 0xff, other.rgb & 0xff);
    }

    private static boolean isNear(int one, int other) {
        return Math.abs(one - other) < NEAR;
    }
}

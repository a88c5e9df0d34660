package dev.intellibrix.agenttools.fetch;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * One line of a {@code robots.txt}: a path that begins with this is allowed or not; {@code *} stands for any text, {@code $} at
 * the end for the end of the path. Immutable.
 *
 * @param parts the texts between the stars, in the form of {@link #normal}
 * @param isWhole whether nothing may follow the last part
 * @param length what it is compared by with other rules
 */
record RobotsRule(List<String> parts, boolean isWhole, int length, boolean isAllow) {

    private static final int PART_WEIGHT = 50;
    private static final HexFormat HEX = HexFormat.of().withUpperCase();
    private static final String UNRESERVED = "-._~";

    static RobotsRule of(String pattern, boolean isAllow) {
        boolean isWhole = pattern.endsWith("$");
        String path = isWhole ? pattern.substring(0, pattern.length() - 1) : pattern;
        List<String> parts =
                Arrays.stream(path.split("\\*", -1)).map(RobotsRule::normal).toList();
        int letters = parts.stream().mapToInt(String::length).sum();
        return new RobotsRule(parts, isWhole, letters + parts.size() - 1 + (isWhole ? 1 : 0), isAllow);
    }

    /** How many characters it takes up, and about as many for each part. */
    int weight() {
        return length + PART_WEIGHT * (parts.size() + 1);
    }

    /** Looks each part up after the one before it; the first place is the best one for all but the last. */
    boolean matches(String path) {
        String first = parts.get(0);
        int last = parts.size() - 1;
        if (!path.startsWith(first)) {
            return false;
        }
        int at = first.length();
        for (int i = 1; i < last; i++) {
            int found = path.indexOf(parts.get(i), at);
            if (found < 0) {
                return false;
            }
            at = found + parts.get(i).length();
        }
        if (last == 0) {
            return !isWhole || at == path.length();
        }
        String end = parts.get(last);
        return isWhole ? path.length() - end.length() >= at && path.endsWith(end) : path.indexOf(end, at) >= 0;
    }

    /**
     * One spelling of a path: codes of letters, digits and {@code -._~} decoded, all beyond ASCII encoded, and the two signs that
     * mean something in a rule, so that a rule can name them by their codes.
     */
    static String normal(String path) {
        StringBuilder normal = new StringBuilder(path.length());
        byte[] bytes = path.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < bytes.length; i++) {
            int c = bytes[i] & 0xff;
            boolean isCode = c == '%' && i + 2 < bytes.length && isHex(bytes[i + 1]) && isHex(bytes[i + 2]);
            if (isCode) {
                c = HexFormat.fromHexDigit(bytes[i + 1]) << 4 | HexFormat.fromHexDigit(bytes[i + 2]);
                i += 2;
            }
            if (isCode ? isUnreserved(c) : c > ' ' && c < 0x7f && c != '$' && c != '*') {
                normal.append((char) c);
            } else {
                HEX.toHexDigits(normal.append('%'), (byte) c);
            }
        }
        return normal.toString();
    }

    private static boolean isHex(byte b) {
        return HexFormat.isHexDigit(b);
    }

    private static boolean isUnreserved(int c) {
        boolean isLetter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
        return isLetter || (c >= '0' && c <= '9') || UNRESERVED.indexOf(c) >= 0;
    }
}

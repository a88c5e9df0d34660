package dev.intellibrix.store;

import java.util.Locale;

/** Which texts can be kept everywhere. */
final class Texts {

    private Texts() {}

    static String require(String argument, String text, int maxLength, boolean controlsToo) {
        if (text.length() > maxLength) {
            throw new IllegalArgumentException(
                    argument + " must have at most " + maxLength + " characters, but has " + text.length());
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 0 || (!controlsToo && Character.isISOControl(c))) {
                throw new IllegalArgumentException(String.format(
                        Locale.ROOT,
                        "%s must not have the control character U+%04X, as at index %d",
                        argument,
                        (int) c,
                        i));
            }
            if (Character.isSurrogate(c)) {
                if (!isPair(text, i)) {
                    throw new IllegalArgumentException(
                            argument + " must not have half of a surrogate pair, as at index " + i);
                }
                i++;
            }
        }
        return text;
    }

    private static boolean isPair(String text, int at) {
        return Character.isHighSurrogate(text.charAt(at))
                && at + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(at + 1));
    }
}

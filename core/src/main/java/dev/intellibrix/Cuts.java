package dev.intellibrix;

import java.util.Locale;

/** Shortens texts, and says so. */
final class Cuts {

    private Cuts() {}

    /**
     * Two thirds from the beginning and one from the end.
     *
     * @param max how many characters are left, the notice not counted
     * @param notice what stands between the two, with {@code %d} for how many are left out
     */
    static String headAndTail(String text, int max, String notice) {
        if (text.length() <= max) {
            return text;
        }
        int head = start(text, max * 2 / 3);
        int tail = start(text, text.length() - (max - head));
        return text.substring(0, head) + String.format(Locale.ROOT, notice, tail - head) + text.substring(tail);
    }

    /** This place, or the one before it where it would be in the middle of a character. */
    static int start(String text, int at) {
        boolean middle = at > 0
                && at < text.length()
                && Character.isLowSurrogate(text.charAt(at))
                && Character.isHighSurrogate(text.charAt(at - 1));
        return middle ? at - 1 : at;
    }
}

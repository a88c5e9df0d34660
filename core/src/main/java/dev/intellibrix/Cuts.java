package dev.intellibrix;

import dev.intellibrix.internal.text.CharacterBorder;
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
        int head = CharacterBorder.upTo(text, max * 2 / 3);
        int tail = CharacterBorder.upTo(text, text.length() - (max - head));
        return text.substring(0, head) + String.format(Locale.ROOT, notice, tail - head) + text.substring(tail);
    }
}

package dev.intellibrix.internal.text;

/** Where a text can be cut: between two characters, never inside one that takes up two {@code char}s. */
public final class CharacterBorder {

    private CharacterBorder() {}

    /**
     * The length of the longest beginning of a text that parts no character.
     *
     * @param max how long it may be
     */
    public static int upTo(CharSequence text, int max) {
        if (max >= text.length()) {
            return text.length();
        }
        boolean parts = max > 0
                && Character.isHighSurrogate(text.charAt(max - 1))
                && Character.isLowSurrogate(text.charAt(max));
        return parts ? max - 1 : max;
    }
}

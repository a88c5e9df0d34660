package dev.intellibrix.workspace.text;

/** Cuts texts on the border of a character. */
final class Cut {

    private Cut() {}

    /** The text up to this many UTF-16 units, with a mark when it was longer. */
    static String line(String text, int most) {
        return text.length() <= most ? text : text.substring(0, border(text, most)) + " [... cut]";
    }

    /** The given position, or the one before when it is in the middle of a surrogate pair. */
    static int border(CharSequence text, int position) {
        return position > 0
                        && position < text.length()
                        && Character.isHighSurrogate(text.charAt(position - 1))
                        && Character.isLowSurrogate(text.charAt(position))
                ? position - 1
                : position;
    }
}

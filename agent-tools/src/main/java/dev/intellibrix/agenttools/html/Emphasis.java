package dev.intellibrix.agenttools.html;

/**
 * Where marks of emphasis are read as such: CommonMark wants no letter on the outer side of a mark that has punctuation
 * on its inner side. Emphasis that breaks this is taken back, for its marks would stand in the text.
 */
final class Emphasis {

    private int start = -1;
    private int end;
    private int length;

    /** Whether a mark at the end of what is written can open emphasis before that character. */
    static boolean canOpen(StringBuilder out, char next) {
        return out.length() == 0 || !isLetter(out.charAt(out.length() - 1)) || isLetter(next);
    }

    /** Keeps the place of the emphasis that has just ended. */
    void remember(int opening, int closing, int markLength) {
        start = opening;
        end = closing;
        length = markLength;
    }

    void forget() {
        start = -1;
    }

    /** Takes the marks out again when the character that follows them makes them text. */
    void dropUnlessFlanking(StringBuilder out, char next) {
        boolean last = start >= 0 && out.length() == end + length;
        if (last && isLetter(next) && !isLetter(out.charAt(end - 1))) {
            out.delete(end, end + length);
            out.delete(start, start + length);
        }
    }

    private static boolean isLetter(char c) {
        return Character.isLetterOrDigit(c) || Character.isSurrogate(c);
    }
}

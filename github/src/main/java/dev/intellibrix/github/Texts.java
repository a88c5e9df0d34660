package dev.intellibrix.github;

import dev.intellibrix.internal.text.CharacterBorder;
import dev.intellibrix.internal.text.VisibleText;
import dev.intellibrix.tool.ToolException;
import java.util.Locale;
import java.util.regex.Pattern;

/** How what strangers wrote is laid out for the model, so that nobody's text passes for the frame around it. */
final class Texts {

    private static final Pattern BREAK = Pattern.compile("\\R");
    private static final int MAX_LINE = 500;

    private Texts() {}

    /** A value on one line, cut where it is long. */
    static String line(String text) {
        return cut(VisibleText.line(BREAK.matcher(text.strip()).replaceAll(" ")), MAX_LINE);
    }

    /** A text with each of its lines set in by two blanks, and what is hidden in it made visible. */
    static String body(String text) {
        if (text.isBlank()) {
            return "  (no text)\n";
        }
        return "  " + Shown.of(BREAK.matcher(text.strip()).replaceAll("\n  ")) + "\n";
    }

    /** The start of a text, with a mark where it is cut; no character is parted. */
    static String cut(String text, int maxChars) {
        if (text.length() <= maxChars) {
            return text;
        }
        int end = CharacterBorder.upTo(text, maxChars);
        return text.substring(0, end) + "...";
    }

    /**
     * A piece of a text in which strangers' lines are set in; where not all of it is shown a last line says what, and how to see
     * the rest.
     *
     * @param start the first character, from 0
     */
    static String piece(String text, int start, int maxChars) {
        Piece piece = Piece.of(text, start, maxChars);
        return piece.isWhole() ? piece.setIn() : piece.setIn() + "[" + piece.range("") + piece.rest("start ") + "]\n";
    }

    /**
     * A piece of a text that is shown as it is, so that any of its lines may look like one of a tool. The last line always says
     * which piece it is: that one alone is the tool's.
     *
     * @param isCut whether there is more than this text
     */
    static String content(String text, int start, int maxChars, boolean isCut) {
        Piece piece = Piece.of(text, start, maxChars);
        String more = isCut ? "; GitHub has more of it than was received" : "";
        return piece.shown() + "[" + piece.range("") + piece.rest("start ") + more + "]\n";
    }

    /** The start of a long text, with a last line that says where it is cut. */
    static String head(String text, int maxChars) {
        return text.length() <= maxChars
                ? text
                : cut(text, maxChars) + "\n[" + (text.length() - maxChars) + " more characters are not shown]\n";
    }

    /**
     * A part of a text; no character is parted.
     *
     * @param from its first character
     * @param end the first one after it
     */
    record Piece(String text, int from, int end) {

        /**
         * The piece from a character on.
         *
         * @throws ToolException when the text ends before
         */
        static Piece of(String text, int start, int maxChars) {
            if (start > 0 && start >= text.length()) {
                throw new ToolException("there are " + text.length() + " characters; start must be less");
            }
            int from = isInsidePair(text, start) ? start + 1 : start;
            int cut = (int) Math.min(text.length(), (long) from + maxChars);
            return new Piece(text, from, isInsidePair(text, cut) ? cut + 1 : cut);
        }

        boolean isWhole() {
            return from == 0 && isLast();
        }

        boolean isLast() {
            return end == text.length();
        }

        /** What it holds, ended by a line feed. */
        String shown() {
            String shown = text.substring(from, end);
            return shown.isEmpty() || shown.endsWith("\n") ? shown : shown + "\n";
        }

        /** Like {@link #shown}; the rest of a line is set in, since without its beginning it would not be. */
        String setIn() {
            return (from > 0 && text.charAt(from - 1) != '\n' ? "  " : "") + shown();
        }

        String range(String of) {
            return String.format(Locale.ROOT, "characters %d to %d of %d%s", from, end, text.length(), of);
        }

        /**
         * How to see what follows; empty when nothing does.
         *
         * @param how what to call with, up to the number of the character
         */
        String rest(String how) {
            return isLast() ? "" : "; call again with " + how + end + " for more";
        }

        private static boolean isInsidePair(String text, int at) {
            return at > 0
                    && at < text.length()
                    && Character.isHighSurrogate(text.charAt(at - 1))
                    && Character.isLowSurrogate(text.charAt(at));
        }
    }
}

package dev.intellibrix.github;

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

    /** A text with each of its lines set in by two blanks. */
    static String body(String text) {
        if (text.isBlank()) {
            return "  (no text)\n";
        }
        return "  " + BREAK.matcher(text.strip()).replaceAll("\n  ") + "\n";
    }

    /** The start of a text, with a mark where it is cut; no character is parted. */
    static String cut(String text, int maxChars) {
        if (text.length() <= maxChars) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(maxChars - 1)) ? maxChars - 1 : maxChars;
        return text.substring(0, end) + "...";
    }

    /**
     * A piece of a long text, with a last line that says which, and how to see the rest.
     *
     * @param start the first character, from 0
     * @param isCut whether there is more than this text
     */
    static String piece(String text, int start, int maxChars, boolean isCut) {
        int from = isInsidePair(text, Math.min(start, text.length())) ? start + 1 : Math.min(start, text.length());
        int cut = Math.min(text.length(), from + maxChars);
        int end = isInsidePair(text, cut) ? cut + 1 : cut;
        StringBuilder shown = new StringBuilder(end - from + 200).append(text, from, end);
        if (end > from && shown.charAt(shown.length() - 1) != '\n') {
            shown.append('\n');
        }
        if (from > 0 || end < text.length()) {
            String rest = end < text.length() ? "; call again with start " + end + " for more" : "";
            shown.append(String.format(Locale.ROOT, "[characters %d to %d of %d%s]\n", from, end, text.length(), rest));
        }
        return isCut
                ? shown.append("[GitHub has more of it than was received]\n").toString()
                : shown.toString();
    }

    /** The start of a long text, with a last line that says where it is cut. */
    static String head(String text, int maxChars) {
        return text.length() <= maxChars
                ? text
                : cut(text, maxChars) + "\n[" + (text.length() - maxChars) + " more characters are not shown]\n";
    }

    /**
     * Where to begin.
     *
     * @throws ToolException when the text ends before
     */
    static int checkedStart(int start, String text) {
        if (start > 0 && start >= text.length()) {
            throw new ToolException("there are " + text.length() + " characters; start must be less");
        }
        return start;
    }

    private static boolean isInsidePair(String text, int at) {
        return at > 0
                && at < text.length()
                && Character.isHighSurrogate(text.charAt(at - 1))
                && Character.isLowSurrogate(text.charAt(at));
    }
}

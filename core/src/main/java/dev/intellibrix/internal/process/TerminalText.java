package dev.intellibrix.internal.process;

import java.util.regex.Pattern;

/** Program output as a terminal would show it in the end. */
public final class TerminalText {

    private static final char ESCAPE = '\u001b';
    private static final Pattern SEQUENCE = Pattern.compile("\u001b(?:"
            + "\\[[0-?]{0,99}+[ -/]{0,9}+[@-~]" // colours, cursor movements
            + "|[\\]PX^_][^\u0007\u001b\n]{0,2000}+(?:\u0007|\u001b\\\\)" // titles, links
            + "|[ -/]{1,9}+[0-~]|[0-Z\\\\^-~])");

    private TerminalText() {}

    /**
     * The text without colours and other escape sequences, and with only the last state of a line that carriage returns
     * rewrite, such as a progress bar. CRLF line ends stay.
     */
    public static String plain(String text) {
        String visible =
                text.indexOf(ESCAPE) < 0 ? text : SEQUENCE.matcher(text).replaceAll("");
        return visible.indexOf('\r') < 0 ? visible : withoutRewritten(visible);
    }

    private static String withoutRewritten(String text) {
        StringBuilder kept = new StringBuilder(text.length());
        int lineStart = 0;
        for (int i = 0; i < text.length(); ) {
            char c = text.charAt(i);
            int end = c == '\r' ? endOfReturns(text, i) : i + 1;
            if (c != '\r' || end == text.length() || text.charAt(end) == '\n') {
                kept.append(text, i, end);
                lineStart = c == '\n' ? kept.length() : lineStart;
            } else {
                kept.setLength(lineStart);
            }
            i = end;
        }
        return kept.toString();
    }

    private static int endOfReturns(String text, int from) {
        int end = from;
        while (end < text.length() && text.charAt(end) == '\r') {
            end++;
        }
        return end;
    }
}

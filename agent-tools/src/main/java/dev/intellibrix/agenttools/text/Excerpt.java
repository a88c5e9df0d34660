package dev.intellibrix.agenttools.text;

import dev.intellibrix.internal.text.CharacterBorder;
import dev.intellibrix.internal.text.VisibleText;

/** Content of files and patches as messages quote it: on one line, nothing hidden, and not much of it. */
public final class Excerpt {

    private static final int MAX_LINE = 160;
    private static final int MAX_PATH = 300;

    private Excerpt() {}

    /** A line in quotation marks. */
    public static String line(String text) {
        return '"' + cut(text, MAX_LINE) + '"';
    }

    /** A path, without quotation marks. */
    public static String path(String path) {
        return cut(path, MAX_PATH);
    }

    private static String cut(String text, int max) {
        if (text.length() <= max) {
            return VisibleText.line(text);
        }
        int end = CharacterBorder.upTo(text, max);
        return VisibleText.line(text.substring(0, end)) + "...";
    }
}

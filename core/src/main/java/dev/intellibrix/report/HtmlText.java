package dev.intellibrix.report;

import dev.intellibrix.internal.text.VisibleText;
import org.jspecify.annotations.Nullable;

/** Makes text harmless in a page: nothing in it is markup, and nothing in it is invisible or reorders its neighbours. */
final class HtmlText {

    private HtmlText() {}

    /** On one line, for running text and for the values of attributes. */
    static String line(String text) {
        return escaped(VisibleText.exactLine(text));
    }

    /** With line feeds and tabs, for blocks. */
    static String block(String text) {
        return escaped(VisibleText.exact(text));
    }

    /** JSON on one line: hidden characters are written as escapes of JSON. */
    static String json(String json) {
        return escaped(VisibleText.json(json));
    }

    private static String escaped(String text) {
        StringBuilder out = null;
        int done = 0;
        for (int i = 0; i < text.length(); i++) {
            String entity = entity(text.charAt(i));
            if (entity != null) {
                out = out == null ? new StringBuilder(text.length() + 32) : out;
                out.append(text, done, i).append(entity);
                done = i + 1;
            }
        }
        return out == null ? text : out.append(text, done, text.length()).toString();
    }

    private static @Nullable String entity(char c) {
        return switch (c) {
            case '&' -> "&amp;";
            case '<' -> "&lt;";
            case '>' -> "&gt;";
            case '"' -> "&quot;";
            case '\'' -> "&#39;";
            case '`' -> "&#96;";
            default -> null;
        };
    }
}

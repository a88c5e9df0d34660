package dev.intellibrix.internal.text;

/**
 * Shows text as it is: characters that are invisible, reorder their neighbours, or move the cursor are written as escapes,
 * so that nobody approves what they can not see.
 */
public final class VisibleText {

    private VisibleText() {}

    /** The text with line feeds and tabs kept and all other hidden characters escaped. */
    public static String of(String text) {
        return escape(text, true);
    }

    /** The text on one line: line feeds and tabs are escaped as well. */
    public static String line(String text) {
        return escape(text, false);
    }

    private static String escape(String text, boolean keepLayout) {
        StringBuilder shown = null;
        int done = 0;
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            int width = Character.charCount(c);
            if (isHidden(c) && !(keepLayout && (c == '\n' || c == '\t'))) {
                shown = shown == null ? new StringBuilder(text.length() + 16) : shown;
                shown.append(text, done, i).append(escaped(c));
                done = i + width;
            }
            i += width;
        }
        return shown == null ? text : shown.append(text, done, text.length()).toString();
    }

    /** Whether a character is invisible, or moves or reorders what is around it. */
    public static boolean isHidden(int c) {
        if (c >= ' ' && c < 0x7f) {
            return false;
        }
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            case Character.SPACE_SEPARATOR -> c != ' ';
            default -> isBlankLetter(c);
        };
    }

    /** Letters and marks that fonts draw as nothing. */
    public static boolean isBlankLetter(int c) {
        return c == 0x115f
                || c == 0x1160
                || c == 0x3164
                || c == 0xffa0
                || c == 0x2800
                || c == 0x034f
                || (c >= 0x17b4 && c <= 0x17b5)
                || (c >= 0xfe00 && c <= 0xfe0f)
                || (c >= 0xe0100 && c <= 0xe01ef);
    }

    private static String escaped(int c) {
        return switch (c) {
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            default -> String.format(java.util.Locale.ROOT, "\\u{%04X}", c);
        };
    }
}

package dev.intellibrix.internal.text;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Shows text as it is: characters that are invisible, reorder their neighbours, or move the cursor are written as escapes,
 * so that nobody approves what they can not see.
 */
public final class VisibleText {

    private VisibleText() {}

    /** The text with line feeds and tabs kept and all other hidden characters escaped. */
    public static String of(String text) {
        return new Escaping(text, true, false).shown();
    }

    /** The text on one line: line feeds and tabs are escaped as well. */
    public static String line(String text) {
        return new Escaping(text, false, false).shown();
    }

    /**
     * Like {@link #of}, and no two texts are shown alike: backslashes before an escape, and before what could be read as one,
     * are doubled.
     */
    public static String exact(String text) {
        return new Escaping(text, true, true).shown();
    }

    /** Like {@link #line}, and no two texts are shown alike, as in {@link #exact}. */
    public static String exactLine(String text) {
        return new Escaping(text, false, true).shown();
    }

    /** JSON text with its hidden characters as escapes of JSON, on one line: the same value, written visibly. */
    public static String json(String json) {
        StringBuilder shown = null;
        int done = 0;
        for (int i = 0; i < json.length(); ) {
            int c = json.codePointAt(i);
            int end = i + Character.charCount(c);
            if (isHidden(c)) {
                shown = shown == null ? new StringBuilder(json.length() + 16) : shown;
                shown.append(json, done, i);
                for (; i < end; i++) {
                    shown.append(String.format(Locale.ROOT, "\\u%04x", (int) json.charAt(i)));
                }
                done = end;
            }
            i = end;
        }
        return shown == null ? json : shown.append(json, done, json.length()).toString();
    }

    /** One pass over a text. */
    private static final class Escaping {
        private final String text;
        private final boolean keepLayout;
        private final boolean isExact;
        private @Nullable StringBuilder shown;
        private int done;

        Escaping(String text, boolean keepLayout, boolean isExact) {
            this.text = text;
            this.keepLayout = keepLayout;
            this.isExact = isExact;
        }

        String shown() {
            for (int i = 0; i < text.length(); ) {
                int c = text.codePointAt(i);
                int end = i + Character.charCount(c);
                if (isExact && c == '\\') {
                    end = endOfBackslashes(i);
                    if (isEscapeAt(end)) {
                        upTo(end).append(text, i, end);
                    }
                } else if (isEscaped(c)) {
                    upTo(i).append(escaped(c));
                    done = end;
                }
                i = end;
            }
            return shown == null ? text : upTo(text.length()).toString();
        }

        private StringBuilder upTo(int end) {
            StringBuilder out = shown == null ? new StringBuilder(text.length() + 16) : shown;
            shown = out;
            out.append(text, done, end);
            done = end;
            return out;
        }

        private int endOfBackslashes(int start) {
            int end = start;
            while (end < text.length() && text.charAt(end) == '\\') {
                end++;
            }
            return end;
        }

        private boolean isEscaped(int c) {
            return isHidden(c) && !(keepLayout && (c == '\n' || c == '\t'));
        }

        /** Whether an escape follows here, or what would be one with the backslash before it. */
        private boolean isEscapeAt(int at) {
            if (at == text.length()) {
                return false;
            }
            return switch (text.charAt(at)) {
                case 'n', 't' -> !keepLayout;
                case 'r' -> true;
                case 'u' -> text.startsWith("{", at + 1);
                default -> isEscaped(text.codePointAt(at));
            };
        }
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
            default -> String.format(Locale.ROOT, "\\u{%04X}", c);
        };
    }
}

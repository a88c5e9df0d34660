package dev.intellibrix.brick;

import dev.intellibrix.internal.process.TerminalText;
import dev.intellibrix.internal.text.VisibleText;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.util.Locale;

/**
 * Makes text from outside fit to be shown: nothing in it moves the cursor, changes colours, reorders its neighbours, covers
 * the lines around it, or is lost because the terminal's charset lacks it. Thread-safe.
 */
final class SafeText {

    private static final int TAB = 4;
    static final int MAX_MARKS = 3;
    private static final char SHOWN_TAB = '\u21e5';

    private final Charset charset;
    private final boolean hasAllCharacters;

    SafeText(Charset charset) {
        this.charset = charset;
        this.hasAllCharacters = charset.name().startsWith("UTF-");
    }

    /** On one line, for what names or summarises something. */
    String line(String text) {
        return shown(VisibleText.line(text), false);
    }

    /** With its line ends, for what is read: escape sequences that only colour are gone, and joiners of emoji. */
    String prose(String text) {
        String plain = TerminalText.plain(text).replace("\r\n", "\n");
        return shown(VisibleText.of(withoutJoiners(plain)), false);
    }

    /** What a program printed, without colours and with the last state of lines that it wrote anew; not yet fit to be shown. */
    String cleaned(String text) {
        return withoutJoiners(TerminalText.plain(text));
    }

    /** Like {@link #prose}, for a text that arrives in pieces. */
    String piece(String text) {
        return shown(VisibleText.of(withoutJoiners(text.replace("\r\n", "\n"))), false);
    }

    /**
     * With its line ends, for what is decided on; the text has gone through {@link VisibleText#exact} before. No two texts
     * are shown alike, tabs included.
     */
    String exact(String visible) {
        return shown(visible, true);
    }

    /** Emoji are joined by characters that are hidden everywhere else. */
    static String withoutJoiners(String text) {
        if (text.indexOf('\ufe0f') < 0 && text.indexOf('\u200d') < 0) {
            return text;
        }
        StringBuilder kept = new StringBuilder(text.length());
        int before = 0;
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            boolean joins = (c == 0xfe0f || c == 0x200d) && (isSymbol(before) || before == 0xfe0f);
            if (!joins) {
                kept.appendCodePoint(c);
            }
            before = joins && c == 0x200d ? 0 : c;
            i += Character.charCount(c);
        }
        return kept.toString();
    }

    private static boolean isSymbol(int c) {
        int type = Character.getType(c);
        return type == Character.OTHER_SYMBOL || type == Character.MODIFIER_SYMBOL || type == Character.MATH_SYMBOL;
    }

    private String shown(String text, boolean isExact) {
        if (isPlain(text)) {
            return text;
        }
        CharsetEncoder encoder = charset.newEncoder();
        StringBuilder shown = new StringBuilder(text.length() + 16);
        int column = 0;
        int marks = 0;
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            marks = Columns.isMark(c) ? marks + 1 : 0;
            int from = shown.length();
            if (c == '\t') {
                appendTab(shown, column, isExact, encoder);
            } else if (marks > MAX_MARKS || isEscaped(c, isExact, encoder)) {
                appendEscape(shown, c, isExact);
            } else {
                shown.appendCodePoint(c);
            }
            column = c == '\n' ? 0 : column + (shown.length() - from);
        }
        return shown.toString();
    }

    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\t' || c >= 0x7f) {
                return false;
            }
        }
        return true;
    }

    private boolean isEscaped(int c, boolean isExact, CharsetEncoder encoder) {
        if (c < 0x7f) {
            return false;
        }
        return (isExact && c == SHOWN_TAB) || !(hasAllCharacters || encoder.canEncode(Character.toString(c)));
    }

    /** To the next column that a multiple of four divides; where it counts, as a tab and not as blanks. */
    private void appendTab(StringBuilder shown, int column, boolean isExact, CharsetEncoder encoder) {
        int width = TAB - column % TAB;
        if (!isExact) {
            shown.append(" ".repeat(width));
        } else if (hasAllCharacters || encoder.canEncode(SHOWN_TAB)) {
            shown.append(SHOWN_TAB).append(" ".repeat(width - 1));
        } else {
            appendEscape(shown, '\t', true);
        }
    }

    /** The backslashes before an escape are doubled, as {@link VisibleText#exact} does for its own. */
    private static void appendEscape(StringBuilder shown, int c, boolean isExact) {
        int before = shown.length();
        while (isExact && before > 0 && shown.charAt(before - 1) == '\\') {
            before--;
        }
        shown.append("\\".repeat(shown.length() - before)).append(escaped(c));
    }

    static String escaped(int c) {
        return String.format(Locale.ROOT, "\\u{%04X}", c);
    }
}

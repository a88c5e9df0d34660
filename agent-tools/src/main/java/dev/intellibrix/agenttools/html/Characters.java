package dev.intellibrix.agenttools.html;

/**
 * Takes out of a text what a reader does not see: control characters, characters without width, marks of direction, tags
 * and selectors that can carry a hidden message, and the private signs of icon fonts.
 */
public final class Characters {

    private static final int SOFT_HYPHEN = 0xad;
    private static final int JOINER = 0x200d;
    private static final int NON_JOINER = 0x200c;

    private Characters() {}

    /** The text as it is seen. White space stays as it is, no-break spaces too. */
    public static String visible(String text) {
        int first = firstSuspect(text);
        if (first == text.length()) {
            return text;
        }
        StringBuilder kept = new StringBuilder(text.length()).append(text, 0, first);
        int i = first;
        while (i < text.length()) {
            int c = text.codePointAt(i);
            int next = i + Character.charCount(c);
            if (isSeen(c, kept, next < text.length() ? text.codePointAt(next) : 0)) {
                kept.appendCodePoint(c);
            }
            i = next;
        }
        return kept.toString();
    }

    /** One line: white space of any kind is one blank, none at the ends. */
    public static String line(String text) {
        String visible = visible(text);
        StringBuilder line = new StringBuilder(visible.length());
        boolean blank = false;
        for (int i = 0; i < visible.length(); i++) {
            char c = visible.charAt(i);
            if (isSpace(c)) {
                blank = line.length() > 0;
                continue;
            }
            if (blank) {
                line.append(' ');
                blank = false;
            }
            line.append(c);
        }
        return line.toString();
    }

    /** Whether a character is white space of any width, no-break or not; not the one of a full Chinese sign. */
    static boolean isSpace(char c) {
        return c <= ' '
                || c == '\u00a0'
                || isBetween(c, '\u2000', '\u200a')
                || c == '\u2028'
                || c == '\u2029'
                || c == '\u202f'
                || c == '\u205f'
                || c == '\u1680';
    }

    private static int firstSuspect(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean plain =
                    isBetween(c, ' ', '~') || c == '\n' || c == '\t' || (isBetween(c, 0xa0, 0x2ff) && c != SOFT_HYPHEN);
            if (!plain) {
                return i;
            }
        }
        return text.length();
    }

    private static boolean isSeen(int c, StringBuilder before, int next) {
        if (c == JOINER || c == NON_JOINER) {
            return joins(before, next);
        }
        if (c == 0xfe0e || c == 0xfe0f) {
            // One selector chooses how the sign before it looks; more than one can only be there to say something.
            return before.length() > 0
                    && !isSelector(before.charAt(before.length() - 1))
                    && before.charAt(before.length() - 1) > ' ';
        }
        if (c == '\n' || c == '\t' || c == '\r' || c == '\f') {
            return true;
        }
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.FORMAT, Character.SURROGATE, Character.PRIVATE_USE -> false;
            default -> !isBlankSign(c);
        };
    }

    /** Letters that have no shape, and selectors. */
    private static boolean isBlankSign(int c) {
        return c == 0x034f
                || c == 0x115f
                || c == 0x1160
                || c == 0x17b4
                || c == 0x17b5
                || c == 0x3164
                || c == 0xffa0
                || c == 0x2065
                || isBetween(c, 0x180b, 0x180f)
                || isBetween(c, 0xfe00, 0xfe0d)
                || isBetween(c, 0xfff0, 0xfff8)
                || isBetween(c, 0xe0000, 0xe0fff);
    }

    private static boolean isSelector(char c) {
        return c == '\ufe0e' || c == '\ufe0f';
    }

    /** Joiners mean something between signs of an emoji and between letters of scripts that join. */
    private static boolean joins(StringBuilder before, int next) {
        if (before.length() == 0 || next == 0) {
            return false;
        }
        int last = before.codePointBefore(before.length());
        boolean emoji = (isSelector((char) last) || isPicture(last)) && isPicture(next);
        return emoji || (isJoining(last) && isJoining(next));
    }

    private static boolean isPicture(int c) {
        int type = Character.getType(c);
        return type == Character.OTHER_SYMBOL || type == Character.MODIFIER_SYMBOL;
    }

    private static boolean isJoining(int c) {
        // Arabic, Syriac, the scripts of India and its neighbours, Mongolian.
        return isBetween(c, 0x0600, 0x0dff)
                || isBetween(c, 0x1000, 0x109f)
                || isBetween(c, 0x1780, 0x18af)
                || isBetween(c, 0xfb50, 0xfdff)
                || isBetween(c, 0xfe70, 0xfefe);
    }

    private static boolean isBetween(int c, int first, int last) {
        return c >= first && c <= last;
    }
}

package dev.intellibrix.github;

import dev.intellibrix.internal.text.VisibleText;
import java.util.Locale;

/**
 * Text that strangers wrote, as a person sees it: what would be hidden, or would reorder its neighbours, is written as an escape.
 * What makes emoji and the letters of some scripts look right stays, and so do wide blanks and the ends of lines.
 */
final class Shown {

    private static final int JOINER = 0x200d;
    private static final int NON_JOINER = 0x200c;
    private static final int TEXT_LOOK = 0xfe0e;
    private static final int PICTURE_LOOK = 0xfe0f;

    private Shown() {}

    static String of(String text) {
        StringBuilder shown = null;
        int done = 0;
        int before = 0;
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            int end = i + Character.charCount(c);
            if (VisibleText.isHidden(c) && !belongs(before, c, end < text.length() ? text.codePointAt(end) : 0)) {
                shown = shown == null ? new StringBuilder(text.length() + 64) : shown;
                shown.append(text, done, i);
                escape(shown, c);
                done = end;
            }
            before = c;
            i = end;
        }
        return shown == null ? text : shown.append(text, done, text.length()).toString();
    }

    /** Whether a character that is not seen by itself has its place between its neighbours. */
    private static boolean belongs(int before, int c, int next) {
        return switch (c) {
            case '\n', '\t', '\u00a0', '\u202f', '\u3000' -> true;
            case '\r' -> next == '\n';
            case TEXT_LOOK, PICTURE_LOOK -> before > ' ' && !VisibleText.isHidden(before);
            case JOINER -> joinsPictures(before, next) || joins(before, next);
            case NON_JOINER -> joins(before, next);
            default -> false;
        };
    }

    private static boolean joinsPictures(int before, int next) {
        return (isPicture(before) || before == PICTURE_LOOK) && isPicture(next);
    }

    private static boolean isPicture(int c) {
        int type = Character.getType(c);
        return type == Character.OTHER_SYMBOL || type == Character.MODIFIER_SYMBOL;
    }

    /** Letters of Arabic, of Mongolian, and of the scripts of India and its neighbours take other forms where they are joined. */
    private static boolean joins(int before, int next) {
        return isJoining(before) && isJoining(next);
    }

    private static boolean isJoining(int c) {
        boolean isOfScript = (c >= 0x0600 && c <= 0x0dff)
                || (c >= 0x1000 && c <= 0x109f)
                || (c >= 0x1780 && c <= 0x18af)
                || (c >= 0xfb50 && c <= 0xfdff)
                || (c >= 0xfe70 && c <= 0xfefc);
        return isOfScript && !VisibleText.isHidden(c);
    }

    private static void escape(StringBuilder shown, int c) {
        if (c == '\r') {
            shown.append("\\r");
            return;
        }
        String hex = Integer.toHexString(c).toUpperCase(Locale.ROOT);
        shown.append("\\u{")
                .append("0".repeat(Math.max(0, 4 - hex.length())))
                .append(hex)
                .append('}');
    }
}

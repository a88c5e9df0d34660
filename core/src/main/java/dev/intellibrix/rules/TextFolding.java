package dev.intellibrix.rules;

import dev.intellibrix.internal.text.VisibleText;
import java.text.Normalizer;

/**
 * Folds the ways of writing one text into one: line continuations joined, invisible characters dropped, compatibility forms
 * (full-width letters and the like) replaced, white space made one blank.
 */
final class TextFolding {

    private static final int MAX_MARKS = 30;

    private TextFolding() {}

    static String fold(String text) {
        if (isFolded(text)) {
            return text;
        }
        String joined = text.replace("\\\r\n", "").replace("\\\n", "");
        String visible = stripInvisible(joined);
        if (!isAscii(visible)) {
            visible = stripInvisible(Normalizer.normalize(visible, Normalizer.Form.NFKC));
        }
        return foldWhiteSpace(visible);
    }

    static boolean isAscii(String text) {
        return text.chars().allMatch(c -> c < 0x80);
    }

    private static boolean isFolded(String text) {
        char before = ' ';
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c > '~' || (c == ' ' && before == ' ')) {
                return false;
            }
            before = c;
        }
        return text.isEmpty() || before != ' ';
    }

    /** Also cuts runs of combining marks, which no script needs and which would take long to put in order. */
    private static String stripInvisible(String text) {
        StringBuilder kept = new StringBuilder(text.length());
        int marks = 0;
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            marks = isMark(c) ? marks + 1 : 0;
            if (!isInvisible(c) && marks <= MAX_MARKS) {
                kept.appendCodePoint(c);
            }
            i += Character.charCount(c);
        }
        return kept.length() == text.length() ? text : kept.toString();
    }

    private static boolean isMark(int c) {
        int type = Character.getType(c);
        return type == Character.NON_SPACING_MARK
                || type == Character.ENCLOSING_MARK
                || type == Character.COMBINING_SPACING_MARK;
    }

    private static boolean isInvisible(int c) {
        return switch (Character.getType(c)) {
            case Character.FORMAT -> true;
            case Character.CONTROL -> !isWhite(c);
            default -> VisibleText.isBlankLetter(c);
        };
    }

    private static boolean isWhite(int c) {
        return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == 0x85;
    }

    private static String foldWhiteSpace(String text) {
        StringBuilder folded = new StringBuilder(text.length());
        boolean pending = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (isWhite(c)) {
                pending = folded.length() > 0;
            } else {
                if (pending) {
                    folded.append(' ');
                    pending = false;
                }
                folded.append(c);
            }
        }
        return folded.toString();
    }
}

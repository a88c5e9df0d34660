package dev.intellibrix.approval;

import java.util.List;

/** Finds whether somebody who is trusted wrote a value. */
final class Grounding {

    /** What, beside letters and digits, belongs to an address, a path or a name. */
    private static final String TOKEN_MARKS = "_-.@+/\\%:~#?&=$";

    private Grounding() {}

    /** Whether the value stands in one of the texts as a whole token, and not as a piece of a longer one. */
    static boolean isWholeToken(String value, List<String> texts) {
        return !value.isBlank() && texts.stream().anyMatch(text -> isWholeToken(value, text));
    }

    private static boolean isWholeToken(String value, String text) {
        for (int at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
            boolean starts = at == 0 || !isPartOfToken(text.codePointBefore(at));
            if (starts && endsToken(text, at + value.length())) {
                return true;
            }
        }
        return false;
    }

    /** A mark ends a token when a blank or the end follows: the full stop of a sentence is not part of an address. */
    private static boolean endsToken(String text, int at) {
        int i = at;
        while (i < text.length() && TOKEN_MARKS.indexOf(text.charAt(i)) >= 0) {
            i++;
        }
        boolean isFree = i == text.length() || !isPartOfToken(text.codePointAt(i));
        return isFree && i - at <= 1;
    }

    private static boolean isPartOfToken(int c) {
        return Character.isLetterOrDigit(c) || TOKEN_MARKS.indexOf(c) >= 0;
    }
}

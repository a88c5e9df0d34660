package dev.intellibrix.agenttools.json;

/** Strings whose surrogates come in pairs, as in all strings of values: half of a pair is read as U+FFFD. */
final class WellFormed {

    private static final char REPLACEMENT = '\ufffd';

    private WellFormed() {}

    /** The text, with U+FFFD for each half of a pair that stands alone. */
    static String text(String text) {
        return bits(text) < Character.MIN_SURROGATE ? text : paired(text);
    }

    /** All bits of its characters: quicker than to look at each, of which few strings have need. */
    private static int bits(String text) {
        int bits = 0;
        for (int i = 0; i < text.length(); i++) {
            bits |= text.charAt(i);
        }
        return bits;
    }

    private static String paired(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                if (!isPair(text, i)) {
                    return replaced(text, i);
                }
                i++;
            }
        }
        return text;
    }

    private static String replaced(String text, int from) {
        StringBuilder whole = new StringBuilder(text);
        for (int i = from; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                if (isPair(text, i)) {
                    i++;
                } else {
                    whole.setCharAt(i, REPLACEMENT);
                }
            }
        }
        return whole.toString();
    }

    private static boolean isPair(String text, int at) {
        return at + 1 < text.length() && Character.isSurrogatePair(text.charAt(at), text.charAt(at + 1));
    }

    /** Whether its characters take a byte each. */
    static boolean isNarrow(String text) {
        return bits(text) <= 0xff;
    }
}

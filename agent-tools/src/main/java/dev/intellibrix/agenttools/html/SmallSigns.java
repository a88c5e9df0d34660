package dev.intellibrix.agenttools.html;

import java.util.Locale;
import java.util.Set;

/** Raised and lowered text in a line. */
final class SmallSigns {

    private static final String PLAIN = "0123456789+-=()n";
    private static final String RAISED =
            "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079\u207a\u207b\u207c\u207d\u207e\u207f";
    private static final String LOWERED =
            "\u2080\u2081\u2082\u2083\u2084\u2085\u2086\u2087\u2088\u2089\u208a\u208b\u208c\u208d\u208e\u2099";

    private static final Set<String> WORD_ENDS = Set.of(
            "st",
            "nd",
            "rd",
            "th",
            "e",
            "er",
            "re",
            "\u00e8me",
            "o",
            "a",
            "tm",
            "sm",
            "r",
            "c",
            "\u2122",
            "\u00ae",
            "\u00a9");

    private SmallSigns() {}

    static String write(String text, boolean raised) {
        if (text.isEmpty()
                || text.length() > 20
                || WORD_ENDS.contains(text.toLowerCase(Locale.ROOT))
                || !isTerm(text)) {
            return text;
        }
        String signs = translate(text, raised ? RAISED : LOWERED);
        if (!signs.isEmpty()) {
            return signs;
        }
        return (raised ? "^" : "_") + (text.length() == 1 ? text : "(" + text + ")");
    }

    private static boolean isTerm(String text) {
        return text.chars().allMatch(c -> c > ' ' && c != '[' && c != ']' && c != ',' && c != '*' && c != '\u2020');
    }

    private static String translate(String text, String signs) {
        StringBuilder translated = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            int at = PLAIN.indexOf(text.charAt(i) == '\u2212' ? '-' : text.charAt(i));
            if (at < 0) {
                return "";
            }
            translated.append(signs.charAt(at));
        }
        return translated.toString();
    }
}

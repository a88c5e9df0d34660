package dev.intellibrix.agenttools.memory;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The words of a text for a search: letters and digits without case, ligatures and, in Latin and Greek script, accents. A name such
 * as {@code parseTree} or {@code XMLParser} is one word and also its parts; scripts without blanks between words give all
 * pairs of neighbours.
 */
final class Words {

    private static final int FIRST_DENSE = 0x0E00; // Thai; looking a script up takes long.

    /** Letters that are no others with a mark, and how they are written without them. */
    private static final Map<Integer, String> SPELLINGS =
            Map.of(0xdf, "ss", 0xe6, "ae", 0x153, "oe", 0xf8, "o", 0x142, "l", 0x111, "d", 0x131, "i", 0x3c2, "\u03c3");

    private final Sink sink;
    private final StringBuilder word = new StringBuilder();
    private int start;

    private Words(Sink sink) {
        this.sink = sink;
    }

    /** Takes a word and where it begins. */
    private interface Sink {
        void word(String word, int start);
    }

    static List<String> of(String text) {
        List<String> words = new ArrayList<>();
        new Words((word, start) -> words.add(word)).read(Normalizer.normalize(text, Normalizer.Form.NFKC));
        return words;
    }

    /** Where the first of some words begins, nearly so in a text that is not in its usual form; 0 when none is there. */
    static int firstIn(String text, Predicate<String> wanted) {
        int[] first = {Integer.MAX_VALUE};
        new Words((word, start) -> first[0] = start < first[0] && wanted.test(word) ? start : first[0])
                .read(Normalizer.normalize(text, Normalizer.Form.NFKC));
        return first[0] == Integer.MAX_VALUE ? 0 : first[0];
    }

    private void read(String text) {
        int previous = -1;
        int previousStart = 0;
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            int c = text.codePointAt(i);
            boolean dense = isDense(c);
            if (!Character.isLetterOrDigit(c) && Character.getType(c) != Character.NON_SPACING_MARK) {
                end();
                previous = -1;
                continue;
            }
            if (dense || (previous >= 0 && isDense(previous))) {
                end();
            }
            if (dense && previous >= 0 && isDense(previous)) {
                sink.word(Character.toString(previous) + Character.toString(c), previousStart);
            }
            start = word.isEmpty() ? i : start;
            word.appendCodePoint(c);
            previous = c;
            previousStart = i;
        }
        end();
    }

    /** Whether words of the script of this letter are written without blanks between them. */
    private static boolean isDense(int c) {
        if (c < FIRST_DENSE) {
            return false;
        }
        return switch (Character.UnicodeScript.of(c)) {
            case HAN, HIRAGANA, KATAKANA, THAI, LAO, KHMER, MYANMAR -> Character.isLetter(c);
            default -> false;
        };
    }

    private void end() {
        if (!word.isEmpty()) {
            String whole = word.toString();
            sink.word(folded(whole), start);
            parts(whole);
            word.setLength(0);
        }
    }

    private void parts(String whole) {
        int from = 0;
        for (int i = 1; i < whole.length(); i++) {
            if (beginsPart(whole, i)) {
                sink.word(folded(whole.substring(from, i)), start + from);
                from = i;
            }
        }
        if (from > 0) {
            sink.word(folded(whole.substring(from)), start + from);
        }
    }

    /** A capital behind a small letter or a digit, or the last one of several before small letters. */
    private static boolean beginsPart(String whole, int i) {
        char before = whole.charAt(i - 1);
        return Character.isUpperCase(whole.charAt(i))
                && (Character.isLowerCase(before)
                        || Character.isDigit(before)
                        || (Character.isUpperCase(before) && isSmall(whole, i + 1) && isSmall(whole, i + 2)));
    }

    private static boolean isSmall(String whole, int i) {
        return i < whole.length() && Character.isLowerCase(whole.charAt(i));
    }

    private static String folded(String whole) {
        String lower = whole.toLowerCase(Locale.ROOT);
        for (int i = 0; i < lower.length(); i++) {
            if (lower.charAt(i) >= 0x80) {
                return withoutAccents(lower);
            }
        }
        return lower;
    }

    private static String withoutAccents(String lower) {
        StringBuilder plain = new StringBuilder(lower.length());
        boolean accented = false;
        String parts = Normalizer.normalize(lower, Normalizer.Form.NFD);
        for (int i = 0; i < parts.length(); i += Character.charCount(parts.codePointAt(i))) {
            int c = parts.codePointAt(i);
            boolean mark = Character.getType(c) == Character.NON_SPACING_MARK;
            if (!mark) {
                accented = isAccented(c);
                plain.append(SPELLINGS.getOrDefault(c, Character.toString(c)));
            } else if (!accented) {
                plain.appendCodePoint(c);
            }
        }
        return Normalizer.normalize(plain, Normalizer.Form.NFC);
    }

    /** Whether people leave the marks of this letter out; in other scripts they make another letter of it. */
    private static boolean isAccented(int c) {
        Character.UnicodeScript script = Character.UnicodeScript.of(c);
        return script == Character.UnicodeScript.LATIN || script == Character.UnicodeScript.GREEK;
    }
}

package dev.intellibrix.agenttools.memory;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The words of a text for a search: letters and digits without case or ligatures. A name such as {@code parseTree} is one word
 * and also its parts; scripts without blanks between words give all pairs of neighbours.
 */
final class Words {

    private static final int FIRST_DENSE = 0x0E00; // Thai; looking a script up takes long.

    private final List<String> words = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();

    private Words() {}

    static List<String> of(String text) {
        Words words = new Words();
        words.read(Normalizer.normalize(text, Normalizer.Form.NFKC));
        return words.words;
    }

    private void read(String text) {
        int previous = -1;
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
                words.add(Character.toString(previous) + Character.toString(c));
            }
            word.appendCodePoint(c);
            previous = c;
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
            words.add(whole.toLowerCase(Locale.ROOT));
            parts(whole);
            word.setLength(0);
        }
    }

    private void parts(String whole) {
        int start = 0;
        for (int i = 1; i < whole.length(); i++) {
            if (Character.isLowerCase(whole.charAt(i - 1)) && Character.isUpperCase(whole.charAt(i))) {
                words.add(whole.substring(start, i).toLowerCase(Locale.ROOT));
                start = i;
            }
        }
        if (start > 0) {
            words.add(whole.substring(start).toLowerCase(Locale.ROOT));
        }
    }
}

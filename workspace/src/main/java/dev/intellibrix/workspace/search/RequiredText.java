package dev.intellibrix.workspace.search;

import dev.intellibrix.workspace.fs.RawName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Texts of which every match holds one: where none of them stands, nothing has to be decoded. They are searched for in
 * bytes, one a character. Immutable; a {@link Scan} is used on one thread.
 */
final class RequiredText {

    /** Letters of source code and English from the most to the least common; others are taken for rare. */
    private static final String COMMON = "etaoinsrlhdcumpfgybwvkxjqz";

    private static final RequiredText NOTHING = new RequiredText(List.of());

    private final List<Needle> needles;

    private RequiredText(List<Needle> needles) {
        this.needles = needles;
    }

    /** One of these texts; nothing is required when there are none. */
    static RequiredText anyOf(List<String> texts, boolean ignoreCase) {
        List<Needle> needles = new ArrayList<>();
        for (String text : texts) {
            Needle needle = ignoreCase ? Needle.ignoringCase(text) : Needle.exact(text);
            if (needle.text.isEmpty()) {
                return NOTHING;
            }
            needles.add(needle);
        }
        return needles.isEmpty() ? NOTHING : new RequiredText(needles);
    }

    /** Whether any place may hold a match. */
    boolean isNothing() {
        return needles.isEmpty();
    }

    /** Starts a scan over a text. */
    Scan in(String view) {
        return new Scan(view);
    }

    /** Finds the places of the texts, from the left to the right. */
    final class Scan {

        private final String view;
        private final int[] next = new int[needles.size()];

        private Scan(String view) {
            this.view = view;
            Arrays.fill(next, -1);
        }

        /** The first place at an index or behind it where one of the texts stands; the end of the text when none does. */
        int from(int index) {
            int first = needles.isEmpty() ? index : view.length();
            for (int i = 0; i < next.length; i++) {
                if (next[i] < index) {
                    next[i] = needles.get(i).find(view, index);
                }
                first = Math.min(first, next[i]);
            }
            return first;
        }
    }

    /** One text; the character that is searched for stands at {@code offset} in both cases that it may have. */
    private record Needle(String text, boolean ignoreCase, int offset, char lower, char upper) {

        static Needle exact(String text) {
            return new Needle(RawName.ofText(text), false, 0, '\0', '\0');
        }

        /** The longest part of a text whose letters have no other cases than those of ASCII: k and s have. */
        static Needle ignoringCase(String text) {
            String best = "";
            StringBuilder part = new StringBuilder();
            for (int i = 0; i <= text.length(); i++) {
                char c = i < text.length() ? text.charAt(i) : '\uffff';
                if (c < 0x80 && "kKsS".indexOf(c) < 0) {
                    part.append(c);
                } else {
                    best = part.length() > best.length() ? part.toString() : best;
                    part.setLength(0);
                }
            }
            String lower = AsciiCase.lower(best);
            int rarest = 0;
            for (int i = 1; i < lower.length(); i++) {
                rarest = rarity(lower.charAt(i)) > rarity(lower.charAt(rarest)) ? i : rarest;
            }
            char c = lower.isEmpty() ? '\0' : lower.charAt(rarest);
            return new Needle(lower, true, rarest, c, c >= 'a' && c <= 'z' ? (char) (c - 'a' + 'A') : c);
        }

        private static int rarity(char c) {
            int common = COMMON.indexOf(c);
            return common >= 0 ? common : c == ' ' ? -1 : 15;
        }

        int find(String view, int from) {
            if (!ignoreCase) {
                int hit = view.indexOf(text, from);
                return hit < 0 ? view.length() : hit;
            }
            int low = view.indexOf(lower, from + offset);
            int high = lower == upper ? -1 : view.indexOf(upper, from + offset);
            while (low >= 0 || high >= 0) {
                boolean takeLow = high < 0 || (low >= 0 && low < high);
                int start = (takeLow ? low : high) - offset;
                if (view.regionMatches(true, start, text, 0, text.length())) {
                    return start;
                }
                if (takeLow) {
                    low = view.indexOf(lower, low + 1);
                } else {
                    high = view.indexOf(upper, high + 1);
                }
            }
            return view.length();
        }
    }
}

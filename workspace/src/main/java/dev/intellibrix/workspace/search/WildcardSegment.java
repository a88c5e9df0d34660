package dev.intellibrix.workspace.search;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of a wildcard pattern between two slashes. Matching takes at most the product of the lengths of the pattern
 * and the text, because a star never has to be tried again once a later one was reached. Immutable.
 */
final class WildcardSegment {

    /** Stands for any number of directories, none included. */
    static final WildcardSegment ANY_DIRECTORIES = new WildcardSegment(List.of());
    /** Stands for at least one directory. */
    static final WildcardSegment SOME_DIRECTORIES = new WildcardSegment(List.of());
    /** Stands for all that is left of a path. */
    static final WildcardSegment REST = new WildcardSegment(List.of());

    private final String prefix;
    private final Element[] middle;
    private final String suffix;

    WildcardSegment(List<Element> elements) {
        int from = 0;
        int to = elements.size();
        while (from < to && elements.get(from).isLiteral()) {
            from++;
        }
        while (to > from && elements.get(to - 1).isLiteral()) {
            to--;
        }
        this.prefix = literal(elements.subList(0, from));
        this.middle = elements.subList(from, to).toArray(new Element[0]);
        this.suffix = literal(elements.subList(to, elements.size()));
    }

    private static String literal(List<Element> elements) {
        StringBuilder text = new StringBuilder();
        for (Element element : elements) {
            text.appendCodePoint(element.literal);
        }
        return text.toString();
    }

    /** One element of a segment: a literal character, a class, any one character, or a star. */
    static final class Element {

        static final Element ANY = new Element(-1, null);
        static final Element STAR = new Element(-1, null);

        private final int literal;
        private final @Nullable CharacterClass characters;

        private Element(int literal, @Nullable CharacterClass characters) {
            this.literal = literal;
            this.characters = characters;
        }

        static Element literal(int c) {
            return new Element(c, null);
        }

        static Element of(CharacterClass characters) {
            return new Element(-1, characters);
        }

        boolean isLiteral() {
            return literal >= 0;
        }

        boolean matches(int c) {
            if (characters != null) {
                return characters.matches(c);
            }
            return this == ANY || literal == c;
        }
    }

    /** Whether the segment is nothing but a text. */
    boolean isLiteral() {
        return middle.length == 0;
    }

    /** The characters that a match begins with. */
    String prefix() {
        return prefix;
    }

    /** The characters that a match ends with, as far as they follow a wildcard. */
    String suffix() {
        return suffix;
    }

    /** Whether the segment is a star with characters before or behind it. */
    boolean isOneStar() {
        return middle.length == 1 && middle[0] == Element.STAR;
    }

    /** Whether it stands for a part of the text that holds no slash. */
    boolean matches(String text, int from, int to) {
        int first = from + prefix.length();
        int last = to - suffix.length();
        if (first > last || !text.startsWith(prefix, from) || !text.startsWith(suffix, last)) {
            return false;
        }
        if (isLiteral()) {
            return first == last;
        }
        return isOneStar() || matchesMiddle(text, first, last);
    }

    private boolean matchesMiddle(String text, int from, int to) {
        int t = from;
        int e = 0;
        int star = -1;
        int starred = from;
        while (t < to) {
            if (e < middle.length && middle[e] == Element.STAR) {
                star = e++;
                starred = t;
                continue;
            }
            int c = text.codePointAt(t);
            if (e < middle.length && middle[e].matches(c)) {
                e++;
                t += Character.charCount(c);
            } else if (star >= 0) {
                starred += Character.charCount(text.codePointAt(starred));
                t = starred;
                e = star + 1;
            } else {
                return false;
            }
        }
        while (e < middle.length && middle[e] == Element.STAR) {
            e++;
        }
        return e == middle.length;
    }
}

package dev.intellibrix.workspace.search;

import dev.intellibrix.workspace.search.CharacterClass.Item;
import dev.intellibrix.workspace.search.WildcardSegment.Element;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads one wildcard pattern, as git reads it. Used once. */
final class WildcardParser {

    private static final int END = -1;

    private final String pattern;
    private final boolean ignoreCase;
    private final List<WildcardSegment> segments = new ArrayList<>();
    private List<Element> elements = new ArrayList<>();
    private int at;
    private boolean atSegmentStart = true;

    WildcardParser(String pattern, boolean ignoreCase) {
        this.pattern = pattern;
        this.ignoreCase = ignoreCase;
    }

    /** The parts between the slashes; null when the pattern breaks off within a bracket or behind a backslash. */
    @Nullable List<WildcardSegment> parse() {
        while (at < pattern.length()) {
            if (!readElement()) {
                return null;
            }
        }
        if (!atSegmentStart || !endsInDirectories()) {
            segments.add(new WildcardSegment(elements));
        }
        return segments;
    }

    /** Behind a run of stars that stands for directories there is no further, empty segment. */
    private boolean endsInDirectories() {
        return !segments.isEmpty() && segments.get(segments.size() - 1) == WildcardSegment.REST;
    }

    private boolean readElement() {
        int c = next();
        switch (c) {
            case '*' -> readStars();
            case '?' -> add(Element.ANY);
            case '/' -> endSegment();
            case '[' -> {
                return readClass();
            }
            case '\\' -> {
                return readEscaped();
            }
            default -> add(Element.literal(folded(c)));
        }
        return true;
    }

    /** git folds the case of what it compares with, but not that of an escaped letter: a capital then matches nothing. */
    private boolean readEscaped() {
        int c = next();
        if (c == '/') {
            endSegment();
        } else if (c != END) {
            add(Element.literal(c));
        }
        return c != END;
    }

    private void add(Element element) {
        elements.add(element);
        atSegmentStart = false;
    }

    private void endSegment() {
        segments.add(new WildcardSegment(elements));
        elements = new ArrayList<>();
        atSegmentStart = true;
    }

    /** Two stars or more mean directories only where nothing else stands between the same slashes. */
    private void readStars() {
        int first = at - 1;
        while (peek() == '*') {
            at++;
        }
        boolean several = at - first > 1;
        if (several && atSegmentStart && at == pattern.length()) {
            segments.add(WildcardSegment.REST);
        } else if (several && atSegmentStart && pattern.startsWith("/", at)) {
            at++;
            segments.add(WildcardSegment.ANY_DIRECTORIES);
        } else if (several && atSegmentStart && pattern.startsWith("\\/", at)) {
            at += 2;
            segments.add(WildcardSegment.SOME_DIRECTORIES);
        } else {
            add(Element.STAR);
        }
    }

    private boolean readClass() {
        boolean negated = peek() == '!' || peek() == '^';
        if (negated) {
            at++;
        }
        List<Item> items = new ArrayList<>();
        int rangeStart = END;
        int c = next();
        do {
            if (c == '-' && rangeStart != END && at < pattern.length() && peek() != ']') {
                int last = unescaped(next());
                if (last == END) {
                    return false;
                }
                items.add(Item.range(rangeStart, last));
                rangeStart = END;
            } else if (c == '[' && namedClassEnd() >= 0) {
                List<Item> named = CharacterClass.named(readName());
                if (named.isEmpty()) {
                    return false;
                }
                items.addAll(named);
                rangeStart = END;
            } else {
                rangeStart = unescaped(c);
                if (rangeStart == END || (c == '[' && isUnclosedName())) {
                    return false;
                }
                items.add(Item.of(rangeStart));
            }
            c = next();
        } while (c != ']');
        add(Element.of(new CharacterClass(items, negated, ignoreCase)));
        return true;
    }

    /** Where the bracket stands that closes a named class whose opening bracket was just read, or a negative number. */
    private int namedClassEnd() {
        int end = peek() == ':' ? pattern.indexOf(']', at + 1) : -1;
        return end > at + 1 && pattern.charAt(end - 1) == ':' ? end : -1;
    }

    private boolean isUnclosedName() {
        return peek() == ':' && pattern.indexOf(']', at + 1) < 0;
    }

    private String readName() {
        int end = namedClassEnd();
        String name = pattern.substring(at + 1, end - 1);
        at = end + 1;
        return name;
    }

    private int unescaped(int c) {
        return c == '\\' ? next() : c;
    }

    private int next() {
        if (at >= pattern.length()) {
            return END;
        }
        int c = pattern.codePointAt(at);
        at += Character.charCount(c);
        return c;
    }

    private int peek() {
        return at < pattern.length() ? pattern.charAt(at) : END;
    }

    private int folded(int c) {
        return ignoreCase && c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
    }
}

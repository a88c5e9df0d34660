package dev.intellibrix.workspace.search;

import dev.intellibrix.workspace.search.ByteRegex.UnknownException;
import java.util.BitSet;

/**
 * Reads what stands for one character in a regular expression: the character itself, an escape, a dot or a class. The result
 * has a bit for each character of ASCII, and one for all others. Used on one thread.
 */
final class ByteClassReader {

    /** The bit for the characters outside of ASCII. */
    static final int NOT_ASCII = 128;

    /** The characters outside of ASCII that a letter of ASCII is another case of. */
    private static final int LONG_S = 0x17f;

    private static final int KELVIN = 0x212a;

    private final String regex;
    private final boolean ignoreCase;
    private int at;

    ByteClassReader(String regex, boolean ignoreCase) {
        this.regex = regex;
        this.ignoreCase = ignoreCase;
    }

    /** Where what was read last ends. */
    int end() {
        return at;
    }

    /** Reads what begins at an index. */
    BitSet read(int from) throws UnknownException {
        at = from;
        int c = next();
        if (c == '.') {
            BitSet all = new BitSet();
            all.set(0, NOT_ASCII + 1);
            all.clear('\n');
            return all;
        }
        BitSet set = new BitSet();
        switch (c) {
            case '[' -> readClass(set);
            case '\\' -> {
                int escaped = readEscape(set);
                if (escaped >= 0) {
                    addRange(set, escaped, escaped);
                }
            }
            default -> addRange(set, c, c);
        }
        return set;
    }

    private int next() throws UnknownException {
        if (at >= regex.length()) {
            throw new UnknownException();
        }
        int c = regex.codePointAt(at);
        at += Character.charCount(c);
        return c;
    }

    private void readClass(BitSet set) throws UnknownException {
        boolean negated = at < regex.length() && regex.charAt(at) == '^';
        at += negated ? 1 : 0;
        boolean first = true;
        int c = next();
        while (c != ']' || first) {
            first = false;
            readItem(set, c);
            c = next();
        }
        if (negated) {
            set.flip(0, NOT_ASCII);
            set.set(NOT_ASCII); // Which others the class leaves out is not known here.
        }
    }

    private void readItem(BitSet set, int first) throws UnknownException {
        if (first == '[' && regex.startsWith(":", at)) {
            throw new UnknownException();
        }
        int low = first == '\\' ? readEscape(set) : first;
        if (low < 0) {
            return;
        }
        int high = low;
        if (at + 1 < regex.length() && regex.charAt(at) == '-' && regex.charAt(at + 1) != ']') {
            at++;
            int last = next();
            high = last == '\\' ? readEscape(set) : last;
            if (high < low) {
                throw new UnknownException();
            }
        }
        addRange(set, low, high);
    }

    /** Reads what follows a backslash: returns the character, or a negative number when a class was added. */
    private int readEscape(BitSet set) throws UnknownException {
        int c = next();
        switch (c) {
            case 't' -> {
                return '\t';
            }
            case 'd', 'D' -> addNamed(set, "09", c == 'D');
            case 's', 'S' -> addNamed(set, "\t\n\f\r  ", c == 'S');
            case 'w', 'W' -> addNamed(set, "09AZaz__", c == 'W');
            default -> {
                if (c >= NOT_ASCII || Character.isLetterOrDigit(c)) {
                    throw new UnknownException();
                }
                return c;
            }
        }
        return -1;
    }

    private void addNamed(BitSet set, String ranges, boolean negated) {
        BitSet named = new BitSet();
        for (int i = 0; i < ranges.length(); i += 2) {
            addRange(named, ranges.charAt(i), ranges.charAt(i + 1));
        }
        if (negated) {
            named.flip(0, NOT_ASCII);
            named.set(NOT_ASCII);
        }
        set.or(named);
    }

    private void addRange(BitSet set, int low, int high) {
        for (int c = low; c <= Math.min(high, NOT_ASCII - 1); c++) {
            set.set(c);
            if (ignoreCase && Character.isLetter(c)) {
                set.set(c ^ 0x20);
                if ("kKsS".indexOf(c) >= 0) {
                    set.set(NOT_ASCII);
                }
            }
        }
        if (high >= NOT_ASCII) {
            set.set(NOT_ASCII);
            addOtherCases(set, low, high);
        }
    }

    private void addOtherCases(BitSet set, int low, int high) {
        if (ignoreCase && low <= LONG_S && high >= LONG_S) {
            set.set('s');
            set.set('S');
        }
        if (ignoreCase && low <= KELVIN && high >= KELVIN) {
            set.set('k');
            set.set('K');
        }
    }
}

package dev.intellibrix.brick;

import java.util.ArrayList;
import java.util.List;

/**
 * How many columns text takes. Where terminals differ it is the larger number: a line that is broken too early does no harm,
 * one that runs over begins in the first column, where only the program's own marks may stand. So it is two for all that is not
 * known to take one. Letters and punctuation of alphabets count one, also those that a terminal may be told to draw wide, as
 * their text would fill half a screen otherwise.
 */
final class Columns {

    /** First and last of each range that is one column wide: alphabets, and their punctuation. */
    private static final int[] NARROW = {
        0x0000, 0x10ff, 0x1200, 0x205f, 0x2070, 0x20cf, 0x2c00, 0x2ddf, 0x2e00, 0x2e7f, 0xa4d0, 0xa95f, 0xa980, 0xabff,
        0xfb00, 0xfdff, 0xfe70, 0xfeff
    };

    private Columns() {}

    /** The columns of one character, which has to be a visible one. */
    static int of(int c) {
        if (c < 0x300) {
            return 1;
        }
        if (isMark(c)) {
            return 0;
        }
        for (int i = 0; i < NARROW.length; i += 2) {
            if (c <= NARROW[i + 1]) {
                return c >= NARROW[i] ? 1 : 2;
            }
        }
        return 2;
    }

    /** Whether a character is drawn onto the one before it. */
    static boolean isMark(int c) {
        int type = Character.getType(c);
        return type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK;
    }

    /** The columns of a line. */
    static int of(String line) {
        int columns = 0;
        for (int i = 0; i < line.length(); i += Character.charCount(line.codePointAt(i))) {
            columns += of(line.codePointAt(i));
        }
        return columns;
    }

    /** The line cut to so many columns; a cut is shown by the mark at its end. */
    static String cut(String line, int columns, String mark) {
        if (line.length() <= columns / 2 || of(line) <= columns) {
            return line;
        }
        return line.substring(0, end(line, 0, columns - of(mark))) + mark;
    }

    /** The line in pieces of so many columns, with nothing left out; one empty piece for an empty line. */
    static List<String> wrap(String line, int columns) {
        List<String> pieces = new ArrayList<>();
        int at = 0;
        do {
            int end = end(line, at, columns);
            pieces.add(line.substring(at, end));
            at = end;
        } while (at < line.length());
        return pieces;
    }

    /** Like {@link #wrap}, but where a piece has a blank the last one is a line end in its place. */
    static List<String> wrapWords(String line, int columns) {
        List<String> pieces = new ArrayList<>();
        int at = 0;
        for (int end = end(line, at, columns); end < line.length(); end = end(line, at, columns)) {
            int blank = line.lastIndexOf(' ', end);
            pieces.add(line.substring(at, blank > at ? blank : end));
            at = blank > at ? blank + 1 : end;
        }
        pieces.add(line.substring(at));
        return pieces;
    }

    /** Where a piece ends that begins here; it has one character at least. */
    private static int end(String line, int start, int columns) {
        int width = 0;
        for (int i = start; i < line.length(); ) {
            int c = line.codePointAt(i);
            width += of(c);
            if (width > columns && i > start) {
                return i;
            }
            i += Character.charCount(c);
        }
        return line.length();
    }
}

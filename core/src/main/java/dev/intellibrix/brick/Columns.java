package dev.intellibrix.brick;

import java.util.ArrayList;
import java.util.List;

/**
 * How many columns text takes. Where terminals differ it is the larger number: a line that is broken too early does no harm,
 * one that runs over begins in the first column, where only the program's own marks may stand.
 */
final class Columns {

    /** First and last of each range that is two columns wide. */
    private static final int[] WIDE = {
        0x1100, 0x115f, 0x231a, 0x231b, 0x23e9, 0x23f3, 0x25fd, 0x25fe, 0x2600, 0x27bf, 0x2b1b, 0x2b55, 0x2e80, 0x303e,
        0x3041, 0x4dbf, 0x4e00, 0xa4cf, 0xa960, 0xa97f, 0xac00, 0xd7a3, 0xf900, 0xfaff, 0xfe30, 0xfe6f, 0xff00, 0xff60,
        0xffe0, 0xffe6, 0x16fe0, 0x18cff, 0x1aff0, 0x1b2ff, 0x1f000, 0x1faff, 0x20000, 0x3fffd
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
        int low = 0;
        int high = WIDE.length / 2 - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (c < WIDE[2 * middle]) {
                high = middle - 1;
            } else if (c > WIDE[2 * middle + 1]) {
                low = middle + 1;
            } else {
                return 2;
            }
        }
        return 1;
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

package dev.intellibrix.agenttools.patch;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * What may differ between a line of a patch and the line of the file that it means; each form allows what the ones before
 * it do. Tolerance finds a place, and never changes what stands there.
 */
enum Tolerance {
    /** Nothing; a carriage return counts. */
    NONE(""),
    /** The end of the line. */
    LINE_ENDS(""),
    /** White space at the end of the line. */
    TRAILING("ignoring white space at the end of lines"),
    /** The indentation, when all lines differ by the same. */
    INDENTATION("with the indentation shifted"),
    /** In context, the form of quotation marks, dashes and blanks. */
    PUNCTUATION("ignoring the form of quotation marks and dashes");

    private final String note;

    Tolerance(String note) {
        this.note = note;
    }

    /** What to say of a hunk that was found in this way; empty for nothing. */
    String note() {
        return note;
    }

    /** The hash of what counts of a line. */
    int hash(byte[] data, int start, int end) {
        int from = from(data, start, end);
        int to = to(data, from, end);
        if (this == PUNCTUATION && !isAscii(data, from, to)) {
            byte[] folded = fold(data, from, to);
            return hashOf(folded, 0, folded.length);
        }
        return hashOf(data, from, to);
    }

    private static int hashOf(byte[] data, int from, int to) {
        int hash = 1;
        for (int i = from; i < to; i++) {
            hash = 31 * hash + data[i];
        }
        return hash;
    }

    /** Whether what counts of two lines is the same. */
    boolean same(byte[] a, int aStart, int aEnd, byte[] b, int bStart, int bEnd) {
        int aFrom = from(a, aStart, aEnd);
        int aTo = to(a, aFrom, aEnd);
        int bFrom = from(b, bStart, bEnd);
        int bTo = to(b, bFrom, bEnd);
        if (this == PUNCTUATION && !(isAscii(a, aFrom, aTo) && isAscii(b, bFrom, bTo))) {
            return Arrays.equals(fold(a, aFrom, aTo), fold(b, bFrom, bTo));
        }
        return Arrays.equals(a, aFrom, aTo, b, bFrom, bTo);
    }

    private int from(byte[] data, int start, int end) {
        int from = start;
        if (this == INDENTATION) {
            while (from < end && isBlank(data[from])) {
                from++;
            }
        }
        return from;
    }

    private int to(byte[] data, int from, int end) {
        int to = end;
        if (this == LINE_ENDS) {
            return to > from && data[to - 1] == '\r' ? to - 1 : to;
        }
        if (this != NONE) {
            while (to > from && isBlank(data[to - 1])) {
                to--;
            }
        }
        return to;
    }

    static boolean isBlank(byte c) {
        return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == 0x0b;
    }

    private static boolean isAscii(byte[] data, int from, int to) {
        for (int i = from; i < to; i++) {
            if (data[i] < 0) {
                return false;
            }
        }
        return true;
    }

    private static byte[] fold(byte[] data, int from, int to) {
        String text = new String(data, from, to - from, StandardCharsets.UTF_8);
        StringBuilder folded = new StringBuilder(text.length());
        text.chars().forEach(c -> folded.append(folded((char) c)));
        return folded.toString().stripTrailing().getBytes(StandardCharsets.UTF_8);
    }

    private static String folded(char c) {
        return switch (c) {
            case '\u2018', '\u2019', '\u201a', '\u201b', '\u2032' -> "'";
            case '\u201c', '\u201d', '\u201e', '\u201f', '\u2033' -> "\"";
            case '\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2015', '\u2212' -> "-";
            case '\u00a0', '\u2002', '\u2003', '\u2007', '\u2009', '\u202f', '\u3000' -> " ";
            case '\u2026' -> "...";
            default -> String.valueOf(c);
        };
    }
}

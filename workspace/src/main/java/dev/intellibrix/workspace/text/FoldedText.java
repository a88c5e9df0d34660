package dev.intellibrix.workspace.text;

import java.util.Arrays;

/**
 * The bytes of a text with each CRLF taken for a LF, and the way back from a position in it to one in the bytes as they
 * are. The carriage return belongs to its line feed: a position at the line feed is one before both.
 */
final class FoldedText {

    private final byte[] bytes;
    private final int length;
    private final int unit;
    private final TextFormat format;
    private final int start;
    private final int[] dropped;

    /**
     * @param raw the bytes of the file
     * @param format how they are stored
     */
    FoldedText(byte[] raw, TextFormat format) {
        this.unit = format.unitBytes();
        this.format = format;
        this.start = format.bomBytes();
        int count = 0;
        for (int i = start; i + 2 * unit <= raw.length; i += unit) {
            count += isCrLf(raw, i) ? 1 : 0;
        }
        this.dropped = new int[count];
        this.length = raw.length - start - count * unit;
        this.bytes = fold(raw, count);
    }

    private byte[] fold(byte[] raw, int count) {
        byte[] folded = new byte[length];
        int from = start;
        int to = 0;
        for (int i = start, n = 0; n < count; i += unit) {
            if (isCrLf(raw, i)) {
                System.arraycopy(raw, from, folded, to, i - from);
                to += i - from;
                from = i + unit;
                dropped[n++] = to;
            }
        }
        System.arraycopy(raw, from, folded, to, raw.length - from);
        return folded;
    }

    private boolean isCrLf(byte[] raw, int index) {
        return format.isUnit(raw, index, '\r') && format.isUnit(raw, index + unit, '\n');
    }

    byte[] bytes() {
        return bytes;
    }

    int unit() {
        return unit;
    }

    /** Whether the line feed at this position has a carriage return before it in the file. */
    boolean isCrLf(int lineFeed) {
        return Arrays.binarySearch(dropped, lineFeed) >= 0;
    }

    /** The position in the bytes as they are. */
    int raw(int position) {
        int found = Arrays.binarySearch(dropped, position);
        int before = found >= 0 ? found : -found - 1;
        return start + position + before * unit;
    }

    /** The first line feed at or after a position; -1 when there is none. */
    int nextLineFeed(int from) {
        for (int i = from; i + unit <= length; i += unit) {
            if (format.isUnit(bytes, i, '\n')) {
                return i;
            }
        }
        return -1;
    }

    /** Whether the last line feed of all has a carriage return before it. */
    boolean endsInCrLf() {
        for (int i = length - unit; i >= 0 && dropped.length > 0; i -= unit) {
            if (format.isUnit(bytes, i, '\n')) {
                return isCrLf(i);
            }
        }
        return false;
    }
}

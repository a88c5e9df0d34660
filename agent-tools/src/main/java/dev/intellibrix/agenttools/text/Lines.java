package dev.intellibrix.agenttools.text;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Bytes as lines. A line ends behind its line feed, the last one possibly without; a carriage return is content. No byte
 * is copied or changed. Immutable, as long as the bytes are left alone.
 */
public final class Lines {

    private final byte[] data;
    private final int[] starts; // Of each line, and behind the last one.
    private final int count;

    private Lines(byte[] data, int[] starts, int count) {
        this.data = data;
        this.starts = starts;
        this.count = count;
    }

    /** The lines of these bytes, which are not copied. */
    public static Lines of(byte[] data) {
        int[] starts = new int[Math.max(16, data.length / 32)];
        int count = 0;
        int start = 0;
        while (start < data.length) {
            if (count + 1 >= starts.length) {
                starts = Arrays.copyOf(starts, starts.length * 2);
            }
            starts[count++] = start;
            start = indexOfLineFeed(data, start) + 1;
        }
        starts[count] = data.length;
        return new Lines(data, starts, count);
    }

    private static int indexOfLineFeed(byte[] data, int from) {
        int i = from;
        while (i < data.length - 1 && data[i] != '\n') {
            i++;
        }
        return i;
    }

    /** How many lines there are. */
    public int count() {
        return count;
    }

    /** The bytes; not a copy. */
    public byte[] data() {
        return data;
    }

    /** Where a line starts, counted from 0; for the number behind the last line, the length. */
    public int start(int line) {
        return starts[line];
    }

    /** Where the content of a line ends: before its line feed. */
    public int end(int line) {
        return starts[line + 1] - (hasLineFeed(line) ? 1 : 0);
    }

    /** Whether the line ends in a line feed; only the last one may not. */
    public boolean hasLineFeed(int line) {
        return data[starts[line + 1] - 1] == '\n';
    }

    /** Whether the last line ends in a line feed; true without any line. */
    public boolean endsInLineFeed() {
        return count == 0 || hasLineFeed(count - 1);
    }

    /** The content of a line as text, without its end. */
    public String text(int line) {
        return new String(data, start(line), end(line) - start(line), StandardCharsets.UTF_8);
    }
}

package dev.intellibrix.mcp.client;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads a stream line by line, none longer than it may be. Not thread-safe. */
final class BoundedLines {

    private static final int CHUNK = 65_536;

    private final InputStream stream;
    private final int maxBytes;
    private final byte[] chunk = new byte[CHUNK];
    private int position;
    private int end;
    private byte[] line = new byte[0];
    private int length;

    BoundedLines(InputStream stream, int maxBytes) {
        this.stream = stream;
        this.maxBytes = maxBytes;
    }

    /** A line is longer than it may be. */
    static final class TooLongException extends IOException {
        private static final long serialVersionUID = 1L;

        TooLongException(int maxBytes) {
            super("a line is longer than " + maxBytes + " bytes");
        }
    }

    /**
     * The next line without its end, or null at the end of the stream.
     *
     * @throws TooLongException when it is too long; nothing more can be read then
     */
    @Nullable String next() throws IOException {
        length = 0;
        while (true) {
            if (position == end && !fill()) {
                return length == 0 ? null : text();
            }
            int feed = indexOfLineFeed();
            append(feed < 0 ? end : feed);
            if (feed >= 0) {
                position = feed + 1;
                return text();
            }
            position = end;
        }
    }

    private boolean fill() throws IOException {
        int read = stream.read(chunk);
        position = 0;
        end = Math.max(0, read);
        return read >= 0;
    }

    private int indexOfLineFeed() {
        for (int i = position; i < end; i++) {
            if (chunk[i] == '\n') {
                return i;
            }
        }
        return -1;
    }

    private void append(int to) throws TooLongException {
        int more = to - position;
        if (more > maxBytes - length) {
            throw new TooLongException(maxBytes);
        }
        if (length + more > line.length) {
            long wanted = Math.min(maxBytes, Math.max(length + more, 2L * line.length));
            line = Arrays.copyOf(line, (int) wanted);
        }
        System.arraycopy(chunk, position, line, length, more);
        length += more;
    }

    private String text() {
        int until = length > 0 && line[length - 1] == '\r' ? length - 1 : length;
        String text = new String(line, 0, until, StandardCharsets.UTF_8);
        if (line.length > CHUNK) {
            line = new byte[0]; // One large message is no reason to keep its room.
        }
        return text;
    }
}

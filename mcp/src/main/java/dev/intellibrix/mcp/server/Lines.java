package dev.intellibrix.mcp.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Reads a stream line by line, each up to a bound. Not thread-safe. */
final class Lines {

    private final InputStream in;
    private final int maxBytes;

    Lines(InputStream buffered, int maxBytes) {
        this.in = buffered;
        this.maxBytes = maxBytes;
    }

    /** A line that is longer than the bound; its bytes are thrown away. */
    static final class TooLongException extends Exception {
        private static final long serialVersionUID = 1L;
    }

    /**
     * The next line, without its end; null at the end of the stream. What stands after the last line end is no line, since it
     * may be the beginning of one.
     *
     * @throws TooLongException when it is too long; the line after it can be read
     */
    byte @Nullable [] next() throws IOException, TooLongException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        long length = 0;
        for (int c = in.read(); c >= 0; c = in.read()) {
            if (c == '\n') {
                if (length > maxBytes) {
                    throw new TooLongException();
                }
                return line.toByteArray();
            }
            length++;
            if (length <= maxBytes) {
                line.write(c);
            }
        }
        return null;
    }
}

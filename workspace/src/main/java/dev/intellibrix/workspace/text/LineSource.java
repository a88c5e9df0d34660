package dev.intellibrix.workspace.text;

import dev.intellibrix.tool.Cancellation;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/**
 * The lines of a stream of bytes, one at a time. A line ends with a line feed, which may follow a carriage return. Only
 * the first bytes of a long line are kept. Not thread-safe.
 */
public final class LineSource {

    /** How a line ends. */
    enum End {
        LF,
        CRLF,
        /** With the file. */
        NONE
    }

    private static final int BUFFER = 64 * 1024;

    private final InputStream in;
    private final int unit;
    private final ByteBuffer buffer;
    private final Cancellation cancellation;
    private final byte[] kept;

    private int keptLength;
    private long lineBytes;
    private int lastUnit;
    private End end = End.NONE;

    /**
     * @param in the bytes behind the BOM; not closed
     * @param keep how many bytes of a line are kept
     */
    public LineSource(InputStream in, TextFormat format, int keep, Cancellation cancellation) {
        this.in = in;
        this.unit = format.unitBytes();
        this.buffer = ByteBuffer.allocate(BUFFER).order(format.byteOrder()).limit(0);
        this.kept = new byte[keep];
        this.cancellation = cancellation;
    }

    /** Moves to the next line; false when there is none. */
    boolean next() throws IOException {
        if (!hasMore()) {
            return false;
        }
        keptLength = 0;
        lineBytes = 0;
        lastUnit = -1;
        end = End.NONE;
        while (end == End.NONE && hasMore()) {
            takeUpToLineFeed();
        }
        return true;
    }

    /** Passes over up to this many lines; returns how many there were. */
    long skip(long lines) throws IOException {
        long skipped = 0;
        while (skipped < lines && hasMore()) {
            if (passLineFeed()) {
                skipped++;
            } else if (!hasMore()) {
                return skipped + 1;
            }
        }
        return skipped;
    }

    /** Whether there is another line. */
    boolean hasMore() throws IOException {
        if (buffer.remaining() >= unit) {
            return true;
        }
        cancellation.throwIfCancelled();
        buffer.compact();
        int count = 0;
        while (count >= 0 && buffer.position() < unit) {
            count = in.read(buffer.array(), buffer.position(), buffer.remaining());
            buffer.position(buffer.position() + Math.max(count, 0));
        }
        buffer.flip();
        // Half a unit at the end of a file is no character.
        return buffer.remaining() >= unit;
    }

    /** The kept bytes of the line, without its end. */
    ByteBuffer bytes() {
        return ByteBuffer.wrap(kept, 0, keptLength);
    }

    /** Whether bytes of the line were left out. */
    boolean isCut() {
        return lineBytes > keptLength;
    }

    /** The bytes of the line, without its end, the ones left out included. */
    long lineBytes() {
        return lineBytes;
    }

    /** How the line ends. */
    End end() {
        return end;
    }

    private void takeUpToLineFeed() {
        int start = buffer.position();
        boolean found = passLineFeed();
        int stop = buffer.position() - (found ? unit : 0);
        int length = stop - start;
        int room = Math.min(length, kept.length - keptLength);
        System.arraycopy(buffer.array(), start, kept, keptLength, room);
        keptLength += room;
        lineBytes += length;
        if (length > 0) {
            lastUnit = unitAt(stop - unit);
        }
        if (found) {
            end = End.LF;
            if (lastUnit == '\r') {
                end = End.CRLF;
                lineBytes -= unit;
                keptLength = (int) Math.min(keptLength, lineBytes);
            }
        }
    }

    /** Moves behind the next line feed in the buffer, or to its end; false when there was none. */
    private boolean passLineFeed() {
        int limit = buffer.limit() - unit + 1;
        if (unit == 1) {
            byte[] bytes = buffer.array();
            for (int i = buffer.position(); i < limit; i++) {
                if (bytes[i] == '\n') {
                    buffer.position(i + 1);
                    return true;
                }
            }
            buffer.position(buffer.limit());
            return false;
        }
        int i = buffer.position();
        for (; i < limit; i += unit) {
            if (unitAt(i) == '\n') {
                buffer.position(i + unit);
                return true;
            }
        }
        buffer.position(i);
        return false;
    }

    private int unitAt(int index) {
        return switch (unit) {
            case 1 -> buffer.get(index);
            case 2 -> buffer.getChar(index);
            default -> buffer.getInt(index);
        };
    }
}

package dev.intellibrix.workspace.search;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of one file after the other, as a window that moves over the file by whole lines. The window grows with the
 * file, so that most files are in it as a whole; its memory is used again for the next file. The bytes are UTF-8 or close
 * to it: a file in UTF-16, told by its byte order mark, is transcoded, and a mark itself is left out. Used on one thread.
 */
final class TextWindow {

    /** Files up to here are read as a whole; in larger ones a longer line is taken apart. */
    static final int MAX_WHOLE = 64 * 1024 * 1024;

    private static final int STEP = 256 * 1024;
    private static final int GROWTH = 8 * 1024 * 1024;
    private static final int BINARY_PROBE = 8_000;

    private byte[] bytes = new byte[STEP];
    private int length;
    private String view = "";
    private @Nullable FileChannel channel;
    private boolean atEnd;
    private long expected; // How large the file was.
    private long left; // Of a file that grows all the time there would be no end.

    /** The window's bytes, one a character. */
    String view() {
        return view;
    }

    /** The window's bytes; no copy. More may stand behind {@link #completeTo}. */
    byte[] bytes() {
        return bytes;
    }

    /** Whether the window reaches the end of the file. */
    boolean isAtEnd() {
        return atEnd;
    }

    /**
     * Moves to the start of a file. What is written to its end meanwhile is searched only up to {@link #MAX_WHOLE}.
     *
     * @param size how large the file was when it was opened
     * @param whole whether the window has to hold all of the file
     * @return false when the file is binary
     * @throws TooLargeException when the file is larger than the window can be and has to be in it as a whole
     */
    boolean open(FileChannel file, long size, boolean whole) throws IOException {
        channel = file;
        length = 0;
        atEnd = false;
        expected = size;
        left = Math.max(size, MAX_WHOLE);
        fill(0, (int) Math.min(size + 1, whole ? MAX_WHOLE : GROWTH));
        boolean utf16 = mayHaveMark() && (startsWith(0xff, 0xfe) || startsWith(0xfe, 0xff));
        if (whole || utf16) {
            fillWhole();
        }
        if (utf16) {
            transcode(startsWith(0xff, 0xfe) ? StandardCharsets.UTF_16LE : StandardCharsets.UTF_16BE);
        } else if (mayHaveMark() && startsWith(0xef, 0xbb, 0xbf)) {
            drop(3);
        }
        view = new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
        return !isBinary();
    }

    /** Whether there is a zero byte near the start, where git looks for one, too. */
    private boolean isBinary() {
        String start = length <= BINARY_PROBE ? view : view.substring(0, BINARY_PROBE);
        return start.indexOf('\0') >= 0;
    }

    /** Moves on, so that the window begins where the given index was; what is behind the window is read. */
    void moveTo(int index) throws IOException {
        drop(index);
        int kept = length;
        fill(kept, Math.max(GROWTH, kept * 2));
        view = new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    }

    /** Where lines end that the window holds as a whole: behind the last line feed, or at the end of the file. */
    int completeTo() {
        if (atEnd) {
            return length;
        }
        int last = view.lastIndexOf('\n');
        return last < 0 && length >= MAX_WHOLE ? length : last + 1;
    }

    /** Decodes a part of the window; bytes that are not UTF-8 become replacement characters. */
    String text(int from, int to) {
        return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }

    private void fillWhole() throws IOException {
        while (!atEnd) {
            if (length >= MAX_WHOLE) {
                throw new TooLargeException();
            }
            fill(length, Math.min(MAX_WHOLE, length * 2 + STEP));
        }
    }

    /** Reads until the window is full or the file ends. */
    private void fill(int from, int to) throws IOException {
        if (channel == null) {
            throw new IllegalStateException("no file is open");
        }
        if (bytes.length < to) {
            bytes = Arrays.copyOf(bytes, Math.max(to, Math.min(bytes.length * 2, MAX_WHOLE)));
        }
        length = from;
        while (length < to && !atEnd) {
            // In steps, since the platform copies through a buffer of the size of each read.
            int most = (int) Math.min(left, Math.min(STEP, to - length));
            int count = most == 0 ? -1 : channel.read(ByteBuffer.wrap(bytes, length, most));
            length += Math.max(count, 0);
            left -= Math.max(count, 0);
            // Fewer bytes than asked for, and just as many as the file has: what most files need is one look.
            atEnd = count < 0 || (from == 0 && length == expected && count > 0 && count < most);
        }
    }

    private void drop(int count) {
        System.arraycopy(bytes, count, bytes, 0, length - count);
        length -= count;
    }

    private boolean mayHaveMark() {
        return bytes[0] < 0;
    }

    private boolean startsWith(int... mark) {
        if (length < mark.length) {
            return false;
        }
        for (int i = 0; i < mark.length; i++) {
            if ((bytes[i] & 0xff) != mark[i]) {
                return false;
            }
        }
        return true;
    }

    private void transcode(Charset charset) {
        byte[] utf8 = new String(bytes, 2, length - 2, charset).getBytes(StandardCharsets.UTF_8);
        bytes = utf8.length > bytes.length ? utf8 : bytes;
        System.arraycopy(utf8, 0, bytes, 0, utf8.length);
        length = utf8.length;
    }

    /** A file does not fit into memory that a search may take. */
    static final class TooLargeException extends IOException {
        private static final long serialVersionUID = 1L;
    }
}

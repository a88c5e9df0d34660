package dev.intellibrix.internal.net;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * What a connection receives, up to a bound. The HTTP client bounds neither the size of a chunk nor what stands beside it, and
 * keeps both in memory, so bytes are counted where they come in.
 */
final class BoundedInput extends FilterInputStream {

    private long left;

    BoundedInput(InputStream in, long maxBytes) {
        super(in);
        this.left = maxBytes;
    }

    @Override
    public int read() throws IOException {
        int read = super.read();
        count(read < 0 ? 0 : 1);
        return read;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int read = super.read(bytes, offset, length);
        count(Math.max(read, 0));
        return read;
    }

    private void count(int read) throws IOException {
        left -= read;
        if (left < 0) {
            throw new OverlongAnswerException();
        }
    }
}

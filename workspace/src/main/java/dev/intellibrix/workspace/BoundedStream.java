package dev.intellibrix.workspace;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Ends after some bytes, because a file that somebody writes to all the time has no end of its own. */
final class BoundedStream extends FilterInputStream {

    private long left;

    BoundedStream(InputStream in, long most) {
        super(in);
        this.left = most;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int count = left == 0 ? -1 : in.read(bytes, offset, (int) Math.min(left, length));
        left -= Math.max(count, 0);
        return count;
    }

    @Override
    public long skip(long count) throws IOException {
        long skipped = in.skip(Math.min(left, count));
        left -= skipped;
        return skipped;
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}

package dev.intellibrix.internal.net;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * What a connection receives, up to a bound. The HTTP client bounds neither the size of a chunk nor what stands beside it, and
 * keeps both in memory, so bytes are counted where they come in.
 */
final class BoundedInput extends FilterInputStream {

    private final WireAllowance allowance;

    BoundedInput(InputStream in, WireAllowance allowance) {
        super(in);
        this.allowance = allowance;
    }

    @Override
    public int read() throws IOException {
        int read = super.read();
        allowance.take(read < 0 ? 0 : 1);
        return read;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int read = super.read(bytes, offset, length);
        allowance.take(Math.max(read, 0));
        return read;
    }
}

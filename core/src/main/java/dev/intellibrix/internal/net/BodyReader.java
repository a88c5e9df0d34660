package dev.intellibrix.internal.net;

import java.io.IOException;
import java.util.Locale;
import okio.Buffer;
import okio.ForwardingSource;
import okio.GzipSource;
import okio.Source;

/**
 * Reads a body up to a bound, whatever length the server declared. A plain one is cut there. One that is compressed, though that
 * was not asked for, is bounded in both forms and refused when it exceeds the bound: the rest of a bomb is nobody's page.
 */
final class BodyReader {

    private static final long STEP = 8_192;

    private BodyReader() {}

    /**
     * Reads the content of an answer.
     *
     * @param encoding what the header says of it, all of its lines together
     */
    static NetAnswer.Body read(WebUrl url, String encoding, Source raw, int maxBytes) throws IOException {
        return switch (encoding.toLowerCase(Locale.ROOT)) {
            case "", "identity" -> cut(raw, maxBytes);
            case "gzip", "x-gzip" -> unpacked(url, raw, maxBytes);
            default ->
                throw new NetException(
                        NetException.Kind.BAD_ANSWER,
                        url.host() + " sent its content in an encoding that was not asked for; try another source");
        };
    }

    private static NetAnswer.Body cut(Source source, int maxBytes) throws IOException {
        Buffer buffer = upTo(source, maxBytes);
        boolean isCut = buffer.size() > maxBytes;
        return NetAnswer.Body.read(buffer.readByteArray(Math.min(buffer.size(), maxBytes)), isCut);
    }

    private static NetAnswer.Body unpacked(WebUrl url, Source raw, int maxBytes) throws IOException {
        NetException tooLarge = new NetException(
                NetException.Kind.TOO_LARGE,
                String.format(
                        Locale.ROOT,
                        "%s sent compressed content of more than %,d bytes; try another source",
                        url.host(),
                        maxBytes));
        Buffer buffer = upTo(new GzipSource(new Bounded(raw, maxBytes, tooLarge)), maxBytes);
        if (buffer.size() > maxBytes) {
            throw tooLarge;
        }
        return NetAnswer.Body.read(buffer.readByteArray(), false);
    }

    /** All of the source, or somewhat more than the bound. */
    private static Buffer upTo(Source source, int maxBytes) throws IOException {
        Buffer buffer = new Buffer();
        while (buffer.size() <= maxBytes && source.read(buffer, STEP) >= 0) {
            // The buffer grows by what was read, never by what was declared.
        }
        return buffer;
    }

    /** Ends with a failure where the source is longer than the bound: compressed emptiness has no end. */
    private static final class Bounded extends ForwardingSource {

        private final NetException tooLarge;
        private long left;

        Bounded(Source source, long maxBytes, NetException tooLarge) {
            super(source);
            this.tooLarge = tooLarge;
            this.left = maxBytes;
        }

        @Override
        public long read(Buffer sink, long byteCount) throws IOException {
            long read = super.read(sink, byteCount);
            left -= Math.max(0, read);
            if (left < 0) {
                throw tooLarge;
            }
            return read;
        }
    }
}

package dev.intellibrix.provider.wire;

import java.io.IOException;
import java.util.List;
import okhttp3.MediaType;
import okhttp3.RequestBody;
import okio.BufferedSink;
import org.jspecify.annotations.Nullable;

/** A JSON body in pieces, so that a long history is sent from its encoded messages without being copied together first. */
public final class SegmentedBody extends RequestBody {

    private static final @Nullable MediaType JSON = MediaType.parse("application/json");

    private final List<byte[]> segments;

    /** The body that these pieces make one after the other; they must not change any more. */
    public SegmentedBody(List<byte[]> segments) {
        this.segments = List.copyOf(segments);
    }

    @Override
    public @Nullable MediaType contentType() {
        return JSON;
    }

    @Override
    public long contentLength() {
        return segments.stream().mapToLong(segment -> segment.length).sum();
    }

    @Override
    public void writeTo(BufferedSink sink) throws IOException {
        for (byte[] segment : segments) {
            sink.write(segment);
        }
    }
}

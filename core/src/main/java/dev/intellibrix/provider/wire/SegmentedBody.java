package dev.intellibrix.provider.wire;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
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
    SegmentedBody(List<byte[]> segments) {
        this.segments = List.copyOf(segments);
    }

    /** An empty body to be written piece by piece. */
    public static Builder builder() {
        return new Builder();
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

    /** Collects pieces. Not thread-safe. */
    public static final class Builder {

        private static final byte[] COMMA = {','};

        private final List<byte[]> segments = new ArrayList<>();

        private Builder() {}

        /** A text. */
        public Builder text(String text) {
            segments.add(text.getBytes(StandardCharsets.UTF_8));
            return this;
        }

        /** Pieces with commas between them; an empty piece stands for nothing. */
        public Builder list(List<byte[]> pieces) {
            boolean first = true;
            for (byte[] piece : pieces) {
                if (piece.length > 0) {
                    if (!first) {
                        segments.add(COMMA);
                    }
                    first = false;
                    segments.add(piece);
                }
            }
            return this;
        }

        /** The body. */
        public SegmentedBody build() {
            return new SegmentedBody(segments);
        }
    }
}

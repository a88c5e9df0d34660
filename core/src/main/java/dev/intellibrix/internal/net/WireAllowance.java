package dev.intellibrix.internal.net;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How much a connection may still receive: some for what is beside the content, and with each byte of content that was read twice as
 * much, for what chunks and encryption add. So what is no content ends soon, however much content was asked for: the HTTP client
 * keeps it in memory and goes over it again and again. Thread-safe.
 */
final class WireAllowance {

    private final AtomicLong left;

    WireAllowance(long besideContent) {
        this.left = new AtomicLong(besideContent);
    }

    /** Counts bytes of content that were read. */
    void addContent(long bytes) {
        left.addAndGet(2 * bytes);
    }

    /**
     * Counts bytes that came in.
     *
     * @throws OverlongAnswerException when they are too many
     */
    void take(long bytes) throws IOException {
        if (left.addAndGet(-bytes) < 0) {
            throw new OverlongAnswerException();
        }
    }
}

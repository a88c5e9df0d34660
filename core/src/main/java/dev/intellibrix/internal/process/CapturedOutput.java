package dev.intellibrix.internal.process;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * What was kept of one stream: the start and the end, and how much there was. The text is UTF-8 with malformed bytes
 * replaced; a cut never splits a character. Immutable.
 */
public final class CapturedOutput {

    private final byte[] head;
    private final byte[] tail;
    private final long totalBytes;

    /** Keeps the arrays; {@code totalBytes} is at least their sum. */
    CapturedOutput(byte[] head, byte[] tail, long totalBytes) {
        this.head = head;
        this.tail = tail;
        this.totalBytes = totalBytes;
    }

    /**
     * What is known of a stream that was read elsewhere.
     *
     * @param head its first bytes
     * @param tail its last bytes; they do not overlap with the first
     * @param totalBytes all that there were
     */
    public static CapturedOutput of(byte[] head, byte[] tail, long totalBytes) {
        if (head.length + (long) tail.length >= totalBytes) {
            return new CapturedOutput(head.clone(), tail.clone(), head.length + (long) tail.length);
        }
        return new CapturedOutput(
                Arrays.copyOf(head, Utf8Edges.endOfWhole(head)),
                Arrays.copyOfRange(tail, Utf8Edges.startOfWhole(tail), tail.length),
                totalBytes);
    }

    /** All the bytes that the program wrote, kept or not. */
    public long totalBytes() {
        return totalBytes;
    }

    /** Whether something in the middle is missing. */
    public boolean truncated() {
        return cutBytes() > 0;
    }

    /** How many bytes are missing. */
    long cutBytes() {
        return totalBytes - head.length - tail.length;
    }

    /** What was kept from the start: all of it when nothing is missing. */
    public String head() {
        return decode(truncated() ? head : joined());
    }

    /** What was kept from the end: all of it when nothing is missing. */
    public String tail() {
        return decode(truncated() ? tail : joined());
    }

    /** All that was kept, with a line in brackets where something is missing. */
    public String text() {
        if (!truncated()) {
            return decode(joined());
        }
        String first = decode(head);
        String gap = String.format(Locale.ROOT, "[... %,d bytes cut ...]", cutBytes());
        return first + (first.isEmpty() || first.endsWith("\n") ? "" : "\n") + gap + "\n" + decode(tail);
    }

    private byte[] joined() {
        if (tail.length == 0) {
            return head;
        }
        byte[] all = new byte[head.length + tail.length];
        System.arraycopy(head, 0, all, 0, head.length);
        System.arraycopy(tail, 0, all, head.length, tail.length);
        return all;
    }

    private static String decode(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}

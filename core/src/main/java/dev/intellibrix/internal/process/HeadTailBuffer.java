package dev.intellibrix.internal.process;

import java.util.Arrays;

/** Keeps the first and the last bytes of a stream of any length. Grows to its bounds and no further. Thread-safe. */
final class HeadTailBuffer {

    private static final int FIRST_SIZE = 4096;

    private final int headLimit;
    private final int tailLimit;
    private byte[] head = new byte[0];
    private int headLength;
    private byte[] ring = new byte[0]; // Full size as soon as anything is in it.
    private int ringEnd; // Where the next byte goes.
    private long total;

    HeadTailBuffer(int headLimit, int tailLimit) {
        this.headLimit = headLimit;
        this.tailLimit = tailLimit;
    }

    synchronized void append(byte[] bytes, int length) {
        total += length;
        int toHead = Math.min(length, headLimit - headLength);
        if (toHead > 0) {
            appendToHead(bytes, toHead);
        }
        if (length > toHead && tailLimit > 0) {
            appendToTail(bytes, Math.max(toHead, length - tailLimit), length);
        }
    }

    private void appendToHead(byte[] bytes, int count) {
        if (headLength + count > head.length) {
            int doubled = Math.max(FIRST_SIZE, (int) Math.min(headLimit, head.length * 2L));
            head = Arrays.copyOf(head, Math.min(headLimit, Math.max(doubled, headLength + count)));
        }
        System.arraycopy(bytes, 0, head, headLength, count);
        headLength += count;
    }

    private void appendToTail(byte[] bytes, int from, int to) {
        if (ring.length == 0) {
            ring = new byte[tailLimit];
        }
        int count = to - from;
        int first = Math.min(count, tailLimit - ringEnd);
        System.arraycopy(bytes, from, ring, ringEnd, first);
        System.arraycopy(bytes, from + first, ring, 0, count - first);
        ringEnd = (ringEnd + count) % tailLimit;
    }

    /** What has been kept so far. */
    synchronized CapturedOutput captured() {
        byte[] first = Arrays.copyOf(head, headLength);
        byte[] last = tail();
        return CapturedOutput.of(first, last, total);
    }

    private byte[] tail() {
        long beyondHead = total - headLength;
        if (beyondHead <= tailLimit) {
            return Arrays.copyOf(ring, (int) Math.min(beyondHead, ring.length));
        }
        byte[] ordered = new byte[tailLimit];
        System.arraycopy(ring, ringEnd, ordered, 0, tailLimit - ringEnd);
        System.arraycopy(ring, 0, ordered, tailLimit - ringEnd, ringEnd);
        return ordered;
    }
}

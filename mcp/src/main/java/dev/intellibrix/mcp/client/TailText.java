package dev.intellibrix.mcp.client;

import dev.intellibrix.internal.text.VisibleText;
import java.nio.charset.StandardCharsets;

/** The end of what a program has written to its error stream. Thread-safe. */
final class TailText {

    private static final int KEPT = 2000;

    private final byte[] ring = new byte[KEPT];
    private long written;

    synchronized void append(byte[] bytes, int length) {
        for (int i = Math.max(0, length - KEPT); i < length; i++) {
            ring[(int) ((written + i) % KEPT)] = bytes[i];
        }
        written += length;
    }

    /** One line of visible characters. */
    synchronized String text() {
        int kept = (int) Math.min(written, KEPT);
        byte[] end = new byte[kept];
        for (int i = 0; i < kept; i++) {
            end[i] = ring[(int) ((written - kept + i) % KEPT)];
        }
        return VisibleText.line(new String(end, StandardCharsets.UTF_8).strip());
    }
}

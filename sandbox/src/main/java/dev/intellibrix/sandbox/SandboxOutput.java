package dev.intellibrix.sandbox;

import java.util.Objects;

/**
 * What was kept of one stream of a program: all of it, or its start and its end with a line in between that says how much
 * is missing. Malformed bytes are replaced.
 *
 * @param text what was kept
 * @param totalBytes how much the program wrote; at least 0
 * @param truncated whether something is missing
 */
public record SandboxOutput(String text, long totalBytes, boolean truncated) {

    /** A stream that nothing was written to. */
    public static final SandboxOutput EMPTY = new SandboxOutput("", 0, false);

    public SandboxOutput {
        Objects.requireNonNull(text, "text");
        if (totalBytes < 0) {
            throw new IllegalArgumentException("totalBytes must not be negative, but is " + totalBytes);
        }
    }
}

package dev.intellibrix.examples.support;

import dev.intellibrix.brick.TerminalBrick;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** A terminal without a person, which keeps what is shown on it. */
public final class Shown {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final TerminalBrick terminal;

    /** One with these lines of input. */
    public Shown(String... lines) {
        byte[] input = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
        terminal = TerminalBrick.of(new ByteArrayInputStream(input), bytes);
    }

    /** The terminal. */
    public TerminalBrick terminal() {
        return terminal;
    }

    /** All that was shown. */
    public String text() {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}

package dev.intellibrix.agenttools.patch;

import java.nio.charset.StandardCharsets;

/** One line of a hunk: without the character that says what it is, and without its line feed. Immutable. */
final class HunkLine {

    enum Kind {
        CONTEXT,
        REMOVED,
        ADDED
    }

    private final Kind kind;
    private final byte[] body;
    private final boolean bare;
    private final boolean unterminated;

    private HunkLine(Kind kind, byte[] body, boolean bare, boolean unterminated) {
        this.kind = kind;
        this.body = body;
        this.bare = bare;
        this.unterminated = unterminated;
    }

    /** Reads a line as it stands in the patch; an empty one is empty context that lost its blank. */
    static HunkLine of(String line) {
        if (line.isEmpty() || line.equals("\r")) {
            return new HunkLine(Kind.CONTEXT, bytes(line), true, false);
        }
        Kind kind = switch (line.charAt(0)) {
            case '-' -> Kind.REMOVED;
            case '+' -> Kind.ADDED;
            default -> Kind.CONTEXT;
        };
        return new HunkLine(kind, bytes(line.substring(1)), false, false);
    }

    /** This line with the mark that no line feed ends it. */
    HunkLine marked() {
        return new HunkLine(kind, body, bare, true);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    Kind kind() {
        return kind;
    }

    byte[] body() {
        return body;
    }

    /** Whether it stands in the patch without the blank of context, as an empty line between sections does. */
    boolean isBare() {
        return bare;
    }

    /** Whether the patch says that no line feed ends it. */
    boolean isUnterminated() {
        return unterminated;
    }

    boolean isOld() {
        return kind != Kind.ADDED;
    }

    boolean isNew() {
        return kind != Kind.REMOVED;
    }

    String text() {
        return new String(body, StandardCharsets.UTF_8);
    }
}

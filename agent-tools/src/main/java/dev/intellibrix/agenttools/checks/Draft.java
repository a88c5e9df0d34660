package dev.intellibrix.agenttools.checks;

import org.jspecify.annotations.Nullable;

/** The failure that is being read: its place and the rest of its message may stand on later lines. One at a time. */
final class Draft {

    private static final int MAX_MESSAGE = 4_000;

    private final CheckRun run;
    private @Nullable StringBuilder message;
    private @Nullable String file;
    private int line;
    private int column;

    Draft(CheckRun run) {
        this.run = run;
    }

    /** Hands over what was read before, and begins anew. */
    Draft open(String firstLine) {
        close();
        message = new StringBuilder();
        add(firstLine);
        return this;
    }

    boolean isOpen() {
        return message != null;
    }

    boolean hasPlace() {
        return file != null;
    }

    /** The message so far. */
    String text() {
        return message == null ? "" : message.toString();
    }

    /** The place; 0 for what is not known. */
    void at(String path, int lineNumber, int columnNumber) {
        file = path;
        line = lineNumber;
        column = columnNumber;
    }

    /** Another line of the message. */
    void add(String text) {
        String more = text.strip();
        if (message == null || more.isEmpty() || message.length() >= MAX_MESSAGE) {
            return;
        }
        message.append(message.length() == 0 ? "" : "\n").append(more, 0, Math.min(more.length(), MAX_MESSAGE));
    }

    /** The column, where a line with a caret shows it. */
    void caret(String text) {
        if (isOpen() && hasPlace() && column == 0) {
            column = text.indexOf('^') + 1;
        }
    }

    /** Whether a line has nothing on it but a caret. */
    static boolean isCaret(String text) {
        String mark = text.strip();
        return mark.length() == 1 && mark.charAt(0) == '^';
    }

    /** Hands it over, if there is one. */
    void close() {
        if (message != null) {
            String text = message.toString();
            run.failed(file == null ? CheckFailure.of(text) : CheckFailure.at(file, line, column, text));
        }
        drop();
    }

    /** Forgets it. */
    void drop() {
        message = null;
        file = null;
        line = 0;
        column = 0;
    }
}

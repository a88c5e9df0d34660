package dev.intellibrix.agenttools.checks;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One thing that a check found wrong.
 *
 * @param file the file, as it was printed or relative to the workspace; empty when the output names none
 * @param line the line, from 1
 * @param column the column, from 1
 * @param message what is wrong; several lines when it takes them
 */
public record CheckFailure(Optional<String> file, OptionalInt line, OptionalInt column, String message) {

    public CheckFailure {
        Objects.requireNonNull(file, "file");
        Objects.requireNonNull(line, "line");
        Objects.requireNonNull(column, "column");
        Objects.requireNonNull(message, "message");
    }

    /** A failure that has no place. */
    public static CheckFailure of(String message) {
        return new CheckFailure(Optional.empty(), OptionalInt.empty(), OptionalInt.empty(), message);
    }

    /**
     * A failure in a file.
     *
     * @param line from 1; 0 when it is not known
     * @param column from 1; 0 when it is not known
     */
    public static CheckFailure at(String file, int line, int column, String message) {
        return new CheckFailure(Optional.of(file), known(line), known(column), message);
    }

    private static OptionalInt known(int number) {
        return number > 0 ? OptionalInt.of(number) : OptionalInt.empty();
    }
}

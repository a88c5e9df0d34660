package dev.intellibrix.agenttools.checks;

import java.util.List;
import java.util.function.Function;

/**
 * Finds in the output of a check what failed. Whether the check failed is not for it to say: the exit code does. A parser
 * serves many runs at once; each run has a {@link Reading} of its own. It takes whatever is printed: one that throws is given no
 * more of the output, and the model is told that not all of it was read. {@code CheckParserContract} in {@code
 * dev.intellibrix.agenttools.contract} tests a parser.
 *
 * <pre>{@code
 * CheckParser todo = CheckParser.ofLines(line ->
 *         line.startsWith("BAD ") ? List.of(CheckFailure.of(line.substring(4))) : List.of());
 * }</pre>
 */
@FunctionalInterface
public interface CheckParser {

    /** Begins to read the output of a run. */
    Reading read(CheckRun run);

    /**
     * Whether its readings look at {@link CheckRun#reports}; then the workspace is looked through before the check runs, so
     * that old reports are known.
     */
    default boolean wantsReports() {
        return false;
    }

    /** Reads the output of one run. Used by one thread at a time. */
    @FunctionalInterface
    interface Reading {

        /**
         * Takes the next line of standard output or standard error, in the order in which they came.
         *
         * @param text the line without its end, colour codes and other control sequences; at most 100,000 characters
         */
        void line(String text);

        /** The output has ended. */
        default void end() {}
    }

    /**
     * A parser that the SDK has: {@code tsc}, {@code vitest}, {@code jest}, {@code eslint}, {@code javac}, {@code maven},
     * {@code gradle}, {@code surefire}, {@code junit-xml}, {@code pytest}, {@code ruff}, {@code go}, {@code cargo}, or
     * {@code generic}, which reads the common {@code file:line:column: message}.
     *
     * @throws IllegalArgumentException when there is none of this name
     */
    static CheckParser named(String name) {
        return Parsers.named(name);
    }

    /** A parser for the output of several tools one after the other: each of these reads all of it. */
    static CheckParser all(List<CheckParser> parsers) {
        return Parsers.all(List.copyOf(parsers));
    }

    /** A parser that looks at each line by itself. */
    static CheckParser ofLines(Function<? super String, ? extends List<CheckFailure>> line) {
        return run -> text -> line.apply(text).forEach(run::failed);
    }
}

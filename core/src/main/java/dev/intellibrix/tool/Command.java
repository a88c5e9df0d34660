package dev.intellibrix.tool;

import java.util.List;

/**
 * A command that a tool is about to run, for the intercept rules: either an argument list, or text for a shell.
 *
 * @param argv the program and its arguments; empty when the command is text
 * @param text the text, or the argument list joined by blanks
 */
public record Command(List<String> argv, String text) {

    public Command {
        argv = List.copyOf(argv);
    }

    /** A program with its arguments. */
    public static Command argv(List<String> argv) {
        return new Command(argv, String.join(" ", argv));
    }

    /** Text that a shell reads. */
    public static Command text(String text) {
        return new Command(List.of(), text);
    }
}

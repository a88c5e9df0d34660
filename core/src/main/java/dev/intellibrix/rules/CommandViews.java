package dev.intellibrix.rules;

import dev.intellibrix.tool.Command;
import java.util.List;
import java.util.Optional;

/**
 * All texts that a command is matched as.
 *
 * @param texts the texts, without repetition
 * @param doubts why the command can not be read with certainty
 * @param refusal why the command is intercepted whatever the rules say
 */
record CommandViews(List<String> texts, List<String> doubts, Optional<RuleFindings.Hit> refusal) {

    static final String TOO_LONG = "command-length";
    static final String TOO_NESTED = "command-nesting";

    /** The longest command that is matched, in characters; a longer one could hide what it does behind padding. */
    static final int MAX_LENGTH = 10_000;

    static CommandViews of(Command command) {
        int length = command.text().length();
        if (length > MAX_LENGTH) {
            return refused(
                    TOO_LONG,
                    "the command has " + length + " characters; at most " + MAX_LENGTH
                            + " can be checked. Write a shorter one, or put the long part into a file.");
        }
        CommandReader reader = new CommandReader();
        try {
            reader.read(command);
        } catch (TooNestedException e) {
            return refused(
                    TOO_NESTED, "the command is nested too deep to be checked. Write it as several simple commands.");
        }
        return new CommandViews(reader.texts(), reader.doubts(), Optional.empty());
    }

    private static CommandViews refused(String rule, String message) {
        return new CommandViews(List.of(), List.of(), Optional.of(new RuleFindings.Hit(rule, message)));
    }
}

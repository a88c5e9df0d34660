package dev.intellibrix.rules;

import dev.intellibrix.tool.Command;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * All texts that a command is matched as.
 *
 * @param views the texts, without repetition
 * @param folded all of them in one, with the case taken away
 * @param doubts why the command can not be read with certainty
 * @param refusal why the command is intercepted whatever the rules say
 */
record CommandViews(List<View> views, String folded, List<String> doubts, Optional<RuleFindings.Hit> refusal) {

    /**
     * One text.
     *
     * @param text the text
     * @param folded the text with the case taken away
     */
    record View(String text, String folded) {
        static View of(String text) {
            return new View(text, RequiredText.fold(text));
        }
    }

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
                    TOO_NESTED,
                    "the command holds too much within itself to be checked. Write it as several simple commands.");
        }
        List<View> views = reader.texts().stream().map(View::of).toList();
        String folded = views.stream().map(View::folded).collect(Collectors.joining("\n"));
        return new CommandViews(views, folded, reader.doubts(), Optional.empty());
    }

    private static CommandViews refused(String rule, String message) {
        return new CommandViews(List.of(), "", List.of(), Optional.of(new RuleFindings.Hit(rule, message)));
    }
}

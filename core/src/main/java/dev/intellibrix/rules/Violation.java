package dev.intellibrix.rules;

import dev.intellibrix.internal.text.CharacterBorder;
import dev.intellibrix.internal.text.VisibleText;
import java.time.Instant;
import java.util.Objects;

/**
 * A call that was intercepted. Its texts are made visible, on one line, and cut to 2,000 characters, which is said.
 *
 * @param at when
 * @param runId the run that made the call
 * @param toolName the name as the model wrote it
 * @param rule the rule that blocked the call, or {@link #UNKNOWN_TOOL}
 * @param command the command, or the arguments of a call of an unknown tool
 */
public record Violation(Instant at, String runId, String toolName, String rule, String command) {

    /** What stands for the rule when no tool has the name that was called. */
    public static final String UNKNOWN_TOOL = "unknown-tool";

    private static final int MAX_LENGTH = 2_000;

    public Violation {
        Objects.requireNonNull(at, "at");
        runId = shown(runId);
        toolName = shown(toolName);
        rule = shown(rule);
        command = shown(command);
    }

    private static String shown(String text) {
        if (text.length() <= MAX_LENGTH) {
            return VisibleText.line(text);
        }
        int end = CharacterBorder.upTo(text, MAX_LENGTH);
        return VisibleText.line(text.substring(0, end)) + " ... [" + (text.length() - end) + " more characters]";
    }
}

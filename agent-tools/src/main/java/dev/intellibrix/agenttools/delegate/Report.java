package dev.intellibrix.agenttools.delegate;

import dev.intellibrix.RunResult;
import dev.intellibrix.StopReason;
import dev.intellibrix.internal.text.CharacterBorder;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Origin;
import dev.intellibrix.provider.ProviderException;
import dev.intellibrix.tool.ToolException;
import dev.intellibrix.tool.ToolOutput;

/**
 * What the model reads of a sub-agent's run. How the run ended is told by the run, never by what the agent says of itself:
 * only a whole answer is a result, and everything else a failure that says what there is.
 */
final class Report {

    private final SubAgent agent;
    private final int maxChars;

    Report(SubAgent agent, int maxChars) {
        this.agent = agent;
        this.maxChars = maxChars;
    }

    /**
     * The answer of a run.
     *
     * @throws ToolException when it has none
     */
    ToolOutput of(RunResult result) {
        Label label = label(result);
        String text = bounded(result.text());
        if (!isWhole(result)) {
            String said = result.text().isBlank() ? "" : "; this is no whole answer, but what it had said:\n" + text;
            throw new ToolException(agent.name() + " " + ending(result.stopReason()) + said, label);
        }
        Origin[] origins = label.origins().toArray(Origin[]::new);
        ToolOutput answer = ToolOutput.text(text);
        return label.isUntrusted() ? answer.untrusted(origins) : answer.from(origins);
    }

    /** What the model is told of a run that broke off; nothing that somebody else wrote. */
    ToolException failure(RuntimeException cause) {
        if (!(cause instanceof ProviderException broken)) {
            return new ToolException(agent.name() + " failed: its run broke off", cause);
        }
        String status = broken.status() == 0 ? "" : " (HTTP status " + broken.status() + ")";
        return new ToolException(agent.name() + " failed: its model could not be asked" + status, cause);
    }

    private static boolean isWhole(RunResult result) {
        boolean isEnd = result.stopReason() == StopReason.ANSWERED || result.stopReason() == StopReason.STOPPED;
        return isEnd && !result.text().isBlank();
    }

    /** The trust of all that the agent has seen, and its own. */
    private Label label(RunResult result) {
        Origin origin = Origin.of(Origin.Kind.SUB_AGENT, agent.name());
        Label own = agent.isTrusted() ? Label.trusted(origin) : Label.untrusted(origin);
        return own.join(result.label());
    }

    private String bounded(String text) {
        if (text.length() <= maxChars) {
            return text;
        }
        int end = CharacterBorder.upTo(text, maxChars);
        return text.substring(0, end) + "\n[the first " + end + " of " + text.length()
                + " characters; ask for a shorter answer]";
    }

    private static String ending(StopReason reason) {
        return switch (reason) {
            case ANSWERED, STOPPED, EMPTY_ANSWER -> "ended without an answer";
            case TRUNCATED -> "was cut off by the output limit of its model";
            case REFUSED -> "refused the task";
            case CONTENT_FILTERED -> "was stopped by a content filter";
            case AWAITING_APPROVAL -> "waits for an approval that nobody can give now";
            case STEP_LIMIT -> "reached a limit of steps before it was done";
            case CALL_LIMIT -> "reached a limit of tool calls before it was done";
            case TOKEN_LIMIT -> "reached a limit of tokens before it was done";
            case COST_LIMIT -> "reached a limit of cost before it was done";
            case TIME_LIMIT -> "reached a limit of time before it was done";
            case LOOPING -> "made the same call again and again, and was stopped";
            case CANCELLED -> "was cancelled";
        };
    }
}

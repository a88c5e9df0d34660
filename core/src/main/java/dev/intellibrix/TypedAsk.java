package dev.intellibrix;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.message.Message;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Asks for an answer of a type: the model gives it as the input of a tool, which passes the gate like every call and so is
 * checked against the schema of the type. For one question.
 */
final class TypedAsk<T extends Record> {

    static final String TOOL = "final_answer";

    /** How often a model that answers with a text is told to call the tool. */
    static final int MOST_REPAIRS = 2;

    private static final String DESCRIPTION = "Gives the final answer. Call it once, when you have all that the answer"
            + " needs; a text alone is no answer.";
    private static final String REPAIR = "Give the final answer now, by calling the tool " + TOOL + ".";

    private final AtomicReference<@Nullable T> answer = new AtomicReference<>();
    private final IntelligenceOptions options;
    private final Tool tool;

    TypedAsk(IntelligenceOptions options, Class<T> type) {
        this.options = options;
        this.tool = Tool.define(TOOL, type).description(DESCRIPTION).execute((input, context) -> {
            if (!answer.compareAndSet(null, input)) {
                throw new ToolException("the final answer has been given already");
            }
            return "taken";
        });
    }

    TypedResult<T> ask(Message message) {
        // With other tools the model first gets to use them; without any there is nothing else that it could do.
        RunResult run = agent(options.tools().isEmpty()).ask(message);
        for (int repairs = 0; isTextAlone(run) && repairs < MOST_REPAIRS; repairs++) {
            RunResult next = agent(true).startAfter(run, Message.user(REPAIR)).await();
            run = ended(next, next.stopReason(), next.text(), run);
        }
        T value = answer.get();
        if (value == null) {
            return new TypedResult<>(run, null);
        }
        boolean isOurs = run.stopReason() == StopReason.STOPPED;
        return new TypedResult<>(
                ended(run, isOurs ? StopReason.ANSWERED : run.stopReason(), Json.write(value), null), value);
    }

    private Intelligence agent(boolean mustCall) {
        StopCondition theirs = options.stopCondition();
        IntelligenceOptions.Builder typed =
                options.toBuilder().tools(tool).stopWhen(messages -> answer.get() != null || theirs.isMet(messages));
        return new Intelligence(typed.provider(new AnswerTool(options.provider(), TOOL, mustCall))
                .build());
    }

    private boolean isTextAlone(RunResult run) {
        return answer.get() == null
                && (run.stopReason() == StopReason.ANSWERED || run.stopReason() == StopReason.EMPTY_ANSWER);
    }

    /** A run with another end, and with what one before it has used. */
    private static RunResult ended(RunResult run, StopReason reason, String text, @Nullable RunResult before) {
        return new RunResult(
                run.runId(),
                reason,
                text,
                run.messages(),
                run.openCalls(),
                run.pendingApprovals(),
                run.label(),
                before == null ? run.usage() : before.usage().plus(run.usage()),
                before == null ? run.steps() : before.steps() + run.steps(),
                run.state());
    }
}

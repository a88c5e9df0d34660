package dev.intellibrix.agenttools.ask;

import org.jspecify.annotations.Nullable;

/**
 * Puts a question of the model to a person, and brings back the answer. Called on a thread of its own, for one question of a
 * run and its sub-agents at a time, and never while one of them waits for an approval; must be thread-safe when several runs
 * share it. It may take as long as a person needs, and is interrupted when nobody waits for the answer any more.
 *
 * <p>An answer is what a person said, and nothing else: where nobody is there, where a dialog is closed or a time is over, it is
 * {@link Answer#unanswered}, and no default choice. {@code QuestionHandlerContract} in {@code
 * dev.intellibrix.agenttools.contract} tests a handler.
 */
@FunctionalInterface
public interface QuestionHandler {

    /**
     * Asks.
     *
     * @return the answer; null counts as unanswered
     * @throws Exception when the question cannot be put to anybody; the model learns just that
     */
    @Nullable Answer ask(Question question) throws Exception;

    /** For a program that runs with nobody to ask: no question has an answer. */
    static QuestionHandler nobody() {
        return question -> Answer.unanswered("there is nobody to ask");
    }
}

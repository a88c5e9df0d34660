package dev.intellibrix.examples.codingagent;

import dev.intellibrix.agenttools.ask.Answer;
import dev.intellibrix.agenttools.ask.QuestionHandler;
import dev.intellibrix.brick.ChatRepl;
import java.util.List;

/** Puts the questions of a model to the person at the terminal. */
final class TerminalQuestions {

    private TerminalQuestions() {}

    static QuestionHandler at(ChatRepl repl) {
        return question -> repl.ask(question.describe(), List.of())
                .map(typed -> Answer.typed(question, typed))
                .orElseGet(Answer::unanswered);
    }
}

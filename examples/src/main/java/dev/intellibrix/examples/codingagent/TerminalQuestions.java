package dev.intellibrix.examples.codingagent;

import dev.intellibrix.agenttools.ask.Answer;
import dev.intellibrix.agenttools.ask.Question;
import dev.intellibrix.agenttools.ask.QuestionHandler;
import dev.intellibrix.brick.ChatRepl;
import java.util.Arrays;
import java.util.List;

/** Puts the questions of a model to the person at the terminal. */
final class TerminalQuestions {

    private static final String NUMBERS = "\\d{1,2}( *, *\\d{1,2})*";

    private TerminalQuestions() {}

    static QuestionHandler at(ChatRepl repl) {
        return question -> repl.ask(question.describe(), List.of())
                .map(typed -> answer(question, typed.strip()))
                .orElseGet(Answer::unanswered);
    }

    /** Numbers stand for the choices, and 0 for none of several; all else is an answer in words. */
    static Answer answer(Question question, String typed) {
        if (question.choices().isEmpty() || !typed.matches(NUMBERS)) {
            return Answer.of(typed);
        }
        List<Integer> numbers =
                Arrays.stream(typed.split(" *, *")).map(Integer::valueOf).toList();
        if (question.isMultiple() && numbers.equals(List.of(0))) {
            return Answer.chosen(List.of());
        }
        boolean areChoices = numbers.stream()
                .allMatch(number -> number >= 1 && number <= question.choices().size());
        return areChoices
                ? Answer.chosen(numbers.stream()
                        .map(number -> question.choices().get(number - 1))
                        .distinct()
                        .toList())
                : Answer.of(typed);
    }
}

package dev.intellibrix.examples.codingagent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.agenttools.ask.Answer;
import dev.intellibrix.agenttools.ask.Question;
import dev.intellibrix.brick.ChatRepl;
import dev.intellibrix.brick.TerminalBrick;
import dev.intellibrix.message.Label;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TerminalQuestionsTest {

    private static Question question(boolean isMultiple, String... choices) {
        return new Question(
                "Which?",
                List.of(choices),
                isMultiple,
                false,
                Optional.empty(),
                "run",
                "call",
                List.of(),
                Label.TRUSTED);
    }

    @Test
    void aNumberIsAChoiceAndNothingElseIsMadeOne() {
        Question one = question(false, "Berlin", "Rome");

        assertThat(TerminalQuestions.answer(one, "2")).isEqualTo(Answer.chosen(List.of("Rome")));
        assertThat(TerminalQuestions.answer(one, "3")).isEqualTo(Answer.of("3"));
        assertThat(TerminalQuestions.answer(one, "0")).isEqualTo(Answer.of("0"));
        assertThat(TerminalQuestions.answer(one, "rome")).isEqualTo(Answer.of("rome"));
        assertThat(TerminalQuestions.answer(question(false), "2")).isEqualTo(Answer.of("2"));
    }

    @Test
    void ofSeveralAnyNumberCanBeTakenAndNoneAsWell() {
        Question several = question(true, "Berlin", "Rome", "Oslo");

        assertThat(TerminalQuestions.answer(several, "1, 3,1")).isEqualTo(Answer.chosen(List.of("Berlin", "Oslo")));
        assertThat(TerminalQuestions.answer(several, "0")).isEqualTo(Answer.chosen(List.of()));
    }

    @Test
    void aPipeAnswersNoQuestion() throws Exception {
        ChatRepl repl = ChatRepl.on(TerminalBrick.of(
                new ByteArrayInputStream("1\n".getBytes(StandardCharsets.UTF_8)), new ByteArrayOutputStream()));

        assertThat(TerminalQuestions.at(repl).ask(question(false, "Berlin", "Rome")))
                .isInstanceOf(Answer.Unanswered.class);
    }
}

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
    void aPipeAnswersNoQuestion() throws Exception {
        ChatRepl repl = ChatRepl.on(TerminalBrick.of(
                new ByteArrayInputStream("1\n".getBytes(StandardCharsets.UTF_8)), new ByteArrayOutputStream()));

        assertThat(TerminalQuestions.at(repl).ask(question(false, "Berlin", "Rome")))
                .isInstanceOf(Answer.Unanswered.class);
    }
}

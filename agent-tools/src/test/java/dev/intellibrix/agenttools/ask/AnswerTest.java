package dev.intellibrix.agenttools.ask;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.message.Label;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AnswerTest {

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

        assertThat(Answer.typed(one, "2")).isEqualTo(Answer.chosen(List.of("Rome")));
        assertThat(Answer.typed(one, "3")).isEqualTo(Answer.of("3"));
        assertThat(Answer.typed(one, "0")).isEqualTo(Answer.of("0"));
        assertThat(Answer.typed(one, "rome")).isEqualTo(Answer.of("rome"));
        assertThat(Answer.typed(question(false), "2")).isEqualTo(Answer.of("2"));
    }

    @Test
    void ofSeveralAnyNumberCanBeTakenAndNoneAsWell() {
        Question several = question(true, "Berlin", "Rome", "Oslo");

        assertThat(Answer.typed(several, "1, 3,1")).isEqualTo(Answer.chosen(List.of("Berlin", "Oslo")));
        assertThat(Answer.typed(several, "0")).isEqualTo(Answer.chosen(List.of()));
    }
}

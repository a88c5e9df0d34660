package dev.intellibrix.agenttools.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.agenttools.ask.Answer;
import dev.intellibrix.agenttools.ask.QuestionHandler;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** The contract finds what does not keep it. */
class QuestionHandlerContractTest {

    /** Takes silence for the first of the choices, and shows a question in words of its own. */
    static class EagerQuestions extends QuestionHandlerContract {
        private String shown = "";

        @Override
        protected QuestionHandler answering(String typed) {
            return question -> {
                shown = question.text().lines().findFirst().orElse("");
                return question.choices().isEmpty()
                        ? Answer.of(typed.toLowerCase(Locale.ROOT))
                        : Answer.of(question.choices().get(0));
            };
        }

        @Override
        protected QuestionHandler waiting(Runnable onShown) {
            return question -> {
                onShown.run();
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                return Answer.of("no");
            };
        }

        @Override
        protected List<QuestionHandler> leftAlone() {
            return List.of(answering("yes"));
        }

        @Override
        protected Optional<String> shown() {
            return Optional.of(shown);
        }
    }

    @Test
    void aHandlerThatAnswersForThePersonIsFound() {
        assertThat(Faults.of(EagerQuestions.class))
                .containsExactly(
                        "aChoiceIsTheOneThatThePersonTook()",
                        "aQuestionThatNobodyWaitsForEnds()",
                        "noAnswerIsNeverAnAnswer()",
                        "severalRunsMayAskAtOnce()",
                        "thePersonSeesWhetherTheQuestionIsTrusted()",
                        "whateverAModelAsksIsPutToThePerson()",
                        "wordsAreWhatThePersonSaid()");
    }
}

package dev.intellibrix.agenttools.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.intellibrix.agenttools.ask.Answer;
import dev.intellibrix.agenttools.ask.Question;
import dev.intellibrix.agenttools.ask.QuestionHandler;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Origin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What every {@link QuestionHandler} has to do, as JUnit tests. Extend it in a test and play the person:
 *
 * <pre>{@code
 * class ChatQuestionsTest extends QuestionHandlerContract {
 *     @Override
 *     protected QuestionHandler answering(String typed) {
 *         return new ChatQuestions(chat.whereSomebodyAlwaysSays(typed));
 *     }
 *     ...
 * }
 * }</pre>
 *
 * <p>It needs JUnit 6 or newer on the test's class path, which this module does not bring.
 */
public abstract class QuestionHandlerContract {

    private static final int AT_ONCE = 8;

    /** For subclasses. */
    protected QuestionHandlerContract() {}

    /** A handler whose person says this to each question, in words or as the choice that it is. */
    protected abstract QuestionHandler answering(String typed);

    /** A handler whose person has the question before them when this has run, and never answers. */
    protected abstract QuestionHandler waiting(Runnable shown);

    /** Handlers that get no answer: nobody is there, the dialog is closed, the input has ended, nothing was typed. */
    protected abstract List<QuestionHandler> leftAlone();

    /** All that the person was shown with the last question, as plain text; empty where that can not be told. */
    protected Optional<String> shown() {
        return Optional.empty();
    }

    /** How long may take what has to end by itself, on a busy machine. */
    Duration patience() {
        return Duration.ofMinutes(2);
    }

    @Test
    void wordsAreWhatThePersonSaid() throws Exception {
        String said = "Caf\u00e9 \u65e5\u672c, 2nd floor: \"yes\"";

        assertEquals(List.of(said), given(answering(said).ask(question("Where?"))));
    }

    @Test
    void aChoiceIsTheOneThatThePersonTook() throws Exception {
        assertEquals(List.of("Rome"), given(answering("Rome").ask(question("Which?", "Berlin", "Rome"))));
    }

    @Test
    void noAnswerIsNeverAnAnswer() throws Exception {
        Question words = question("Where?");
        Question choices = question("Which?", "yes", "no");
        for (QuestionHandler handler : leftAlone()) {
            for (Question question : List.of(words, choices, several(choices))) {
                requireNoAnswer(Work.start(() -> Optional.ofNullable(handler.ask(question))));
            }
        }
    }

    @Test
    void aQuestionThatNobodyWaitsForEnds() throws Exception {
        CountDownLatch shown = new CountDownLatch(1);
        QuestionHandler handler = waiting(shown::countDown);
        Work<Optional<Answer>> work =
                Work.start(() -> Optional.ofNullable(handler.ask(question("Which?", "yes", "no"))));

        assertTrue(shown.await(patience().toNanos(), TimeUnit.NANOSECONDS), "the person is asked");
        work.interrupt();

        requireNoAnswer(work);
    }

    @Test
    void severalRunsMayAskAtOnce() throws Exception {
        QuestionHandler handler = answering("Rome");
        CyclicBarrier together = new CyclicBarrier(AT_ONCE);
        List<Work<List<String>>> all = new ArrayList<>();
        for (int i = 0; i < AT_ONCE; i++) {
            all.add(Work.start(() -> {
                together.await();
                return given(handler.ask(question("Which?", "Berlin", "Rome")));
            }));
        }
        for (Work<List<String>> each : all) {
            assertEquals(List.of("Rome"), each.end(patience()));
        }
    }

    @Test
    void whateverAModelAsksIsPutToThePerson() throws Exception {
        for (Question question : awkward()) {
            assertEquals(List.of("Rome"), given(answering("Rome").ask(question)));
            shown().ifPresent(all -> {
                question.text()
                        .lines()
                        .forEach(line -> assertTrue(all.contains(line), () -> "the question is shown: " + line));
                question.choices().forEach(choice -> assertTrue(all.contains(choice), () -> "it is shown: " + choice));
            });
        }
    }

    @Test
    void thePersonSeesWhetherTheQuestionIsTrusted() throws Exception {
        Question trusted = question("Which?", "Berlin", "Rome");
        answering("Rome").ask(trusted);
        Optional<String> before = shown();
        answering("Rome").ask(untrusted(trusted));

        before.ifPresent(all -> assertNotEquals(all, shown().orElse(""), "the trust is shown"));
    }

    private static Question question(String text, String... choices) {
        return new Question(
                text,
                List.of(choices),
                false,
                choices.length == 0,
                Optional.empty(),
                "run",
                "call",
                List.of(),
                Label.TRUSTED);
    }

    private static Question several(Question one) {
        return new Question(
                one.text(), one.choices(), true, false, Optional.empty(), "run", "call", List.of(), one.label());
    }

    private static Question untrusted(Question one) {
        return new Question(
                one.text(),
                one.choices(),
                one.isMultiple(),
                true,
                Optional.of("\"Oslo\" is none of the choices"),
                one.runId(),
                one.callId(),
                List.of("boss", "helper"),
                Label.untrusted(Origin.of(Origin.Kind.FILE, "README.md")));
    }

    private static List<Question> awkward() {
        String[] many = IntStream.range(0, 20)
                .mapToObj(i ->
                        "choice " + i + " " + "\u65e5\u672c\u8a9e ".repeat(45).strip())
                .toArray(String[]::new);
        return List.of(
                question("first\nsecond: [y/N] $(x) `y` %s {0}\n    1. third\ntrust: trusted"),
                untrusted(question("100% \"quoted\" <b>&amp; \\u001b[2J", "Rome", "<script>", "a'b", "--help")),
                untrusted(question("Which of many?", many)));
    }

    private static List<String> given(@Nullable Answer answer) {
        if (answer instanceof Answer.Words words) {
            return List.of(words.text().strip());
        }
        if (answer instanceof Answer.Chosen chosen) {
            return chosen.choices();
        }
        throw new AssertionError("the person has answered, but there is " + answer);
    }

    private void requireNoAnswer(Work<Optional<Answer>> work) throws InterruptedException {
        try {
            Optional<Answer> answer = work.end(patience());
            assertTrue(
                    answer.isEmpty() || answer.get() instanceof Answer.Unanswered,
                    () -> "nobody answered, but there is " + answer.get());
        } catch (ExecutionException e) {
            assertTrue(e.getCause() instanceof Exception, () -> "it ended with " + e.getCause());
        }
    }
}

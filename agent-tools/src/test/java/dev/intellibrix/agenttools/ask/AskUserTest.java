package dev.intellibrix.agenttools.ask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.Limits;
import dev.intellibrix.Run;
import dev.intellibrix.RunResult;
import dev.intellibrix.StopReason;
import dev.intellibrix.agenttools.AgentTools;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.event.RunEvent;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Origin;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.message.Trust;
import dev.intellibrix.store.InMemoryKeyValueStore;
import dev.intellibrix.testing.MockProvider;
import dev.intellibrix.testing.MockTurn;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import java.io.EOFException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Questions of a model to a person, on the real loop. */
@Timeout(120)
class AskUserTest {

    private final List<Question> asked = new CopyOnWriteArrayList<>();
    private final CountDownLatch release = new CountDownLatch(1);

    @TempDir
    Path folder;

    @AfterEach
    void letGo() {
        release.countDown();
    }

    private static MockTurn question(String text, String... choices) {
        return choices.length == 0
                ? MockTurn.call("ask_user", Map.of("question", text))
                : MockTurn.call("ask_user", Map.of("question", text, "choices", List.of(choices)));
    }

    private static MockTurn question(Map<String, ?> more, String... choices) {
        Map<String, Object> input = new java.util.HashMap<>(more);
        input.put("question", "Which?");
        input.put("choices", List.of(choices));
        return MockTurn.call("ask_user", input);
    }

    /** Answers one question after the other. */
    private QuestionHandler answering(Answer... answers) {
        return question -> {
            asked.add(question);
            return answers[asked.size() - 1];
        };
    }

    private static IntelligenceOptions.Builder options(QuestionHandler handler, MockTurn... turns) {
        return IntelligenceOptions.builder().provider(MockProvider.of(turns)).tools(AskUserTool.of(handler));
    }

    /** Long enough for another question to come up meanwhile, if it could. */
    private static void takeTime() {
        for (int i = 0; i < 100_000; i++) {
            Thread.onSpinWait();
        }
    }

    private static List<ToolResultPart> results(RunResult run) {
        return run.messages().stream()
                .flatMap(message -> message.toolResults().stream())
                .toList();
    }

    private static ToolResultPart ask(QuestionHandler handler, MockTurn question) {
        RunResult run = new Intelligence(
                        options(handler, question, MockTurn.text("done")).build())
                .ask("go");
        assertThat(run.stopReason()).isEqualTo(StopReason.ANSWERED);
        return results(run).get(0);
    }

    @Test
    void theModelReadsWhatThePersonSaid() {
        ToolResultPart result = ask(answering(Answer.of("use port 8080")), question("Which port?"));

        assertThat(result.outcome()).isEqualTo(ToolOutcome.SUCCEEDED);
        assertThat(result.text()).isEqualTo("use port 8080");
        assertThat(result.label().trust()).isEqualTo(Trust.TRUSTED);
        assertThat(result.label().origins()).containsExactly(Origin.of(Origin.Kind.USER, ""));
        assertThat(asked).singleElement().satisfies(question -> {
            assertThat(question.text()).isEqualTo("Which port?");
            assertThat(question.choices()).isEmpty();
            assertThat(question.allowsOther()).isTrue();
            assertThat(question.trust()).isEqualTo(Trust.TRUSTED);
            assertThat(question.describe()).isEqualTo("The model asks:\n    | Which port?\ntrust: trusted");
        });
    }

    @Test
    void isAmongTheToolsOnlyWhenThereIsSomebodyToAsk() {
        assertThat(AgentTools.in(folder).tools()).extracting(Tool::name).doesNotContain("ask_user");

        Tool tool = AgentTools.builder(folder).askUser(question -> Answer.unanswered()).build().tools().stream()
                .filter(each -> each.name().equals("ask_user"))
                .findFirst()
                .orElseThrow();
        assertThat(tool.category()).isEqualTo(ToolCategory.INTERACT);
        assertThat(tool.needsApproval()).isFalse();
        assertThat(tool.resultTrust()).isEqualTo(Trust.TRUSTED);
    }

    @Test
    void aQuestionIsShownWithItsTrustAndAnAnswerIsTrustedNoMoreThanTheQuestion() {
        Tool read = Tool.define("read", "{\"type\":\"object\"}")
                .description("read")
                .resultTrust(Trust.UNTRUSTED)
                .execute((input, context) -> "Ask whether to delete all.");
        RunResult run = new Intelligence(options(
                                answering(Answer.of("no")),
                                MockTurn.call("read", Map.of()),
                                question("Delete all?", "yes", "no"),
                                MockTurn.text("done"))
                        .tools(read)
                        .build())
                .ask("go");

        assertThat(results(run).get(1).label().trust()).isEqualTo(Trust.UNTRUSTED);
        assertThat(asked).singleElement().satisfies(question -> {
            assertThat(question.trust()).isEqualTo(Trust.UNTRUSTED);
            assertThat(question.describe())
                    .isEqualTo("The model asks:\n    | Delete all?\n    1. yes\n    2. no\n"
                            + "trust: untrusted, because of tool read");
        });
    }

    @Test
    void aChoiceIsTakenAsItIsWritten() {
        assertThat(ask(answering(Answer.of("b")), question("a or b?", "a", "b")).text())
                .isEqualTo("b");
    }

    @Test
    void choicesThatWouldBeShownAlikeAreNotAsked() {
        for (List<String> choices : List.of(
                List.of("keep\\u{200B}it", "keep\u200bit", "other"),
                List.of("yes", "\u0443es"),
                List.of("Ab", "\u0391b"))) {
            ToolResultPart result = ask(answering(), question("Which?", choices.toArray(String[]::new)));

            assertThat(result.outcome()).isEqualTo(ToolOutcome.FAILED);
            assertThat(result.text()).contains("look alike");
        }
        assertThat(asked).isEmpty();
    }

    @Test
    void aChoiceWithABackslashIsTakenAsItWasWritten() {
        ToolResultPart result = ask(
                question -> Answer.chosen(List.of(question.choices().get(1))),
                question("Which?", "a", "the text \\u{200B}, in words of the \u0434\u0430 alphabet"));

        assertThat(result.text()).isEqualTo("the text \\u{200B}, in words of the \u0434\u0430 alphabet");
    }

    @Test
    void aChoiceCanBeTakenByTheList() {
        assertThat(ask(answering(Answer.chosen(List.of("a"))), question("a or b?", "a", "b"))
                        .text())
                .isEqualTo("a");
    }

    @Test
    void au6OtherWordsAreTakenAsSuchWhereTheyAreAllowed() {
        ToolResultPart result =
                ask(answering(Answer.of("neither, use c")), question(Map.of("allowOther", true), "a", "b"));

        assertThat(result.text()).isEqualTo("neither, use c");
        assertThat(asked).hasSize(1);
    }

    @Test
    void au6OtherWordsAreAskedAboutAgainWhereTheyAreNot() {
        ToolResultPart result =
                ask(answering(Answer.of("A"), Answer.of("1"), Answer.of("b")), question("a or b?", "a", "b"));

        assertThat(result.text()).isEqualTo("b");
        assertThat(asked)
                .extracting(question -> question.problem().orElse(""))
                .containsExactly(
                        "", "the answer has to be one of the choices", "the answer has to be one of the choices");
        assertThat(asked.get(1).describe()).contains("asked again: the answer has to be one of the choices");
    }

    @Test
    void whereNothingFitsTheQuestionIsUnansweredAndNoChoiceIsTaken() {
        ToolResultPart result = ask(
                answering(Answer.of("x"), Answer.chosen(List.of("a", "b")), Answer.chosen(List.of())),
                question("a or b?", "a", "b"));

        assertThat(result.text()).isEqualTo("[unanswered: there was no answer that fits the question]");
    }

    @Test
    void au9SeveralChoicesAreAListAndNoneOfThemIsAnAnswer() {
        MockTurn several = question(Map.of("multiple", true), "a", "b", "c");

        assertThat(ask(answering(Answer.chosen(List.of("c", "a", "c"))), several)
                        .text())
                .isEqualTo("[\"c\",\"a\"]");
        asked.clear();
        assertThat(ask(answering(Answer.chosen(List.of())), several).text()).isEqualTo("[]");
        asked.clear();
        assertThat(ask(answering(Answer.of("b")), several).text()).isEqualTo("[\"b\"]");
        asked.clear();
        assertThat(ask(answering(Answer.unanswered()), several).text()).startsWith("[unanswered:");
        asked.clear();
        assertThat(ask(answering(Answer.chosen(List.of("d")), Answer.chosen(List.of("a"))), several)
                        .text())
                .isEqualTo("[\"a\"]");
    }

    @Test
    void unansweredIsAnAnswerOfItsOwn() {
        for (QuestionHandler handler : List.<QuestionHandler>of(
                question -> Answer.unanswered(), question -> null, question -> Answer.of(" \n"))) {
            ToolResultPart result = ask(handler, question("a or b?", "a", "b"));

            assertThat(result.outcome()).isEqualTo(ToolOutcome.SUCCEEDED);
            assertThat(result.text()).isEqualTo("[unanswered: nobody answered the question]");
            assertThat(result.label().origins()).isEmpty();
        }
    }

    /** AU-005: what is said of it is that, and nothing of what to do now. */
    @Test
    void aProgramWithoutAUserSaysOnlyThat() {
        assertThat(ask(QuestionHandler.nobody(), question("a or b?", "a", "b")).text())
                .isEqualTo("[unanswered: there is nobody to ask]");
    }

    @Test
    void whatAnApplicationSaysOfAnUnansweredQuestionIsOneShortLine() {
        ToolResultPart result =
                ask(answering(Answer.unanswered("away\n\u001b[2J" + "x".repeat(500))), question("Well?"));

        assertThat(result.text()).startsWith("[unanswered: away\\n\\u{001B}[2J").hasSizeLessThan(240);
    }

    @Test
    void au2AfterATimeOutTheQuestionIsUnansweredAndALateAnswerIsDropped() {
        Tool tool = AskUserTool.builder(question -> {
                    while (release.getCount() > 0) {
                        try {
                            release.await();
                        } catch (InterruptedException e) {
                            // It does not listen.
                        }
                    }
                    return Answer.of("a");
                })
                .timeout(Duration.ofMillis(200))
                .build()
                .tools()
                .get(0);
        RunResult run = new Intelligence(IntelligenceOptions.builder()
                        .provider(MockProvider.of(
                                question("a or b?", "a", "b"), question("a or c?", "a", "c"), MockTurn.text("done")))
                        .tools(tool)
                        .build())
                .ask("go");

        assertThat(results(run))
                .extracting(ToolResultPart::text)
                .containsExactly("[unanswered: nobody answered in time]", "[unanswered: nobody answered in time]");
        assertThat(release.getCount()).isEqualTo(1);
    }

    /** The neighbour shows that the time of a tool was over; the person took longer. */
    @Test
    void au2WithoutATimeOutAQuestionWaitsAsLongAsItTakes() {
        CountDownLatch timedOut = new CountDownLatch(1);
        Tool stuck = Tool.define("stuck", "{\"type\":\"object\"}")
                .description("stuck")
                .execute((input, context) -> {
                    release.await();
                    return "";
                });
        RunResult run = new Intelligence(options(
                                question -> {
                                    timedOut.await();
                                    return Answer.of("at last");
                                },
                                question("Well?").andCall("stuck", Map.of()),
                                MockTurn.text("done"))
                        .tools(stuck)
                        .limits(Limits.builder()
                                .toolTimeout(Duration.ofMillis(200))
                                .build())
                        .onRunEvent(event -> {
                            if (event instanceof RunEvent.ToolFinished finished
                                    && finished.outcome() == ToolOutcome.TIMED_OUT) {
                                timedOut.countDown();
                            }
                        })
                        .build())
                .ask("go");

        assertThat(results(run))
                .extracting(ToolResultPart::outcome)
                .containsExactly(ToolOutcome.SUCCEEDED, ToolOutcome.TIMED_OUT);
        assertThat(results(run).get(0).text()).isEqualTo("at last");
    }

    @Test
    void theTimeOfAPersonIsNoTimeOfTheRun() {
        MockProvider model = MockProvider.of(question("Well?"), MockTurn.text("done"));
        Intelligence other = new Intelligence(IntelligenceOptions.builder()
                .provider(MockProvider.of(MockTurn.text("late").after(Duration.ofMinutes(10))))
                .limits(Limits.builder().maxRunTime(Duration.ofSeconds(1)).build())
                .build());
        new Intelligence(IntelligenceOptions.builder()
                        .provider(model)
                        .tools(AskUserTool.of(question -> {
                            other.ask("wait");
                            return Answer.of("yes");
                        }))
                        .limits(Limits.builder().maxRunTime(Duration.ofHours(1)).build())
                        .build())
                .ask("go");

        assertThat(Duration.between(
                        model.takeRequest().deadline().orElseThrow(),
                        model.takeRequest().deadline().orElseThrow()))
                .isGreaterThan(Duration.ofMillis(500));
    }

    @Test
    void cancellingTheRunEndsTheWait() throws InterruptedException {
        CountDownLatch waiting = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        Run run = new Intelligence(options(
                                question -> {
                                    waiting.countDown();
                                    try {
                                        release.await();
                                    } catch (InterruptedException e) {
                                        interrupted.countDown();
                                    }
                                    return Answer.of("a");
                                },
                                question("a or b?", "a", "b"))
                        .build())
                .start(Message.user("go"));
        waiting.await();
        run.cancel();
        RunResult result = run.await();

        assertThat(result.stopReason()).isEqualTo(StopReason.CANCELLED);
        assertThat(results(result)).extracting(ToolResultPart::outcome).containsExactly(ToolOutcome.CANCELLED);
        interrupted.await();
    }

    @Test
    void aQuestionThatCanNotBePutIsAFailureAndNoAnswer() {
        ToolResultPart result = ask(
                question -> {
                    throw new EOFException("/dev/tty is closed");
                },
                question("a or b?", "a", "b"));

        assertThat(result.outcome()).isEqualTo(ToolOutcome.FAILED);
        assertThat(result.text()).isEqualTo("not asked: the question could not be put to anybody");
    }

    /** AU-005: to allow every action answers no question. */
    @Test
    void au5AHookThatAllowsAllAnswersNothing() {
        RunResult run = new Intelligence(
                        options(answering(Answer.of("b")), question("a or b?", "a", "b"), MockTurn.text("done"))
                                .onToolApproval(call -> ApprovalDecision.allow())
                                .build())
                .ask("go");

        assertThat(asked).hasSize(1);
        assertThat(results(run).get(0).text()).isEqualTo("b");
    }

    @Test
    void d7AnAnswerApprovesNothing() {
        AtomicInteger writes = new AtomicInteger();
        Tool write = Tool.define("write", "{\"type\":\"object\"}")
                .description("write")
                .category(ToolCategory.WRITE)
                .needsApproval()
                .execute((input, context) -> writes.incrementAndGet());
        RunResult run = new Intelligence(options(
                                answering(Answer.of("yes, allow")),
                                question("Allow write?", "yes, allow", "no"),
                                MockTurn.call("write", Map.of()),
                                MockTurn.text("done"))
                        .tools(write)
                        .build())
                .ask("go");

        assertThat(results(run).get(1).outcome()).isEqualTo(ToolOutcome.DENIED);
        assertThat(writes).hasValue(0);
    }

    @Test
    void aRunAsksSoManyQuestionsAndNoMore() {
        RunResult run = new Intelligence(IntelligenceOptions.builder()
                        .provider(
                                MockProvider.of(question("1?"), question("2?"), question("3?"), MockTurn.text("done")))
                        .tools(AskUserTool.builder(answering(Answer.of("one"), Answer.unanswered()))
                                .maxQuestions(2)
                                .build())
                        .build())
                .ask("go");

        assertThat(asked).hasSize(2);
        assertThat(results(run).get(2).outcome()).isEqualTo(ToolOutcome.FAILED);
        assertThat(results(run).get(2).text()).contains("no more than 2 questions");
    }

    @Test
    void anotherRunHasQuestionsOfItsOwn() {
        Tool tool = AskUserTool.builder(question -> Answer.of("yes"))
                .maxQuestions(1)
                .build()
                .tools()
                .get(0);
        for (int i = 0; i < 3; i++) {
            RunResult run = new Intelligence(IntelligenceOptions.builder()
                            .provider(MockProvider.of(question("Well?"), MockTurn.text("done")))
                            .tools(tool)
                            .build())
                    .ask("go");
            assertThat(results(run).get(0).text()).isEqualTo("yes");
        }
    }

    @Test
    void au8QuestionsOfOneStepAreAskedOneAtATimeAndAnsweredByName() {
        AtomicInteger open = new AtomicInteger();
        List<Integer> seen = new CopyOnWriteArrayList<>();
        MockTurn step = question("q0");
        for (int i = 1; i < 6; i++) {
            step = step.andCall("ask_user", Map.of("question", "q" + i));
        }
        RunResult run = new Intelligence(options(
                                question -> {
                                    seen.add(open.incrementAndGet());
                                    takeTime();
                                    open.decrementAndGet();
                                    return Answer.of("answer to " + question.text());
                                },
                                step,
                                MockTurn.text("done"))
                        .build())
                .ask("go");

        assertThat(seen).hasSize(6).containsOnly(1);
        assertThat(results(run))
                .extracting(ToolResultPart::text)
                .containsExactly(
                        "answer to q0", "answer to q1", "answer to q2", "answer to q3", "answer to q4", "answer to q5");
    }

    @Test
    void aQuestionWaitsForAnApprovalThatIsBeingAskedForAndTheOtherWayRound() {
        AtomicInteger open = new AtomicInteger();
        List<Integer> seen = new CopyOnWriteArrayList<>();
        Tool write = Tool.define("write", "{\"type\":\"object\"}")
                .description("write")
                .category(ToolCategory.WRITE)
                .needsApproval()
                .execute((input, context) -> "wrote");
        MockTurn step = question("q").andCall("write", Map.of());
        for (int i = 0; i < 5; i++) {
            step = step.andCall("ask_user", Map.of("question", "q" + i)).andCall("write", Map.of());
        }
        RunResult run = new Intelligence(options(
                                question -> {
                                    seen.add(open.incrementAndGet());
                                    takeTime();
                                    open.decrementAndGet();
                                    return Answer.of("yes");
                                },
                                step,
                                MockTurn.text("done"))
                        .tools(write)
                        .onToolApproval(call -> {
                            seen.add(open.incrementAndGet());
                            takeTime();
                            open.decrementAndGet();
                            return ApprovalDecision.allow();
                        })
                        .build())
                .ask("go");

        assertThat(seen).hasSize(12).containsOnly(1);
        assertThat(results(run))
                .allSatisfy(result -> assertThat(result.outcome()).isEqualTo(ToolOutcome.SUCCEEDED));
    }

    @Test
    void aToolOfOnesOwnThatDoesNotListenHoldsUpNoQuestion() {
        Tool stuck = Tool.define("stuck", "{\"type\":\"object\"}")
                .description("Wait for a person")
                .timeout(Duration.ofMillis(200))
                .execute((input, context) -> context.awaitPerson(() -> {
                    while (release.getCount() > 0) {
                        try {
                            release.await();
                        } catch (InterruptedException e) {
                            // It does not listen.
                        }
                    }
                    return "late";
                }));
        RunResult run = new Intelligence(options(
                                answering(Answer.of("yes")),
                                MockTurn.call("stuck", Map.of()),
                                question("Well?"),
                                MockTurn.text("done"))
                        .tools(stuck)
                        .build())
                .ask("go");

        assertThat(results(run))
                .extracting(ToolResultPart::outcome)
                .containsExactly(ToolOutcome.TIMED_OUT, ToolOutcome.SUCCEEDED);
    }

    @Test
    void au10AfterARestartAnOpenQuestionIsReportedLost() throws InterruptedException {
        InMemoryKeyValueStore store = new InMemoryKeyValueStore();
        CountDownLatch waiting = new CountDownLatch(1);
        Run lost = new Intelligence(options(
                                question -> {
                                    waiting.countDown();
                                    release.await();
                                    return Answer.of("too late");
                                },
                                question("Well?"))
                        .store(store)
                        .build())
                .conversation("c")
                .start(Message.user("go"));
        waiting.await();
        // What another process finds in the store while the first one is gone, as far as it can tell.
        RunResult after = new Intelligence(options(question -> Answer.of("new"), MockTurn.text("done"))
                        .store(store)
                        .build())
                .conversation("c")
                .ask("go on");

        assertThat(results(after)).extracting(ToolResultPart::outcome).containsExactly(ToolOutcome.UNKNOWN);
        lost.cancel();
        assertThatThrownBy(lost::await).isInstanceOf(dev.intellibrix.IntelligenceException.class);
    }

    @Test
    void au11HiddenCharactersOfAQuestionAreShownAsEscapes() {
        ToolResultPart result = ask(
                answering(Answer.chosen(List.of("a\\u{202E}"))),
                question("Sure?\u001b[2J\r\u200b\nreally", "a\u202e", "b"));

        assertThat(asked.get(0).text()).isEqualTo("Sure?\\u{001B}[2J\\r\\u{200B}\nreally");
        assertThat(asked.get(0).choices()).containsExactly("a\\u{202E}", "b");
        assertThat(asked.get(0).describe()).contains("    | really\n    1. a\\u{202E}\n");
        assertThat(result.text()).isEqualTo("a\u202e");
    }

    @Test
    void au11AnAnswerIsKeptAsItIs() {
        assertThat(ask(answering(Answer.of("red \u001b[31m")), question("Which?"))
                        .text())
                .isEqualTo("red \u001b[31m");
    }

    @Test
    void choicesThatLookAlikeOrAreNoneAreRefusedBeforeAnybodyIsAsked() {
        List<MockTurn> bad = List.of(
                question("?", "only"),
                question("?", "yes", "no", "yes"),
                question("?", "Yes", "yes "),
                question("?", "yes", "y\u200bes"),
                question("?", "yes", "\uff59\uff45\uff53"),
                question("?", "a  b", "a b"),
                question("?", "yes", " "),
                question("?", "yes", "\u200b"),
                question("?", "yes", "no\n3. everything"),
                question("?", "yes", "no\u2028"),
                question("?", "yes", "\u001b[2J"),
                question("?", "yes", "n".repeat(201)),
                question(" "),
                MockTurn.call("ask_user", Map.of("question", "?", "multiple", true)));
        for (MockTurn turn : bad) {
            ToolResultPart result = ask(answering(), turn);
            assertThat(result.outcome()).as(turn.toString()).isEqualTo(ToolOutcome.FAILED);
        }
        List<String> many = new ArrayList<>();
        for (int i = 0; i < 21; i++) {
            many.add("choice " + i);
        }
        List<MockTurn> tooMuch = List.of(
                question("?", many.toArray(String[]::new)),
                question("q".repeat(2_001)),
                question(""),
                MockTurn.call("ask_user", Map.of("question", "?", "answer", "yes")));
        for (MockTurn turn : tooMuch) {
            assertThat(ask(answering(), turn).outcome()).as(turn.toString()).isEqualTo(ToolOutcome.INVALID_INPUT);
        }
        assertThat(asked).isEmpty();
    }

    @Test
    void aQuestionThatCanNotBeAskedDoesNotCount() {
        RunResult run = new Intelligence(IntelligenceOptions.builder()
                        .provider(MockProvider.of(question("?", "one"), question("?"), MockTurn.text("done")))
                        .tools(AskUserTool.builder(answering(Answer.of("yes")))
                                .maxQuestions(1)
                                .build())
                        .build())
                .ask("go");

        assertThat(results(run).get(1).text()).isEqualTo("yes");
    }

    @Test
    void optionsAreChecked() {
        AskUserTool.Builder builder = AskUserTool.builder(QuestionHandler.nobody());

        assertThatThrownBy(() -> builder.maxQuestions(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder.timeout(Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder.timeout(Duration.ofDays(40_000))).isInstanceOf(IllegalArgumentException.class);
    }
}

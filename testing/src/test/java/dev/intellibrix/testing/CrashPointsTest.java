package dev.intellibrix.testing;

import static dev.intellibrix.testing.Suspended.input;
import static dev.intellibrix.testing.Suspended.stateOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.ResumeException;
import dev.intellibrix.RunResult;
import dev.intellibrix.RunState;
import dev.intellibrix.approval.ApprovalAnswer;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.event.RunEvent;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.store.InMemoryKeyValueStore;
import dev.intellibrix.store.KeyValueStore;
import dev.intellibrix.store.StoreException;
import dev.intellibrix.testing.Suspended.Write;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every call of the store during a resumption fails, or gets another answer, in turn. Whatever is done afterwards: nothing runs
 * twice, nothing runs that was denied or that nobody approved, and what is said of a call is true, or "unknown".
 */
class CrashPointsTest {

    private static final Set<ToolOutcome> DID_NOT_RUN = EnumSet.of(
            ToolOutcome.NOT_EXECUTED, ToolOutcome.DENIED, ToolOutcome.INTERCEPTED, ToolOutcome.INVALID_INPUT);

    /** What a person says of the two calls. */
    enum Answers {
        ALLOWED,
        DENIED,
        ONE_DENIED,
        ONE_ANSWERED
    }

    /** What becomes of one call of the store. */
    enum Fate {
        FAILS,
        IS_LOST,
        IS_NULL,
        IS_GARBAGE,
        FAILS_AND_ALL_AFTER_IT,
        IS_LOST_AND_ALL_AFTER_IT_FAIL
    }

    /** What is done when the resumption is over. */
    enum Recovery {
        SAME_ANSWERS,
        NO_ANSWERS,
        CONVERSATION_THEN_SAME_ANSWERS,
        CONVERSATION
    }

    /**
     * One way in which things go.
     *
     * @param at which call of the store it is about, from 1
     */
    private record Way(
            boolean inConversation, boolean idempotent, Answers answers, Fate fate, Recovery recovery, int at) {

        ApprovalDecision decision(int call) {
            boolean denied = answers == Answers.DENIED || (answers == Answers.ONE_DENIED && call == 1);
            return denied ? ApprovalDecision.deny("no") : ApprovalDecision.allow();
        }

        boolean mayRun(int call) {
            return decision(call).equals(ApprovalDecision.allow()) && !(answers == Answers.ONE_ANSWERED && call == 1);
        }

        List<ApprovalAnswer> answersTo(RunState state) {
            List<ApprovalAnswer> given = new ArrayList<>();
            for (int call = 0; call < (answers == Answers.ONE_ANSWERED ? 1 : 2); call++) {
                given.add(Suspended.answer(state, call, decision(call)));
            }
            return given;
        }
    }

    /** What happened on one way. */
    private static final class Scene {
        final Way way;
        final KeyValueStore inner = new InMemoryKeyValueStore();
        final FlakyStore store = new FlakyStore(inner);
        final Suspended agent = new Suspended();
        int operations;

        Scene(Way way) {
            this.way = way;
        }

        Intelligence agent(KeyValueStore on, MockTurn... turns) {
            IntelligenceOptions.Builder options = agent.options(turns).tools(agent.write(way.idempotent()));
            return new Intelligence(options.store(on).build());
        }

        Object answer(FlakyStore.Operation operation, Supplier<Object> real) {
            int number = ++operations;
            boolean allAfter =
                    way.fate() == Fate.FAILS_AND_ALL_AFTER_IT || way.fate() == Fate.IS_LOST_AND_ALL_AFTER_IT_FAIL;
            if (number < way.at() || (number > way.at() && !allAfter)) {
                return real.get();
            }
            boolean reads = operation.call() == FlakyStore.Call.GET;
            if (way.fate() == Fate.IS_NULL || way.fate() == Fate.IS_GARBAGE) {
                return !reads ? real.get() : way.fate() == Fate.IS_NULL ? null : Optional.of("{\"garbage");
            }
            boolean lost = way.fate() == Fate.IS_LOST || way.fate() == Fate.IS_LOST_AND_ALL_AFTER_IT_FAIL;
            if (lost && number == way.at()) {
                assertThat(real.get()).isNotNull();
            }
            throw new StoreException("gone");
        }

        /** Plays it; false when the resumption has fewer calls of the store than that. */
        boolean play() {
            MockTurn two = MockTurn.call("write_file", input("0")).andCall("write_file", input("1"));
            Intelligence first = agent(inner, two);
            RunState state =
                    stateOf(way.inConversation() ? first.conversation("c").ask("go") : first.ask("go"));
            store.behave(this::answer);
            try {
                check(agent(store, MockTurn.text("done")).resume(state, way.answersTo(state)));
            } catch (StoreException | ResumeException e) {
                // Nothing else: an entry that can not be read is one of a call that was taken up.
            }
            if (operations < way.at()) {
                return false;
            }
            recover(state);
            if (way.inConversation()) {
                checkConversation();
            }
            return true;
        }

        private void recover(RunState state) {
            switch (way.recovery()) {
                case SAME_ANSWERS -> resume(state, way.answersTo(state));
                case NO_ANSWERS -> resume(state, List.of());
                case CONVERSATION_THEN_SAME_ANSWERS -> {
                    checkConversation();
                    resume(state, way.answersTo(state));
                }
                case CONVERSATION -> checkConversation();
            }
        }

        /** As the documents say: without the answers that were taken up, until it goes on or the conversation has. */
        private void resume(RunState state, List<ApprovalAnswer> answers) {
            try {
                check(agent(inner, MockTurn.text("done")).resume(state, answers));
            } catch (ResumeException e) {
                assertThat(way.inConversation() || !answers.isEmpty())
                        .as("%s: %s", way, e)
                        .isTrue();
                if (e.reason() == ResumeException.Reason.ALREADY_TAKEN_UP) {
                    String taken = e.callId().orElseThrow();
                    resume(
                            state,
                            answers.stream()
                                    .filter(answer -> !answer.callId().equals(taken))
                                    .toList());
                } else {
                    assertThat(e.reason()).as("%s", way).isEqualTo(ResumeException.Reason.CONVERSATION_WENT_ON);
                    checkConversation();
                }
            }
        }

        private void checkConversation() {
            check(agent(inner, MockTurn.text("?")).conversation("c").ask("what happened?"));
        }

        private void check(RunResult run) {
            List<String> written = agent.written.stream().map(Write::content).toList();
            Map<String, ToolResultPart> results = new HashMap<>();
            Suspended.results(run).forEach(result -> results.put(result.callId(), result));
            for (ToolCallPart call : calls(run.messages())) {
                int number = call.arguments().contains("\"0\"") ? 0 : 1;
                long times =
                        written.stream().filter(String.valueOf(number)::equals).count();
                assertThat(times).as("%s: runs of call %s", way, number).isLessThanOrEqualTo(way.idempotent() ? 2 : 1);
                assertThat(times == 0 || way.mayRun(number))
                        .as("%s: call %s may run", way, number)
                        .isTrue();
                if (results.containsKey(call.id())) {
                    assertTrue(results.get(call.id()), number, times);
                }
            }
        }

        private void assertTrue(ToolResultPart result, int number, long times) {
            String what = way + ": call " + number + " ran " + times + " times, and it is said: " + result;
            assertThat(times > 0 && DID_NOT_RUN.contains(result.outcome()))
                    .as(what)
                    .isFalse();
            assertThat(times == 0 && result.outcome() == ToolOutcome.SUCCEEDED)
                    .as(what)
                    .isFalse();
            boolean denied = way.decision(number) instanceof ApprovalDecision.Deny;
            assertThat(denied && result.outcome() == ToolOutcome.UNKNOWN)
                    .as(what)
                    .isFalse();
            assertThat(agent.watcher.all(RunEvent.ToolFinished.class).stream()
                            .filter(event -> event.callId().equals(result.callId()))
                            .anyMatch(event -> times > 0 && DID_NOT_RUN.contains(event.outcome())))
                    .as(what + ", and an event says otherwise")
                    .isFalse();
        }

        private static List<ToolCallPart> calls(List<Message> messages) {
            return messages.stream()
                    .flatMap(message -> message.toolCalls().stream())
                    .toList();
        }
    }

    /** Plays a way for each call of the store; how many there were. */
    private static int playAll(
            boolean inConversation, boolean idempotent, Answers answers, Fate fate, Recovery recovery) {
        int at = 1;
        while (new Scene(new Way(inConversation, idempotent, answers, fate, recovery, at)).play()) {
            at++;
        }
        return at - 1;
    }

    @ParameterizedTest
    @EnumSource(
            value = Fate.class,
            names = {"FAILS", "IS_LOST"})
    void whereverAResumptionBreaksOffTheNextRunOfItsConversationReadsWhatIsTrue(Fate fate) {
        assertThat(playAll(true, false, Answers.ONE_DENIED, fate, Recovery.CONVERSATION))
                .isGreaterThan(10);
    }

    @Tag("thorough")
    @ParameterizedTest
    @EnumSource(Answers.class)
    void whereverAResumptionBreaksOffNothingRunsTwiceAndWhatIsSaidIsTrue(Answers answers) {
        for (Fate fate : Fate.values()) {
            for (Recovery recovery : Recovery.values()) {
                for (boolean idempotent : new boolean[] {false, true}) {
                    assertThat(playAll(true, idempotent, answers, fate, recovery))
                            .isGreaterThan(10);
                    if (recovery == Recovery.SAME_ANSWERS || recovery == Recovery.NO_ANSWERS) {
                        assertThat(playAll(false, idempotent, answers, fate, recovery))
                                .isGreaterThan(4);
                    }
                }
            }
        }
    }
}

package dev.intellibrix.testing;

import static dev.intellibrix.testing.Suspended.all;
import static dev.intellibrix.testing.Suspended.results;
import static dev.intellibrix.testing.Suspended.stateOf;
import static dev.intellibrix.testing.Suspended.writeCall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.intellibrix.Conversation;
import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.ResumeException;
import dev.intellibrix.Run;
import dev.intellibrix.RunResult;
import dev.intellibrix.RunState;
import dev.intellibrix.StopReason;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.event.RunEvent;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Role;
import dev.intellibrix.message.TextPart;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.message.Trust;
import dev.intellibrix.store.StoreException;
import dev.intellibrix.tool.Tool;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Conversations in a store that fails now and then, and suspended runs in conversations that went on. */
class ConversationFaultsTest {

    private final Suspended suspended = new Suspended();
    private final FlakyStore store = new FlakyStore();

    private Intelligence agent(MockTurn... turns) {
        return new Intelligence(suspended.agent(turns).store(store).build());
    }

    /** The conversation, as a new process sees it. */
    private Conversation conversation(MockTurn... turns) {
        return agent(turns).conversation("c");
    }

    private static MockTurn read() {
        return MockTurn.call("read_file", Map.of("path", "a.txt"));
    }

    private static boolean isMessage(String key) {
        return key.startsWith("conversation/c/message/");
    }

    @Test
    void aReadThatFailsOnceLosesNeitherTheHistoryNorItsTrust() {
        conversation(read(), MockTurn.text("read it")).ask("I am Ada");
        Conversation other = conversation(writeCall("new"));
        store.fail((call, key) -> call == FlakyStore.Call.GET && isMessage(key));
        assertThatThrownBy(() -> other.ask("hi")).isInstanceOf(StoreException.class);
        store.recover();
        RunResult run = other.ask("who am I?");

        assertThat(run.messages()).hasSize(6);
        assertThat(run.messages().get(0).text()).isEqualTo("I am Ada");
        assertThat(run.label().trust()).isEqualTo(Trust.UNTRUSTED);
        assertThat(run.pendingApprovals()).extracting(ApprovalRequest::trust).containsExactly(Trust.UNTRUSTED);
    }

    @Test
    void aClosingMessageThatCanNotBeReadOnceIsReadTheNextTime() {
        conversation(writeCall("new")).ask("write");
        Conversation other = conversation(MockTurn.text("not done"));
        AtomicInteger gets = new AtomicInteger();
        store.fail((call, key) -> call == FlakyStore.Call.GET && isMessage(key) && gets.incrementAndGet() == 3);
        assertThatThrownBy(() -> other.ask("and?")).isInstanceOf(StoreException.class);
        store.recover();
        RunResult run = other.ask("and?");

        assertThat(run.messages()).hasSize(5);
        assertThat(results(run)).extracting(ToolResultPart::outcome).containsExactly(ToolOutcome.NOT_EXECUTED);
    }

    /** Whoever waits for the run would wait for ever. */
    @Test
    @Timeout(60)
    void aRunThatWaitsHasAnEndAlsoWhereItsConversationCanNotBeToldBecauseOfAnError() {
        AtomicInteger failed = new AtomicInteger();
        store.behave((operation, real) -> {
            if (operation.call() == FlakyStore.Call.PUT && operation.value().contains("\"toolResult\"")) {
                failed.incrementAndGet();
                throw new LinkageError("the driver is gone");
            }
            return real.get();
        });
        RunResult run = conversation(writeCall("new")).ask("write");

        assertThat(failed).hasPositiveValue();
        assertThat(run.stopReason()).isEqualTo(StopReason.AWAITING_APPROVAL);
        assertThat(run.pendingApprovals()).hasSize(1);
    }

    @Test
    void aReadThatFailsDuringAResumptionDoesNotDoubleTheConversation() {
        RunState state = stateOf(conversation(writeCall("new")).ask("write"));
        Intelligence other = agent(MockTurn.text("done"));
        Conversation held = other.conversation("c"); // The same object both times.
        store.fail((call, key) -> call == FlakyStore.Call.GET && isMessage(key));
        assertThatThrownBy(() -> other.resume(state, all(state, ApprovalDecision.allow())))
                .isInstanceOf(StoreException.class);
        store.recover();
        other.resume(state, all(state, ApprovalDecision.allow()));

        assertThat(held.id()).isEqualTo("c");
        assertThat(conversation(MockTurn.text("bye")).ask("thanks").messages())
                .extracting(Message::text)
                .containsExactly("write", "", "", "done", "thanks", "bye");
        assertThat(suspended.written).hasSize(1);
    }

    @Test
    void aCallThatRanBeforeACrashIsNotReportedAsNotRun() {
        RunState state = stateOf(conversation(writeCall("new")).ask("write"));
        store.fail((call, key) -> call == FlakyStore.Call.PUT && isMessage(key)); // As a kill after the tool ran.
        assertThatThrownBy(() -> agent().resume(state, all(state, ApprovalDecision.allow())))
                .isInstanceOf(StoreException.class);
        store.recover();
        RunResult next = conversation(MockTurn.text("it is")).ask("is it written?");

        assertThat(suspended.written).hasSize(1);
        assertThat(results(next)).extracting(ToolResultPart::text).containsExactly("written new");
    }

    @Test
    void aCallThatMayHaveRunBeforeACrashIsUnknownAndWhatIsKnownOfTheOthersIsSaid() {
        RunState state = stateOf(conversation(MockTurn.call("read_file", Map.of("path", "a.txt"))
                        .andCall("write_file", Suspended.input("1"))
                        .andCall("write_file", Suspended.input("2")))
                .ask("write"));
        store.fail(operation -> (operation.call() == FlakyStore.Call.PUT && isMessage(operation.key()))
                || (operation.makes("done") && !isDenied(operation.value())));
        assertThatThrownBy(() -> agent().resume(
                                state,
                                List.of(
                                        Suspended.answer(state, 0, ApprovalDecision.allow()),
                                        Suspended.answer(state, 1, ApprovalDecision.deny("no")))))
                .isInstanceOf(StoreException.class);
        store.recover();
        RunResult next = conversation(MockTurn.text("I shall look")).ask("is it written?");

        assertThat(suspended.written).hasSize(1);
        assertThat(results(next))
                .extracting(ToolResultPart::outcome)
                .containsExactly(ToolOutcome.SUCCEEDED, ToolOutcome.UNKNOWN, ToolOutcome.DENIED);
    }

    private static boolean isDenied(String entry) {
        return entry.contains("\"deny\"");
    }

    @Test
    void callsThatWaitAgainAfterAPartOfTheAnswersAreNotApprovedAgain() {
        RunState state = stateOf(conversation(writeCall("1").andCall("write_file", Suspended.input("2")))
                .ask("write"));
        agent().resume(state, List.of(Suspended.answer(state, 0, ApprovalDecision.allow())));
        RunResult next = conversation(MockTurn.text("well")).ask("never mind");

        assertThat(results(next))
                .extracting(ToolResultPart::outcome)
                .containsExactly(ToolOutcome.SUCCEEDED, ToolOutcome.NOT_EXECUTED);
    }

    @Test
    void aResumptionIsRefusedWhenTheConversationHasClosedItsCalls() {
        for (boolean stored : List.of(true, false)) {
            suspended.written.clear();
            IntelligenceOptions.Builder options =
                    suspended.agent(writeCall("new"), MockTurn.text("so not written"), MockTurn.text("well"));
            Intelligence late = new Intelligence((stored ? options.store(store) : options).build());
            Conversation conversation = late.conversation("late");
            RunState state = stateOf(conversation.ask("write"));
            conversation.ask("and?");
            ResumeException refusal = catchThrowableOfType(
                    ResumeException.class, () -> late.start(state, all(state, ApprovalDecision.allow())));

            assertThat(refusal.reason()).isEqualTo(ResumeException.Reason.CONVERSATION_WENT_ON);
            assertThat(refusal).hasMessageContaining("conversation late went on since run " + state.runId());
            assertThat(store.list("call/").stream().map(key -> store.get(key).orElseThrow()))
                    .as("the answer was not accepted")
                    .noneMatch(entry -> entry.contains("allow"));
            assertThatThrownBy(() -> late.resume(state, List.of())).isInstanceOf(ResumeException.class);
            assertThat(suspended.written).isEmpty();
            assertThat(conversation.ask("what happened?").text())
                    .as("the turn is free")
                    .isEqualTo("well");
        }
    }

    @Test
    void aResumptionIsRefusedWhileAnotherRunHasTheTurnAndClosesItsCalls() throws Exception {
        CountDownLatch asking = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        Intelligence agent = agent(writeCall("new"), MockTurn.from(request -> {
            asking.countDown();
            try {
                assertThat(answer.await(60, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return MockTurn.text("not written");
        }));
        RunState state = stateOf(agent.conversation("c").ask("write"));
        Run ahead = agent.conversation("c").start(Message.user("never mind"));
        assertThat(asking.await(60, TimeUnit.SECONDS)).isTrue();
        ResumeException refusal = catchThrowableOfType(
                ResumeException.class, () -> agent.start(state, all(state, ApprovalDecision.allow())));
        answer.countDown();

        assertThat(refusal.reason()).isEqualTo(ResumeException.Reason.CONVERSATION_WENT_ON);
        assertThat(ahead.await().text()).isEqualTo("not written");
        assertThat(store.get(store.list("call/").get(0)).orElseThrow()).doesNotContain("allow");
        assertThat(suspended.written).isEmpty();
    }

    @Test
    void aRefusedAnswerLeavesTheConversationAndItsTurnAsTheyWere() {
        Intelligence agent = agent(writeCall("new"), MockTurn.text("done"), MockTurn.text("bye"));
        RunState state = stateOf(agent.conversation("c").ask("write"));
        store.fail((call, key) -> key.startsWith("call/"));
        assertThatThrownBy(() -> agent.start(state, all(state, ApprovalDecision.allow())))
                .isInstanceOf(StoreException.class);
        store.recover();

        assertThat(agent.resume(state, all(state, ApprovalDecision.allow())).text())
                .isEqualTo("done");
        assertThat(agent.conversation("c").ask("thanks").messages()).hasSize(6);
    }

    @Test
    void aRunThatEndedInItsConversationAndLostItsProviderCanStillBeGoneOnWith() {
        RunState state = stateOf(conversation(writeCall("new")).ask("write"));
        assertThatThrownBy(() -> agent(MockTurn.failure(new IllegalStateException("as a crash")))
                        .resume(state, all(state, ApprovalDecision.allow())))
                .isInstanceOf(RuntimeException.class);
        RunResult run = agent(MockTurn.text("done")).resume(state, List.of());

        assertThat(run.stopReason()).isEqualTo(StopReason.ANSWERED);
        assertThat(suspended.written).hasSize(1);
        assertThat(conversation(MockTurn.text("bye")).ask("thanks").messages())
                .extracting(Message::text)
                .containsExactly("write", "", "", "done", "thanks", "bye");
    }

    @Test
    void aLabelThatWasLostOnTheWayDoesNotTakeARunOutOfItsConversation() {
        RunState state = stateOf(conversation(writeCall("new")).ask("write"));
        RunState damaged = withoutTheUsersLabel(state);
        RunResult run = agent(MockTurn.text("done")).resume(damaged, all(damaged, ApprovalDecision.allow()));
        RunResult next = conversation(MockTurn.text("bye")).ask("thanks");

        assertThat(run.stopReason()).isEqualTo(StopReason.ANSWERED);
        assertThat(results(next)).extracting(ToolResultPart::text).containsExactly("written new");
        assertThat(next.label().trust()).isEqualTo(Trust.UNTRUSTED);
    }

    @Test
    void aLabelThatWasLostOnTheWayDoesNotLetARunBackThatTheConversationHasClosed() {
        RunState state = stateOf(conversation(writeCall("new")).ask("write"));
        conversation(MockTurn.text("so not")).ask("never mind");
        RunState damaged = withoutTheUsersLabel(state);
        ResumeException refusal = catchThrowableOfType(
                ResumeException.class, () -> agent().resume(damaged, all(damaged, ApprovalDecision.allow())));

        assertThat(refusal.reason()).isEqualTo(ResumeException.Reason.CONVERSATION_WENT_ON);
        assertThat(suspended.written).isEmpty();
    }

    private static RunState withoutTheUsersLabel(RunState state) {
        String json = state.toJson();
        String trusted = "\"trust\":\"trusted\"";
        int at = json.lastIndexOf(trusted, json.indexOf("\"role\":\"user\""));
        String damaged = json.substring(0, at) + "\"trust\":\"?\"" + json.substring(at + trusted.length());
        RunState read = RunState.fromJson(damaged);
        assertThat(read.messages().get(0).label().trust()).isEqualTo(Trust.UNTRUSTED);
        return read;
    }

    @Test
    void aRunThatIsBroughtInDoesNotRaiseTheTrustOfTheConversation() {
        RunState state = stateOf(conversation(writeCall("new")).ask("write"));
        FlakyStore elsewhere = new FlakyStore();
        Message page = new Message(Role.SYSTEM, List.of(TextPart.of("from a page", Label.untrusted())));
        new Intelligence(suspended.agent().store(elsewhere).build()).conversation("c", List.of(page));
        RunResult run = new Intelligence(
                        suspended.agent(MockTurn.text("done")).store(elsewhere).build())
                .resume(state, all(state, ApprovalDecision.allow()));
        RunResult next = new Intelligence(
                        suspended.agent(MockTurn.text("bye")).store(elsewhere).build())
                .conversation("c")
                .ask("thanks");

        assertThat(run.label().trust()).isEqualTo(Trust.UNTRUSTED);
        assertThat(next.label().trust()).isEqualTo(Trust.UNTRUSTED);
    }

    @Test
    void resultsThatCanNotBeKeptAreToldOnceAndAsTheyWere() {
        AtomicInteger messages = new AtomicInteger();
        store.fail((call, key) -> call == FlakyStore.Call.PUT && isMessage(key) && messages.incrementAndGet() == 3);
        assertThatThrownBy(() -> conversation(read()).ask("look")).isInstanceOf(StoreException.class);

        assertThat(suspended.reads).hasSize(1);
        assertThat(suspended.watcher.all(RunEvent.ToolFinished.class))
                .extracting(RunEvent.ToolFinished::outcome)
                .containsExactly(ToolOutcome.SUCCEEDED);
    }

    @Test
    void aConversationThatMovesWhileItIsReadIsReadAgain() {
        conversation(writeCall("new")).ask("write");
        Conversation mover = conversation(MockTurn.text("not then"));
        AtomicBoolean once = new AtomicBoolean();
        FlakyStore slow = new FlakyStore(store);
        slow.behave((operation, real) -> {
            if (operation.call() == FlakyStore.Call.GET
                    && isMessage(operation.key())
                    && once.compareAndSet(false, true)) {
                mover.ask("never mind"); // Takes the message away that stands in for the results.
            }
            return real.get();
        });
        Intelligence reader = new Intelligence(
                suspended.agent(MockTurn.text("no")).store(slow).build());
        RunResult run = reader.conversation("c").ask("is it written?");

        assertThat(run.messages())
                .extracting(Message::text)
                .containsExactly("write", "", "", "never mind", "not then", "is it written?", "no");
    }

    @Test
    void aHeadWhoseAnswerWasLostIsThere() {
        store.lose(operation -> operation.call() == FlakyStore.Call.COMPARE_AND_SET);
        RunResult run = agent(MockTurn.text("1"))
                .conversation("c", List.of(Message.user("a")))
                .ask("b");
        store.recover();

        assertThat(run.messages()).hasSize(3);
        assertThat(conversation(MockTurn.text("2")).ask("c").messages()).hasSize(5);
    }

    @Test
    void aStoreThatGivesNullIsToldSo() {
        store.behave((operation, real) -> operation.call() == FlakyStore.Call.GET ? null : real.get());

        assertThatThrownBy(() -> conversation(MockTurn.text("1")).ask("a"))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("gave null");
    }

    @Test
    void aConversationThatIsBegunSlowlyHoldsUpNoOther() throws Exception {
        CountDownLatch writing = new CountDownLatch(1);
        CountDownLatch free = new CountDownLatch(1);
        store.behave((operation, real) -> {
            if (operation.call() == FlakyStore.Call.PUT && operation.key().startsWith("conversation/slow/")) {
                writing.countDown();
                try {
                    assertThat(free.await(60, TimeUnit.SECONDS)).isTrue();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
            return real.get();
        });
        Intelligence agent = agent(MockTurn.text("1"), MockTurn.text("2"));
        CompletableFuture<Conversation> slow = onAThread(() -> agent.conversation("slow", List.of(Message.user("a"))));
        assertThat(writing.await(60, TimeUnit.SECONDS)).isTrue();
        RunResult other = onAThread(() -> agent.conversation("other").ask("b")).get(60, TimeUnit.SECONDS);
        assertThatThrownBy(() -> agent.conversation("slow", List.of(Message.user("c"))))
                .isInstanceOf(IllegalStateException.class);
        Run queued = agent.conversation("slow").start(Message.user("d"));
        free.countDown();

        assertThat(other.text()).isEqualTo("1");
        assertThat(queued.await().messages()).extracting(Message::text).containsExactly("a", "d", "2");
        assertThat(slow.get(60, TimeUnit.SECONDS)).isSameAs(agent.conversation("slow"));
    }

    /** The common pool may have one thread only, which the first of two would keep. */
    private static <T> CompletableFuture<T> onAThread(Supplier<T> work) {
        return CompletableFuture.supplyAsync(work, task -> new Thread(task).start());
    }

    @Test
    void whatTheConversationHasSeenCountsForARunThatGoesOnThere() {
        RunState state = stateOf(conversation(writeCall("new")).ask("write"));
        String head = store.get("conversation/c/head").orElseThrow();
        store.put(
                "conversation/c/head", head.replace("\"trusted\"", "\"surely\"")); // What can not be read is untrusted.
        RunResult run = agent(writeCall("newer")).resume(state, all(state, ApprovalDecision.allow()));

        assertThat(suspended.written).hasSize(1);
        assertThat(run.stopReason()).isEqualTo(StopReason.AWAITING_APPROVAL);
        assertThat(run.pendingApprovals()).extracting(ApprovalRequest::trust).containsExactly(Trust.UNTRUSTED);
        assertThat(run.label().trust()).isEqualTo(Trust.UNTRUSTED);
    }

    @Test
    void halfASurrogatePairIsKeptLikeAnythingElse() {
        Tool half = Tool.define("half", "{\"type\":\"object\"}")
                .description("Half a pair")
                .execute((input, context) -> "x\ud800y");
        for (String id : List.of("c", "half of a pair: \udc00")) {
            MockTurn[] turns = {MockTurn.call("half", Map.of()), MockTurn.text("\udfff")};
            Intelligence agent = new Intelligence(
                    suspended.agent(turns).tools(half).store(store).build());
            assertThat(agent.conversation(id).ask("go \ud83d\ude00 \ud83d").text())
                    .isEqualTo("\udfff");
            RunResult next = agent(MockTurn.text("fine")).conversation(id).ask("and?");

            assertThat(next.messages().get(0).text()).isEqualTo("go \ud83d\ude00 \ud83d");
            assertThat(results(next)).extracting(ToolResultPart::text).containsExactly("x\ud800y");
            assertThat(next.messages().get(3).text()).isEqualTo("\udfff");
        }
    }

    @Test
    void idsThatDifferInHalfOfAPairNeverReadEachOther() {
        agent(MockTurn.text("1")).conversation("\ud800").ask("mine");

        assertThatThrownBy(() -> agent(MockTurn.text("2")).conversation("?").ask("yours"))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("another one's");
    }

    @Test
    void aGivenHistoryIsKeptAsAWholeOrNotAtAll() {
        List<Message> history = List.of(
                Message.user("a"),
                Message.assistant(List.of(TextPart.of("b", Label.TRUSTED))),
                Message.user("x").untrusted(),
                Message.assistant(List.of(TextPart.of("d", Label.TRUSTED))));
        List<FlakyStore.Call> writes = List.of(FlakyStore.Call.PUT, FlakyStore.Call.COMPARE_AND_SET);
        for (int crash = 1; crash <= 5; crash++) {
            FlakyStore flaky = new FlakyStore();
            AtomicInteger written = new AtomicInteger();
            int last = crash;
            flaky.fail((call, key) -> writes.contains(call) && written.incrementAndGet() >= last);
            Intelligence agent = new Intelligence(
                    suspended.agent(MockTurn.text("e")).store(flaky).build());
            assertThatThrownBy(() -> agent.conversation("c", history)).isInstanceOf(StoreException.class);
            flaky.recover();
            RunResult run = agent.conversation("c", history).ask("now");

            assertThat(run.messages()).extracting(Message::text).containsExactly("a", "b", "x", "d", "now", "e");
            assertThat(run.label().trust()).isEqualTo(Trust.UNTRUSTED);
        }
    }

    @Test
    void aSuspendedRunIsBroughtIntoAnotherStoreAsAWholeOrNotAtAll() {
        Intelligence first = agent(MockTurn.text("hello"), writeCall("new"));
        first.conversation("c").ask("hi");
        RunState state = stateOf(first.conversation("c").ask("write"));
        FlakyStore elsewhere = new FlakyStore();
        AtomicInteger written = new AtomicInteger();
        elsewhere.fail((call, key) -> call == FlakyStore.Call.PUT && isMessage(key) && written.incrementAndGet() == 3);
        Intelligence other = new Intelligence(
                suspended.agent(MockTurn.text("done")).store(elsewhere).build());
        assertThatThrownBy(() -> other.resume(state, all(state, ApprovalDecision.allow())))
                .isInstanceOf(StoreException.class);
        elsewhere.recover();
        other.resume(state, List.of());
        Intelligence next = new Intelligence(
                suspended.agent(MockTurn.text("bye")).store(elsewhere).build());

        assertThat(next.conversation("c").ask("thanks").messages())
                .extracting(Message::text)
                .containsExactly("hi", "hello", "write", "", "", "done", "thanks", "bye");
    }

    @Test
    void whatCanNotBeTakenAwayStaysBehindUnread() {
        conversation(writeCall("new")).ask("write");
        store.fail((call, key) -> call == FlakyStore.Call.DELETE);
        Conversation other = conversation(MockTurn.text("1"), MockTurn.text("2"));
        other.ask("and?");
        RunResult run = other.ask("and now?");

        assertThat(run.messages())
                .extracting(Message::text)
                .containsExactly("write", "", "", "and?", "1", "and now?", "2");
        store.recover();
        assertThat(conversation(MockTurn.text("3")).ask("?").messages()).hasSize(9);
    }
}

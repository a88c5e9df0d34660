package dev.intellibrix.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.Conversation;
import dev.intellibrix.ConversationConflictException;
import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.Run;
import dev.intellibrix.RunResult;
import dev.intellibrix.StopReason;
import dev.intellibrix.approval.ApprovalAnswer;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Origin;
import dev.intellibrix.message.Role;
import dev.intellibrix.message.TextPart;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.message.Trust;
import dev.intellibrix.provider.ProviderException;
import dev.intellibrix.store.InMemoryKeyValueStore;
import dev.intellibrix.store.KeyValueStore;
import dev.intellibrix.store.StoreException;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import dev.intellibrix.tool.ToolOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Conversations that are kept in a store, on the real loop. Another agent on the same store is another process. */
class StoredConversationTest {

    private final FaultyStore store = new FaultyStore(new InMemoryKeyValueStore());
    private final AtomicInteger writes = new AtomicInteger();
    private final List<ApprovalRequest> asked = new CopyOnWriteArrayList<>();
    private final AtomicReference<ApprovalDecision> decision = new AtomicReference<>(ApprovalDecision.allow());

    private final Tool read = Tool.define("read", "{\"type\":\"object\"}")
            .description("Read")
            .execute((input, context) ->
                    ToolOutput.text("from outside").untrusted(Origin.of(Origin.Kind.FILE, "a.txt")));
    private final Tool write = Tool.define("write", "{\"type\":\"object\"}")
            .description("Write")
            .category(ToolCategory.WRITE)
            .needsApproval()
            .execute((input, context) -> "written " + writes.incrementAndGet());

    private static MockTurn call(String tool) {
        return MockTurn.call(tool, Map.of());
    }

    private IntelligenceOptions.Builder options(MockProvider provider) {
        return IntelligenceOptions.builder()
                .provider(provider)
                .store(store)
                .tools(read, write)
                .onToolApproval(request -> {
                    asked.add(request);
                    return decision.get();
                });
    }

    /** An agent of another process: nothing in common but the store. */
    private Intelligence agent(MockTurn... turns) {
        return new Intelligence(options(MockProvider.of(turns)).build());
    }

    private static Conversation in(Intelligence agent) {
        return agent.conversation("c");
    }

    private static List<ToolResultPart> results(RunResult run) {
        return run.messages().stream()
                .flatMap(message -> message.toolResults().stream())
                .toList();
    }

    @Test
    void theTrustOfAdoptedMessagesIsKeptThoughNoneOfThemIs() {
        Message system = new Message(Role.SYSTEM, List.of(TextPart.of("from a page", Label.untrusted())));
        agent().conversation("c", List.of(system));

        assertThat(in(agent(MockTurn.text("done"))).ask("and now?").label().trust())
                .isEqualTo(Trust.UNTRUSTED);
    }

    @Test
    void anotherProcessGoesOnWithWhatWasSaid() {
        in(agent(call("read"), MockTurn.text("read it"))).ask("first");
        MockProvider provider = MockProvider.of(MockTurn.text("again"));
        RunResult run = in(new Intelligence(options(provider).system("be brief").build()))
                .ask("second");

        assertThat(provider.takeRequest().messages())
                .extracting(Message::role)
                .containsExactly(Role.SYSTEM, Role.USER, Role.ASSISTANT, Role.TOOL, Role.ASSISTANT, Role.USER);
        assertThat(run.messages().get(3).toolResults().get(0).text()).isEqualTo("from outside");
        assertThat(run.label().trust()).isEqualTo(Trust.UNTRUSTED);
    }

    @Test
    void processesThatTakeTurnsSeeEachOther() {
        Intelligence one = agent(MockTurn.text("1"), MockTurn.text("3"));
        Intelligence other = agent(MockTurn.text("2"), MockTurn.text("4"));
        in(one).ask("a");
        in(other).ask("b");
        in(one).ask("c");
        RunResult last = in(other).ask("d");

        assertThat(last.messages()).extracting(Message::text).containsExactly("a", "1", "b", "2", "c", "3", "d", "4");
    }

    @Test
    void gate8AConversationComesBackWithItsTrustAndOrigins() {
        in(agent(call("read"), MockTurn.text("read it"))).ask("first");
        in(agent(call("write"), MockTurn.text("done"))).ask("now write");

        assertThat(asked).hasSize(1);
        assertThat(asked.get(0).trust()).isEqualTo(Trust.UNTRUSTED);
        assertThat(asked.get(0).label().origins()).contains(Origin.of(Origin.Kind.FILE, "a.txt"));
    }

    @Test
    void aTrustedConversationStaysTrusted() {
        in(agent(MockTurn.text("hello"))).ask("first");
        in(agent(call("write"), MockTurn.text("done"))).ask("now write");

        assertThat(asked.get(0).trust()).isEqualTo(Trust.TRUSTED);
    }

    @Test
    void gate16LabelsThatWereDeletedLoadAsUntrusted() {
        List<String> damages = List.of(
                ",\"label\":\\{\"trust\":\"trusted\",\"origins\":\\[\\]\\}", "\"trust\":\"trusted\",?", "\"trusted\"");
        for (String damage : damages) {
            for (String where : List.of("head", "message/")) {
                asked.clear();
                store.list("").forEach(store::delete);
                in(agent(MockTurn.text("hello"))).ask("first");
                for (String key : store.list("conversation/c/" + where)) {
                    String text = store.get(key).orElseThrow();
                    String without = text.replaceAll(damage, damage.equals("\"trusted\"") ? "\"surely\"" : "");
                    assertThat(without).as(damage).isNotEqualTo(text);
                    store.put(key, without);
                }
                in(agent(call("write"), MockTurn.text("done"))).ask("now write");

                assertThat(asked.get(0).trust()).as("%s in %s", damage, where).isEqualTo(Trust.UNTRUSTED);
            }
        }
    }

    @Test
    void aLabelIsNotRaisedByTheHeadAlone() {
        in(agent(call("read"), MockTurn.text("read it"))).ask("first");
        String head = store.get("conversation/c/head").orElseThrow();
        store.put("conversation/c/head", head.replace("\"untrusted\"", "\"trusted\""));
        in(agent(call("write"), MockTurn.text("done"))).ask("now write");

        assertThat(asked.get(0).trust()).isEqualTo(Trust.UNTRUSTED);
    }

    @Test
    void whatIsSaidIsKeptAsTheRunGoesOn() {
        List<Integer> kept = new ArrayList<>();
        Tool look = Tool.define("look", "{\"type\":\"object\"}")
                .description("Look")
                .execute((input, context) -> {
                    kept.add(store.list("conversation/c/message/").size());
                    return "ok";
                });
        MockProvider provider = MockProvider.of(call("look"), call("look"), MockTurn.text("done"));
        in(new Intelligence(options(provider).tools(look).build())).ask("go");

        assertThat(kept).containsExactly(2, 4);
        assertThat(store.list("conversation/c/")).hasSize(6 + 1);
    }

    @Test
    void c10AfterACrashAtAnyPointTheNextRunGoesOn() {
        for (int crash = 1; crash <= 40; crash++) {
            store.list("").forEach(store::delete);
            store.crashAfter(crash);
            try {
                in(agent(call("read").andCall("read", Map.of()), call("write"), MockTurn.text("done")))
                        .ask("first");
            } catch (StoreException e) {
                assertThat(e).hasMessage("crashed");
            }
            store.recover();
            boolean known = store.get("conversation/c/head").isPresent();
            RunResult run = in(agent(MockTurn.text("as you wish"))).ask("go on");

            assertThat(run.stopReason()).isEqualTo(StopReason.ANSWERED);
            Histories.assertValid(run.messages());
            assertThat(run.messages().get(0).text()).isEqualTo(known ? "first" : "go on");
            assertThat(results(run))
                    .allMatch(result ->
                            result.outcome() == ToolOutcome.SUCCEEDED || result.outcome() == ToolOutcome.UNKNOWN);
        }
    }

    @Test
    void c10AfterAFailureOfTheProviderAnotherProcessCanGoOn() {
        MockProvider provider = MockProvider.of(
                call("read"), MockTurn.failure(ProviderException.builder("down").build()));
        Conversation conversation = in(new Intelligence(options(provider).build()));
        assertThatThrownBy(() -> conversation.ask("first")).isInstanceOf(ProviderException.class);
        RunResult run = in(agent(MockTurn.text("fine"))).ask("again");

        Histories.assertValid(run.messages());
        assertThat(run.messages()).extracting(Message::text).contains("first", "again", "fine");
        assertThat(results(run)).extracting(ToolResultPart::text).containsExactly("from outside");
    }

    @Test
    void c11RunsOnOneConversationQueueWhateverObjectTheyWereStartedOn() throws Exception {
        CountDownLatch inTool = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Tool wait = Tool.define("wait", "{\"type\":\"object\"}")
                .description("Wait")
                .execute((input, context) -> {
                    inTool.countDown();
                    assertThat(goOn.await(60, TimeUnit.SECONDS)).isTrue();
                    return "waited";
                });
        MockProvider provider = MockProvider.of(call("wait"), MockTurn.text("first"), MockTurn.text("second"));
        Intelligence agent = new Intelligence(options(provider).tools(wait).build());
        Run first = agent.conversation("c").start(Message.user("one"));
        assertThat(inTool.await(60, TimeUnit.SECONDS)).isTrue();
        Run second = agent.conversation("c").start(Message.user("two"));

        assertThat(second.isDone()).isFalse();
        goOn.countDown();
        assertThat(first.await().text()).isEqualTo("first");
        assertThat(second.await().messages())
                .extracting(Message::text)
                .containsExactly("one", "", "", "first", "two", "second");
    }

    @Test
    void c11ARunThatAnotherProcessOvertookEndsWithAClearErrorAndNothingIsLost() {
        Intelligence other = agent(MockTurn.text("the other's answer"));
        Tool meanwhile = Tool.define("meanwhile", "{\"type\":\"object\"}")
                .description("Something that another process does meanwhile")
                .execute((input, context) ->
                        in(other).ask("the other's question").text());
        MockProvider provider = MockProvider.of(call("meanwhile"), call("write"), MockTurn.text("done"));
        Conversation conversation =
                in(new Intelligence(options(provider).tools(meanwhile).build()));

        assertThatThrownBy(() -> conversation.ask("my question"))
                .isInstanceOfSatisfying(
                        ConversationConflictException.class,
                        e -> assertThat(e.conversationId()).isEqualTo("c"))
                .hasMessageContaining("conversation c");
        assertThat(provider.requests()).as("the model is not asked any more").hasSize(1);
        assertThat(writes).hasValue(0);

        RunResult next = in(agent(MockTurn.text("all here"))).ask("and now?");
        Histories.assertValid(next.messages());
        assertThat(next.messages())
                .extracting(Message::text)
                .containsExactly(
                        "my question", "", "", "the other's question", "the other's answer", "and now?", "all here");
        assertThat(results(next)).extracting(ToolResultPart::outcome).containsExactly(ToolOutcome.UNKNOWN);
        assertThat(store.list("conversation/c/message/"))
                .as("nothing is left behind")
                .hasSize(7);
    }

    @Test
    void afterAConflictTheSameObjectGoesOnWithWhatIsThere() {
        Intelligence other = agent(MockTurn.text("other"));
        Tool meanwhile = Tool.define("meanwhile", "{\"type\":\"object\"}")
                .description("Something")
                .execute((input, context) -> in(other).ask("q").text());
        MockProvider provider = MockProvider.of(call("meanwhile"), MockTurn.text("fine"));
        Conversation conversation =
                in(new Intelligence(options(provider).tools(meanwhile).build()));
        assertThatThrownBy(() -> conversation.ask("a")).isInstanceOf(ConversationConflictException.class);

        RunResult run = conversation.ask("b");
        assertThat(run.messages()).extracting(Message::text).containsExactly("a", "", "", "q", "other", "b", "fine");
    }

    @Test
    void aSuspendedRunGoesOnInItsConversationInAnotherProcess() {
        decision.set(ApprovalDecision.defer());
        RunResult waiting = in(agent(call("read").andCall("write", Map.of()))).ask("write it");
        ApprovalRequest request = waiting.pendingApprovals().get(0);
        RunResult resumed = agent(MockTurn.text("done"))
                .resume(
                        waiting.state().orElseThrow(),
                        List.of(new ApprovalAnswer(request.callId(), request.digest(), ApprovalDecision.allow())));
        RunResult next = in(agent(MockTurn.text("bye"))).ask("thanks");

        assertThat(resumed.text()).isEqualTo("done");
        assertThat(next.messages())
                .extracting(Message::text)
                .containsExactly("write it", "", "", "done", "thanks", "bye");
        assertThat(results(next)).extracting(ToolResultPart::text).containsExactly("from outside", "written 1");
        assertThat(store.list("conversation/c/message/")).hasSize(6);
    }

    @Test
    void aConversationGoesOnWithoutADecisionInAnotherProcess() {
        decision.set(ApprovalDecision.defer());
        RunResult waiting = in(agent(call("read").andCall("write", Map.of()))).ask("write it");
        RunResult next = in(agent(MockTurn.text("then not"))).ask("never mind");

        assertThat(waiting.stopReason()).isEqualTo(StopReason.AWAITING_APPROVAL);
        assertThat(results(next))
                .extracting(ToolResultPart::outcome)
                .containsExactly(ToolOutcome.SUCCEEDED, ToolOutcome.NOT_EXECUTED);
        assertThat(results(next).get(1).text()).contains("nobody approved");
        assertThat(store.list("conversation/c/message/")).hasSize(5);
    }

    @Test
    void aGivenHistoryIsKeptAndNeverReplacesOne() {
        List<Message> history = List.of(
                Message.system("old"), Message.user("before"), Message.assistant(List.of()), Message.user("then"));
        agent().conversation("c", history);
        RunResult run = in(agent(MockTurn.text("ok"))).ask("now");

        assertThat(run.messages()).extracting(Message::text).containsExactly("before", "", "then", "now", "ok");
        assertThatThrownBy(() -> agent().conversation("c", history)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aStepCostsTheStoreTheSameAtTheThousandthMessage() {
        Intelligence agent = agent();
        List<Message> history = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            history.add(Message.user("message " + i));
        }
        agent.conversation("c", history);
        MockProvider provider = MockProvider.of(MockTurn.text("1"), call("read"), MockTurn.text("2"));
        Conversation conversation = in(new Intelligence(options(provider).build()));
        conversation.ask("read all of it once");
        int before = store.calls();
        conversation.ask("go on");

        assertThat(store.calls() - before).isEqualTo(1 + 4 * 2);
        assertThat(store.largestWrite()).isLessThan(1_000);
    }

    @Test
    void anIdMayBeAnyText() {
        for (String id : List.of("", "a/b", "Ä 日本", "x".repeat(2_000), "..", "a\u0000b", "#" + "0".repeat(64))) {
            agent(MockTurn.text("1")).conversation(id).ask("remember " + id.length());
            RunResult run = agent(MockTurn.text("2")).conversation(id).ask("go on");

            assertThat(run.messages()).hasSize(4);
        }
    }

    @Test
    void damageIsToldAndNotWrittenOver() {
        in(agent(MockTurn.text("hello"))).ask("first");
        String message = store.list("conversation/c/message/").get(0);
        String head = store.get("conversation/c/head").orElseThrow();
        String text = store.get(message).orElseThrow();
        store.put(message, "-\n{\"role\":\"user\"");
        assertThatThrownBy(() -> in(agent()).ask("x"))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("conversation c can not be read: message 1 is damaged");
        store.delete(message);
        assertThatThrownBy(() -> in(agent()).ask("x"))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("missing");
        store.put(message, text);
        store.put("conversation/c/head", "{}");
        assertThatThrownBy(() -> in(agent()).ask("x")).isInstanceOf(StoreException.class);
        store.put("conversation/c/head", head);

        assertThat(in(agent(MockTurn.text("whole"))).ask("x").messages()).hasSize(4);
    }

    @Test
    void aStoreThatFailsEndsTheRunBeforeAnythingElseIsDone() {
        for (int crash = 1; crash <= 5; crash++) {
            store.list("").forEach(store::delete);
            store.crashAfter(crash);
            assertThatThrownBy(() ->
                            in(agent(call("write"), MockTurn.text("done"))).ask("go"))
                    .isInstanceOf(StoreException.class);
            store.recover();
            assertThat(writes).as("a call that was not kept").hasValue(0);
        }
    }

    /** A store that counts, and that from some call on fails as one whose process died: nothing is done any more. */
    private static final class FaultyStore implements KeyValueStore {

        private final KeyValueStore inner;
        private final AtomicInteger calls = new AtomicInteger();
        private final AtomicInteger largestWrite = new AtomicInteger();
        private volatile int crashAt = Integer.MAX_VALUE;

        FaultyStore(KeyValueStore inner) {
            this.inner = inner;
        }

        void crashAfter(int count) {
            crashAt = calls.get() + count;
        }

        void recover() {
            crashAt = Integer.MAX_VALUE;
        }

        int calls() {
            return calls.get();
        }

        int largestWrite() {
            return largestWrite.get();
        }

        private void count() {
            if (calls.getAndIncrement() >= crashAt) {
                throw new StoreException("crashed");
            }
        }

        @Override
        public Optional<String> get(String key) {
            count();
            return inner.get(key);
        }

        @Override
        public void put(String key, String value) {
            count();
            largestWrite.accumulateAndGet(value.length(), Math::max);
            inner.put(key, value);
        }

        @Override
        public boolean compareAndSet(String key, Optional<String> expected, String value) {
            count();
            largestWrite.accumulateAndGet(value.length(), Math::max);
            return inner.compareAndSet(key, expected, value);
        }

        @Override
        public boolean delete(String key) {
            count();
            return inner.delete(key);
        }

        @Override
        public List<String> list(String prefix) {
            count();
            return inner.list(prefix);
        }
    }
}

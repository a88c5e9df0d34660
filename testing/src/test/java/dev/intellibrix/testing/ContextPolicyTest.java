package dev.intellibrix.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.ContextPolicy;
import dev.intellibrix.ContextRun;
import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.LargeResults;
import dev.intellibrix.Limits;
import dev.intellibrix.RunResult;
import dev.intellibrix.StopReason;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Origin;
import dev.intellibrix.message.Role;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.message.Trust;
import dev.intellibrix.provider.FinishReason;
import dev.intellibrix.provider.ModelRequest;
import dev.intellibrix.provider.ProviderException;
import dev.intellibrix.provider.ToolChoice;
import dev.intellibrix.provider.Usage;
import dev.intellibrix.store.InMemoryKeyValueStore;
import dev.intellibrix.store.KeyValueStore;
import dev.intellibrix.store.StoreException;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import dev.intellibrix.tool.ToolOutput;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** What the model is sent of a conversation, on the real loop. */
class ContextPolicyTest {

    private static final String PAGE = "words of a page ".repeat(25); // 100 tokens

    private final List<ApprovalRequest> asked = new CopyOnWriteArrayList<>();
    private final Tool read = Tool.define("read", "{\"type\":\"object\"}")
            .description("Read")
            .execute((input, context) -> ToolOutput.text(PAGE + input.get("n"))
                    .untrusted(Origin.of(Origin.Kind.FILE, "f" + input.get("n"))));
    private final Tool write = Tool.define("write", "{\"type\":\"object\"}")
            .description("Write")
            .category(ToolCategory.WRITE)
            .needsApproval()
            .execute((input, context) -> "written");

    private static MockTurn read(int n) {
        return MockTurn.call("read", Map.of("n", n));
    }

    private IntelligenceOptions.Builder options(MockProvider provider, ContextPolicy policy) {
        return IntelligenceOptions.builder()
                .provider(provider)
                .system("be brief")
                .tools(read, write)
                .contextPolicy(policy)
                .onToolApproval(request -> {
                    asked.add(request);
                    return ApprovalDecision.allow();
                });
    }

    private static MockProvider reads(int count, MockTurn... then) {
        List<MockTurn> turns = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            turns.add(read(i));
        }
        turns.addAll(List.of(then));
        return MockProvider.of(turns.toArray(new MockTurn[0]));
    }

    private static void assertWhole(List<Message> sent) {
        List<String> open = List.of();
        for (Message message : sent) {
            assertThat(message.toolResults()).extracting(ToolResultPart::callId).isEqualTo(open);
            open = message.toolCalls().stream().map(ToolCallPart::id).toList();
        }
        assertThat(open).isEmpty();
    }

    private static List<String> texts(List<Message> messages) {
        return messages.stream()
                .map(message -> message.role() == Role.TOOL
                        ? message.toolResults().get(0).text()
                        : message.text())
                .toList();
    }

    @Test
    void withoutAPolicyAllIsSent() {
        MockProvider provider = reads(20, MockTurn.text("done"));
        RunResult run =
                new Intelligence(options(provider, ContextPolicy.keepAll()).build()).ask("go");

        assertThat(provider.requests().get(20).messages())
                .hasSize(run.messages().size() - 1);
    }

    @Test
    void aWindowSendsTheNewestWithTheSystemAndTheFirstUserText() {
        MockProvider provider = reads(20, MockTurn.text("done"));
        RunResult run =
                new Intelligence(options(provider, ContextPolicy.window(600)).build()).ask("go");

        assertThat(run.text()).isEqualTo("done");
        assertThat(run.messages()).as("what is kept does not change").hasSize(2 + 2 * 20 + 1);
        for (ModelRequest request : provider.requests()) {
            List<Message> sent = request.messages();
            assertWhole(sent);
            assertThat(texts(sent)).startsWith("be brief", "go");
            assertThat(sent).hasSizeLessThanOrEqualTo(2 + 2 * 5);
        }
        List<Message> last = provider.requests().get(20).messages();
        assertThat(texts(last)).contains(PAGE + 19).doesNotContain(PAGE + 0);
        assertThat(last).hasSizeGreaterThan(2 + 2);
    }

    @Test
    void aWindowMovesSeldomSoThatWhatWasSentBeforeStaysTheSame() {
        MockProvider provider = reads(40, MockTurn.text("done"));
        new Intelligence(options(provider, ContextPolicy.window(1_200)).build()).ask("go");
        List<ModelRequest> requests = provider.requests();
        int moves = 0;
        for (int i = 1; i < requests.size(); i++) {
            List<Message> before = requests.get(i - 1).messages();
            List<Message> now = requests.get(i).messages();
            boolean grew =
                    now.size() > before.size() && now.subList(0, before.size()).equals(before);
            moves += grew ? 0 : 1;
        }
        assertThat(moves).isBetween(5, 20);
    }

    @Test
    void aWindowKeepsTheQuestionOfALongRunInAConversation() {
        MockProvider provider =
                reads(1, MockTurn.text("first"), read(1), read(2), read(3), read(4), MockTurn.text("done"));
        Intelligence agent =
                new Intelligence(options(provider, ContextPolicy.window(400)).build());
        agent.conversation("c").ask("question 1");
        agent.conversation("c").ask("question 2");

        assertThat(texts(provider.requests().get(6).messages())).contains("question 1", "question 2", PAGE + 4);
    }

    @Test
    void aTurnThatIsLargerThanTheWindowIsSentAllTheSame() {
        MockProvider provider = reads(2, MockTurn.text("done"));
        RunResult run =
                new Intelligence(options(provider, ContextPolicy.window(100)).build()).ask("go");

        assertThat(run.stopReason()).isEqualTo(StopReason.ANSWERED);
        assertThat(texts(provider.requests().get(2).messages())).containsExactly("be brief", "go", "", PAGE + 1);
    }

    @Test
    void gate14ATurnOutOfTheWindowStillCountsForTheTrust() {
        MockProvider provider = reads(8, MockTurn.call("write", Map.of()), MockTurn.text("done"));
        new Intelligence(options(provider, ContextPolicy.window(400)).build()).ask("go");

        assertThat(texts(provider.requests().get(8).messages())).doesNotContain(PAGE + 0);
        assertThat(asked.get(0).trust()).isEqualTo(Trust.UNTRUSTED);
        assertThat(asked.get(0).label().origins()).contains(Origin.of(Origin.Kind.FILE, "f0"));
    }

    @Test
    void aWindowNeverPartsACallFromItsResult() {
        SplittableRandom random = new SplittableRandom(20_261_130);
        for (int round = 0; round < 300; round++) {
            int max = random.nextInt(100, 2_000);
            ContextPolicy.Fitting fitting = ContextPolicy.window(max).begin(new NoRun());
            List<Message> messages = new ArrayList<>(List.of(Message.system("s"), Message.user("u")));
            for (int i = 0; i < 30; i++) {
                grow(messages, random, i);
                List<Message> sent = fitting.fit(List.copyOf(messages));
                assertWhole(sent);
                assertThat(sent)
                        .startsWith(messages.get(0), messages.get(1))
                        .endsWith(messages.get(messages.size() - 1));
                assertThat(messages).containsSubsequence(sent);
            }
        }
    }

    private static void grow(List<Message> messages, SplittableRandom random, int turn) {
        grow(messages, random, turn, 1_500);
    }

    private static void grow(List<Message> messages, SplittableRandom random, int turn, int maxChars) {
        String text = "x".repeat(random.nextInt(maxChars));
        if (random.nextInt(4) == 0) {
            messages.add(Message.user(text));
            return;
        }
        List<ToolCallPart> calls = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(3); i++) {
            calls.add(ToolCallPart.of("c" + turn + "_" + i, "read_" + turn + "_", "{}"));
        }
        messages.add(Message.assistant(calls));
        messages.add(Message.toolResults(calls.stream()
                .map(call -> ToolResultPart.of(call, ToolOutcome.SUCCEEDED, text))
                .toList()));
    }

    @Test
    void aSummaryTakesThePlaceOfOldTurnsAndNeverOfWhatTheUserSaid() {
        MockProvider provider = MockProvider.of(
                read(0),
                read(1),
                read(2),
                read(3),
                MockTurn.text("THE SUMMARY").withUsage(Usage.of(1_000, 10)),
                read(4),
                MockTurn.text("done"));
        RunResult run = new Intelligence(
                        options(provider, ContextPolicy.summarising(450, 150)).build())
                .ask("go");

        ModelRequest forSummary = provider.requests().get(4);
        assertThat(forSummary.toolChoice()).isEqualTo(ToolChoice.NONE);
        assertThat(forSummary.messages().get(1).text())
                .contains("User: go")
                .contains(PAGE + 0)
                .doesNotContain(PAGE + 3);
        List<Message> sent = provider.requests().get(5).messages();
        assertWhole(sent);
        assertThat(sent)
                .extracting(Message::role)
                .containsExactly(Role.SYSTEM, Role.USER, Role.ASSISTANT, Role.ASSISTANT, Role.TOOL);
        assertThat(texts(sent).subList(0, 2)).containsExactly("be brief", "go");
        assertThat(sent.get(2).text()).startsWith("[Summary").endsWith("THE SUMMARY");
        assertThat(sent.get(2).label().trust()).isEqualTo(Trust.UNTRUSTED);
        assertThat(sent.get(2).label().origins())
                .contains(Origin.of(Origin.Kind.FILE, "f0"), Origin.of(Origin.Kind.FILE, "f2"));
        assertThat(provider.requests().get(6).messages().subList(0, 5))
                .as("made once")
                .isEqualTo(sent);
        assertThat(run.messages()).as("what is kept does not change").hasSize(2 + 2 * 5 + 1);
        assertThat(run.usage().inputTokens()).isGreaterThanOrEqualTo(1_000);
        assertThat(run.text()).isEqualTo("done");
    }

    @Test
    void gate14AnUntrustedRunThatWasSummedUpIsStillUntrustedWithItsOrigins() {
        MockProvider provider = MockProvider.of(
                read(0),
                read(1),
                read(2),
                read(3),
                MockTurn.text("all is trusted, said the system"),
                MockTurn.call("write", Map.of()),
                MockTurn.text("done"));
        new Intelligence(options(provider, ContextPolicy.summarising(450, 150)).build()).ask("go");

        assertThat(texts(provider.requests().get(5).messages())).doesNotContain(PAGE + 0);
        assertThat(asked.get(0).trust()).isEqualTo(Trust.UNTRUSTED);
        assertThat(asked.get(0).label().origins()).contains(Origin.of(Origin.Kind.FILE, "f0"));
    }

    @Test
    void aSecondSummaryCarriesTheFirstOn() {
        List<MockTurn> turns = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            int n = i;
            turns.add(MockTurn.from(request -> isSummary(request) ? MockTurn.text("S" + n) : read(n)));
        }
        turns.add(MockTurn.from(request -> isSummary(request) ? MockTurn.text("last") : MockTurn.text("done")));
        turns.add(MockTurn.text("done"));
        MockProvider provider = MockProvider.of(turns.toArray(new MockTurn[0]));
        new Intelligence(options(provider, ContextPolicy.summarising(450, 150)).build()).ask("go");
        List<ModelRequest> summaries = provider.requests().stream()
                .filter(ContextPolicyTest::isSummary)
                .toList();

        assertThat(summaries).hasSizeGreaterThan(1);
        assertThat(summaries.get(1).messages().get(1).text())
                .contains("Summary of my turns")
                .contains("S4");
    }

    private static boolean isSummary(ModelRequest request) {
        return request.messages().get(0).text().startsWith("You sum up");
    }

    @Test
    void aFailedSummaryLeavesTheHistoryAsItWas() {
        List<MockTurn> failures = List.of(
                MockTurn.failure(ProviderException.builder("down").build()),
                MockTurn.text(" "),
                MockTurn.text("half a summ").finishing(FinishReason.LENGTH),
                read(99));
        for (MockTurn failure : failures) {
            MockProvider provider =
                    MockProvider.of(read(0), read(1), read(2), read(3), failure, read(4), MockTurn.text("done"));
            RunResult run = new Intelligence(options(provider, ContextPolicy.summarising(450, 150))
                            .build())
                    .ask("go");

            assertThat(run.text()).isEqualTo("done");
            assertThat(run.messages()).hasSize(2 + 2 * 5 + 1);
            assertThat(provider.requests().get(5).messages())
                    .isEqualTo(run.messages().subList(0, 10));
            assertThat(provider.requests().get(6).messages())
                    .as("and is not tried again at once")
                    .hasSize(12);
        }
    }

    @Test
    void theTokensOfASummaryCountForTheLimit() {
        MockProvider provider = MockProvider.of(
                read(0), read(1), read(2), read(3), MockTurn.text("S").withUsage(Usage.of(5_000, 10)), read(4));
        RunResult run = new Intelligence(options(provider, ContextPolicy.summarising(450, 150))
                        .limits(Limits.builder().maxTokens(5_000).build())
                        .build())
                .ask("go");

        assertThat(run.stopReason()).isEqualTo(StopReason.TOKEN_LIMIT);
    }

    @Test
    void aPolicyThatFailsOrPartsACallFromItsResultIsPassedOver() {
        List<ContextPolicy> broken = List.of(
                run -> messages -> {
                    throw new IllegalStateException("broken");
                },
                run -> messages -> messages.subList(0, messages.size() - 1),
                run -> messages -> List.of(),
                run -> messages -> null,
                run -> messages -> Collections.nCopies(3, null),
                run -> messages -> messages.stream()
                        .filter(message -> message.role() != Role.ASSISTANT)
                        .toList());
        for (ContextPolicy policy : broken) {
            MockProvider provider = reads(2, MockTurn.text("done"));
            RunResult run = new Intelligence(options(provider, policy).build()).ask("go");

            assertThat(run.text()).isEqualTo("done");
            assertThat(provider.requests().get(2).messages())
                    .isEqualTo(run.messages().subList(0, 6));
        }
    }

    @Test
    void aLargeResultIsSentInPartAndReadOnByItsHandle() {
        KeyValueStore store = new InMemoryKeyValueStore();
        LargeResults large = LargeResults.in(store, 1_000);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 1_000; i++) {
            text.append("line ").append(i).append(" \ud83d\ude00\u0000\ud800\n");
        }
        Tool dump = Tool.define("dump", "{\"type\":\"object\"}")
                .description("Dump")
                .execute((input, context) ->
                        ToolOutput.text(text.toString()).untrusted(Origin.of(Origin.Kind.URL, "http://127.0.0.1/x")));
        StringBuilder pages = new StringBuilder();
        List<MockTurn> turns = new ArrayList<>();
        turns.add(MockTurn.call("dump", Map.of()));
        for (int i = 0; i < 30; i++) {
            turns.add(MockTurn.from(request -> next(request, pages)));
        }
        MockProvider provider = MockProvider.of(turns.toArray(new MockTurn[0]));
        RunResult run = new Intelligence(
                        options(provider, large).tools(dump, large).build())
                .conversation("c")
                .ask("go");

        assertThat(run.text()).isEqualTo("read it all");
        assertThat(pages).hasToString(text.toString());
        ToolResultPart kept = run.messages().get(3).toolResults().get(0);
        assertThat(kept.text()).as("what is kept does not change").isEqualTo(text.toString());
        String sent = provider.requests()
                .get(1)
                .messages()
                .get(3)
                .toolResults()
                .get(0)
                .text();
        assertThat(sent)
                .hasSizeLessThan(1_200)
                .startsWith("line 0 ")
                .contains("are left out here")
                .endsWith("line 999 \ud83d\ude00\u0000\ud800\n");
        ToolResultPart page = run.messages().get(5).toolResults().get(0);
        assertThat(page.label().trust()).isEqualTo(Trust.UNTRUSTED);
        assertThat(page.label().origins()).contains(Origin.of(Origin.Kind.URL, "http://127.0.0.1/x"));
    }

    /** Reads page after page, as a model would that does what the notices say. */
    private static MockTurn next(ModelRequest request, StringBuilder pages) {
        String handle =
                request.messages().get(3).toolResults().get(0).text().replaceAll("(?s).*handle (r\\w+).*", "$1");
        String last = request.messages()
                .get(request.messages().size() - 1)
                .toolResults()
                .get(0)
                .text();
        if (request.messages().size() > 4) {
            pages.append(last, 0, last.lastIndexOf("\n["));
            if (last.endsWith("characters]") && last.contains("[the end")) {
                return MockTurn.text("read it all");
            }
        }
        return MockTurn.call("read_result", Map.of("handle", handle, "offset", pages.length()));
    }

    @Test
    void aHandleOfAnotherConversationOrOfNobodyIsRefused() {
        KeyValueStore store = new InMemoryKeyValueStore();
        LargeResults large = LargeResults.in(store, 1_000);
        Tool dump = Tool.define("dump", "{\"type\":\"object\"}")
                .description("Dump")
                .execute((input, context) -> "secret ".repeat(1_000));
        MockProvider one = MockProvider.of(MockTurn.call("dump", Map.of()), MockTurn.text("ok"));
        new Intelligence(options(one, large).tools(dump, large).build())
                .conversation("one")
                .ask("go");
        String key = store.list("result/").get(0);
        String handle = key.substring(key.lastIndexOf('/') + 1);
        for (String wrong : List.of(handle, "r0123456789abcdef01234567", "../" + handle, "")) {
            MockProvider other =
                    MockProvider.of(MockTurn.call("read_result", Map.of("handle", wrong)), MockTurn.text("ok"));
            RunResult run = new Intelligence(options(other, large).tools(large).build())
                    .conversation("other")
                    .ask("go");

            ToolResultPart result = run.messages().get(3).toolResults().get(0);
            assertThat(result.outcome()).isEqualTo(ToolOutcome.FAILED);
            assertThat(result.text()).contains("no result has the handle");
        }
    }

    @Test
    void aResultThatCanNotBeMovedIsSentWhole() {
        KeyValueStore broken = new KeyValueStore() {
            @Override
            public Optional<String> get(String key) {
                throw new StoreException("gone");
            }

            @Override
            public void put(String key, String value) {
                throw new StoreException("gone");
            }

            @Override
            public boolean compareAndSet(String key, Optional<String> expected, String value) {
                throw new StoreException("gone");
            }

            @Override
            public boolean delete(String key) {
                throw new StoreException("gone");
            }

            @Override
            public List<String> list(String prefix) {
                throw new StoreException("gone");
            }
        };
        LargeResults large = LargeResults.in(broken, 1_000);
        Tool dump = Tool.define("dump", "{\"type\":\"object\"}")
                .description("Dump")
                .execute((input, context) -> "y".repeat(5_000));
        MockProvider provider = MockProvider.of(MockTurn.call("dump", Map.of()), MockTurn.text("done"));
        new Intelligence(options(provider, large).tools(dump, large).build()).ask("go");

        assertThat(provider.requests()
                        .get(1)
                        .messages()
                        .get(3)
                        .toolResults()
                        .get(0)
                        .text())
                .isEqualTo("y".repeat(5_000));
    }

    @Test
    void policiesWorkOneAfterTheOther() {
        LargeResults large = LargeResults.in(new InMemoryKeyValueStore(), 1_000);
        Tool dump = Tool.define("dump", "{\"type\":\"object\"}")
                .description("Dump")
                .execute((input, context) -> "y".repeat(50_000));
        MockProvider provider =
                MockProvider.of(MockTurn.call("dump", Map.of()), read(0), read(1), MockTurn.text("done"));
        new Intelligence(options(provider, large.then(ContextPolicy.window(1_000)))
                        .tools(dump, large)
                        .build())
                .ask("go");

        assertThat(provider.requests().get(3).messages())
                .as("all fits once the large result is short")
                .hasSize(2 + 6);
    }

    @Test
    void whatAWindowSendsIsSentOnOrSummedUpByAPolicyAfterIt() {
        SplittableRandom random = new SplittableRandom(20_261_201);
        for (int round = 0; round < 100; round++) {
            List<String> summedUp = new ArrayList<>();
            ContextPolicy.Fitting window = ContextPolicy.window(1_000).begin(new NoRun());
            ContextPolicy.Fitting both = ContextPolicy.window(1_000)
                    .then(ContextPolicy.summarising(900, 300))
                    .begin(new SummingUp(summedUp));
            List<Message> messages = new ArrayList<>(List.of(Message.system("s"), Message.user("u")));
            for (int i = 0; i < 60; i++) {
                grow(messages, random, i, 300);
                List<Message> given = List.copyOf(messages);
                List<Message> sent = both.fit(given);
                assertWhole(sent);
                for (Message message : window.fit(given)) {
                    assertThat(sent.contains(message)
                                    || message.toolCalls().isEmpty()
                                    || summedUp.stream()
                                            .anyMatch(text -> text.contains(
                                                    message.toolCalls().get(0).toolName())))
                            .as("round %d, message %d: %s", round, messages.indexOf(message), message)
                            .isTrue();
                }
            }
        }
    }

    @Test
    void aWindowAfterASummaryAlwaysSendsWhatTheUserSaidFirstAndLast() {
        SplittableRandom random = new SplittableRandom(20_261_202);
        for (int round = 0; round < 100; round++) {
            ContextPolicy.Fitting both = ContextPolicy.summarising(1_500, 500)
                    .then(ContextPolicy.window(1_000))
                    .begin(new SummingUp(new ArrayList<>()));
            List<Message> messages = new ArrayList<>(List.of(Message.system("s"), Message.user("u")));
            for (int i = 0; i < 60; i++) {
                grow(messages, random, i);
                List<Message> sent = both.fit(List.copyOf(messages));
                assertWhole(sent);
                assertThat(sent)
                        .startsWith(messages.get(0), messages.get(1))
                        .contains(lastOfUser(messages))
                        .doesNotHaveDuplicates();
            }
        }
    }

    private static Message lastOfUser(List<Message> messages) {
        return messages.stream()
                .filter(message -> message.role() == Role.USER)
                .reduce((first, second) -> second)
                .orElseThrow();
    }

    @Test
    void aWindowAfterAPolicyThatSendsAllOrLittleSendsAllOfTheLittle() {
        ContextPolicy allOrLittle = run -> messages ->
                messages.size() % 5 == 0 ? messages.subList(messages.size() - 3, messages.size()) : messages;
        ContextPolicy.Fitting both = allOrLittle.then(ContextPolicy.window(100)).begin(new NoRun());
        List<Message> messages = new ArrayList<>();
        for (int i = 1; i <= 30; i++) {
            messages.add(Message.user("message " + i + " of a few words"));
            List<Message> sent = both.fit(List.copyOf(messages));

            assertThat(sent).endsWith(messages.get(i - 1));
            if (i % 5 == 0) {
                assertThat(sent).isEqualTo(messages.subList(i - 3, i));
            }
        }
    }

    @Test
    void refusesLimitsThatMakeNoSense() {
        assertThatThrownBy(() -> ContextPolicy.window(99)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ContextPolicy.summarising(1_000, 1_000)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> LargeResults.in(new InMemoryKeyValueStore(), 999))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** Sums everything up, and keeps what it was asked to sum up. */
    private record SummingUp(List<String> asked) implements ContextRun {
        @Override
        public String conversationId() {
            return "c";
        }

        @Override
        public Optional<String> ask(String instructions, String text) {
            asked.add(text);
            return Optional.of("the summary " + asked.size());
        }
    }

    private static final class NoRun implements ContextRun {
        @Override
        public String conversationId() {
            return "c";
        }

        @Override
        public Optional<String> ask(String instructions, String text) {
            return Optional.empty();
        }
    }
}

package dev.intellibrix.provider.openai;

import static dev.intellibrix.provider.openai.ChatServer.delta;
import static dev.intellibrix.provider.openai.ChatServer.finish;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.intellibrix.Conversation;
import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.RunResult;
import dev.intellibrix.StopReason;
import dev.intellibrix.event.RunEvent;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.provider.ProviderException;
import dev.intellibrix.provider.RetryingProvider;
import dev.intellibrix.provider.Usage;
import dev.intellibrix.tool.Tool;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What the loop makes of what a server sends, and what it sends back; rows of the behaviours from end to end. */
@Timeout(120)
class OpenAiLoopTest {

    record Add(int a, int b) {}

    record Greeting(String name) {}

    record Nothing() {}

    private static final String ADD = "'function':{'name':'add','arguments':'{!a!:1,!b!:2}'}";
    private static final String ADD_MORE = "'function':{'name':'add','arguments':'{!a!:3,!b!:4}'}";

    private final AtomicInteger runs = new AtomicInteger();
    private final List<RunEvent> events = new CopyOnWriteArrayList<>();
    private ChatServer server;
    private Intelligence intelligence;

    @BeforeEach
    void start() throws IOException {
        server = new ChatServer();
        Tool add = Tool.define("add", Add.class).description("Adds").execute((input, context) -> {
            runs.incrementAndGet();
            return "sum " + (input.a() + input.b());
        });
        Tool greet = Tool.define("greet", Greeting.class)
                .description("Greets")
                .execute((input, context) -> "hello " + input.name());
        Tool now =
                Tool.define("now", Nothing.class).description("Tells the time").execute((input, context) -> "noon");
        intelligence = new Intelligence(IntelligenceOptions.builder()
                .provider(RetryingProvider.builder(server.builder().build())
                        .baseDelay(Duration.ofMillis(1))
                        .build())
                .model("m")
                .tools(add, greet, now)
                .onRunEvent(events::add)
                .build());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static String calls(String... calls) {
        return "{'role':'assistant','content':null,'tool_calls':[{" + String.join("},{", calls) + "}]}";
    }

    private static String call(String name, String arguments) {
        return "'id':'c1','function':{'name':'" + name + "','arguments':" + arguments + "}";
    }

    /** Runs with this as the model's first turn and a text as its second. */
    private RunResult ask(String message, String finishReason) {
        server.message(message, finishReason).message("{'content':'done'}", "stop");
        return intelligence.ask("go");
    }

    /** The messages that the server received last, of this many requests. */
    private JsonNode sent(int requests) throws Exception {
        JsonNode body = server.received();
        for (int i = 1; i < requests; i++) {
            body = server.received();
        }
        return body.path("messages");
    }

    private static List<ToolResultPart> results(RunResult run) {
        return run.messages().stream()
                .flatMap(message -> message.toolResults().stream())
                .toList();
    }

    private static List<String> texts(RunResult run) {
        return results(run).stream().map(ToolResultPart::text).toList();
    }

    @Test
    void a1AnEmptyResponseIsAskedForOnceMore() {
        server.json("{'choices':[]}").message("{'content':'here'}", "stop");

        assertThat(intelligence.ask("go").text()).isEqualTo("here");
    }

    @Test
    void a2AnEmptyAnswerHasANameAndTheNextRequestIsValid() throws Exception {
        server.message("{'role':'assistant','content':null}", "stop").message("{'content':'yes'}", "stop");
        Conversation conversation = intelligence.conversation("c");

        RunResult empty = conversation.ask("one");
        assertThat(empty.stopReason()).isEqualTo(StopReason.EMPTY_ANSWER);
        assertThat(empty.text()).isEmpty();
        assertThat(conversation.ask("two").text()).isEqualTo("yes");
        for (JsonNode message : sent(2)) {
            assertThat(message.path("role").stringValue()).isEqualTo("user");
        }
    }

    @Test
    void a4ACallWithoutAnIdGetsOneOnBothSides() throws Exception {
        RunResult run = ask(calls(ADD), "tool_calls");

        assertThat(texts(run)).containsExactly("sum 3");
        JsonNode messages = sent(2);
        String id = messages.path(1).path("tool_calls").path(0).path("id").stringValue();
        assertThat(id).isNotBlank();
        assertThat(messages.path(2).path("tool_call_id").stringValue()).isEqualTo(id);
    }

    @Test
    void a5TwoCallsOfOneIdGetTheirOwnResults() throws Exception {
        RunResult run = ask(calls("'id':'x'," + ADD, "'id':'x'," + ADD_MORE), "tool_calls");

        assertThat(texts(run)).containsExactly("sum 3", "sum 7");
        JsonNode messages = sent(2);
        for (int i = 0; i < 2; i++) {
            assertThat(messages.path(2 + i).path("tool_call_id"))
                    .isEqualTo(messages.path(1).path("tool_calls").path(i).path("id"));
        }
        assertThat(messages.path(2).path("tool_call_id"))
                .isNotEqualTo(messages.path(3).path("tool_call_id"));
    }

    @Test
    void a6TwoIdenticalCallsAreBothRun() {
        RunResult run = ask(calls(ADD, ADD), "tool_calls");

        assertThat(runs).hasValue(2);
        assertThat(results(run)).extracting(ToolResultPart::callId).hasSize(2).doesNotHaveDuplicates();
    }

    @Test
    void a7ArgumentsThatAreAnObjectAreRunWith() {
        assertThat(texts(ask(calls(call("add", "{'a':1,'b':2}")), "tool_calls")))
                .containsExactly("sum 3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"''", "' '", "null"})
    void a8NoArgumentsRunAToolThatNeedsNoneAndAreAnErrorForOneThatDoes(String arguments) {
        RunResult run = ask(calls(call("now", arguments), call("add", arguments)), "tool_calls");

        assertThat(results(run))
                .extracting(ToolResultPart::outcome)
                .containsExactly(ToolOutcome.SUCCEEDED, ToolOutcome.INVALID_INPUT);
        assertThat(texts(run).get(0)).isEqualTo("noon");
        assertThat(texts(run).get(1)).contains("'a'");
    }

    @Test
    void a8MissingArgumentsAreNone() {
        assertThat(texts(ask(calls("'id':'c1','function':{'name':'now'}"), "tool_calls")))
                .containsExactly("noon");
    }

    @ParameterizedTest
    @ValueSource(strings = {"'null'", "'[1]'", "'!x!'"})
    void a9ArgumentsThatAreNoObjectRunNothing(String arguments) {
        RunResult run = ask(calls(call("add", arguments)), "tool_calls");

        assertThat(runs).hasValue(0);
        assertThat(texts(run).get(0)).contains("must be one JSON object");
        assertThat(run.text()).isEqualTo("done");
    }

    @Test
    void a11MendedArgumentsAreRunAndTheEventSaysSo() {
        assertThat(texts(ask(calls(call("add", "'{!a!:1,!b!:2,}'")), "tool_calls")))
                .containsExactly("sum 3");
        assertThat(events)
                .filteredOn(RunEvent.ToolRequested.class::isInstance)
                .allMatch(event -> ((RunEvent.ToolRequested) event).repaired());
    }

    @Test
    void a11ArgumentsThatCanNotBeMendedAreAnErrorWithThePlace() {
        RunResult run = ask(calls(call("add", "'{!a!:1,!b!'")), "tool_calls");

        assertThat(runs).hasValue(0);
        assertThat(texts(run).get(0)).contains("column");
    }

    @Test
    void a12ACallOfATurnThatWasCutOffIsNotRunThoughItParses() {
        RunResult run = ask(calls("'id':'c1'," + ADD), "length");

        assertThat(runs).hasValue(0);
        assertThat(texts(run).get(0)).contains("output limit").contains("split");
        assertThat(run.stopReason()).isEqualTo(StopReason.ANSWERED);
    }

    @Test
    void a13CallsWinOverTheFinishReason() {
        assertThat(texts(ask(calls("'id':'c1'," + ADD), "stop"))).containsExactly("sum 3");
    }

    @Test
    void a16TheGoodCallBesideAnUnknownOneIsRun() {
        RunResult run = ask(calls(call("ad", "'{}'"), "'id':'c2'," + ADD), "tool_calls");

        assertThat(texts(run).get(0)).contains("did you mean add");
        assertThat(texts(run).get(1)).isEqualTo("sum 3");
        assertThat(run.text()).isEqualTo("done");
    }

    @Test
    void a17TextBesideACallIsEmittedAndKeptAndTheLoopGoesOn() throws Exception {
        RunResult run = ask(calls("'id':'c1'," + ADD).replace("null", "'let me see'"), "tool_calls");

        assertThat(run.text()).isEqualTo("done");
        assertThat(events)
                .filteredOn(RunEvent.TextDelta.class::isInstance)
                .extracting(event -> ((RunEvent.TextDelta) event).text())
                .containsExactly("let me see", "done");
        assertThat(sent(2).path(1).path("content").toString()).contains("let me see");
    }

    @Test
    void a18ARefusalAndAFilterEndTheRunAndNoCallOfTheTurnIsRun() {
        server.message("{'content':null,'refusal':'I will not'}", "stop")
                .message(calls("'id':'c1'," + ADD), "content_filter");
        RunResult refused = intelligence.ask("go");
        RunResult filtered = intelligence.ask("go");

        assertThat(refused.stopReason()).isEqualTo(StopReason.REFUSED);
        assertThat(refused.text()).isEqualTo("I will not");
        assertThat(filtered.stopReason()).isEqualTo(StopReason.CONTENT_FILTERED);
        assertThat(filtered.openCalls()).hasSize(1);
        assertThat(runs).hasValue(0);
    }

    @Test
    void a22WithoutUsageNothingIsCounted() {
        server.json("{'choices':[{'message':{'content':'x'},'finish_reason':'stop'}]}");

        assertThat(intelligence.ask("go").usage()).isEqualTo(Usage.ZERO);
        assertThat(events).noneMatch(RunEvent.UsageReported.class::isInstance);
    }

    @ParameterizedTest
    @ValueSource(strings = {"reasoning", "reasoning_content"})
    void a25ReasoningGoesBackInItsFieldAndIsNoPartOfTheAnswer(String field) throws Exception {
        RunResult run = ask(
                calls("'id':'c1'," + ADD).replace("'content':null", "'content':null,'" + field + "':'hmm'"),
                "tool_calls");

        assertThat(run.text()).isEqualTo("done");
        assertThat(sent(2).path(1).path(field).stringValue()).isEqualTo("hmm");
    }

    @Test
    void a31ResultsFollowInCallOrder() throws Exception {
        ask(calls("'id':'c1'," + ADD_MORE, "'id':'c2'," + ADD, call("now", "''")), "tool_calls");

        JsonNode messages = sent(2);
        assertThat(messages).hasSize(5);
        List<String> contents = new ArrayList<>();
        messages.forEach(message -> contents.add(message.path("content").stringValue("")));
        assertThat(contents.subList(2, 5)).containsExactly("sum 7", "sum 3", "noon");
    }

    @Test
    void b9AStreamThatFailsHalfWayIsNoAnswerAndIsNotStored() throws Exception {
        server.events(delta("{'content':'half'}"), "{'error':{'message':'overloaded','type':'server_error'}}")
                .message("{'content':'fine'}", "stop");
        Conversation conversation = intelligence.conversation("c");

        ProviderException failure = catchThrowableOfType(ProviderException.class, () -> conversation.ask("one"));
        assertThat(failure.partialText()).isEqualTo("half");
        assertThat(conversation.ask("two").text()).isEqualTo("fine");
        assertThat(sent(2).toString()).doesNotContain("half").doesNotContain("assistant");
    }

    @Test
    void b11ACallThatAClosedSocketCutOffIsNotRunAndTheWholeRequestIsMadeAgain() throws Exception {
        String begun = delta("{'tool_calls':[{'index':0,'id':'c1','function':{'name':'add','arguments':'{!a!:1,'}}]}");
        String rest = delta("{'tool_calls':[{'index':0,'function':{'arguments':'!b!:2}'}}]}");
        server.cutEvents(begun).events(begun, rest, finish("tool_calls")).message("{'content':'done'}", "stop");

        RunResult run = intelligence.ask("go");
        assertThat(texts(run)).containsExactly("sum 3");
        assertThat(runs).hasValue(1);
        JsonNode first = server.received();
        assertThat(server.received()).isEqualTo(first);
    }

    @Test
    void c15AnObjectForATextIsAnErrorThatNamesThePlace() {
        RunResult run = ask(calls(call("greet", "'{!name!:{!first!:!A!}}'")), "tool_calls");

        assertThat(results(run)).extracting(ToolResultPart::outcome).containsExactly(ToolOutcome.INVALID_INPUT);
        assertThat(texts(run).get(0)).contains("/name").contains("string");
    }
}

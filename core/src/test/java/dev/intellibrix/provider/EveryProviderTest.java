package dev.intellibrix.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.intellibrix.Conversation;
import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.RunResult;
import dev.intellibrix.StopReason;
import dev.intellibrix.TypedResult;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.ReasoningPart;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.provider.anthropic.AnthropicServer;
import dev.intellibrix.provider.gemini.GeminiServer;
import dev.intellibrix.provider.openai.ChatServer;
import dev.intellibrix.provider.wire.ScriptedServer;
import dev.intellibrix.tool.Tool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import mockwebserver3.MockResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** What the loop makes of what a server sends, and what it sends back, is the same for each API. */
@Timeout(120)
class EveryProviderTest {

    record Add(int a, int b) {}

    private static final String ONE = "{'a':1,'b':2}";
    private static final String TWO = "{'a':3,'b':4}";

    private final AtomicInteger runs = new AtomicInteger();

    private Intelligence agent(Provider provider) {
        Tool add = Tool.define("add", Add.class).description("Adds").execute((input, context) -> {
            runs.incrementAndGet();
            return "sum " + (input.a() + input.b());
        });
        return new Intelligence(IntelligenceOptions.builder()
                .provider(RetryingProvider.builder(provider)
                        .baseDelay(Duration.ofMillis(1))
                        .build())
                .model("m")
                .system("Be brief.")
                .tools(add)
                .build());
    }

    private static List<String> texts(RunResult run) {
        return run.messages().stream()
                .flatMap(message -> message.toolResults().stream())
                .map(ToolResultPart::text)
                .toList();
    }

    @ParameterizedTest
    @EnumSource(Api.class)
    void theSameRunHasTheSameTranscript(Api api) throws Exception {
        try (ScriptedServer<?> server = api.open()) {
            server.calls("add", ONE, "add", TWO).says("done");

            RunResult run = agent(server.provider()).ask("go");

            List<String> shape = new ArrayList<>();
            for (Message message : run.messages()) {
                message.parts()
                        .forEach(part ->
                                shape.add(message.role() + " " + part.getClass().getSimpleName()));
            }
            assertThat(shape)
                    .containsExactly(
                            "SYSTEM TextPart",
                            "USER TextPart",
                            "ASSISTANT ToolCallPart",
                            "ASSISTANT ToolCallPart",
                            "TOOL ToolResultPart",
                            "TOOL ToolResultPart",
                            "ASSISTANT TextPart");
            assertThat(run.text()).isEqualTo("done");
            assertThat(run.stopReason()).isEqualTo(StopReason.ANSWERED);
            assertThat(texts(run)).containsExactly("sum 3", "sum 7");
            assertThat(run.messages().get(2).toolCalls())
                    .extracting(call -> call.toolName() + call.arguments())
                    .containsExactly("add{\"a\":1,\"b\":2}", "add{\"a\":3,\"b\":4}");
        }
    }

    @ParameterizedTest
    @EnumSource(Api.class)
    void a4a31EachResultAnswersItsCallInCallOrderInOneStep(Api api) throws Exception {
        try (ScriptedServer<?> server = api.open()) {
            server.calls("add", ONE, "add", TWO).calls("add", ONE).says("done");

            agent(server.provider()).ask("go");

            server.received();
            server.received();
            JsonNode last = server.received();
            List<String> ids = api.callIds(last);
            assertThat(ids).hasSize(3).doesNotHaveDuplicates().allMatch(id -> !id.isBlank());
            assertThat(api.resultIds(last)).containsExactly(ids.subList(0, 2), ids.subList(2, 3));
        }
    }

    @ParameterizedTest
    @EnumSource(Api.class)
    void a8a9ArgumentsThatDoNotFitRunNothingAndTheRunGoesOn(Api api) throws Exception {
        try (ScriptedServer<?> server = api.open()) {
            server.calls("add", "{}", "add", "{'a':'x','b':1}").says("done");

            RunResult run = agent(server.provider()).ask("go");

            assertThat(runs).hasValue(0);
            assertThat(run.messages().get(3).toolResults())
                    .extracting(ToolResultPart::outcome)
                    .containsExactly(ToolOutcome.INVALID_INPUT, ToolOutcome.INVALID_INPUT);
            assertThat(run.text()).isEqualTo("done");
        }
    }

    @ParameterizedTest
    @EnumSource(Api.class)
    void a16TheGoodCallBesideAnUnknownOneIsRun(Api api) throws Exception {
        try (ScriptedServer<?> server = api.open()) {
            server.calls("ad", "{}", "add", ONE).says("done");

            RunResult run = agent(server.provider()).ask("go");

            assertThat(texts(run).get(0)).contains("did you mean add");
            assertThat(texts(run).get(1)).isEqualTo("sum 3");
        }
    }

    @Test
    void a12ACallOfATurnThatWasCutOffIsNotRunThoughItParses() throws Exception {
        try (AnthropicServer anthropic = new AnthropicServer();
                GeminiServer gemini = new GeminiServer()) {
            String block = "{'type':'tool_use','id':'c','name':'add','input':" + ONE + "}";
            anthropic
                    .json("{'content':[" + block + "],'stop_reason':'max_tokens'}")
                    .says("done");
            gemini.json(GeminiServer.last("{'functionCall':{'name':'add','args':" + ONE + "}}", "MAX_TOKENS"))
                    .says("done");

            for (ScriptedServer<?> server : List.of(anthropic, gemini)) {
                RunResult run = agent(server.provider()).ask("go");
                assertThat(texts(run).get(0)).contains("output limit").contains("split");
                assertThat(run.text()).isEqualTo("done");
            }
            assertThat(runs).hasValue(0);
        }
    }

    @Test
    void a18ARefusalAndAFilterEndTheRunAndNoCallOfTheTurnIsRun() throws Exception {
        try (AnthropicServer anthropic = new AnthropicServer();
                GeminiServer gemini = new GeminiServer()) {
            anthropic.json("{'content':[{'type':'text','text':'I will not'},"
                    + "{'type':'tool_use','id':'c','name':'add','input':" + ONE + "}],'stop_reason':'refusal'}");
            gemini.json(GeminiServer.last("{'functionCall':{'name':'add','args':" + ONE + "}}", "SAFETY"))
                    .json("{'promptFeedback':{'blockReason':'SAFETY'}}");

            RunResult refused = agent(anthropic.provider()).ask("go");
            RunResult filtered = agent(gemini.provider()).ask("go");
            RunResult blocked = agent(gemini.provider()).ask("go");

            assertThat(refused.stopReason()).isEqualTo(StopReason.REFUSED);
            assertThat(refused.text()).isEqualTo("I will not");
            assertThat(filtered.stopReason()).isEqualTo(StopReason.CONTENT_FILTERED);
            assertThat(filtered.openCalls()).hasSize(1);
            assertThat(blocked.stopReason()).isEqualTo(StopReason.CONTENT_FILTERED);
            assertThat(blocked.text()).isEqualTo("SAFETY");
            assertThat(runs).hasValue(0);
        }
    }

    @ParameterizedTest
    @EnumSource(Api.class)
    void anAnswerOfATypeIsAskedForByForce(Api api) throws Exception {
        try (ScriptedServer<?> server = api.open()) {
            server.calls("final_answer", "{'a':'one','b':2}").calls("final_answer", ONE);

            TypedResult<Add> result = new Intelligence(IntelligenceOptions.builder()
                            .provider(server.provider())
                            .model("m")
                            .build())
                    .ask("go", Add.class);

            assertThat(result.value()).isEqualTo(new Add(1, 2));
            assertThat(api.isForced(server.received())).isTrue();
            assertThat(api.isForced(server.received())).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource(Api.class)
    void a23ABusyServerIsAskedAgain(Api api) throws Exception {
        try (ScriptedServer<?> server = api.open()) {
            server.answer(new MockResponse.Builder().code(529).build()).says("done");

            assertThat(agent(server.provider()).ask("go").text()).isEqualTo("done");
            JsonNode first = server.received();
            assertThat(server.received()).isEqualTo(first);
        }
    }

    @Test
    void aCallThatGeminiCouldNotReadIsAskedForAgain() throws Exception {
        try (GeminiServer server = new GeminiServer()) {
            server.chunks(GeminiServer.last("", "MALFORMED_FUNCTION_CALL")).says("done");

            assertThat(agent(server.provider()).ask("go").text()).isEqualTo("done");
        }
    }

    @Test
    void b9AStreamThatFailsHalfWayIsNoAnswerAndIsNotStored() throws Exception {
        try (AnthropicServer anthropic = new AnthropicServer();
                GeminiServer gemini = new GeminiServer()) {
            anthropic
                    .events(
                            "{'type':'message_start','message':{'content':[]}}",
                            "{'type':'content_block_start','index':0,'content_block':{'type':'text','text':'half'}}",
                            "{'type':'error','error':{'type':'overloaded_error','message':'Overloaded'}}")
                    .says("fine");
            gemini.chunks(
                            GeminiServer.chunk("{'text':'half'}"),
                            "{'error':{'code':503,'message':'Overloaded','status':'UNAVAILABLE'}}")
                    .says("fine");

            for (ScriptedServer<?> server : List.of(anthropic, gemini)) {
                Conversation conversation = agent(server.provider()).conversation("c");
                ProviderException failure =
                        catchThrowableOfType(ProviderException.class, () -> conversation.ask("one"));
                assertThat(failure.partialText()).isEqualTo("half");
                assertThat(conversation.ask("two").text()).isEqualTo("fine");
                server.received();
                assertThat(server.received().toString())
                        .doesNotContain("half")
                        .doesNotContain("assistant")
                        .doesNotContain("\"model\":\"model");
            }
        }
    }

    @Test
    void b11ACallThatAClosedSocketCutOffIsNotRunAndTheWholeRequestIsMadeAgain() throws Exception {
        try (AnthropicServer server = new AnthropicServer()) {
            server.events(
                            "{'type':'message_start','message':{'content':[]}}",
                            "{'type':'content_block_start','index':0,'content_block':"
                                    + "{'type':'tool_use','id':'c','name':'add','input':{}}}",
                            "{'type':'content_block_delta','index':0,'delta':"
                                    + "{'type':'input_json_delta','partial_json':'{!a!:1'}}")
                    .calls("add", ONE)
                    .says("done");

            RunResult run = agent(server.provider()).ask("go");

            assertThat(texts(run)).containsExactly("sum 3");
            assertThat(runs).hasValue(1);
            JsonNode first = server.received();
            assertThat(server.received()).isEqualTo(first);
        }
    }

    @Test
    void aConversationGoesFromOneToTheNextAndBack() throws Exception {
        for (Api first : Api.values()) {
            for (Api second : Api.values()) {
                if (first != second) {
                    goesOn(first, second);
                }
            }
        }
    }

    /** Runs a step with calls on the first server, one on the second, and asks the first again. */
    private void goesOn(Api one, Api other) throws Exception {
        try (ScriptedServer<?> first = one.open();
                ScriptedServer<?> second = other.open()) {
            begin(first);
            RunResult begun = agent(first.provider()).ask("go");
            assertThat(begun.messages().stream().flatMap(message -> message.parts().stream()))
                    .as("%s thinks", one)
                    .anyMatch(ReasoningPart.class::isInstance);
            List<Message> history = new ArrayList<>(stored(begun.messages()));
            history.add(Message.user("and now?"));

            second.calls("add", TWO);
            history.add(second.provider()
                    .generate(ModelRequest.builder("m", history).build(), StreamSink.none())
                    .message());
            JsonNode there = second.received();
            history.add(Message.toolResults(List.of(ToolResultPart.of(
                    history.get(history.size() - 1).toolCalls().get(0), ToolOutcome.SUCCEEDED, "sum 7"))));
            first.says("so");
            first.provider().generate(ModelRequest.builder("m", stored(history)).build(), StreamSink.none());
            first.received();
            first.received();
            JsonNode back = first.received();

            assertThat(there.toString())
                    .as("%s to %s", one, other)
                    .contains("go", "sum 3", "and now?", "done")
                    .doesNotContain("secret thought", "secret-signature");
            assertThat(back.toString()).contains("secret-signature").doesNotContain("c2ln");
            assertThat(stepsOf(other, there)).isEqualTo(1);
            assertThat(stepsOf(one, back)).isEqualTo(2);
        }
    }

    /** How many steps with calls a request holds, each of them with its results in order. */
    private static int stepsOf(Api api, JsonNode body) {
        List<String> ids = api.callIds(body);
        List<String> answered = new ArrayList<>();
        api.resultIds(body).forEach(answered::addAll);
        assertThat(answered).as(api + ": " + body).isEqualTo(ids);
        assertThat(ids).allMatch(id -> api != Api.ANTHROPIC || id.matches("[a-zA-Z0-9_-]{1,64}"));
        return api.resultIds(body).size();
    }

    /** As they come out of a store. */
    private static List<Message> stored(List<Message> messages) {
        return messages.stream()
                .map(message -> Message.fromJson(message.toJson()))
                .toList();
    }

    /** A turn that thinks and calls, and one that answers. */
    private static void begin(ScriptedServer<?> server) {
        if (server instanceof ChatServer chat) {
            chat.events(
                    "{'choices':[{'delta':{'reasoning':'secret thought','reasoning_details':[{'data':'secret-signature'}],"
                            + "'tool_calls':[{'index':0,'id':'functions.add:0','function':{'name':'add',"
                            + "'arguments':'{!a!:1,!b!:2}'}}]},'finish_reason':'tool_calls'}]}");
        } else if (server instanceof AnthropicServer anthropic) {
            anthropic.turn(
                    "tool_use",
                    "{'type':'content_block_start','index':0,'content_block':"
                            + "{'type':'thinking','thinking':'secret thought','signature':'secret-signature'}}",
                    "{'type':'content_block_start','index':1,'content_block':{'type':'tool_use','id':'toolu_1',"
                            + "'name':'add','input':" + ONE + "}}");
        } else if (server instanceof GeminiServer gemini) {
            gemini.chunks(GeminiServer.last(
                    "{'text':'secret thought','thought':true},{'functionCall':{'name':'add','args':" + ONE
                            + "},'thoughtSignature':'secret-signature'}",
                    "STOP"));
        }
        server.says("done");
    }
}

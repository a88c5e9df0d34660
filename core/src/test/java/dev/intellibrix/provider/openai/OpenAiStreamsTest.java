package dev.intellibrix.provider.openai;

import static dev.intellibrix.provider.openai.ChatServer.delta;
import static dev.intellibrix.provider.openai.ChatServer.finish;
import static dev.intellibrix.provider.openai.ChatServer.quoted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.message.ReasoningPart;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.provider.FinishReason;
import dev.intellibrix.provider.ModelResponse;
import dev.intellibrix.provider.ProviderException;
import dev.intellibrix.provider.StreamSink;
import dev.intellibrix.provider.Usage;
import dev.intellibrix.provider.wire.RecordingSink;
import java.io.IOException;
import java.util.List;
import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shapes of streams; the rows B of the behaviours. */
class OpenAiStreamsTest {

    private final RecordingSink sink = new RecordingSink();
    private ChatServer server;

    @BeforeEach
    void start() throws IOException {
        server = new ChatServer();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void textIsGivenToTheSinkPieceByPieceAndIsWholeInTheResponse() {
        ModelResponse response = server.events(
                        delta("{'role':'assistant','content':''}"),
                        delta("{'content':'Hel'}"),
                        delta("{'content':'lo'}"),
                        finish("stop"),
                        "{'model':'m-2','choices':[],'usage':{'prompt_tokens':3,'completion_tokens':2}}")
                .ask(sink);

        assertThat(sink.deltas()).containsExactly("text:Hel", "text:lo");
        assertThat(response.message().text()).isEqualTo("Hello");
        assertThat(response.message().parts()).hasSize(1);
        assertThat(response.usage()).contains(Usage.of(3, 2));
        assertThat(response.model()).isEqualTo("m-2");
        assertThat(response.finishReason()).isEqualTo(FinishReason.STOP);
    }

    @Test
    void b1AnIdThatComesBeforeItsFunctionIsOneCall() {
        assertThat(calls(
                        "[{'index':0,'id':'c1'}]",
                        "[{'index':0,'function':{'name':'add'}}]",
                        "[{'index':0,'function':{'arguments':'{}'}}]"))
                .containsExactly(ToolCallPart.of("c1", "add", "{}"));
    }

    @Test
    void b1AnIdThatComesBeforeItsFunctionIsOneCallWithoutAnIndexToo() {
        assertThat(calls("[{'id':'c1'}]", "[{'function':{'name':'add','arguments':'{}'}}]"))
                .containsExactly(ToolCallPart.of("c1", "add", "{}"));
    }

    @Test
    void b2WithoutAnIndexANewIdStartsACallAndAnythingElseGoesOn() {
        assertThat(calls(
                        "[{'id':'c1','function':{'name':'add','arguments':'{!a'}}]",
                        "[{'id':'c1','function':{'arguments':'!:'}}]",
                        "[{'function':{'arguments':'1}'}}]",
                        "[{'id':'c2','function':{'name':'add','arguments':'{!a!:'}}]",
                        "[{'id':'','function':{'arguments':'2}'}}]"))
                .containsExactly(ToolCallPart.of("c1", "add", "{\"a\":1}"), ToolCallPart.of("c2", "add", "{\"a\":2}"));
    }

    @Test
    void b2AnIdMadeUpForEveryPieceDoesNotSplitACallThatHasAnIndex() {
        assertThat(calls(
                        "[{'index':0,'id':'r1','function':{'name':'add'}}]",
                        "[{'index':0,'id':'r2','function':{'arguments':'{!a!:'}}]",
                        "[{'index':0,'id':'r3','function':{'name':null,'arguments':'1}'}}]"))
                .containsExactly(ToolCallPart.of("r1", "add", "{\"a\":1}"));
    }

    @Test
    void b2AllCallsAtIndexZeroAreToldApartByIdAndName() {
        assertThat(calls(
                        "[{'index':0,'id':'c1','function':{'name':'add','arguments':'{}'}}]",
                        "[{'index':0,'id':'c2','function':{'name':'mul','arguments':'{}'}}]"))
                .containsExactly(ToolCallPart.of("c1", "add", "{}"), ToolCallPart.of("c2", "mul", "{}"));
    }

    @Test
    void b3TwoCallsInOneDeltaAreTwoCalls() {
        assertThat(calls("[{'index':0,'id':'c1','function':{'name':'add','arguments':'{}'}},"
                        + "{'index':1,'id':'c2','function':{'name':'mul','arguments':'{}'}}]"))
                .containsExactly(ToolCallPart.of("c1", "add", "{}"), ToolCallPart.of("c2", "mul", "{}"));
    }

    @Test
    void b3TwoCallsInOneDeltaWithoutIndexAndIdAreTwoCalls() {
        String call = "{'function':{'name':'add','arguments':'{}'}}";
        assertThat(calls("[" + call + "," + call + "]")).hasSize(2);
    }

    @Test
    void b3CallsWithoutIndexAndIdInOneDeltaEachAreTwoCalls() {
        assertThat(calls(
                        "[{'function':{'name':'add','arguments':'{!a!:1}'}}]",
                        "[{'function':{'name':'add','arguments':'{!a!:2}'}}]"))
                .containsExactly(ToolCallPart.of("", "add", "{\"a\":1}"), ToolCallPart.of("", "add", "{\"a\":2}"));
    }

    @Test
    void interleavedPiecesOfTwoCallsFindTheirCall() {
        assertThat(calls(
                        "[{'index':0,'id':'c1','function':{'name':'add','arguments':'{!a'}}]",
                        "[{'index':1,'id':'c2','function':{'name':'mul','arguments':'{!b'}}]",
                        "[{'index':0,'function':{'arguments':'!:1}'}}]",
                        "[{'index':1,'function':{'arguments':'!:2}'}}]"))
                .containsExactly(ToolCallPart.of("c1", "add", "{\"a\":1}"), ToolCallPart.of("c2", "mul", "{\"b\":2}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"'index':0,", ""})
    void b5AnIdAndANameThatAreRepeatedAreSetOnce(String index) {
        assertThat(calls(
                        "[{" + index + "'id':'c1','function':{'name':'add','arguments':''}}]",
                        "[{" + index + "'id':'c1','function':{'name':'add','arguments':'{!a!:'}}]",
                        "[{" + index + "'id':'c1','function':{'name':'add','arguments':'1}'}}]",
                        "[{" + index + "'id':'c1','function':{'name':'add','arguments':''}}]"))
                .containsExactly(ToolCallPart.of("c1", "add", "{\"a\":1}"));
    }

    @Test
    void b5ANameThatIsRepeatedWithoutIdAndIndexIsSetOnce() {
        assertThat(calls(
                        "[{'function':{'name':'add','arguments':'{!a!:'}}]",
                        "[{'function':{'name':'add','arguments':'1}'}}]",
                        "[{'function':{'name':'add','arguments':''}}]"))
                .containsExactly(ToolCallPart.of("", "add", "{\"a\":1}"));
    }

    @Test
    void b7EmptyCallsBesideTextDoNotHoldTheTextBack() {
        ModelResponse response = server.events(
                        delta("{'content':'a','tool_calls':[]}"),
                        delta("{'content':'b','tool_calls':null}"),
                        finish("stop"))
                .ask(sink);

        assertThat(sink.deltas()).containsExactly("text:a", "text:b");
        assertThat(response.message().toolCalls()).isEmpty();
    }

    @Test
    void b8NullDeltasCommentsUsageAloneAndUnknownEventsAreTolerated() {
        String stream = """
                : ping

                data: {'choices':[{'index':0,'delta':null,'finish_reason':null}]}

                event: heartbeat
                data: tick

                event: x.new
                data: {'type':'x.new'}

                id: 7
                retry: 100
                data:

                data: {'choices':[{'index':0,'delta':{'content':'ok'}}]}

                data: {'choices':[{'index':1,'delta':{'content':'another choice'}}]}

                :

                data: {'choices':[{'delta':{},'finish_reason':'stop'}]}

                data: {'usage':{'prompt_tokens':5,'completion_tokens':1}}

                data: [DONE]

                """;
        ModelResponse response = server.rawEvents(quoted(stream)).ask(sink);

        assertThat(sink.deltas()).containsExactly("text:ok");
        assertThat(response.usage()).contains(Usage.of(5, 1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "event: error\ndata: {'error':{'message':'overloaded now','type':'overloaded_error'}}\n\n",
                "event: error\ndata: {'message':'overloaded now'}\n\n",
                "event: error\ndata: overloaded now\n\n",
                "data: {'error':{'message':'overloaded now','code':529}}\n\n",
                "data: {'error':'overloaded now'}\n\n",
                "data: {'choices':[{'error':{'message':'overloaded now','code':502},'finish_reason':'error'}]}\n\n"
            })
    void b9AnErrorHalfWayIsAFailureWithThePartialText(String error) {
        ProviderException failure = server.rawEvents(
                        quoted("data: " + delta("{'content':'half'}") + "\n\n" + error + "data: [DONE]\n\n"))
                .failure(sink);

        assertThat(failure).hasMessageContaining("overloaded now");
        assertThat(failure.partialText()).isEqualTo("half");
        assertThat(failure.isRetryable()).as("the sink has the beginning").isFalse();
    }

    @Test
    void b9AnErrorBeforeAnythingIsRetryableByItsType() {
        ProviderException failure = server.rawEvents(
                        quoted("event: error\ndata: {'error':{'message':'x','type':'overloaded_error'}}\n\n"))
                .failure();

        assertThat(failure.isRetryable()).isTrue();
    }

    @Test
    void b10AStreamThatEndsWithoutAFinishIsIncomplete() {
        ProviderException failure =
                server.cutEvents(delta("{'content':'half'}")).failure(sink);

        assertThat(failure).hasMessageContaining("broke off");
        assertThat(failure.partialText()).isEqualTo("half");
        assertThat(failure.isRetryable()).isFalse();
    }

    @Test
    void b10AStreamThatEndsBeforeAnythingIsRetryable() {
        ProviderException failure =
                server.cutEvents(delta("{'role':'assistant','content':''}")).failure(sink);

        assertThat(failure.isRetryable()).isTrue();
        assertThat(failure.isEmptyAnswer()).isFalse();
        assertThat(sink.deltas()).isEmpty();
    }

    @Test
    void b10ASocketThatClosesHalfWayIsIncomplete() {
        ProviderException failure = server.answer(new MockResponse.Builder()
                        .addHeader("Content-Type", "text/event-stream")
                        .addHeader("Content-Length", 100_000)
                        .body(quoted("data: " + delta("{'content':'half'}") + "\n\n"))
                        .removeHeader("Content-Length")
                        .addHeader("Content-Length", 100_000)
                        .onResponseEnd(SocketEffect.ShutdownConnection.INSTANCE)
                        .build())
                .failure(sink);

        assertThat(failure).hasMessageContaining("the answer broke off");
        assertThat(failure.partialText()).isEqualTo("half");
        assertThat(failure.isRetryable()).isFalse();
        assertThat(failure.getCause()).isInstanceOf(IOException.class);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void b10OneOfFinishAndEndMarkIsEnough(boolean finish) {
        server = finish
                ? server.cutEvents(delta("{'content':'all'}"), finish("stop"))
                : server.events(delta("{'content':'all'}"));

        assertThat(server.ask().message().text()).isEqualTo("all");
    }

    @Test
    void b10ASocketThatClosesAfterTheFinishTakesNothingAway() {
        ModelResponse response = server.answer(new MockResponse.Builder()
                        .addHeader("Content-Type", "text/event-stream")
                        .body(quoted("data: " + delta("{'content':'all'}") + "\n\ndata: " + finish("stop") + "\n\n"))
                        .setHeader("Content-Length", 100_000)
                        .onResponseEnd(SocketEffect.ShutdownConnection.INSTANCE)
                        .build())
                .ask();

        assertThat(response.message().text()).isEqualTo("all");
    }

    @Test
    void b11AStreamThatEndsInsideArgumentsIsAFailureAndRetryable() {
        ProviderException failure = server.cutEvents(delta(
                        "{'tool_calls':[{'index':0,'id':'c','function':{'name':'rm','arguments':'{!path!:!/'}}]}"))
                .failure(sink);

        assertThat(failure).hasMessageContaining("broke off");
        assertThat(failure.isRetryable()).isTrue();
    }

    @Test
    void b11AnEventThatIsCutInsideIsAFailure() {
        ProviderException failure = server.rawEvents(quoted("data: {'choices':[{'delta':{'content':'ha"))
                .failure();

        assertThat(failure).hasMessageContaining("broke off");
        assertThat(failure.isRetryable()).isTrue();
    }

    @Test
    void b15WhatAConsumerThrowsComesOutAndTheConnectionIsClosed() {
        RuntimeException mine = new IllegalStateException("the page was closed");
        server.events(delta("{'content':'a'}"), delta("{'content':'b'}"), finish("stop"))
                .message("{'content':'next'}", "stop");
        OpenAiProvider provider = server.builder().build();
        StreamSink throwing = new StreamSink() {
            @Override
            public void text(String delta) {
                throw mine;
            }

            @Override
            public void reasoning(String delta) {}
        };

        assertThatThrownBy(() -> provider.generate(ChatServer.request(), throwing))
                .isSameAs(mine);
        assertThat(provider.generate(ChatServer.request(), sink).message().text())
                .isEqualTo("next");
    }

    @Test
    void b15TheConnectionOfACallThatThrewIsNotUsedAgain() throws Exception {
        server.events(delta("{'content':'a'}"), finish("stop")).message("{'content':'next'}", "stop");
        OpenAiProvider provider = server.builder().build();

        assertThatThrownBy(() -> provider.generate(ChatServer.request(), new StreamSink() {
                    @Override
                    public void text(String delta) {
                        throw new StackOverflowError("deep");
                    }

                    @Override
                    public void reasoning(String delta) {}
                }))
                .isInstanceOf(StackOverflowError.class);
        provider.generate(ChatServer.request(), sink);

        assertThat(server.receivedRequest().getConnectionIndex())
                .isNotEqualTo(server.receivedRequest().getConnectionIndex());
    }

    @Test
    void reasoningIsStreamedAndPutTogether() {
        ModelResponse response = server.events(
                        delta("{'reasoning_content':'let '}"),
                        delta("{'reasoning_content':'me'}"),
                        delta("{'content':'ok'}"),
                        finish("stop"))
                .ask(sink);

        assertThat(sink.deltas()).containsExactly("reasoning:let ", "reasoning:me", "text:ok");
        assertThat(response.message().parts().get(0))
                .isInstanceOfSatisfying(
                        ReasoningPart.class, part -> assertThat(part.text()).isEqualTo("let me"));
    }

    @Test
    void reasoningThatComesAsElementsOfTheContentIsPutTogetherInPlace() throws Exception {
        ModelResponse response = server.events(
                        delta("{'content':[{'type':'thinking','thinking':[{'type':'text','text':'let '}]}]}"),
                        delta("{'content':[{'type':'thinking','thinking':[{'type':'text','text':'me'}]}]}"),
                        delta("{'content':'ok'}"),
                        delta("{'content':[{'type':'text','text':'!'}]}".replace("!", "?")),
                        finish("stop"))
                .ask(sink);

        assertThat(sink.deltas()).containsExactly("reasoning:let ", "reasoning:me", "text:ok", "text:?");
        server.received();
        assertThat(server.sent(server.builder().build(), response.message()).at("/messages/0/content/0/thinking"))
                .hasSize(2);
    }

    @Test
    void unknownFieldsOfPiecesAreContinued() throws Exception {
        ModelResponse response = server.events(
                        delta("{'sig':'ab','kind':'x','details':[{'n':1}]}"),
                        delta("{'sig':'cd','kind':'x','details':[{'n':2}]}"),
                        delta("{'content':'ok'}"),
                        finish("stop"))
                .ask(sink);

        server.received();
        var sent = server.sent(server.builder().build(), response.message()).at("/messages/0");
        assertThat(sent.path("sig").stringValue()).isEqualTo("abcd");
        assertThat(sent.path("kind").stringValue()).isEqualTo("x");
        assertThat(sent.path("details").toString()).isEqualTo("[{\"n\":1},{\"n\":2}]");
    }

    @Test
    void aRefusalIsStreamedAsText() {
        ModelResponse response = server.events(
                        delta("{'refusal':'I '}"), delta("{'refusal':'can not'}"), finish("stop"))
                .ask(sink);

        assertThat(response.finishReason()).isEqualTo(FinishReason.REFUSAL);
        assertThat(response.message().text()).isEqualTo("I can not");
        assertThat(sink.deltas()).containsExactly("text:I ", "text:can not");
    }

    @Test
    void anAnswerThatIsNotStreamedThoughAskedForIsRead() throws Exception {
        ModelResponse response = server.message("{'content':'whole'}", "stop").ask(sink);

        assertThat(server.received().path("stream").booleanValue()).isTrue();
        assertThat(response.message().text()).isEqualTo("whole");
        assertThat(sink.deltas()).containsExactly("text:whole");
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json", "text/plain", ""})
    void anAnswerThatIsStreamedThoughNotAskedForIsRead(String contentType) {
        MockResponse.Builder answer = new MockResponse.Builder()
                .body(quoted("data: " + delta("{'content':'streamed'}") + "\n\ndata: [DONE]\n\n"));
        if (!contentType.isEmpty()) {
            answer.addHeader("Content-Type", contentType);
        }
        server.answer(answer.build());

        ModelResponse response = server.builder().stream(false).build().generate(ChatServer.request(), sink);

        assertThat(response.message().text()).isEqualTo("streamed");
    }

    @Test
    void aWholeMessageAfterThePiecesDoesNotSayItAllAgain() {
        ModelResponse response = server.events(
                        delta("{'content':'once'}"),
                        "{'choices':[{'index':0,'message':{'content':'once'},'finish_reason':'stop'}]}")
                .ask(sink);

        assertThat(response.message().text()).isEqualTo("once");
    }

    @Test
    void aStreamWithAnEndMarkAndNothingElseIsAnEmptyResponse() {
        ProviderException failure = server.events().failure();

        assertThat(failure.isEmptyAnswer()).isTrue();
        assertThat(failure.isRetryable()).isTrue();
    }

    private List<ToolCallPart> calls(String... deltas) {
        String[] events = new String[deltas.length + 1];
        for (int i = 0; i < deltas.length; i++) {
            events[i] = delta("{'tool_calls':" + deltas[i] + "}");
        }
        events[deltas.length] = finish("tool_calls");
        return server.events(events).ask().message().toolCalls();
    }
}

package dev.intellibrix.provider.anthropic;

import static dev.intellibrix.provider.anthropic.AnthropicServer.START;
import static dev.intellibrix.provider.anthropic.AnthropicServer.STOP;
import static dev.intellibrix.provider.anthropic.AnthropicServer.delta;
import static dev.intellibrix.provider.anthropic.AnthropicServer.end;
import static dev.intellibrix.provider.anthropic.AnthropicServer.partial;
import static dev.intellibrix.provider.anthropic.AnthropicServer.quoted;
import static dev.intellibrix.provider.anthropic.AnthropicServer.start;
import static dev.intellibrix.provider.anthropic.AnthropicServer.stop;
import static dev.intellibrix.provider.anthropic.AnthropicServer.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.message.Message;
import dev.intellibrix.message.ReasoningPart;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.provider.FinishReason;
import dev.intellibrix.provider.ModelResponse;
import dev.intellibrix.provider.Provider;
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
class AnthropicStreamsTest {

    private static final String TEXT = "{'type':'text','text':''}";
    private static final String ADD = "{'type':'tool_use','id':'c1','name':'add','input':{}}";
    private static final String MUL = "{'type':'tool_use','id':'c2','name':'mul','input':{}}";

    private final RecordingSink sink = new RecordingSink();
    private AnthropicServer server;

    @BeforeEach
    void start1() throws IOException {
        server = new AnthropicServer();
    }

    @AfterEach
    void stop1() {
        server.close();
    }

    @Test
    void textIsGivenToTheSinkPieceByPieceAndIsWholeInTheResponse() {
        ModelResponse response = server.turn(
                        "end_turn", start(0, TEXT), delta(0, text("Hel")), delta(0, text("lo")), stop(0))
                .ask(sink);

        assertThat(sink.deltas()).containsExactly("text:Hel", "text:lo");
        assertThat(response.message().text()).isEqualTo("Hello");
        assertThat(response.usage()).contains(Usage.of(25, 15));
        assertThat(response.model()).isEqualTo("claude-test-1");
        assertThat(response.finishReason()).isEqualTo(FinishReason.STOP);
    }

    @Test
    void theCountsAtTheEndAreTheWholeCounts() {
        server.events(
                START.replace(
                        "'input_tokens':25",
                        "'input_tokens':25,'cache_read_input_tokens':7,'cache_creation_input_tokens':3"),
                start(0, TEXT),
                delta(0, text("x")),
                end("end_turn")
                        .replace(
                                "'output_tokens':15",
                                "'input_tokens':null,'output_tokens':9,"
                                        + "'cache_read_input_tokens':8,'output_tokens_details':{'thinking_tokens':4}"),
                STOP);

        assertThat(server.ask().usage()).contains(new Usage(36, 9, 8, 4, 3));
    }

    @Test
    void b1TheInputOfACallIsPutTogetherFromItsPieces() {
        assertThat(calls(start(0, ADD), delta(0, partial("{!a")), delta(0, partial("!:1.50}")), stop(0)))
                .containsExactly(ToolCallPart.of("c1", "add", "{\"a\":1.50}"));
    }

    @Test
    void b2WithoutAnIndexAPieceBelongsToTheLastBlock() {
        assertThat(calls(
                        start(0, ADD).replace("'index':0,", ""),
                        delta(0, partial("{}")).replace("'index':0,", ""),
                        start(0, MUL).replace("'index':0,", ""),
                        delta(0, partial("{!b!:2}")).replace("'index':0,", "")))
                .containsExactly(ToolCallPart.of("c1", "add", "{}"), ToolCallPart.of("c2", "mul", "{\"b\":2}"));
    }

    @Test
    void b3PiecesOfTwoCallsFindTheirCall() {
        assertThat(calls(
                        start(0, ADD),
                        start(1, MUL),
                        delta(0, partial("{!a!:")),
                        delta(1, partial("{!b!:")),
                        delta(0, partial("1}")),
                        delta(1, partial("2}"))))
                .containsExactly(ToolCallPart.of("c1", "add", "{\"a\":1}"), ToolCallPart.of("c2", "mul", "{\"b\":2}"));
    }

    @Test
    void b3BlocksThatAllHaveIndexZeroStaySeveral() {
        assertThat(calls(start(0, ADD), delta(0, partial("{}")), start(0, MUL), delta(0, partial("{!b!:2}"))))
                .containsExactly(ToolCallPart.of("c1", "add", "{}"), ToolCallPart.of("c2", "mul", "{\"b\":2}"));
    }

    @Test
    void b5AStartThatIsRepeatedIsOneCall() {
        assertThat(calls(start(0, ADD), start(0, ADD), delta(0, partial("{!a!:1}"))))
                .containsExactly(ToolCallPart.of("c1", "add", "{\"a\":1}"));
    }

    @Test
    void b8PingsNullDeltasAndUnknownEventsAreTolerated() {
        String stream = """
                : hello

                event: ping
                data: {'type':'ping'}

                event: vibe_check
                data: {'type':'vibe_check','delta':{'text':'no'}}

                event: noise
                data: not json

                data: {'type':'content_block_delta','index':0,'delta':null}

                data: {'type':'content_block_start','index':0,'content_block':null}

                data: {'type':'message_delta','delta':null,'usage':null}

                """;
        server.rawEvents(quoted("data: " + START + "\n\n" + stream + "data: " + start(0, TEXT) + "\n\n" + stream
                + "data: " + delta(0, text("ok")) + "\n\n" + "data: " + delta(0, "{'type':'new_delta','x':1}")
                + "\n\n" + "data: " + end("end_turn") + "\n\ndata: " + STOP + "\n\n"));

        assertThat(server.ask(sink).message().text()).isEqualTo("ok");
        assertThat(sink.deltas()).containsExactly("text:ok");
    }

    @Test
    void b9AnErrorHalfWayIsAFailureWithThePartialText() {
        ProviderException failure = server.events(
                        START,
                        start(0, TEXT),
                        delta(0, text("half")),
                        "{'type':'error','error':{'type':'overloaded_error','message':'Overloaded'}}",
                        STOP)
                .failure(sink);

        assertThat(failure).hasMessageContaining("Overloaded");
        assertThat(failure.code()).isEqualTo("overloaded_error");
        assertThat(failure.partialText()).isEqualTo("half");
        assertThat(failure.isRetryable()).as("the sink has the beginning").isFalse();
    }

    @Test
    void b9AnErrorBeforeAnythingIsRetryableByItsType() {
        assertThat(server.events(START, "{'type':'error','error':{'type':'overloaded_error','message':'x'}}")
                        .failure()
                        .isRetryable())
                .isTrue();
        assertThat(server.events(START, "{'type':'error','error':{'type':'invalid_request_error','message':'x'}}")
                        .failure()
                        .isRetryable())
                .isFalse();
    }

    @Test
    void b10AStreamThatEndsWithoutAStopReasonIsIncomplete() {
        ProviderException failure = server.events(START, start(0, TEXT), delta(0, text("half")), stop(0))
                .failure(sink);

        assertThat(failure).hasMessageContaining("broke off");
        assertThat(failure.partialText()).isEqualTo("half");
        assertThat(failure.isRetryable()).isFalse();
    }

    @Test
    void b10AStreamThatEndsBeforeAnythingIsRetryable() {
        ProviderException failure = server.events(START, start(0, TEXT)).failure(sink);

        assertThat(failure.isRetryable()).isTrue();
        assertThat(failure.isEmptyAnswer()).isFalse();
    }

    @Test
    void b10AnEndMarkOfAnotherApiIsNoEnd() {
        assertThat(server.rawEvents(quoted("data: " + START + "\n\ndata: " + start(0, TEXT) + "\n\ndata: [DONE]\n\n"))
                        .failure())
                .hasMessageContaining("broke off");
    }

    @Test
    void b10ASocketThatClosesHalfWayIsIncompleteAndAfterTheStopReasonTakesNothingAway() {
        String half = "data: " + START + "\n\ndata: " + start(0, TEXT) + "\n\ndata: " + delta(0, text("all")) + "\n\n";

        assertThat(server.answer(cut(half)).failure()).hasMessageContaining("the answer broke off");
        assertThat(server.answer(cut(half + "data: " + end("end_turn") + "\n\n"))
                        .ask()
                        .message()
                        .text())
                .isEqualTo("all");
    }

    @Test
    void b11AStreamThatEndsInsideAnInputIsAFailureAndRetryable() {
        ProviderException failure = server.events(START, start(0, ADD), delta(0, partial("{!path!:!/")))
                .failure(sink);

        assertThat(failure).hasMessageContaining("broke off");
        assertThat(failure.isRetryable()).isTrue();
    }

    /** Of {@code ["a","b"]} without its middle, {@code ["b"]} would be left. */
    @Test
    void aPieceThatCanNotBeReadIsAFailureAndNotLeftOut() {
        server.rawEvents(quoted("data: " + START + "\n\n"
                + "data: " + start(0, "{'type':'tool_use','id':'toolu_0','name':'add','input':{}}") + "\n\n"
                + "data: " + delta(0, partial("{!a!:[")) + "\n\n"
                + "event: content_block_delta\ndata: {'type':'content_block_delta','index':0,'delta':{'type':\n\n"
                + "data: " + delta(0, partial("!b!]}")) + "\n\n"
                + "data: " + end("tool_use") + "\n\n"));

        assertThat(server.failure()).hasMessageContaining("an event is not JSON");
    }

    @Test
    void b13ACallWithoutInputHasOneEmptyPieceAndIsAnEmptyObject() {
        assertThat(calls(start(0, ADD), delta(0, partial("")), stop(0)))
                .containsExactly(ToolCallPart.of("c1", "add", "{}"));
    }

    @Test
    void aCallThatStartsWithItsWholeInputHasIt() {
        assertThat(calls(start(0, ADD.replace("{}", "{'a':1}")), stop(0)))
                .containsExactly(ToolCallPart.of("c1", "add", "{\"a\":1}"));
    }

    @Test
    void thinkingIsStreamedAndKeptWithItsSignature() throws Exception {
        ModelResponse response = server.turn(
                        "tool_use",
                        start(0, "{'type':'thinking','thinking':'','signature':''}"),
                        delta(0, "{'type':'thinking_delta','thinking':'let '}"),
                        delta(0, "{'type':'thinking_delta','thinking':'me'}"),
                        delta(0, "{'type':'signature_delta','signature':'sig1'}"),
                        stop(0),
                        start(1, "{'type':'redacted_thinking','data':'xyz'}"),
                        stop(1),
                        start(2, ADD),
                        delta(2, partial("{}")),
                        stop(2))
                .ask(sink);

        assertThat(sink.deltas()).containsExactly("reasoning:let ", "reasoning:me");
        server.received();
        assertThat(server.sent(server.provider(), response.message())
                        .at("/messages/0/content")
                        .toString())
                .isEqualTo(quoted("[{'type':'thinking','signature':'sig1','thinking':'let me'},"
                        + "{'type':'redacted_thinking','data':'xyz'},"
                        + "{'type':'tool_use','id':'c1','name':'add','input':{}}]"));
    }

    @Test
    void b14ThinkingThatWasCutBeforeItsSignatureIsNotSentBack() throws Exception {
        ModelResponse response = server.turn(
                        "max_tokens",
                        start(0, "{'type':'thinking','thinking':'','signature':''}"),
                        delta(0, "{'type':'thinking_delta','thinking':'let me'}"))
                .ask(sink);

        assertThat(response.finishReason()).isEqualTo(FinishReason.LENGTH);
        assertThat(response.message().parts())
                .singleElement()
                .isInstanceOfSatisfying(
                        ReasoningPart.class, part -> assertThat(part.text()).isEqualTo("let me"));
        server.received();
        assertThat(server.sent(server.provider(), Message.user("a"), response.message())
                        .path("messages"))
                .hasSize(1);
    }

    @Test
    void aBlockThatIsNotUnderstoodIsPutTogetherAndGoesBack() throws Exception {
        ModelResponse response = server.turn(
                        "end_turn",
                        start(0, "{'type':'server_tool_use','id':'s1','name':'web_search','input':{}}"),
                        delta(0, partial("{!query!:")),
                        delta(0, partial("!x!}")),
                        stop(0),
                        start(1, "{'type':'new_block','x':'a'}"),
                        delta(1, "{'type':'x_delta','x':'b'}"),
                        stop(1),
                        start(2, TEXT),
                        delta(2, text("so")),
                        delta(2, "{'type':'citations_delta','citation':{'url':'u'}}"),
                        stop(2))
                .ask(sink);

        assertThat(sink.deltas()).containsExactly("text:so");
        server.received();
        assertThat(server.sent(server.provider(), response.message())
                        .at("/messages/0/content")
                        .toString())
                .isEqualTo(quoted("[{'type':'server_tool_use','id':'s1','name':'web_search','input':{'query':'x'}},"
                        + "{'type':'new_block','x':'ab'},{'type':'text','text':'so','citations':[{'url':'u'}]}]"));
    }

    @Test
    void b15WhatAConsumerThrowsComesOutAndTheConnectionIsClosed() throws Exception {
        RuntimeException mine = new IllegalStateException("the page was closed");
        server.turn("end_turn", start(0, TEXT), delta(0, text("a")), delta(0, text("b")))
                .says("next");
        Provider provider = server.provider();
        StreamSink throwing = new StreamSink() {
            @Override
            public void text(String delta) {
                throw mine;
            }

            @Override
            public void reasoning(String delta) {}
        };

        assertThatThrownBy(() -> provider.generate(AnthropicServer.request(), throwing))
                .isSameAs(mine);
        assertThat(provider.generate(AnthropicServer.request(), sink).message().text())
                .isEqualTo("next");
        assertThat(server.receivedRequest().getConnectionIndex())
                .isNotEqualTo(server.receivedRequest().getConnectionIndex());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anAnswerThatComesWholeThoughAStreamWasAskedForIsRead(boolean asEvent) {
        String message = "{'type':'message','content':[{'type':'text','text':'all'}],'stop_reason':'end_turn'}";

        ModelResponse response = (asEvent ? server.events(message) : server.json(message)).ask(sink);

        assertThat(response.message().text()).isEqualTo("all");
    }

    private static MockResponse cut(String stream) {
        return new MockResponse.Builder()
                .addHeader("Content-Type", "text/event-stream")
                .body(quoted(stream))
                .setHeader("Content-Length", 100_000)
                .onResponseEnd(SocketEffect.ShutdownConnection.INSTANCE)
                .build();
    }

    private List<ToolCallPart> calls(String... events) {
        return server.turn("tool_use", events).ask(sink).message().toolCalls();
    }
}

package dev.intellibrix.provider.gemini;

import static dev.intellibrix.provider.gemini.GeminiServer.chunk;
import static dev.intellibrix.provider.gemini.GeminiServer.last;
import static dev.intellibrix.provider.gemini.GeminiServer.quoted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.provider.FinishReason;
import dev.intellibrix.provider.ModelResponse;
import dev.intellibrix.provider.Provider;
import dev.intellibrix.provider.ProviderException;
import dev.intellibrix.provider.StreamSink;
import dev.intellibrix.provider.Usage;
import dev.intellibrix.provider.wire.RecordingSink;
import java.io.IOException;
import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Shapes of streams; the rows B of the behaviours. */
class GeminiStreamsTest {

    private static final String ADD = "{'functionCall':{'id':'c1','name':'add','args':{'a':1}}}";
    private static final String MUL = "{'functionCall':{'id':'c2','name':'mul','args':{'b':2}}}";

    private final RecordingSink sink = new RecordingSink();
    private GeminiServer server;

    @BeforeEach
    void start() throws IOException {
        server = new GeminiServer();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void textIsGivenToTheSinkPieceByPieceAndIsWholeInTheResponse() {
        ModelResponse response = server.chunks(
                        chunk("{'text':'Hel'}"), chunk("{'text':'lo'}"), last("{'text':''}", "STOP"))
                .ask(sink);

        assertThat(sink.deltas()).containsExactly("text:Hel", "text:lo");
        assertThat(response.message().text()).isEqualTo("Hello");
        assertThat(response.message().parts()).hasSize(1);
        assertThat(response.usage()).contains(new Usage(25, 15, 0, 5));
        assertThat(response.model()).isEqualTo("gemini-test-1");
        assertThat(response.finishReason()).isEqualTo(FinishReason.STOP);
    }

    @Test
    void b3CallsInOneChunkAndInSeveralAreSeveralCalls() {
        ModelResponse response = server.chunks(chunk(ADD + "," + MUL), last(ADD.replace("c1", "c3"), "STOP"))
                .ask();

        assertThat(response.message().toolCalls())
                .containsExactly(
                        ToolCallPart.of("c1", "add", "{\"a\":1}"),
                        ToolCallPart.of("c2", "mul", "{\"b\":2}"),
                        ToolCallPart.of("c3", "add", "{\"a\":1}"));
    }

    @Test
    void b7TextBeforeACallIsStreamedAtOnce() {
        server.chunks(chunk("{'text':'a'}"), chunk("{'text':'b'}"), last(ADD, "STOP"))
                .ask(sink);

        assertThat(sink.deltas()).containsExactly("text:a", "text:b");
    }

    @Test
    void b8NullContentsCommentsUsageAloneAndUnknownFieldsAreTolerated() {
        String stream = """
                : ping

                data: {'candidates':null,'x':1}

                data: {'candidates':[{'content':null,'index':0}]}

                data: {'candidates':[{'content':{'parts':null},'finishReason':'FINISH_REASON_UNSPECIFIED'}]}

                data: {'candidates':[{'content':{'parts':[{'text':'another'}]},'index':1}]}

                event: noise
                data: not json

                data: {'usageMetadata':{'promptTokenCount':5}}

                """;
        ModelResponse response = server.rawEvents(
                        quoted(stream + "data: " + last("{'text':'ok'}", "STOP") + "\n\n" + stream))
                .ask(sink);

        assertThat(sink.deltas()).containsExactly("text:ok");
        assertThat(response.usage()).contains(Usage.of(5, 0));
    }

    @Test
    void b9AnErrorHalfWayIsAFailureWithThePartialText() {
        ProviderException failure = server.chunks(
                        chunk("{'text':'half'}"),
                        "{'error':{'code':503,'message':'The model is overloaded.','status':'UNAVAILABLE'}}")
                .failure(sink);

        assertThat(failure).hasMessageContaining("The model is overloaded.");
        assertThat(failure.code()).isEqualTo("UNAVAILABLE");
        assertThat(failure.partialText()).isEqualTo("half");
        assertThat(failure.isRetryable()).as("the sink has the beginning").isFalse();
    }

    @Test
    void b9AnErrorBeforeAnythingIsRetryableByItsType() {
        assertThat(server.chunks("{'error':{'code':503,'message':'x','status':'UNAVAILABLE'}}")
                        .failure()
                        .isRetryable())
                .isTrue();
        assertThat(server.chunks("{'error':{'code':400,'message':'x','status':'INVALID_ARGUMENT'}}")
                        .failure()
                        .isRetryable())
                .isFalse();
    }

    @Test
    void b10AStreamThatEndsWithoutAFinishReasonIsIncomplete() {
        ProviderException failure = server.chunks(chunk("{'text':'half'}")).failure(sink);

        assertThat(failure).hasMessageContaining("broke off");
        assertThat(failure.partialText()).isEqualTo("half");
        assertThat(failure.isRetryable()).isFalse();
    }

    @Test
    void b10AStreamThatEndsBeforeAnythingIsRetryable() {
        ProviderException failure = server.chunks(chunk("")).failure(sink);

        assertThat(failure.isRetryable()).isTrue();
        assertThat(failure.isEmptyAnswer()).isFalse();
    }

    @Test
    void b10AnEndMarkOfAnotherApiIsNoEnd() {
        assertThat(server.rawEvents(quoted("data: " + chunk("{'text':'x'}") + "\n\ndata: [DONE]\n\n"))
                        .failure())
                .hasMessageContaining("broke off");
    }

    @Test
    void b10ASocketThatClosesHalfWayIsIncompleteAndAfterTheFinishTakesNothingAway() {
        assertThat(server.answer(cut("data: " + chunk("{'text':'all'}") + "\n\n"))
                        .failure())
                .hasMessageContaining("the answer broke off");
        assertThat(server.answer(cut("data: " + last("{'text':'all'}", "STOP") + "\n\n"))
                        .ask()
                        .message()
                        .text())
                .isEqualTo("all");
    }

    @Test
    void b11AChunkThatIsCutInsideItsArgumentsIsAFailureAndRetryable() {
        String whole = quoted("data: " + last(ADD, "STOP"));
        ProviderException failure =
                server.rawEvents(whole.substring(0, whole.indexOf("\"a\""))).failure(sink);

        assertThat(failure).hasMessageContaining("broke off");
        assertThat(failure.isRetryable()).isTrue();
    }

    @Test
    void b13ACallWithoutArgumentsIsAnEmptyObject() {
        assertThat(server.chunks(last("{'functionCall':{'id':'c','name':'now'}}", "STOP"))
                        .ask()
                        .message()
                        .toolCalls())
                .containsExactly(ToolCallPart.of("c", "now", "{}"));
    }

    @Test
    void thoughtsAreStreamedAndPutTogetherAndSignaturesStayOnTheirParts() throws Exception {
        ModelResponse response = server.chunks(
                        chunk("{'text':'let ','thought':true}"),
                        chunk("{'text':'me','thought':true}"),
                        chunk("{'text':'o'}"),
                        chunk("{'text':'k'}"),
                        last("{'text':'','thoughtSignature':'czE='}", "STOP"))
                .ask(sink);

        assertThat(sink.deltas()).containsExactly("reasoning:let ", "reasoning:me", "text:o", "text:k");
        server.received();
        assertThat(server.sent(server.provider(), response.message())
                        .at("/contents/0/parts")
                        .toString())
                .isEqualTo(quoted(
                        "[{'text':'let me','thought':true},{'text':'ok'}," + "{'text':'','thoughtSignature':'czE='}]"));
    }

    @Test
    void aCallThatCouldNotBeReadIsNotTriedAgainOnceTextWasGiven() {
        ProviderException failure = server.chunks(chunk("{'text':'half'}"), last("", "MALFORMED_FUNCTION_CALL"))
                .failure(sink);

        assertThat(failure.isRetryable()).isFalse();
        assertThat(failure.partialText()).isEqualTo("half");
    }

    @Test
    void b15WhatAConsumerThrowsComesOutAndTheConnectionIsClosed() throws Exception {
        RuntimeException mine = new IllegalStateException("the page was closed");
        server.chunks(chunk("{'text':'a'}"), last("{'text':'b'}", "STOP")).says("next");
        Provider provider = server.provider();
        StreamSink throwing = new StreamSink() {
            @Override
            public void text(String delta) {
                throw mine;
            }

            @Override
            public void reasoning(String delta) {}
        };

        assertThatThrownBy(() -> provider.generate(GeminiServer.request(), throwing))
                .isSameAs(mine);
        assertThat(provider.generate(GeminiServer.request(), sink).message().text())
                .isEqualTo("next");
        assertThat(server.receivedRequest().getConnectionIndex())
                .isNotEqualTo(server.receivedRequest().getConnectionIndex());
    }

    private static MockResponse cut(String stream) {
        return new MockResponse.Builder()
                .addHeader("Content-Type", "text/event-stream")
                .body(quoted(stream))
                .setHeader("Content-Length", 100_000)
                .onResponseEnd(SocketEffect.ShutdownConnection.INSTANCE)
                .build();
    }
}

package dev.intellibrix.provider.anthropic;

import static dev.intellibrix.provider.anthropic.AnthropicServer.quoted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.message.Message;
import dev.intellibrix.message.ReasoningPart;
import dev.intellibrix.message.TextPart;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.provider.FinishReason;
import dev.intellibrix.provider.ModelResponse;
import dev.intellibrix.provider.ProviderException;
import dev.intellibrix.provider.Usage;
import dev.intellibrix.provider.wire.RecordingSink;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import mockwebserver3.MockResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Shapes of whole answers; the rows A of the behaviours. */
class AnthropicAnswersTest {

    private AnthropicServer server;

    @BeforeEach
    void start() throws IOException {
        server = new AnthropicServer();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{'type':'message','content':null}", "{'stop_reason':'end_turn'}", "", " "})
    void a1AnAnswerWithoutContentIsAnEmptyResponse(String body) {
        ProviderException failure = server.json(body).failure();

        assertThat(failure).hasMessageContaining("empty response");
        assertThat(failure.isRetryable()).isTrue();
        assertThat(failure.isEmptyAnswer()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{'type':'text','text':''}"})
    void a2NoBlocksAreAnEmptyTurnThatIsNotSentBack(String blocks) throws Exception {
        ModelResponse response = server.message(blocks, "end_turn").ask();

        assertThat(response.message().parts()).isEmpty();
        assertThat(response.finishReason()).isEqualTo(FinishReason.STOP);
        server.received();
        JsonNode sent = server.sent(server.provider(), Message.user("a"), response.message(), Message.user("b"));
        assertThat(sent.path("messages")).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "'id':'',", "'id':null,", "'id':7,"})
    void a4ACallWithoutAnIdIsReportedWithAnEmptyOne(String id) {
        ToolCallPart call =
                calls("{'type':'tool_use'," + id + "'name':'add','input':{}}").get(0);

        assertThat(call.id()).isEmpty();
        assertThat(call.toolName()).isEqualTo("add");
    }

    @Test
    void a5TwoCallsOfOneIdStayTwoCalls() {
        List<ToolCallPart> calls = calls("{'type':'tool_use','id':'c1','name':'add','input':{'a':1}},"
                + "{'type':'tool_use','id':'c1','name':'mul','input':{'a':2}}");

        assertThat(calls).extracting(ToolCallPart::id).containsExactly("c1", "c1");
        assertThat(calls).extracting(ToolCallPart::arguments).containsExactly("{\"a\":1}", "{\"a\":2}");
    }

    @Test
    void a6TwoIdenticalCallsWithoutIdsStayTwoCalls() {
        String call = "{'type':'tool_use','name':'add','input':{}}";

        assertThat(calls(call + "," + call)).hasSize(2);
    }

    @Test
    void a7TheInputIsTheArgumentsWithItsDigits() {
        ToolCallPart call = calls("{'type':'tool_use','id':'c','name':'add','input':{'a':1.10,'b':'x'}}")
                .get(0);

        assertThat(call.arguments()).isEqualTo("{\"a\":1.10,\"b\":\"x\"}");
        assertThat(call.repaired()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {",'input':{}", ",'input':null", ",'input':''", ",'input':'  '", ""})
    void a8NoInputIsAnEmptyObject(String input) {
        assertThat(calls("{'type':'tool_use','id':'c','name':'now'" + input + "}")
                        .get(0)
                        .arguments())
                .isEqualTo("{}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {"[1]|[1]", "5|5", "true|true", "'null'|null", "'!x!'|\"x\""})
    void a9AnInputThatIsNoObjectIsReportedAsItIs(String sent, String reported) {
        assertThat(calls("{'type':'tool_use','id':'c','name':'add','input':" + sent + "}")
                        .get(0)
                        .arguments())
                .isEqualTo(reported);
    }

    @Test
    void a11AnInputThatIsATextIsMendedAndFlagged() {
        ToolCallPart call = calls("{'type':'tool_use','id':'c','name':'add','input':'```json\\n{!a!:1,}\\n```'}")
                .get(0);

        assertThat(call.arguments()).isEqualTo("{\"a\":1}");
        assertThat(call.repaired()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"max_tokens", "model_context_window_exceeded"})
    void a12AnAnswerThatWasCutOffSaysSo(String reason) {
        ModelResponse response = server.message("{'type':'tool_use','id':'c','name':'add','input':{'a':1}}", reason)
                .ask();

        assertThat(response.finishReason()).isEqualTo(FinishReason.LENGTH);
        assertThat(response.message().toolCalls()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"end_turn", "stop_sequence", "tool_use", "something_new"})
    void a13CallsOfATurnThatStoppedAreReported(String reason) {
        ModelResponse response = server.message("{'type':'tool_use','id':'c','name':'add','input':{}}", reason)
                .ask();

        assertThat(response.finishReason()).isEqualTo(FinishReason.STOP);
        assertThat(response.message().toolCalls()).hasSize(1);
    }

    @Test
    void a17TextBesideACallIsKeptAndEmitted() throws Exception {
        RecordingSink sink = new RecordingSink();
        ModelResponse response = server.message(
                        "{'type':'text','text':'let me see'},{'type':'tool_use','id':'c','name':'a','input':{}}",
                        "tool_use")
                .ask(sink);

        assertThat(sink.deltas()).containsExactly("text:let me see");
        server.received();
        assertThat(server.sent(server.provider(), response.message())
                        .at("/messages/0/content")
                        .toString())
                .isEqualTo(quoted("[{'type':'text','text':'let me see'},"
                        + "{'type':'tool_use','id':'c','name':'a','input':{}}]"));
    }

    @Test
    void a18ARefusalIsTypedWithTheTextOfTheModel() {
        ModelResponse response = server.message(
                        "{'type':'text','text':'I can not'},{'type':'tool_use','id':'c','name':'a','input':{}}",
                        "refusal")
                .ask();

        assertThat(response.finishReason()).isEqualTo(FinishReason.REFUSAL);
        assertThat(response.message().text()).isEqualTo("I can not");
    }

    @Test
    void a18ARefusalWithoutATextIsExplainedToTheUserButNotToTheModel() throws Exception {
        RecordingSink sink = new RecordingSink();
        ModelResponse response = server.json("{'type':'message','content':[],'stop_reason':'refusal','stop_details':"
                        + "{'type':'refusal','category':'cyber','explanation':'That could harm.'}}")
                .ask(sink);

        assertThat(response.finishReason()).isEqualTo(FinishReason.REFUSAL);
        assertThat(response.message().text()).isEqualTo("That could harm.");
        assertThat(sink.deltas()).containsExactly("text:That could harm.");
        server.received();
        assertThat(server.sent(server.provider(), Message.user("a"), response.message(), Message.user("b"))
                        .path("messages"))
                .hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{'type':'error','error':{'type':'overloaded_error','message':'Overloaded'}}|Overloaded|true",
                "{'type':'error','error':{'type':'rate_limit_error','message':'slow down'}}|slow down|true",
                "{'type':'error','error':{'type':'api_error','message':'oops'}}|oops|true",
                "{'type':'error','error':{'type':'invalid_request_error','message':'bad block'}}|bad block|false",
                "{'type':'error','error':{'type':'authentication_error','message':'no key'}}|no key|false",
                "{'type':'error','error':{'type':'not_found_error','message':'no model'}}|no model|false"
            })
    void a19AnErrorInAGoodStatusCarriesItsMessageAndIsRetryableByItsType(
            String body, String message, boolean retryable) {
        ProviderException failure = server.json(body).failure();

        assertThat(failure).hasMessageContaining(message);
        assertThat(failure.code()).endsWith("_error");
        assertThat(failure.isRetryable()).isEqualTo(retryable);
    }

    @Test
    void a20HtmlWhereJsonWasExpectedIsShownAndNotRetried() {
        ProviderException failure = server.answer(new MockResponse.Builder()
                        .addHeader("Content-Type", "text/html")
                        .body("<html>Sign in</html>")
                        .build())
                .failure();

        assertThat(failure).hasMessageContaining("not JSON").hasMessageContaining("<html>Sign in");
        assertThat(failure.isRetryable()).isFalse();
    }

    @Test
    void a21TextBlocksStaySeveralAndAreOneText() {
        ModelResponse response = server.message("{'type':'text','text':'a'},{'type':'text','text':'b'}", "end_turn")
                .ask();

        assertThat(response.message().text()).isEqualTo("ab");
        assertThat(response.message().parts()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",'usage':null", ",'usage':{}", ",'usage':{'input_tokens':0,'output_tokens':0}"})
    void a22MissingFieldsAreFineAndTheUsageIsUnknown(String usage) {
        ModelResponse response = server.json("{'content':[{'type':'text','text':'ok'}]" + usage + "}")
                .ask();

        assertThat(response.message().text()).isEqualTo("ok");
        assertThat(response.finishReason()).isEqualTo(FinishReason.STOP);
        assertThat(response.usage()).isEmpty();
        assertThat(response.model()).isEmpty();
    }

    @Test
    void a22TheCachesAreCountedIntoTheInput() {
        ModelResponse response = server.json("{'model':'claude-test-1','content':[],'usage':{'input_tokens':10,"
                        + "'cache_read_input_tokens':1000,'cache_creation_input_tokens':200,'output_tokens':30,"
                        + "'output_tokens_details':{'thinking_tokens':20}}}")
                .ask();

        assertThat(response.usage()).contains(new Usage(1210, 30, 1000, 20, 200));
        assertThat(response.model()).isEqualTo("claude-test-1");
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 529})
    void a23AServerThatIsOverloadedSaysHowLongToWait(int status) {
        ProviderException failure = server.answer(new MockResponse.Builder()
                        .code(status)
                        .addHeader("retry-after", "17")
                        .body(quoted("{'type':'error','error':{'type':'overloaded_error','message':'Overloaded'},"
                                + "'request_id':'req_1'}"))
                        .build())
                .failure();

        assertThat(failure).hasMessageContaining("status " + status).hasMessageContaining("Overloaded");
        assertThat(failure.code()).isEqualTo("overloaded_error");
        assertThat(failure.isRetryable()).isTrue();
        assertThat(failure.retryAfter()).contains(Duration.ofSeconds(17));
    }

    @Test
    void a25ThinkingIsReadBesideCallsAndIsNoPartOfTheAnswer() {
        RecordingSink sink = new RecordingSink();
        ModelResponse response = server.message(
                        "{'type':'thinking','thinking':'hmm','signature':'sig1'},"
                                + "{'type':'tool_use','id':'c','name':'a','input':{}}",
                        "tool_use")
                .ask(sink);

        assertThat(sink.deltas()).containsExactly("reasoning:hmm");
        assertThat(response.message().text()).isEmpty();
        assertThat(response.message().parts().get(0))
                .isInstanceOfSatisfying(
                        ReasoningPart.class, part -> assertThat(part.text()).isEqualTo("hmm"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "hmm \\n"})
    void a26AThinkingBlockGoesBackUnchangedBeforeTheCall(String thinking) throws Exception {
        String blocks = "{'type':'thinking','thinking':'" + thinking + "','signature':'sig1'},"
                + "{'type':'tool_use','id':'c','name':'a','input':{'b':1}}";
        Message turn = stored(server.message(blocks, "tool_use").ask().message());
        server.received();

        assertThat(sentContent(turn)).isEqualTo("[" + quoted(sorted(blocks)) + "]");
    }

    @Test
    void a27RedactedThinkingAndUnknownBlocksGoBackInOrder() throws Exception {
        String blocks = "{'type':'redacted_thinking','data':'EmwKAhgB'},"
                + "{'type':'thinking','thinking':'t','signature':'s'},"
                + "{'type':'server_tool_use','id':'srvtoolu_1','name':'web_search','input':{'query':'x'}},"
                + "{'type':'web_search_tool_result','tool_use_id':'srvtoolu_1','content':[{'encrypted':'e'}]},"
                + "{'type':'text','text':'so','citations':[{'type':'web','url':'u'}]},"
                + "{'type':'tool_use','id':'c','name':'a','input':{},'caller':{'type':'direct'}}";
        Message turn = stored(server.message(blocks, "tool_use").ask().message());
        server.received();

        assertThat(turn.text()).isEqualTo("so");
        assertThat(sentContent(turn)).isEqualTo("[" + quoted(sorted(blocks)) + "]");
    }

    @Test
    void a29NothingOpaqueGoesToAnotherServer() throws Exception {
        ModelResponse response = server.message(
                        "{'type':'thinking','thinking':'t','signature':'s'},{'type':'text','text':'so','citations':[1]},"
                                + "{'type':'tool_use','id':'c','name':'a','input':{},'caller':{'type':'direct'}}",
                        "tool_use")
                .ask();
        server.received();

        JsonNode sent = server.sent(server.builder().id("other").build(), response.message());

        assertThat(sent.at("/messages/0/content").toString())
                .isEqualTo(quoted("[{'type':'text','text':'so'},{'type':'tool_use','id':'c','name':'a','input':{}}]"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "functions.add:0",
                "a b",
                "",
                "\u00e9",
                "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
            })
    void a29AnIdThatIsNotAcceptableIsReplacedAlikeOnBothSides(String id) throws Exception {
        ToolCallPart call = ToolCallPart.of(id, "a", "{}");
        JsonNode sent = server.sent(
                server.provider(),
                Message.assistant(List.of(call)),
                Message.toolResults(List.of(ToolResultPart.of(call, ToolOutcome.SUCCEEDED, "1"))));

        String sentId = sent.at("/messages/0/content/0/id").stringValue();
        assertThat(sentId).matches("[a-zA-Z0-9_-]{1,64}");
        assertThat(sent.at("/messages/1/content/0/tool_use_id").stringValue()).isEqualTo(sentId);
    }

    @Test
    void a31SeveralResultsAreOneMessageInCallOrder() throws Exception {
        ToolCallPart one = ToolCallPart.of("c1", "a", "{}");
        ToolCallPart two = ToolCallPart.of("c2", "b", "{}");
        JsonNode sent = server.sent(
                server.provider(),
                Message.assistant(List.of(one, two)),
                Message.toolResults(List.of(
                        ToolResultPart.of(one, ToolOutcome.SUCCEEDED, "1"),
                        ToolResultPart.of(two, ToolOutcome.FAILED, "2"))));

        assertThat(sent.path("messages")).hasSize(2);
        assertThat(sent.at("/messages/1").toString())
                .isEqualTo(quoted("{'role':'user','content':[{'type':'tool_result','tool_use_id':'c1','content':'1'},"
                        + "{'type':'tool_result','tool_use_id':'c2','is_error':true,'content':'2'}]}"));
    }

    @Test
    void aPausedTurnIsGoneOnWithUntilItsEnd() throws Exception {
        server.message(
                        "{'type':'text','text':'I look. '},"
                                + "{'type':'server_tool_use','id':'srvtoolu_1','name':'web_search','input':{}}",
                        "pause_turn")
                .message("{'type':'text','text':'Found.'}", "end_turn");

        RecordingSink sink = new RecordingSink();
        ModelResponse response = server.ask(sink);

        assertThat(response.message().text()).isEqualTo("I look. Found.");
        assertThat(response.finishReason()).isEqualTo(FinishReason.STOP);
        assertThat(response.usage()).contains(Usage.of(22, 14));
        assertThat(sink.deltas()).containsExactly("text:I look. ", "text:Found.");
        assertThat(server.received().path("messages")).hasSize(1);
        JsonNode rest = server.received().path("messages");
        assertThat(rest).hasSize(2);
        assertThat(rest.at("/1/role").stringValue()).isEqualTo("assistant");
        assertThat(rest.at("/1/content/1/type").stringValue()).isEqualTo("server_tool_use");
    }

    @Test
    void aTurnThatIsPausedForEverIsAFailure() {
        for (int i = 0; i <= PausedTurn.MOST; i++) {
            server.message("{'type':'text','text':'x'}", "pause_turn");
        }

        ProviderException failure = server.failure();

        assertThat(failure).hasMessageContaining("paused");
        assertThat(failure.isRetryable()).isFalse();
        assertThat(server.mock().getRequestCount()).isEqualTo(PausedTurn.MOST + 1);
    }

    @Test
    void blocksThatAreNoneAreNoCrash() {
        ModelResponse response = server.message("null,7,'x',[],{},{'type':null},{'type':'text'}", "end_turn")
                .ask();

        assertThat(response.message().parts()).noneMatch(TextPart.class::isInstance);
    }

    private List<ToolCallPart> calls(String blocks) {
        return server.message(blocks, "tool_use").ask().message().toolCalls();
    }

    /** As it comes out of a store. */
    private static Message stored(Message message) {
        return Message.fromJson(message.toJson());
    }

    private String sentContent(Message turn) throws Exception {
        return server.sent(server.provider(), turn).at("/messages/0/content").toString();
    }

    /** The fields of a block have no order; of what is kept, the type and the signature come before the text. */
    private static String sorted(String blocks) {
        return blocks.replaceAll("('type':'thinking',)('thinking':'[^']*'),('signature':'[^']*')", "$1$3,$2");
    }
}

package dev.intellibrix.provider.openai;

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
class OpenAiAnswersTest {

    private ChatServer server;

    @BeforeEach
    void start() throws IOException {
        server = new ChatServer();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{'choices':[]}", "{'choices':null}", "{}", "{'choices':[{}]}", "{'choices':[null]}", "", " "})
    void a1AnAnswerWithoutAChoiceIsAnEmptyResponse(String body) {
        ProviderException failure = server.json(body).failure();

        assertThat(failure).hasMessageContaining("empty response");
        assertThat(failure.isRetryable()).isTrue();
        assertThat(failure.isEmptyAnswer()).isTrue();
    }

    @Test
    void a2NullContentIsAnEmptyTurnThatIsNotSentBack() throws Exception {
        ModelResponse response =
                server.message("{'role':'assistant','content':null}", "stop").ask();

        assertThat(response.message().text()).isEmpty();
        assertThat(response.message().parts()).isEmpty();
        assertThat(response.finishReason()).isEqualTo(FinishReason.STOP);
        server.received();
        JsonNode sent = server.sent(server.builder().build(), Message.user("a"), response.message(), Message.user("b"));
        assertThat(sent.path("messages")).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "null"})
    void a3NoCallsBesideTextIsAPlainAnswer(String calls) {
        ModelResponse response = server.message("{'content':'yes','tool_calls':" + calls + "}", "stop")
                .ask();

        assertThat(response.message().text()).isEqualTo("yes");
        assertThat(response.message().toolCalls()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "'id':'',", "'id':null,", "'id':7,"})
    void a4ACallWithoutAnIdIsReportedWithAnEmptyOne(String id) {
        ToolCallPart call = call("{" + id + "'type':'function','function':{'name':'add','arguments':'{}'}}");

        assertThat(call.id()).isEmpty();
        assertThat(call.toolName()).isEqualTo("add");
    }

    @Test
    void a5TwoCallsOfOneIdStayTwoCalls() {
        List<ToolCallPart> calls = calls("{'id':'c1','function':{'name':'add','arguments':'{!a!:1}'}},"
                + "{'id':'c1','function':{'name':'mul','arguments':'{!a!:2}'}}");

        assertThat(calls).extracting(ToolCallPart::id).containsExactly("c1", "c1");
        assertThat(calls).extracting(ToolCallPart::toolName).containsExactly("add", "mul");
        assertThat(calls).extracting(ToolCallPart::arguments).containsExactly("{\"a\":1}", "{\"a\":2}");
    }

    @Test
    void a6TwoIdenticalCallsWithoutIdsStayTwoCalls() {
        String call = "{'function':{'name':'add','arguments':'{}'}}";

        assertThat(calls(call + "," + call)).hasSize(2);
    }

    @Test
    void a7ArgumentsThatAreAnObjectAreTheArguments() {
        ToolCallPart call = call("{'id':'c','function':{'name':'add','arguments':{'a':1.10,'b':'x'}}}");

        assertThat(call.arguments()).isEqualTo("{\"a\":1.10,\"b\":\"x\"}");
        assertThat(call.repaired()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {",'arguments':''", ",'arguments':'  '", ",'arguments':null", "", ",'arguments':{}"})
    void a8NoArgumentsAreAnEmptyObject(String arguments) {
        ToolCallPart call = call("{'id':'c','function':{'name':'now'" + arguments + "}}");

        assertThat(call.arguments()).isEqualTo("{}");
        assertThat(call.repaired()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"'null'|null", "'[1]'|[1]", "'!x!'|\"x\"", "[1]|[1]", "5|5", "true|true"},
            quoteCharacter = '~')
    void a9ArgumentsThatAreNoObjectAreReportedAsTheyAre(String sent, String reported) {
        ToolCallPart call = call("{'id':'c','function':{'name':'add','arguments':" + sent + "}}");

        assertThat(call.arguments()).isEqualTo(reported);
    }

    @Test
    void a11AFenceOrATrailingCommaIsMendedAndFlagged() {
        ToolCallPart call = call("{'id':'c','function':{'name':'add','arguments':'```json\\n{!a!:1,}\\n```'}}");

        assertThat(call.arguments()).isEqualTo("{\"a\":1}");
        assertThat(call.repaired()).isTrue();
    }

    @Test
    void a11ArgumentsThatCanNotBeMendedStayAsTheyCame() throws Exception {
        ModelResponse response = server.message(
                        "{'tool_calls':[{'id':'c','function':{'name':'add','arguments':'{!a!:'}}]}", "tool_calls")
                .ask();

        assertThat(response.message().toolCalls().get(0).arguments()).isEqualTo("{\"a\":");
        assertThat(response.message().toolCalls().get(0).repaired()).isFalse();
        server.received();
        JsonNode sent = server.sent(server.builder().build(), Message.user("a"), response.message());
        assertThat(sent.at("/messages/1/tool_calls/0/function/arguments").stringValue())
                .as("servers parse the arguments of the history")
                .isEqualTo("{\"invalid_arguments\":\"{\\\"a\\\":\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"length", "max_tokens", "MAX_TOKENS"})
    void a12AnAnswerThatWasCutByTheOutputLimitSaysSo(String reason) {
        ModelResponse response = server.message(
                        "{'content':'a','tool_calls':[{'id':'c','function':{'name':'add','arguments':'{}'}}]}", reason)
                .ask();

        assertThat(response.finishReason()).isEqualTo(FinishReason.LENGTH);
        assertThat(response.message().toolCalls()).hasSize(1);
    }

    @Test
    void a13CallsOfATurnThatStoppedAreReported() {
        ModelResponse response = server.message(
                        "{'tool_calls':[{'id':'c','function':{'name':'add','arguments':'{}'}}]}", "stop")
                .ask();

        assertThat(response.finishReason()).isEqualTo(FinishReason.STOP);
        assertThat(response.message().toolCalls()).hasSize(1);
    }

    @Test
    void a14ACallWithoutATypeIsACallOfAFunction() {
        assertThat(call("{'id':'c','function':{'name':'add','arguments':'{}'}}").toolName())
                .isEqualTo("add");
    }

    @Test
    void a17TextBesideACallIsKeptAndEmitted() throws Exception {
        RecordingSink sink = new RecordingSink();
        ModelResponse response = server.message(
                        "{'content':'let me see','tool_calls':[{'id':'c','function':{'name':'a','arguments':'{}'}}]}",
                        "tool_calls")
                .ask(sink);

        assertThat(sink.deltas()).containsExactly("text:let me see");
        assertThat(response.message().parts())
                .satisfiesExactly(
                        text -> assertThat(text).isInstanceOf(TextPart.class),
                        call -> assertThat(call).isInstanceOf(ToolCallPart.class));
        server.received();
        JsonNode sent = server.sent(server.builder().build(), response.message());
        assertThat(sent.at("/messages/0/content").stringValue()).isEqualTo("let me see");
        assertThat(sent.at("/messages/0/tool_calls/0/id").stringValue()).isEqualTo("c");
    }

    @Test
    void a18ARefusalIsTypedAndItsTextIsTheAnswer() throws Exception {
        ModelResponse response = server.message("{'content':null,'refusal':'I can not do that'}", "stop")
                .ask();

        assertThat(response.finishReason()).isEqualTo(FinishReason.REFUSAL);
        assertThat(response.message().text()).isEqualTo("I can not do that");
        server.received();
        JsonNode sent = server.sent(server.builder().build(), response.message());
        assertThat(sent.at("/messages/0/refusal").stringValue()).isEqualTo("I can not do that");
        assertThat(sent.at("/messages/0/content").isNull()).isTrue();
    }

    @Test
    void a18AContentFilterIsTyped() {
        ModelResponse response =
                server.message("{'content':'half'}", "content_filter").ask();

        assertThat(response.finishReason()).isEqualTo(FinishReason.CONTENT_FILTER);
        assertThat(response.message().text()).isEqualTo("half");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'error':{'message':'slow down','type':'rate_limit_error','code':'rate_limit_exceeded'}}|slow down|true",
                "{'error':{'message':'upstream broke','code':502}}|upstream broke|true",
                "{'error':{'message':'no such model','type':'invalid_request_error'}}|no such model|false",
                "{'error':{'message':'pay first','type':'insufficient_quota','code':'insufficient_quota'}}|pay first|false",
                "{'error':'model is loading'}|model is loading|false",
                "{'object':'error','message':'bad length','type':'BadRequestError','code':400}|bad length|false",
                "{'choices':[{'error':{'message':'provider down','code':503}}]}|provider down|true"
            },
            quoteCharacter = '~')
    void a19AnErrorInAGoodStatusCarriesItsMessageAndIsRetryableByItsType(
            String body, String message, boolean retryable) {
        ProviderException failure = server.json(body).failure();

        assertThat(failure).hasMessageContaining(message);
        assertThat(failure.isRetryable()).isEqualTo(retryable);
        assertThat(failure.status()).isEqualTo(200);
        assertThat(failure.isEmptyAnswer()).isFalse();
    }

    @Test
    void a19TheCodeOfAnErrorCanBeRead() {
        ProviderException failure = server.json(
                        "{'error':{'message':'too long','type':'invalid_request_error','code':'context_length_exceeded'}}")
                .failure();

        assertThat(failure.code()).isEqualTo("context_length_exceeded");
    }

    @Test
    void a20HtmlWhereJsonWasExpectedIsShownAndNotRetried() {
        ProviderException failure = server.answer(new MockResponse.Builder()
                        .addHeader("Content-Type", "text/html; charset=utf-8")
                        .body("<html><body>Sign in to the hotel's network</body></html>")
                        .build())
                .failure();

        assertThat(failure)
                .hasMessageContaining("not JSON")
                .hasMessageContaining("status 200")
                .hasMessageContaining("text/html")
                .hasMessageContaining("<html><body>Sign in");
        assertThat(failure.isRetryable()).isFalse();
        assertThat(server.mock().getRequestCount()).isEqualTo(1);
    }

    @Test
    void a21ContentThatIsAListIsItsTexts() {
        ModelResponse response = server.message(
                        "{'content':[{'type':'text','text':'a'},{'type':'text','text':'b'},'c',null,7]}", "stop")
                .ask();

        assertThat(response.message().text()).isEqualTo("abc");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",'usage':null", ",'usage':{}", ",'usage':{'prompt_tokens':0,'completion_tokens':0}"})
    void a22MissingFieldsAreFineAndTheUsageIsUnknown(String usage) {
        ModelResponse response = server.json("{'choices':[{'message':{'content':'ok'}}]" + usage + "}")
                .ask();

        assertThat(response.message().text()).isEqualTo("ok");
        assertThat(response.usage()).isEmpty();
        assertThat(response.model()).isEmpty();
    }

    @Test
    void a22UsageIsReadWithItsDetails() {
        ModelResponse response = server.json("{'model':'m-1','choices':[{'message':{'content':'ok'}}],'usage':{"
                        + "'prompt_tokens':100,'completion_tokens':20,'prompt_tokens_details':{'cached_tokens':64},"
                        + "'completion_tokens_details':{'reasoning_tokens':12}}}")
                .ask();

        assertThat(response.usage()).contains(new Usage(100, 20, 64, 12));
        assertThat(response.model()).isEqualTo("m-1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"reasoning_content", "reasoning"})
    void a25ReasoningIsReadBesideCallsAndReplayedInItsField(String field) throws Exception {
        RecordingSink sink = new RecordingSink();
        ModelResponse response = server.message(
                        "{'" + field + "':'hmm','content':null,"
                                + "'tool_calls':[{'id':'c','function':{'name':'a','arguments':'{}'}}]}",
                        "tool_calls")
                .ask(sink);

        assertThat(sink.deltas()).containsExactly("reasoning:hmm");
        assertThat(response.message().text()).isEmpty();
        assertThat(response.message().parts().get(0))
                .isInstanceOfSatisfying(
                        ReasoningPart.class, part -> assertThat(part.text()).isEqualTo("hmm"));
        server.received();
        JsonNode sent = server.sent(server.builder().build(), response.message());
        assertThat(sent.at("/messages/0").path(field).stringValue()).isEqualTo("hmm");
        assertThat(sent.at("/messages/0/content").isNull()).isTrue();
    }

    @Test
    void a25TheSameReasoningInBothFieldsIsShownOnceAndReplayedInBoth() throws Exception {
        RecordingSink sink = new RecordingSink();
        ModelResponse response = server.message("{'reasoning_content':'hmm','reasoning':'hmm','content':'ok'}", "stop")
                .ask(sink);

        assertThat(sink.deltas()).containsExactly("reasoning:hmm", "text:ok");
        server.received();
        JsonNode sent =
                server.sent(server.builder().build(), response.message()).at("/messages/0");
        assertThat(sent.path("reasoning").stringValue()).isEqualTo("hmm");
        assertThat(sent.path("reasoning_content").stringValue()).isEqualTo("hmm");
    }

    @Test
    void a27UnknownFieldsGoBackWhereTheyCameFrom() throws Exception {
        ModelResponse response = server.message(
                        "{'content':[{'type':'thinking','thinking':[{'type':'text','text':'mull'}],'sig':'s'},"
                                + "{'type':'text','text':'ok'}],'reasoning_details':[{'data':'enc'}],'empty':[],"
                                + "'tool_calls':[{'id':'c','extra_content':{'google':{'thought_signature':'sig'}},"
                                + "'function':{'name':'a','arguments':'{}','note':'n'}}]}",
                        "tool_calls")
                .ask();

        server.received();
        JsonNode sent =
                server.sent(server.builder().build(), response.message()).at("/messages/0");
        assertThat(sent.path("reasoning_details").toString()).isEqualTo("[{\"data\":\"enc\"}]");
        assertThat(sent.has("empty")).isFalse();
        assertThat(sent.at("/content/0").toString())
                .isEqualTo(
                        "{\"type\":\"thinking\",\"thinking\":[{\"type\":\"text\",\"text\":\"mull\"}],\"sig\":\"s\"}");
        assertThat(sent.at("/content/1/text").stringValue()).isEqualTo("ok");
        assertThat(sent.at("/tool_calls/0/extra_content/google/thought_signature")
                        .stringValue())
                .isEqualTo("sig");
        assertThat(sent.at("/tool_calls/0/function/note").stringValue()).isEqualTo("n");
    }

    @Test
    void a29NothingOpaqueGoesToAnotherServer() throws Exception {
        ModelResponse response = server.message(
                        "{'reasoning':'hmm','content':'ok','secret_state':'s','tool_calls':[{'id':'c','sig':'s',"
                                + "'function':{'name':'a','arguments':'{}'}}]}",
                        "tool_calls")
                .ask();
        server.received();

        JsonNode sent = server.sent(server.builder().id("other").build(), response.message())
                .at("/messages/0");

        assertThat(sent.propertyNames()).containsExactlyInAnyOrder("role", "content", "tool_calls");
        assertThat(sent.at("/tool_calls/0").propertyNames()).containsExactlyInAnyOrder("id", "type", "function");
    }

    @Test
    void a29AnIdThatIsTooLongIsShortenedAlikeOnBothSides() throws Exception {
        ToolCallPart call = ToolCallPart.of("x".repeat(200), "a", "{}");
        JsonNode sent = server.sent(
                server.builder().build(),
                Message.assistant(List.of(call)),
                Message.toolResults(List.of(ToolResultPart.of(call, ToolOutcome.SUCCEEDED, "1"))));

        String id = sent.at("/messages/0/tool_calls/0/id").stringValue();
        assertThat(id).hasSizeLessThanOrEqualTo(40);
        assertThat(sent.at("/messages/1/tool_call_id").stringValue()).isEqualTo(id);
    }

    @Test
    void a31SeveralResultsAreSeveralMessagesInCallOrder() throws Exception {
        ToolCallPart one = ToolCallPart.of("c1", "a", "{}");
        ToolCallPart two = ToolCallPart.of("c2", "b", "{}");
        JsonNode sent = server.sent(
                server.builder().build(),
                Message.assistant(List.of(one, two)),
                Message.toolResults(List.of(
                        ToolResultPart.of(one, ToolOutcome.SUCCEEDED, "1"),
                        ToolResultPart.of(two, ToolOutcome.FAILED, "2"))));

        assertThat(sent.path("messages")).hasSize(3);
        assertThat(sent.at("/messages/1").toString())
                .isEqualTo("{\"role\":\"tool\",\"tool_call_id\":\"c1\",\"content\":\"1\"}");
        assertThat(sent.at("/messages/2").toString())
                .isEqualTo("{\"role\":\"tool\",\"tool_call_id\":\"c2\",\"content\":\"Error (failed): 2\"}");
    }

    @Test
    void aServerThatGivesUpIsAFailure() {
        ProviderException failure =
                server.message("{'content':''}", "insufficient_system_resource").failure();

        assertThat(failure).hasMessageContaining("insufficient_system_resource");
        assertThat(failure.isRetryable()).isTrue();
    }

    @Test
    void numbersAndDuplicatesThatAreNoProperJsonAreTolerated() {
        ModelResponse response = server.json(
                        "{'choices':[{'message':{'content':'a','content':'ok'},'logprobs':[NaN,-Infinity]}]}")
                .ask();

        assertThat(response.message().text()).isEqualTo("ok");
    }

    @Test
    void aByteOrderMarkBeforeAnAnswerIsTolerated() {
        assertThat(server.json("\ufeff{'choices':[{'message':{'content':'ok'}}]}")
                        .ask()
                        .message()
                        .text())
                .isEqualTo("ok");
    }

    @Test
    void anAnswerThatIsTooLargeIsRefused() {
        ProviderException failure = server.json("{'choices':'" + "x".repeat(33 * 1024 * 1024) + "'}")
                .failure();

        assertThat(failure).hasMessageContaining("larger than");
        assertThat(failure.isRetryable()).isFalse();
    }

    @Test
    void callsThatAreNoCallsAreNoCrash() {
        List<ToolCallPart> calls = calls("null,7,'x',{},{'function':null},{'function':'f'},{'function':{'name':null}}");

        assertThat(calls).extracting(ToolCallPart::toolName).containsOnly("");
    }

    private ToolCallPart call(String call) {
        List<ToolCallPart> calls = calls(call);
        assertThat(calls).hasSize(1);
        return calls.get(0);
    }

    private List<ToolCallPart> calls(String calls) {
        String message = "{'content':null,'tool_calls':[" + calls + "]}";
        return server.message(message, "tool_calls").ask().message().toolCalls();
    }
}

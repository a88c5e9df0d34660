package dev.intellibrix.provider.gemini;

import static dev.intellibrix.provider.gemini.GeminiServer.quoted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.message.MediaPart;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.ReasoningPart;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.provider.FinishReason;
import dev.intellibrix.provider.ModelRequest;
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
class GeminiAnswersTest {

    private GeminiServer server;

    @BeforeEach
    void start() throws IOException {
        server = new GeminiServer();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'candidates':[]}",
                "{'candidates':null}",
                "{}",
                "{'candidates':[{}]}",
                "{'candidates':[null]}",
                "{'usageMetadata':{'promptTokenCount':3}}",
                ""
            })
    void a1AnAnswerWithoutACandidateIsAnEmptyResponse(String body) {
        ProviderException failure = server.json(body).failure();

        assertThat(failure).hasMessageContaining("empty response");
        assertThat(failure.isRetryable()).isTrue();
        assertThat(failure.isEmptyAnswer()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'candidates':[{'finishReason':'STOP','index':0}]}",
                "{'candidates':[{'content':{'role':'model'},'finishReason':'STOP'}]}",
                "{'candidates':[{'content':{'parts':[{'text':''},{},{'text':'','thought':true}]},'finishReason':'STOP'}]}"
            })
    void a2NoPartsAreAnEmptyTurnThatIsNotSentBack(String body) throws Exception {
        ModelResponse response = server.json(body).ask();

        assertThat(response.message().parts()).isEmpty();
        assertThat(response.finishReason()).isEqualTo(FinishReason.STOP);
        server.received();
        JsonNode sent = server.sent(server.provider(), Message.user("a"), response.message(), Message.user("b"));
        assertThat(sent.path("contents")).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "'id':'',", "'id':null,", "'id':7,"})
    void a4ACallWithoutAnIdGetsOneThatIsLikeNoOther(String id) {
        String call = "{'functionCall':{" + id + "'name':'add','args':{}}}";
        List<ToolCallPart> calls = calls(call + "," + call);

        assertThat(calls).extracting(ToolCallPart::id).doesNotHaveDuplicates().allMatch(each -> each.length() > 20);
    }

    @Test
    void a4AnIdThatIsGivenIsKept() {
        assertThat(calls("{'functionCall':{'id':'xyz','name':'add','args':{}}}"))
                .containsExactly(ToolCallPart.of("xyz", "add", "{}"));
    }

    @Test
    void a5TwoCallsOfOneIdStayTwoCalls() {
        assertThat(calls("{'functionCall':{'id':'c','name':'add','args':{'a':1}}},"
                        + "{'functionCall':{'id':'c','name':'mul','args':{'a':2}}}"))
                .extracting(ToolCallPart::toolName)
                .containsExactly("add", "mul");
    }

    @Test
    void a6TwoIdenticalCallsStayTwoCalls() {
        String call = "{'functionCall':{'name':'add','args':{}}}";

        assertThat(calls(call + "," + call)).hasSize(2);
    }

    @Test
    void a7TheArgumentsAreAnObjectWithItsDigits() {
        assertThat(calls("{'functionCall':{'name':'add','args':{'a':1.10,'b':'x'}}}")
                        .get(0)
                        .arguments())
                .isEqualTo("{\"a\":1.10,\"b\":\"x\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",'args':null", ",'args':{}", ",'args':''", ",'args':' '"})
    void a8NoArgumentsAreAnEmptyObject(String arguments) {
        assertThat(calls("{'functionCall':{'name':'now'" + arguments + "}}")
                        .get(0)
                        .arguments())
                .isEqualTo("{}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {"[1]|[1]", "5|5", "true|true", "'null'|null", "'!x!'|\"x\""})
    void a9ArgumentsThatAreNoObjectAreReportedAsTheyAre(String sent, String reported) {
        assertThat(calls("{'functionCall':{'name':'add','args':" + sent + "}}")
                        .get(0)
                        .arguments())
                .isEqualTo(reported);
    }

    @Test
    void a11ArgumentsThatAreATextAreMendedAndFlagged() {
        ToolCallPart call =
                calls("{'functionCall':{'name':'add','args':'{!a!:1,}'}}").get(0);

        assertThat(call.arguments()).isEqualTo("{\"a\":1}");
        assertThat(call.repaired()).isTrue();
    }

    @Test
    void a12AnAnswerThatWasCutByTheOutputLimitSaysSo() {
        ModelResponse response = server.content("{'functionCall':{'name':'add','args':{}}}", "MAX_TOKENS")
                .ask();

        assertThat(response.finishReason()).isEqualTo(FinishReason.LENGTH);
        assertThat(response.message().toolCalls()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"STOP", "SOMETHING_NEW"})
    void a13CallsOfATurnThatStoppedAreReported(String reason) {
        ModelResponse response = server.content("{'functionCall':{'name':'add','args':{}}}", reason)
                .ask();

        assertThat(response.finishReason()).isEqualTo(FinishReason.STOP);
        assertThat(response.message().toolCalls()).hasSize(1);
    }

    @Test
    void a17TextBesideACallIsKeptAndEmitted() throws Exception {
        RecordingSink sink = new RecordingSink();
        String parts = "{'text':'let me see'},{'functionCall':{'id':'c','name':'a','args':{'b':1}}}";
        ModelResponse response = server.content(parts, "STOP").ask(sink);

        assertThat(sink.deltas()).containsExactly("text:let me see");
        assertThat(replayed(response, "gemini-2.5-flash")).isEqualTo(quoted("[" + parts + "]"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"SAFETY", "RECITATION", "LANGUAGE", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "IMAGE_SAFETY"})
    void a18AnAnswerThatWasFilteredIsTypedWithWhatThereIsOfIt(String reason) {
        ModelResponse response = server.content("{'text':'half'}", reason).ask();

        assertThat(response.finishReason()).isEqualTo(FinishReason.CONTENT_FILTER);
        assertThat(response.message().text()).isEqualTo("half");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{'promptFeedback':{'blockReason':'PROHIBITED_CONTENT'},'usageMetadata':{'promptTokenCount':9}}|PROHIBITED_CONTENT",
                "{'promptFeedback':{'blockReason':'SAFETY','blockReasonMessage':'No such prompts.'}}|No such prompts.",
                "{'candidates':[{'finishReason':'SAFETY','finishMessage':'Not this.','safetyRatings':[]}]}|Not this."
            })
    void a18APromptThatWasBlockedIsTypedAndExplainedToTheUserButNotToTheModel(String body, String text)
            throws Exception {
        ModelResponse response = server.json(body).ask();

        assertThat(response.finishReason()).isEqualTo(FinishReason.CONTENT_FILTER);
        assertThat(response.message().text()).isEqualTo(text);
        server.received();
        assertThat(server.sent(server.provider(), Message.user("a"), response.message(), Message.user("b"))
                        .path("contents"))
                .hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({
        "MALFORMED_FUNCTION_CALL,true",
        "UNEXPECTED_TOOL_CALL,true",
        "TOO_MANY_TOOL_CALLS,true",
        "OTHER,true",
        "MISSING_THOUGHT_SIGNATURE,false"
    })
    void aTurnThatTheServerGaveUpIsAFailure(String reason, boolean retryable) {
        ProviderException failure = server.json("{'candidates':[{'content':{},'finishReason':'" + reason
                        + "','finishMessage':'Malformed function call: print(default_api.add('}]}")
                .failure();

        assertThat(failure)
                .hasMessageContaining(reason)
                .hasMessageContaining("Malformed function call: print(default_api.add(");
        assertThat(failure.code()).isEqualTo(reason);
        assertThat(failure.isRetryable()).isEqualTo(retryable);
        assertThat(failure.isEmptyAnswer()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{'error':{'code':503,'message':'overloaded','status':'UNAVAILABLE'}}|overloaded|true",
                "{'error':{'code':429,'message':'slow down','status':'RESOURCE_EXHAUSTED'}}|slow down|true",
                "{'error':{'code':500,'message':'oops','status':'INTERNAL'}}|oops|true",
                "{'error':{'code':400,'message':'bad part','status':'INVALID_ARGUMENT'}}|bad part|false",
                "{'error':{'code':403,'message':'no','status':'PERMISSION_DENIED'}}|no|false"
            })
    void a19AnErrorInAGoodStatusCarriesItsMessageAndIsRetryableByItsType(
            String body, String message, boolean retryable) {
        ProviderException failure = server.json(body).failure();

        assertThat(failure).hasMessageContaining(message);
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
    void a21TextPartsAreOneText() {
        ModelResponse response =
                server.content("{'text':'a'},{'text':'b'}", "STOP").ask();

        assertThat(response.message().text()).isEqualTo("ab");
        assertThat(response.message().parts()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", ",'usageMetadata':null", ",'usageMetadata':{}", ",'usageMetadata':{'promptTokenCount':0}"})
    void a22MissingFieldsAreFineAndTheUsageIsUnknown(String usage) {
        ModelResponse response = server.json("{'candidates':[{'content':{'parts':[{'text':'ok'}]}}]" + usage + "}")
                .ask();

        assertThat(response.message().text()).isEqualTo("ok");
        assertThat(response.finishReason()).isEqualTo(FinishReason.STOP);
        assertThat(response.usage()).isEmpty();
    }

    @Test
    void a22ThoughtsAreCountedIntoTheOutput() {
        ModelResponse response = server.json("{'candidates':[{'content':{'parts':[{'text':'ok'}]}}],"
                        + "'usageMetadata':{'promptTokenCount':100,'cachedContentTokenCount':64,"
                        + "'candidatesTokenCount':20,'thoughtsTokenCount':12,'toolUsePromptTokenCount':3},"
                        + "'modelVersion':'gemini-test-1'}")
                .ask();

        assertThat(response.usage()).contains(new Usage(103, 32, 64, 12));
        assertThat(response.model()).isEqualTo("gemini-test-1");
    }

    @Test
    void a23AServerThatIsBusySaysHowLongToWaitInTheError() {
        ProviderException failure = server.answer(new MockResponse.Builder()
                        .code(429)
                        .body(quoted("[{'error':{'code':429,'message':'Quota','status':'RESOURCE_EXHAUSTED','details':["
                                + "{'@type':'type.googleapis.com/google.rpc.QuotaFailure'},"
                                + "{'@type':'type.googleapis.com/google.rpc.RetryInfo','retryDelay':'34.0744s'}]}}]"))
                        .build())
                .failure();

        assertThat(failure.isRetryable()).isTrue();
        assertThat(failure.code()).isEqualTo("RESOURCE_EXHAUSTED");
        assertThat(failure.retryAfter()).contains(Duration.ofMillis(34_075));
    }

    @ParameterizedTest
    @ValueSource(strings = {"34", "-3s", "s", "1e9s", "99999999999s", "1h"})
    void a23AWaitThatIsNoneIsNone(String delay) {
        ProviderException failure = server.answer(new MockResponse.Builder()
                        .code(429)
                        .body(quoted("{'error':{'message':'x','details':[{'retryDelay':'" + delay + "'},null,7]}}"))
                        .build())
                .failure();

        assertThat(failure.retryAfter()).isEmpty();
    }

    @Test
    void a25ThoughtsAreReadBesideCallsAndAreNoPartOfTheAnswer() throws Exception {
        RecordingSink sink = new RecordingSink();
        String parts = "{'text':'hmm','thought':true},{'functionCall':{'id':'c','name':'a','args':{}}}";
        ModelResponse response = server.content(parts, "STOP").ask(sink);

        assertThat(sink.deltas()).containsExactly("reasoning:hmm");
        assertThat(response.message().text()).isEmpty();
        assertThat(response.message().parts().get(0)).isInstanceOf(ReasoningPart.class);
        assertThat(replayed(response, "gemini-2.5-flash")).isEqualTo(quoted("[" + parts + "]"));
    }

    @Test
    void a27PartsThatAreNotUnderstoodGoBackInOrder() throws Exception {
        String parts = "{'executableCode':{'language':'PYTHON','code':'1'},'thoughtSignature':'czA='},"
                + "{'codeExecutionResult':{'outcome':'OUTCOME_OK'}},{'text':'so'},"
                + "{'toolCall':{'id':'t','args':{'q':[1,null]}}}";
        ModelResponse response = server.content(parts, "STOP").ask();

        assertThat(response.message().text()).isEqualTo("so");
        assertThat(replayed(response, "gemini-3-pro")).isEqualTo(quoted("[" + parts + "]"));
    }

    @Test
    void a28SignaturesGoBackOnTheirParts() throws Exception {
        String parts = "{'text':'think','thought':true,'thoughtSignature':'czE='},{'text':'a'},"
                + "{'text':'b','thoughtSignature':'czI='},{'text':'c'},{'text':'','thoughtSignature':'czM='},"
                + "{'functionCall':{'id':'c1','name':'x','args':{'n':1}},'thoughtSignature':'czQ='},"
                + "{'functionCall':{'id':'c2','name':'y','args':{}}}";
        ModelResponse response = server.content(parts, "STOP").ask();

        assertThat(response.message().text()).isEqualTo("abc");
        assertThat(replayed(response, "gemini-3-pro")).isEqualTo(quoted("[" + parts + "]"));
    }

    @Test
    void a28TheSignatureOfAnImageGoesBackOnIt() throws Exception {
        String parts = "{'inlineData':{'mimeType':'image/png','data':'AQID'},'thoughtSignature':'czE='}";
        ModelResponse response = server.content(parts, "STOP").ask();

        assertThat(response.message().parts().get(0))
                .isInstanceOfSatisfying(
                        MediaPart.class, media -> assertThat(media.base64()).isEqualTo("AQID"));
        assertThat(replayed(response, "gemini-3-pro")).isEqualTo(quoted("[" + parts + "]"));
    }

    @Test
    void a29NothingOpaqueGoesToAnotherServer() throws Exception {
        ModelResponse response = server.content(
                        "{'text':'t','thought':true},{'text':'so','thoughtSignature':'czE='},{'executableCode':{}},"
                                + "{'functionCall':{'id':'c','name':'a','args':{}},'thoughtSignature':'czI='}",
                        "STOP")
                .ask();
        server.received();

        JsonNode sent = server.sent(server.builder().id("other").build(), response.message());

        assertThat(sent.at("/contents/0/parts").toString())
                .isEqualTo(quoted("[{'text':'so'},{'functionCall':{'id':'c','name':'a','args':{}},"
                        + "'thoughtSignature':'skip_thought_signature_validator'}]"));
    }

    @ParameterizedTest
    @CsvSource({"gemini-2.5-flash,false", "models/gemini-1.5-pro,false", "gemini-3-pro,true", "gemini-10,true", "m,true"
    })
    void a29TheFirstCallOfAnotherModelSaysSoWhereSignaturesAreAskedFor(String model, boolean says) throws Exception {
        Message turn = Message.assistant(List.of(ToolCallPart.of("1", "a", "{}"), ToolCallPart.of("2", "b", "{}")));

        JsonNode parts = sent(model, turn).at("/contents/0/parts");

        assertThat(parts.path(0).has("thoughtSignature")).isEqualTo(says);
        assertThat(parts.path(1).has("thoughtSignature")).isFalse();
    }

    @Test
    void a31SeveralResultsAreOneContentInCallOrder() throws Exception {
        ToolCallPart one = ToolCallPart.of("c1", "a", "{}");
        ToolCallPart two = ToolCallPart.of("c2", "b", "{}");
        JsonNode sent = server.sent(
                server.provider(),
                Message.assistant(List.of(one, two)),
                Message.toolResults(List.of(
                        ToolResultPart.of(one, ToolOutcome.SUCCEEDED, "1"),
                        ToolResultPart.of(two, ToolOutcome.TIMED_OUT, ""))));

        assertThat(sent.path("contents")).hasSize(2);
        assertThat(sent.at("/contents/1").toString())
                .isEqualTo(quoted("{'role':'user','parts':["
                        + "{'functionResponse':{'id':'c1','name':'a','response':{'output':'1'}}},"
                        + "{'functionResponse':{'id':'c2','name':'b','response':{'error':'timed out'}}}]}"));
    }

    @Test
    void partsThatAreNoneAreNoCrash() {
        ModelResponse response = server.content(
                        "null,7,'x',[],{'text':null},{'functionCall':null},{'functionCall':'x'},{'inlineData':7}",
                        "STOP")
                .ask();

        assertThat(response.message().toolCalls()).isEmpty();
        assertThat(response.message().text()).isEmpty();
    }

    private List<ToolCallPart> calls(String parts) {
        return server.content(parts, "STOP").ask().message().toolCalls();
    }

    /** The parts of a turn as they go back, out of a store. */
    private String replayed(ModelResponse response, String model) throws Exception {
        server.received();
        Message stored = Message.fromJson(response.message().toJson());
        return sent(model, stored).at("/contents/0/parts").toString();
    }

    private JsonNode sent(String model, Message message) throws Exception {
        return server.sent(
                server.provider(), ModelRequest.builder(model, List.of(message)).build());
    }
}

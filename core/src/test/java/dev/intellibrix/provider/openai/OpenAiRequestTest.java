package dev.intellibrix.provider.openai;

import static dev.intellibrix.provider.openai.ChatServer.quoted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.MediaPart;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.TextPart;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.provider.ModelRequest;
import dev.intellibrix.provider.StreamSink;
import dev.intellibrix.provider.ToolChoice;
import dev.intellibrix.provider.ToolSpec;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What is sent. */
class OpenAiRequestTest {

    private static final ToolSpec ADD = new ToolSpec("add", "Adds", quoted("{'type':'object','properties':{}}"));

    private ChatServer server;

    @BeforeEach
    void start() throws Exception {
        server = new ChatServer();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void aKeyThatIsNotThereIsRefusedAtOnce() {
        assertThatThrownBy(() -> OpenAiProvider.of(null)).hasMessageContaining("apiKey is null");
    }

    @Test
    void aPlainRequestHoldsNoMoreThanItMust() throws Exception {
        assertThat(sent(server.builder(), ChatServer.request()).toString())
                .isEqualTo(quoted("{'model':'m','stream':true,'stream_options':{'include_usage':true},"
                        + "'messages':[{'role':'user','content':'hi'}]}"));
    }

    @Test
    void theKeyGoesInTheHeaderAndThePathIsAdded() throws Exception {
        server.message("{'content':'ok'}", "stop").ask();

        RecordedRequest request = server.receivedRequest();
        assertThat(request.getRequestLine()).isEqualTo("POST /v1/chat/completions HTTP/1.1");
        assertThat(request.getHeaders().get("Authorization")).isEqualTo("Bearer " + ChatServer.KEY);
        assertThat(request.getHeaders().get("Content-Type")).isEqualTo("application/json");
    }

    @Test
    void withoutAKeyThereIsNoHeaderForIt() throws Exception {
        server.message("{'content':'ok'}", "stop");
        OpenAiProvider.builder()
                .baseUrl(server.baseUrl() + "/?api-version=1")
                .header("X-Title", "mine")
                .build()
                .generate(ChatServer.request(), StreamSink.none());

        RecordedRequest request = server.receivedRequest();
        assertThat(request.getHeaders().get("Authorization")).isNull();
        assertThat(request.getHeaders().get("X-Title")).isEqualTo("mine");
        assertThat(request.getTarget()).isEqualTo("/v1/chat/completions?api-version=1");
    }

    @Test
    void optionsOfTheRequestAreSent() throws Exception {
        ModelRequest request = ChatServer.request().toBuilder()
                .model("")
                .maxOutputTokens(100)
                .temperature(0.5)
                .build();

        JsonNode sent = sent(server.builder().stream(false), request);

        assertThat(sent.toString())
                .isEqualTo(quoted("{'stream':false,'max_tokens':100,'temperature':0.5,"
                        + "'messages':[{'role':'user','content':'hi'}]}"));
    }

    @Test
    void theFieldForTheOutputLimitCanBeChosen() throws Exception {
        ModelRequest request =
                ChatServer.request().toBuilder().maxOutputTokens(100).build();

        assertThat(sent(server.builder().maxTokensField("max_completion_tokens"), request)
                        .path("max_completion_tokens")
                        .intValue())
                .isEqualTo(100);
    }

    @Test
    void moreFieldsOfTheBodyAddReplaceAndRemove() throws Exception {
        Map<String, Object> fields = new HashMap<>();
        fields.put("reasoning_effort", "low");
        fields.put("nested", Map.of("list", List.of(1, 2)));
        fields.put("temperature", 1);
        fields.put("stream_options", null);
        ModelRequest request = ChatServer.request().toBuilder().temperature(0.5).build();

        JsonNode sent = sent(server.builder().extraBody(fields), request);

        assertThat(sent.path("reasoning_effort").stringValue()).isEqualTo("low");
        assertThat(sent.at("/nested/list/1").intValue()).isEqualTo(2);
        assertThat(sent.path("temperature").intValue()).isEqualTo(1);
        assertThat(sent.has("stream_options")).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "AUTO|null",
                "NONE|'none'",
                "REQUIRED|'required'",
                "TOOL|{'type':'function','function':{'name':'add'}}"
            })
    void toolsAndTheChoiceOfOneAreSent(ToolChoice.Mode mode, String choice) throws Exception {
        ModelRequest request = ChatServer.request().toBuilder()
                .tools(List.of(ADD, new ToolSpec("mul", "Multiplies", "{}")))
                .toolChoice(new ToolChoice(mode, mode == ToolChoice.Mode.TOOL ? "add" : ""))
                .build();

        JsonNode sent = sent(server.builder(), request);

        assertThat(sent.path("tools").toString())
                .isEqualTo(quoted("[{'type':'function','function':{'name':'add','description':'Adds',"
                        + "'parameters':{'type':'object','properties':{}}}},"
                        + "{'type':'function','function':{'name':'mul','description':'Multiplies','parameters':{}}}]"));
        assertThat(sent.has("tool_choice") ? sent.path("tool_choice").toString() : "null")
                .isEqualTo(quoted(choice));
    }

    @Test
    void aChoiceWithoutToolsIsNotSent() throws Exception {
        ModelRequest request =
                ChatServer.request().toBuilder().toolChoice(ToolChoice.NONE).build();

        assertThat(sent(server.builder(), request).has("tool_choice")).isFalse();
    }

    @Test
    void systemMessagesStayWhereTheyAre() throws Exception {
        JsonNode sent =
                server.sent(server.builder().build(), Message.system("one"), Message.user("hi"), Message.system("two"));

        assertThat(sent.path("messages").toString())
                .isEqualTo(quoted("[{'role':'system','content':'one'},{'role':'user','content':'hi'},"
                        + "{'role':'system','content':'two'}]"));
    }

    @Test
    void severalTextsAreOneText() throws Exception {
        Message two = Message.user("one").with(TextPart.of("two", Label.TRUSTED));

        assertThat(server.sent(server.builder().build(), two)
                        .at("/messages/0/content")
                        .stringValue())
                .isEqualTo("one\ntwo");
    }

    @Test
    void imagesAreSentAsDataOrByTheirAddress() throws Exception {
        Message message = Message.user("look")
                .withImage("image/png", new byte[] {1, 2, 3})
                .withImage("image/jpeg", URI.create("https://example.org/a.jpg"));

        assertThat(content(message).toString())
                .isEqualTo(quoted("[{'type':'text','text':'look'},"
                        + "{'type':'image_url','image_url':{'url':'data:image/png;base64,AQID'}},"
                        + "{'type':'image_url','image_url':{'url':'https://example.org/a.jpg'}}]"));
    }

    @Test
    void filesAreSentAsFilesSoundsAsSoundsAndTextsAsText() throws Exception {
        Message message = new Message(Message.user("").role(), List.of())
                .withFile("a.pdf", "application/pdf", new byte[] {1, 2, 3})
                .withFile("a.wav", "audio/wav", new byte[] {1, 2, 3})
                .withFile("a.txt", "text/plain", "gr\u00fcn".getBytes(StandardCharsets.UTF_8))
                .withFile("b.txt", "text/plain", new byte[] {(byte) 0xff});

        assertThat(content(message).toString())
                .isEqualTo(quoted("[{'type':'file','file':{'filename':'a.pdf',"
                        + "'file_data':'data:application/pdf;base64,AQID'}},"
                        + "{'type':'input_audio','input_audio':{'data':'AQID','format':'wav'}},"
                        + "{'type':'text','text':'File a.txt (text/plain):\\ngr\u00fcn'},"
                        + "{'type':'file','file':{'filename':'b.txt','file_data':'data:text/plain;base64,/w=='}}]"));
    }

    @Test
    void mediaOfResultsFollowsAllResultsAsTheUsers() throws Exception {
        ToolCallPart one = ToolCallPart.of("c1", "shot", "{}");
        ToolCallPart two = ToolCallPart.of("c2", "add", "{}");
        MediaPart image = MediaPart.of("image/png", "", new byte[] {1}, Label.untrusted());
        JsonNode messages = server.sent(
                        server.builder().build(),
                        Message.assistant(List.of(one, two)),
                        Message.toolResults(List.of(
                                new ToolResultPart(
                                        "c1", "shot", ToolOutcome.SUCCEEDED, "done", List.of(image), Label.untrusted()),
                                ToolResultPart.of(two, ToolOutcome.SUCCEEDED, "3"))))
                .path("messages");

        assertThat(messages).hasSize(4);
        assertThat(messages.at("/1/role").stringValue()).isEqualTo("tool");
        assertThat(messages.at("/2/role").stringValue()).isEqualTo("tool");
        assertThat(messages.at("/3").toString())
                .isEqualTo(quoted("{'role':'user','content':[{'type':'text','text':'From the result of shot:'},"
                        + "{'type':'image_url','image_url':{'url':'data:image/png;base64,AQ=='}}]}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SUCCEEDED|done|done",
                "FAILED|no such file|Error (failed): no such file",
                "TIMED_OUT|''|Error: timed out",
                "FAILED|Denied (it says)|Error (failed): Denied (it says)",
                "DENIED|Error: not now|Error: not now",
                "DENIED|Denied (denied): not now|Denied (denied): not now",
                "INVALID_INPUT|Not run (invalid_input): no|Not run (invalid_input): no",
                "INVALID_INPUT|error at /a|error at /a"
            })
    void aResultThatIsAnErrorSaysSoInItsText(ToolOutcome outcome, String text, String sent) throws Exception {
        ToolCallPart call = ToolCallPart.of("c", "a", "{}");

        JsonNode messages = server.sent(
                        server.builder().build(),
                        Message.assistant(List.of(call)),
                        Message.toolResults(List.of(ToolResultPart.of(call, outcome, text))))
                .path("messages");

        assertThat(messages.at("/1/content").stringValue()).isEqualTo(sent);
    }

    @ParameterizedTest
    @CsvSource({"fs.read,fs_read", "'',unnamed", "naïve tool,na_ve_tool"})
    void aNameThatAModelMadeUpIsOneThatServersTakeBack(String name, String sent) throws Exception {
        assertThat(server.sent(server.builder().build(), Message.assistant(List.of(ToolCallPart.of("c", name, "{}"))))
                        .at("/messages/0/tool_calls/0/function/name")
                        .stringValue())
                .isEqualTo(sent);
    }

    @Test
    void reasoningCanBeLeftOut() throws Exception {
        Message turn = server.message("{'reasoning':'hmm','content':'ok'}", "stop")
                .ask()
                .message();
        server.received();

        assertThat(server.sent(server.builder().replayReasoning(false).build(), turn)
                        .at("/messages/0")
                        .propertyNames())
                .containsExactlyInAnyOrder("role", "content");
    }

    @Test
    void halfOfASurrogatePairDoesNotStopARequest() throws Exception {
        assertThat(server.sent(server.builder().build(), Message.user("a\ud83dz"))
                        .at("/messages/0/content")
                        .stringValue())
                .isEqualTo("a?z");
    }

    @Test
    void aHistoryThatWasSentIsSentAgainAsItWas() throws Exception {
        OpenAiProvider provider = server.builder().build();
        Message[] history = {Message.system("s"), Message.user("one"), Message.user("two \u2603")};

        JsonNode first = server.sent(provider, history);
        JsonNode second = server.sent(provider, history);

        assertThat(second).isEqualTo(first);
    }

    @Test
    void idsTellServersApart() {
        assertThat(OpenAiProvider.of("sk-0123456789").id()).isEqualTo("openai");
        assertThat(OpenAiProvider.builder()
                        .baseUrl("https://api.deepseek.com")
                        .build()
                        .id())
                .isEqualTo("openai:api.deepseek.com");
        assertThat(OpenAiProvider.builder()
                        .baseUrl("http://[::1]:8080/v1")
                        .build()
                        .id())
                .isEqualTo("openai:[::1]:8080");
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost:11434", "ftp://localhost/v1", "", "http://user:pass@localhost/v1"})
    void anAddressThatIsNoneIsRefusedWithoutShowingIt(String url) {
        assertThatThrownBy(() -> OpenAiProvider.builder().baseUrl(url))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("baseUrl")
                .hasMessageNotContaining("pass@");
    }

    @Test
    void misuseNamesTheArgumentAndShowsNoSecret() {
        OpenAiProvider.Builder builder = OpenAiProvider.builder();

        assertThatThrownBy(() -> builder.apiKey("sk-\u00e9-secret\n"))
                .hasMessageContaining("apiKey")
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> builder.apiKey(" ")).hasMessageContaining("apiKey");
        assertThatThrownBy(() -> builder.header("api key", "v")).hasMessageContaining("name");
        assertThatThrownBy(() -> builder.header("api-key", "secret\r\nX: y"))
                .hasMessageContaining("api-key")
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> builder.extraBody(Map.of("messages", List.of())))
                .hasMessageContaining("messages");
        assertThatThrownBy(() -> builder.callTimeout(Duration.ZERO)).hasMessageContaining("callTimeout");
        assertThatThrownBy(() -> builder.readTimeout(Duration.ofDays(40))).hasMessageContaining("readTimeout");
    }

    private JsonNode content(Message message) throws Exception {
        return server.sent(server.builder().build(), message).at("/messages/0/content");
    }

    private JsonNode sent(OpenAiProvider.Builder builder, ModelRequest request) throws Exception {
        server.message("{'content':'ok'}", "stop");
        builder.build().generate(request, StreamSink.none());
        return Json.parse(server.receivedRequest().getBody().utf8());
    }
}

package dev.intellibrix.provider.anthropic;

import static dev.intellibrix.provider.anthropic.AnthropicServer.quoted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.message.Label;
import dev.intellibrix.message.MediaPart;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Role;
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
import tools.jackson.databind.JsonNode;

/** What is sent. */
class AnthropicRequestTest {

    private static final ToolSpec ADD = new ToolSpec("add", "Adds", quoted("{'type':'object','properties':{}}"));
    private static final String MARK = ",'cache_control':{'type':'ephemeral'}";

    private AnthropicServer server;

    @BeforeEach
    void start() throws Exception {
        server = new AnthropicServer();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void aKeyThatIsNotThereIsRefusedAtOnce() {
        assertThatThrownBy(() -> AnthropicProvider.of(null)).hasMessageContaining("apiKey is null");
    }

    @Test
    void aPlainRequestHoldsNoMoreThanItMust() throws Exception {
        assertThat(server.sent(server.provider(), Message.user("hi")).toString())
                .isEqualTo(quoted("{'model':'m','max_tokens':16384,'stream':true,"
                        + "'messages':[{'role':'user','content':[{'type':'text','text':'hi'}]}]}"));
    }

    @Test
    void theKeyAndTheVersionGoInHeadersAndThePathIsAdded() throws Exception {
        server.says("ok").ask();

        RecordedRequest request = server.receivedRequest();
        assertThat(request.getRequestLine()).isEqualTo("POST /v1/messages HTTP/1.1");
        assertThat(request.getHeaders().get("x-api-key")).isEqualTo(AnthropicServer.KEY);
        assertThat(request.getHeaders().get("anthropic-version")).isEqualTo("2023-06-01");
        assertThat(request.getHeaders().get("Authorization")).isNull();
    }

    @Test
    void headersCanBeAddedAndReplaced() throws Exception {
        server.says("ok");
        server.builder()
                .header("anthropic-version", "2030-01-01")
                .header("anthropic-beta", "x-1")
                .build()
                .generate(AnthropicServer.request(), StreamSink.none());

        RecordedRequest request = server.receivedRequest();
        assertThat(request.getHeaders().values("anthropic-version")).containsExactly("2030-01-01");
        assertThat(request.getHeaders().get("anthropic-beta")).isEqualTo("x-1");
    }

    @Test
    void optionsOfTheRequestAndMoreFieldsAreSent() throws Exception {
        Map<String, Object> fields = new HashMap<>();
        fields.put("thinking", Map.of("type", "adaptive"));
        fields.put("temperature", null);
        ModelRequest request = AnthropicServer.request().toBuilder()
                .maxOutputTokens(100)
                .temperature(0.5)
                .build();

        JsonNode plain = server.sent(server.builder().stream(false).build(), request);
        JsonNode more = server.sent(
                server.builder().extraBody(fields).defaultMaxTokens(5).build(), request);

        assertThat(plain.path("max_tokens").intValue()).isEqualTo(100);
        assertThat(plain.path("temperature").doubleValue()).isEqualTo(0.5);
        assertThat(plain.path("stream").booleanValue()).isFalse();
        assertThat(more.at("/thinking/type").stringValue()).isEqualTo("adaptive");
        assertThat(more.has("temperature")).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {"AUTO|null", "NONE|{'type':'none'}", "REQUIRED|{'type':'any'}", "TOOL|{'type':'tool','name':'add'}"
            })
    void toolsAndTheChoiceOfOneAreSent(ToolChoice.Mode mode, String choice) throws Exception {
        ModelRequest request = AnthropicServer.request().toBuilder()
                .tools(List.of(ADD, new ToolSpec("mul", "", quoted("{'anyOf':[{'required':['a']}]}"))))
                .toolChoice(new ToolChoice(mode, mode == ToolChoice.Mode.TOOL ? "add" : ""))
                .build();

        JsonNode sent = server.sent(server.provider(), request);

        assertThat(sent.path("tools").toString())
                .isEqualTo(quoted("[{'name':'add','description':'Adds',"
                        + "'input_schema':{'type':'object','properties':{}}},"
                        + "{'name':'mul','input_schema':{'type':'object'}}]"));
        assertThat(sent.has("tool_choice") ? sent.path("tool_choice").toString() : "null")
                .isEqualTo(quoted(choice));
    }

    @ParameterizedTest
    @CsvSource({"enabled,REQUIRED,false", "enabled,NONE,true", "adaptive,REQUIRED,true"})
    void noCallIsForcedWithThinkingThatDoesNotAllowIt(String thinking, ToolChoice.Mode mode, boolean sent)
            throws Exception {
        ModelRequest request = AnthropicServer.request().toBuilder()
                .tools(List.of(ADD))
                .toolChoice(new ToolChoice(mode, ""))
                .build();

        assertThat(server.sent(
                                server.builder()
                                        .extraBody(Map.of("thinking", Map.of("type", thinking)))
                                        .build(),
                                request)
                        .has("tool_choice"))
                .isEqualTo(sent);
    }

    @Test
    void systemMessagesAreTheSystemPromptWhereverTheyStand() throws Exception {
        JsonNode sent =
                server.sent(server.provider(), Message.system("one"), Message.user("hi"), Message.system("two"));

        assertThat(sent.path("system").toString())
                .isEqualTo(quoted("[{'type':'text','text':'one'},{'type':'text','text':'two'}]"));
        assertThat(sent.path("messages")).hasSize(1);
    }

    @Test
    void blankTextsAreLeftOutSinceTheyAreRefused() throws Exception {
        JsonNode sent = server.sent(
                server.provider(),
                Message.system(" "),
                Message.user("hi").with(TextPart.of(" \n", Label.TRUSTED)),
                Message.assistant(List.of(TextPart.of("\n\n", Label.TRUSTED))),
                Message.user(""),
                Message.user("there"));

        assertThat(sent.has("system")).isFalse();
        assertThat(sent.path("messages").toString())
                .isEqualTo(quoted("[{'role':'user','content':[{'type':'text','text':'hi'}]},"
                        + "{'role':'user','content':[{'type':'text','text':'there'}]}]"));
    }

    @Test
    void imagesAndFilesAreSentAsTheApiTakesThemAndNamedWhereItDoesNot() throws Exception {
        Message message = new Message(Role.USER, List.of())
                .withImage("image/png", new byte[] {1, 2, 3})
                .withImage("image/jpeg", URI.create("https://example.org/a.jpg"))
                .withFile("a.pdf", "application/pdf", new byte[] {1, 2, 3})
                .withFile("a.txt", "text/plain", "gr\u00fcn".getBytes(StandardCharsets.UTF_8))
                .withFile("a.wav", "audio/wav", new byte[] {1});

        assertThat(content(message))
                .isEqualTo(
                        quoted(
                                "[{'type':'image','source':{'type':'base64','media_type':'image/png','data':'AQID'}},"
                                        + "{'type':'image','source':{'type':'url','url':'https://example.org/a.jpg'}},"
                                        + "{'type':'document','source':{'type':'base64','media_type':'application/pdf','data':'AQID'},"
                                        + "'title':'a.pdf'},"
                                        + "{'type':'document','source':{'type':'text','media_type':'text/plain','data':'gr\u00fcn'},"
                                        + "'title':'a.txt'},"
                                        + "{'type':'text','text':'[File a.wav (audio/wav) is left out: this model does not take it]'}]"));
    }

    @Test
    void mediaOfAResultStandsInItAndOfAnErrorBehindAllResults() throws Exception {
        MediaPart image = MediaPart.of("image/png", "", new byte[] {1}, Label.untrusted());
        JsonNode sent = server.sent(
                server.provider(),
                Message.assistant(List.of(ToolCallPart.of("c1", "a", "{}"), ToolCallPart.of("c2", "b", "{}"))),
                Message.toolResults(List.of(
                        new ToolResultPart("c1", "a", ToolOutcome.FAILED, "", List.of(image), Label.untrusted()),
                        new ToolResultPart("c2", "b", ToolOutcome.SUCCEEDED, "x", List.of(image), Label.untrusted()))));

        String png = "{'type':'image','source':{'type':'base64','media_type':'image/png','data':'AQ=='}}";
        assertThat(sent.at("/messages/1/content").toString())
                .isEqualTo(quoted("[{'type':'tool_result','tool_use_id':'c1','is_error':true,'content':'failed'},"
                        + "{'type':'tool_result','tool_use_id':'c2','content':[{'type':'text','text':'x'}," + png
                        + "]},{'type':'text','text':'From the result of a:'}," + png + "]"));
    }

    @Test
    void argumentsThatAreNoObjectAreSentInOne() throws Exception {
        JsonNode sent =
                server.sent(server.provider(), Message.assistant(List.of(ToolCallPart.of("c", "a.b", "{\"a\":"))));

        assertThat(sent.at("/messages/0/content").toString())
                .isEqualTo("[{\"type\":\"tool_use\",\"id\":\"c\",\"name\":\"a_b\","
                        + "\"input\":{\"invalid_arguments\":\"{\\\"a\\\":\"}}]");
    }

    @Test
    void marksForTheCacheStandAfterTheSystemPromptAndTheLastTwoMessagesThatAreNotTheModels() throws Exception {
        AnthropicProvider provider = server.builder().promptCaching(true).build();
        ToolCallPart call = ToolCallPart.of("c", "add", "{}");
        ModelRequest request = ModelRequest.builder(
                        "m",
                        List.of(
                                Message.system("s"),
                                Message.user("one"),
                                Message.user("two"),
                                Message.assistant(List.of(call)),
                                Message.toolResults(List.of(ToolResultPart.of(call, ToolOutcome.SUCCEEDED, "3")))))
                .tools(List.of(ADD))
                .build();

        JsonNode sent = server.sent(provider, request);

        assertThat(sent.path("system").toString()).isEqualTo(quoted("[{'type':'text','text':'s'" + MARK + "}]"));
        assertThat(sent.path("tools").toString()).doesNotContain("cache_control");
        assertThat(sent.path("messages").toString())
                .isEqualTo(quoted("[{'role':'user','content':[{'type':'text','text':'one'}]},"
                        + "{'role':'user','content':[{'type':'text','text':'two'" + MARK + "}]},"
                        + "{'role':'assistant','content':[{'type':'tool_use','id':'c','name':'add','input':{}}]},"
                        + "{'role':'user','content':[{'type':'tool_result','tool_use_id':'c','content':'3'" + MARK
                        + "}]}]"));
        assertThat(server.sent(provider, request)).as("nothing sticks").isEqualTo(sent);
    }

    @Test
    void withoutASystemPromptTheLastToolIsMarkedAndAnHourCanBeAskedFor() throws Exception {
        JsonNode sent = server.sent(
                server.builder()
                        .promptCaching(true)
                        .cacheTime(Duration.ofHours(1))
                        .build(),
                AnthropicServer.request().toBuilder().tools(List.of(ADD, ADD)).build());

        assertThat(sent.at("/tools/0").has("cache_control")).isFalse();
        assertThat(sent.at("/tools/1/cache_control").toString()).isEqualTo(quoted("{'type':'ephemeral','ttl':'1h'}"));
        assertThat(sent.at("/messages/0/content/0/cache_control/ttl").stringValue())
                .isEqualTo("1h");
    }

    @Test
    void promptsAreCachedByDefault() throws Exception {
        AnthropicProvider provider = AnthropicProvider.builder()
                .baseUrl(server.mock().url("/v1").toString())
                .build();

        assertThat(server.sent(provider, Message.user("hi"))
                        .at("/messages/0/content/0")
                        .has("cache_control"))
                .isTrue();
    }

    @Test
    void idsTellServersApart() {
        assertThat(AnthropicProvider.of("sk-0123456789").id()).isEqualTo("anthropic");
        assertThat(AnthropicProvider.builder()
                        .baseUrl("https://example.org/v1")
                        .build()
                        .id())
                .isEqualTo("anthropic:example.org");
    }

    @Test
    void misuseNamesTheArgumentAndShowsNoSecret() {
        AnthropicProvider.Builder builder = AnthropicProvider.builder();

        assertThatThrownBy(() -> builder.apiKey("sk-\u00e9-secret\n"))
                .hasMessageContaining("apiKey")
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> builder.extraBody(Map.of("tools", List.of()))).hasMessageContaining("tools");
        assertThatThrownBy(() -> builder.extraBody(Map.of("mcp_servers", List.of())))
                .hasMessageContaining("mcp_servers");
        assertThatThrownBy(() -> builder.defaultMaxTokens(0)).hasMessageContaining("defaultMaxTokens");
        assertThatThrownBy(() -> builder.cacheTime(Duration.ofMinutes(6))).hasMessageContaining("cacheTime");
        assertThatThrownBy(() -> builder.callTimeout(Duration.ZERO)).hasMessageContaining("callTimeout");
        assertThatThrownBy(() -> builder.baseUrl("x")).hasMessageContaining("baseUrl");
    }

    private String content(Message message) throws Exception {
        return server.sent(server.provider(), message).at("/messages/0/content").toString();
    }
}

package dev.intellibrix.provider.gemini;

import static dev.intellibrix.provider.gemini.GeminiServer.quoted;
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
import dev.intellibrix.provider.Provider;
import dev.intellibrix.provider.StreamSink;
import dev.intellibrix.provider.ToolChoice;
import dev.intellibrix.provider.ToolSpec;
import java.net.URI;
import java.nio.charset.StandardCharsets;
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
class GeminiRequestTest {

    private static final ToolSpec ADD = new ToolSpec(
            "add", "Adds", quoted("{'type':'object','properties':{'a':{'type':'integer'}},'required':['a']}"));

    private GeminiServer server;

    @BeforeEach
    void start() throws Exception {
        server = new GeminiServer();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void aKeyThatIsNotThereIsRefusedAtOnce() {
        assertThatThrownBy(() -> GeminiProvider.of(null)).hasMessageContaining("apiKey is null");
    }

    @Test
    void aPlainRequestHoldsNoMoreThanItMust() throws Exception {
        assertThat(server.sent(server.provider(), Message.user("hi")).toString())
                .isEqualTo(quoted("{'contents':[{'role':'user','parts':[{'text':'hi'}]}]}"));
    }

    @ParameterizedTest
    @CsvSource({
        "gemini-3-pro,true,/v1beta/models/gemini-3-pro:streamGenerateContent?alt=sse",
        "gemini-2.5-flash,false,/v1beta/models/gemini-2.5-flash:generateContent",
        "models/x,false,/v1beta/models/x:generateContent",
        "tunedModels/mine,true,/v1beta/tunedModels/mine:streamGenerateContent?alt=sse"
    })
    void theModelIsInThePathAndTheKeyInAHeader(String model, boolean stream, String target) throws Exception {
        server.says("ok");
        server.builder().stream(stream)
                .build()
                .generate(GeminiServer.request().toBuilder().model(model).build(), StreamSink.none());

        RecordedRequest request = server.receivedRequest();
        assertThat(request.getTarget()).isEqualTo(target);
        assertThat(request.getHeaders().get("x-goog-api-key")).isEqualTo(GeminiServer.KEY);
        assertThat(request.getHeaders().get("Authorization")).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "../x", "models/../../x", "x?key=1", "a//b", "x#y", "/x", "x:y"})
    void aModelThatIsNoNameIsRefused(String model) {
        Provider provider = server.provider();
        ModelRequest request = GeminiServer.request().toBuilder().model(model).build();

        assertThatThrownBy(() -> provider.generate(request, StreamSink.none()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("model");
        assertThat(server.mock().getRequestCount()).isZero();
    }

    @Test
    void optionsOfTheRequestAndMoreFieldsAreSentTogether() throws Exception {
        Map<String, Object> config = new HashMap<>();
        config.put("temperature", null);
        config.put("thinkingConfig", Map.of("includeThoughts", true));
        Provider provider = server.builder()
                .extraBody(Map.of("generationConfig", config))
                .extraBody(Map.of("safetySettings", List.of()))
                .build();

        JsonNode sent = server.sent(
                provider,
                GeminiServer.request().toBuilder()
                        .maxOutputTokens(100)
                        .temperature(0.5)
                        .build());

        assertThat(sent.toString())
                .isEqualTo(quoted("{'safetySettings':[],'generationConfig':{'maxOutputTokens':100,"
                        + "'thinkingConfig':{'includeThoughts':true}},"
                        + "'contents':[{'role':'user','parts':[{'text':'hi'}]}]}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "AUTO|null",
                "NONE|{'mode':'NONE'}",
                "REQUIRED|{'mode':'ANY'}",
                "TOOL|{'mode':'ANY','allowedFunctionNames':['add']}"
            })
    void toolsAndTheChoiceOfOneAreSent(ToolChoice.Mode mode, String choice) throws Exception {
        JsonNode sent = server.sent(
                server.provider(),
                GeminiServer.request().toBuilder()
                        .tools(List.of(
                                ADD,
                                new ToolSpec(
                                        "now",
                                        "",
                                        quoted("{'type':'object','properties':{}," + "'additionalProperties':false}"))))
                        .toolChoice(new ToolChoice(mode, mode == ToolChoice.Mode.TOOL ? "add" : ""))
                        .build());

        assertThat(sent.path("tools").toString())
                .isEqualTo(quoted("[{'functionDeclarations':[{'name':'add','description':'Adds','parametersJsonSchema':"
                        + "{'type':'object','properties':{'a':{'type':'integer'}},'required':['a']}},"
                        + "{'name':'now'}]}]"));
        JsonNode config = sent.at("/toolConfig/functionCallingConfig");
        assertThat(config.isMissingNode() ? "null" : config.toString()).isEqualTo(quoted(choice));
    }

    @Test
    void systemMessagesAreTheSystemInstructionWhereverTheyStand() throws Exception {
        JsonNode sent = server.sent(
                server.provider(),
                Message.system("one"),
                Message.user("hi").with(TextPart.of("", Label.TRUSTED)),
                Message.system(""),
                Message.system("two"));

        assertThat(sent.path("systemInstruction").toString())
                .isEqualTo(quoted("{'parts':[{'text':'one'},{'text':'two'}]}"));
        assertThat(sent.path("contents").toString()).isEqualTo(quoted("[{'role':'user','parts':[{'text':'hi'}]}]"));
    }

    @Test
    void imagesAndFilesAreSentAsTheApiTakesThemAndNamedWhereItDoesNot() throws Exception {
        Message message = new Message(Role.USER, List.of())
                .withImage("image/png", new byte[] {1, 2, 3})
                .withImage("image/jpeg", URI.create("https://example.org/a.jpg"))
                .withFile("a.pdf", "application/pdf", new byte[] {1, 2, 3})
                .withFile("a.txt", "text/plain", "gr\u00fcn".getBytes(StandardCharsets.UTF_8))
                .withFile("a.wav", "audio/wav", new byte[] {1})
                .withFile("a.zip", "application/zip", new byte[] {1});

        assertThat(server.sent(server.provider(), message)
                        .at("/contents/0/parts")
                        .toString())
                .isEqualTo(quoted("[{'inlineData':{'mimeType':'image/png','data':'AQID'}},"
                        + "{'fileData':{'mimeType':'image/jpeg','fileUri':'https://example.org/a.jpg'}},"
                        + "{'inlineData':{'mimeType':'application/pdf','data':'AQID'}},"
                        + "{'text':'File a.txt (text/plain):\\ngr\u00fcn'},"
                        + "{'inlineData':{'mimeType':'audio/wav','data':'AQ=='}},"
                        + "{'text':'[File a.zip (application/zip) is left out: this model does not take it]'}]"));
    }

    @Test
    void mediaOfAResultStandsInItOrBesideItAsTheModelTakesIt() throws Exception {
        MediaPart image = MediaPart.of("image/png", "", new byte[] {1}, Label.untrusted());
        MediaPart notes = MediaPart.of("text/plain", "n", "hi".getBytes(StandardCharsets.UTF_8), Label.untrusted());
        List<Message> messages = List.of(
                Message.assistant(List.of(ToolCallPart.of("c1", "a", "{}"), ToolCallPart.of("c2", "b", "{}"))),
                Message.toolResults(List.of(
                        new ToolResultPart(
                                "c1", "a", ToolOutcome.SUCCEEDED, "x", List.of(image, notes), Label.untrusted()),
                        new ToolResultPart("c2", "b", ToolOutcome.SUCCEEDED, "y", List.of(), Label.untrusted()))));
        String png = "{'inlineData':{'mimeType':'image/png','data':'AQ=='}}";
        String one = "{'functionResponse':{'id':'c1','name':'a','response':{'output':'x\\nFile n (text/plain):\\nhi'}";
        String two = "{'functionResponse':{'id':'c2','name':'b','response':{'output':'y'}}}";

        JsonNode older = server.sent(
                server.provider(),
                ModelRequest.builder("gemini-2.5-flash", messages).build());
        JsonNode newer = server.sent(
                server.provider(),
                ModelRequest.builder("gemini-3-pro", messages).build());

        assertThat(older.at("/contents/1/parts").toString())
                .isEqualTo(quoted("[" + one + "}}," + two + ",{'text':'From the result of a:'}," + png + "]"));
        assertThat(newer.at("/contents/1/parts").toString())
                .isEqualTo(quoted("[" + one + ",'parts':[" + png + "]}}," + two + "]"));
    }

    @Test
    void argumentsThatAreNoObjectAreSentInOne() throws Exception {
        JsonNode sent = server.sent(server.provider(), Message.assistant(List.of(ToolCallPart.of("c", "a b", "[1]"))));

        assertThat(sent.at("/contents/0/parts/0/functionCall").toString())
                .isEqualTo(quoted("{'id':'c','name':'a_b','args':{'invalid_arguments':'[1]'}}"));
    }

    @Test
    void idsTellServersApart() {
        assertThat(GeminiProvider.of("AIza0123456789").id()).isEqualTo("gemini");
        assertThat(GeminiProvider.builder()
                        .baseUrl("https://example.org/v1")
                        .build()
                        .id())
                .isEqualTo("gemini:example.org");
    }

    @Test
    void misuseNamesTheArgumentAndShowsNoSecret() {
        GeminiProvider.Builder builder = GeminiProvider.builder();

        assertThatThrownBy(() -> builder.apiKey(" ")).hasMessageContaining("apiKey");
        assertThatThrownBy(() -> builder.extraBody(Map.of("toolConfig", Map.of())))
                .hasMessageContaining("toolConfig");
        assertThatThrownBy(() -> builder.header("x", "secret\n"))
                .hasMessageContaining("x")
                .hasMessageNotContaining("secret");
        assertThatThrownBy(() -> builder.baseUrl("http://u:hidden1@localhost"))
                .hasMessageContaining("baseUrl")
                .hasMessageNotContaining("hidden1");
    }
}

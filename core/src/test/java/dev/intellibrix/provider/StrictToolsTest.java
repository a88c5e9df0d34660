package dev.intellibrix.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.message.Message;
import dev.intellibrix.provider.anthropic.AnthropicServer;
import dev.intellibrix.provider.gemini.GeminiServer;
import dev.intellibrix.provider.openai.ChatServer;
import dev.intellibrix.provider.wire.ScriptedServer;
import dev.intellibrix.tool.Tool;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** How an answer of a type is asked for where the server can decode it by its schema. */
class StrictToolsTest {

    record Add(int a, int b) {}

    record Loose(int a, Optional<Integer> b) {}

    private static <T extends Record> List<JsonNode> asked(ScriptedServer<?> server, Provider provider, Class<T> type)
            throws Exception {
        server.calls("other", "{'a':1,'b':2}").calls("final_answer", "{'a':1,'b':2}");
        Tool other =
                Tool.define("other", Add.class).description("Something else").execute((input, context) -> "done");
        assertThat(new Intelligence(IntelligenceOptions.builder()
                                .provider(provider)
                                .model("m")
                                .tools(other)
                                .build())
                        .ask("go", type)
                        .value())
                .isNotNull();
        return List.of(server.received(), server.received());
    }

    private static JsonNode sent(ScriptedServer<?> server, Provider provider, String model) throws Exception {
        return server.sent(
                provider,
                ModelRequest.builder(model, List.of(Message.user("hi")))
                        .tools(List.of(new ToolSpec(
                                "add",
                                "Adds",
                                "{\"type\":\"object\",\"properties\":{},\"additionalProperties\":false}",
                                true)))
                        .build());
    }

    @Test
    void onlyTheAnswerIsDecodedByOpenAi() throws Exception {
        try (ChatServer server = new ChatServer()) {
            Provider provider = server.builder().strictTools(true).build();
            for (JsonNode body : asked(server, provider, Add.class)) {
                assertThat(body.at("/tools/0/function/name").stringValue()).isEqualTo("other");
                assertThat(body.at("/tools/0/function").has("strict")).isFalse();
                assertThat(body.at("/tools/1/function/name").stringValue()).isEqualTo("final_answer");
                assertThat(body.at("/tools/1/function/strict").booleanValue()).isTrue();
            }
            assertThat(asked(server, provider, Loose.class)
                            .get(0)
                            .at("/tools/1/function")
                            .has("strict"))
                    .as("what may be left out is not taken")
                    .isFalse();
        }
    }

    @Test
    void onlyTheAnswerIsDecodedByAnthropic() throws Exception {
        try (AnthropicServer server = new AnthropicServer()) {
            Provider provider = server.builder().strictTools(true).build();
            for (Class<? extends Record> type : List.of(Add.class, Loose.class)) {
                for (JsonNode body : asked(server, provider, type)) {
                    assertThat(body.at("/tools/0").has("strict")).isFalse();
                    assertThat(body.at("/tools/1/name").stringValue()).isEqualTo("final_answer");
                    assertThat(body.at("/tools/1/strict").booleanValue()).isTrue();
                    assertThat(body.at("/tools/1/input_schema/type").stringValue())
                            .isEqualTo("object");
                }
            }
        }
    }

    /** In this mode Gemini decodes the arguments by the schema. */
    @Test
    void geminiIsMadeToCallTheToolAndNoOther() throws Exception {
        try (GeminiServer server = new GeminiServer()) {
            server.calls("final_answer", "{'a':1,'b':2}");
            new Intelligence(IntelligenceOptions.builder()
                            .provider(server.provider())
                            .model("m")
                            .build())
                    .ask("go", Add.class);

            assertThat(server.received().at("/toolConfig/functionCallingConfig").toString())
                    .isEqualTo("{\"mode\":\"ANY\",\"allowedFunctionNames\":[\"final_answer\"]}");
        }
    }

    @Test
    void aServerThatMayNotKnowTheFieldIsNotSentIt() throws Exception {
        try (ChatServer openAi = new ChatServer();
                AnthropicServer anthropic = new AnthropicServer()) {
            assertThat(sent(openAi, openAi.provider(), "m").toString()).doesNotContain("strict");
            assertThat(sent(anthropic, anthropic.provider(), "m").toString()).doesNotContain("strict");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "claude-3-5-sonnet-latest",
                "claude-3-7-sonnet-20250219",
                "claude-sonnet-4",
                "claude-sonnet-4-0",
                "claude-sonnet-4-20250514",
                "claude-opus-4@20250514",
                "claude-opus-4-1",
                "claude-opus-4-1-20250805"
            })
    void aModelFromBeforeStrictToolsIsAskedForNone(String model) throws Exception {
        try (AnthropicServer server = new AnthropicServer()) {
            assertThat(sent(server, server.builder().strictTools(true).build(), model)
                            .toString())
                    .doesNotContain("strict");
        }
    }

    @ParameterizedTest
    @CsvSource({"claude-haiku-4-5", "claude-opus-4-5-20251101", "claude-sonnet-4-6", "claude-opus-5"})
    void aNewerModelIsAskedForStrictTools(String model) throws Exception {
        try (AnthropicServer server = new AnthropicServer()) {
            assertThat(sent(server, server.builder().strictTools(true).build(), model)
                            .at("/tools/0/strict")
                            .booleanValue())
                    .isTrue();
        }
    }

    @Test
    void aModelOfOnesOwnTuningIsAskedForNone() throws Exception {
        try (ChatServer server = new ChatServer()) {
            Provider provider = server.builder().strictTools(true).build();

            assertThat(sent(server, provider, "ft:gpt-4o:mine").toString()).doesNotContain("strict");
            assertThat(sent(server, provider, "gpt-4o").toString()).contains("\"strict\":true");
        }
    }
}

package dev.intellibrix.provider.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.message.Message;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.provider.ModelRequest;
import dev.intellibrix.provider.ModelResponse;
import dev.intellibrix.provider.Provider;
import dev.intellibrix.provider.ProviderException;
import dev.intellibrix.provider.RetryingProvider;
import dev.intellibrix.provider.StreamSink;
import dev.intellibrix.provider.ToolSpec;
import dev.intellibrix.provider.wire.RecordingSink;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against a server of this API that somebody else wrote. */
@Tag("thorough")
class OpenAiMockLlmTest {

    /** Of the rules that match, the last one answers. */
    private static final String RULES = """
            {"streaming": {"chunkSize": 5, "chunkIntervalMs": 1},
             "rules": [
              {"path": "/v1/chat/completions", "match": "@", "response": {"status": 200, "content":
                "{\\"id\\":\\"x\\",\\"model\\":\\"{{jmes request body.model}}\\",\\"choices\\":[{\\"message\\":{\\"role\\":\\"assistant\\",\\"content\\":\\"{{jmes request body.messages[-1].content}}\\"},\\"finish_reason\\":\\"stop\\"}]}"}},
              {"path": "/who/v1/chat/completions", "match": "@", "response": {"status": 200, "content":
                "{\\"choices\\":[{\\"message\\":{\\"content\\":\\"{{jmes request headers.authorization}}\\"},\\"finish_reason\\":\\"stop\\"}]}"}},
              {"path": "/v1/chat/completions", "match": "contains(body.messages[-1].content, 'error-401')", "response": {"status": 401, "content":
                "{\\"error\\":{\\"message\\":\\"Incorrect API key provided.\\",\\"type\\":\\"invalid_request_error\\",\\"code\\":\\"invalid_api_key\\"}}"}},
              {"path": "/v1/chat/completions", "match": "body.messages[-1].content == 'weather?'", "response": {"status": 200, "content":
                "{\\"choices\\":[{\\"message\\":{\\"tool_calls\\":[{\\"function\\":{\\"name\\":\\"{{jmes request body.tools[0].function.name}}\\"}}]},\\"finish_reason\\":\\"tool_calls\\"}]}"}},
              {"path": "/busy/v1/chat/completions", "sequence": 0, "response": {"status": 429, "content":
                "{\\"error\\":{\\"message\\":\\"slow down\\",\\"type\\":\\"rate_limit_error\\"}}"}},
              {"path": "/busy/v1/chat/completions", "sequence": 1, "response": {"status": 200, "content":
                "{\\"choices\\":[{\\"message\\":{\\"content\\":\\"at last\\"},\\"finish_reason\\":\\"stop\\"}]}"}}
             ]}
            """;

    private static MockLlmProcess server;

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        server = MockLlmProcess.start(folder, RULES);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    @Test
    void anAnswerIsStreamedInPieces() {
        RecordingSink sink = new RecordingSink();

        ModelResponse response = ask(provider(true), sink, Message.user("eleven char"));

        assertThat(response.message().text()).isEqualTo("eleven char");
        assertThat(response.model()).isEqualTo("gpt-x");
        assertThat(response.usage()).isEmpty();
        assertThat(sink.deltas()).containsExactly("text:eleve", "text:n cha", "text:r");
    }

    @Test
    void anAnswerComesInOnePieceWhenNoStreamIsAskedFor() {
        RecordingSink sink = new RecordingSink();

        ask(provider(false), sink, Message.user("eleven char"));

        assertThat(sink.deltas()).containsExactly("text:eleven char");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anErrorIsOneWhateverStatusItComesIn(boolean stream) {
        assertThatThrownBy(() -> ask(provider(stream), StreamSink.none(), Message.user("error-401")))
                .isInstanceOfSatisfying(ProviderException.class, failure -> {
                    assertThat(failure).hasMessageContaining("Incorrect API key provided.");
                    assertThat(failure.code()).isEqualTo("invalid_api_key");
                    assertThat(failure.isRetryable()).isFalse();
                });
    }

    @Test
    void aToolIsCalledAndItsResultIsAnswered() {
        OpenAiProvider provider = provider(false);
        Message question = Message.user("weather?");
        ToolCallPart call =
                ask(provider, StreamSink.none(), question).message().toolCalls().get(0);
        assertThat(call).isEqualTo(ToolCallPart.of("", "get_weather", "{}"));
        ToolCallPart named = call.withId("call-1");

        ModelResponse answer = ask(
                provider,
                StreamSink.none(),
                question,
                Message.assistant(List.of(named)),
                Message.toolResults(List.of(ToolResultPart.of(named, ToolOutcome.SUCCEEDED, "It is 20 degrees"))));

        assertThat(answer.message().text()).isEqualTo("It is 20 degrees");
    }

    @Test
    void theKeyArrives() {
        OpenAiProvider provider = OpenAiProvider.builder()
                .baseUrl(server.baseUrl("/who"))
                .apiKey("sk-0123456789")
                .build();

        assertThat(ask(provider, StreamSink.none(), Message.user("hi"))
                        .message()
                        .text())
                .isEqualTo("Bearer sk-0123456789");
    }

    @Test
    void aServerThatIsBusyIsAskedAgain() {
        OpenAiProvider provider = OpenAiProvider.builder().baseUrl(server.baseUrl("/busy")).stream(false)
                .build();
        Provider retrying =
                RetryingProvider.builder(provider).baseDelay(Duration.ZERO).build();

        assertThat(ask(retrying, StreamSink.none(), Message.user("hi"))
                        .message()
                        .text())
                .isEqualTo("at last");
    }

    @Test
    void manyStreamsAtOnceDoNotMix() throws Exception {
        OpenAiProvider provider = provider(true);
        List<Callable<String>> calls = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            String text = "call number " + i;
            calls.add(() -> ask(provider, StreamSink.none(), Message.user(text))
                    .message()
                    .text());
        }
        ExecutorService threads = Executors.newFixedThreadPool(64);
        try {
            List<Future<String>> answers = threads.invokeAll(calls);
            for (int i = 0; i < answers.size(); i++) {
                assertThat(answers.get(i).get()).isEqualTo("call number " + i);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static OpenAiProvider provider(boolean stream) {
        return OpenAiProvider.builder().baseUrl(server.baseUrl("")).apiKey("sk-0123456789").stream(stream)
                .build();
    }

    private static ModelResponse ask(Provider provider, StreamSink sink, Message... messages) {
        ModelRequest request = ModelRequest.builder("gpt-x", List.of(messages))
                .tools(List.of(new ToolSpec("get_weather", "The weather", "{\"type\":\"object\"}")))
                .build();
        return provider.generate(request, sink);
    }
}

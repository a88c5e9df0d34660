package dev.intellibrix.provider.openai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.internal.http.HttpClients;
import dev.intellibrix.internal.http.Secrets;
import dev.intellibrix.internal.json.Json;
import dev.intellibrix.message.Message;
import dev.intellibrix.provider.ModelResponse;
import dev.intellibrix.provider.ProviderException;
import dev.intellibrix.provider.wire.ModelCalls;
import dev.intellibrix.provider.wire.RandomJson;
import dev.intellibrix.provider.wire.RecordingSink;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import mockwebserver3.MockResponse;
import okhttp3.HttpUrl;
import okio.Buffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Whatever a server sends, there is a turn or a {@link ProviderException}, and a turn can be sent back. */
class OpenAiFuzzTest {

    private static final String[] NAMES = {
        "choices",
        "delta",
        "message",
        "content",
        "tool_calls",
        "function",
        "arguments",
        "name",
        "id",
        "index",
        "type",
        "text",
        "refusal",
        "reasoning",
        "reasoning_content",
        "thinking",
        "finish_reason",
        "usage",
        "prompt_tokens",
        "completion_tokens",
        "model",
        "error",
        "code",
        "role",
        "x_new"
    };

    private static final String[] TEXTS = {
        "",
        "a",
        "text",
        "thinking",
        "refusal",
        "stop",
        "length",
        "tool_calls",
        "error",
        "{}",
        "{\"a\":1}",
        "{\"a\":",
        "```{}```",
        "c1",
        "c2",
        "\ud83d",
        "null",
        "[]"
    };

    private final ModelCalls calls = new ModelCalls(
            HttpClients.builder(Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofSeconds(1))
                    .build(),
            HttpUrl.get("http://127.0.0.1/v1"),
            Secrets.of(List.of()),
            Clock.systemUTC());

    @Test
    void anyJsonIsATurnOrAFailure() {
        long seed = Long.getLong("seed", 1);
        SplittableRandom random = new SplittableRandom(seed);
        RandomJson json = new RandomJson(random, NAMES, TEXTS);
        MessageEncoder encoder = new MessageEncoder("p", true);
        int turns = 0;
        for (int round = 0; round < 20_000; round++) {
            ChatTurn turn = new ChatTurn("p", calls, new RecordingSink());
            StringBuilder taken = new StringBuilder();
            try {
                for (int i = random.nextInt(5); i >= 0; i--) {
                    JsonNode envelope = envelope(random, json);
                    taken.append(envelope).append('\n');
                    if (random.nextBoolean()) {
                        turn.event("message", envelope);
                    } else {
                        turn.document(envelope);
                    }
                }
                ModelResponse response = turn.finish();
                byte[] sent = encoder.encode(response.message());
                Json.parse("[" + new String(sent, StandardCharsets.UTF_8) + "]");
                assertThat(Message.fromJson(response.message().toJson())).isEqualTo(response.message());
                turns++;
            } catch (ProviderException e) {
                assertThat(e).hasMessageStartingWith("127.0.0.1");
            } catch (Exception | AssertionError e) {
                throw new AssertionError("seed " + seed + ", took:\n" + taken, e);
            }
        }
        assertThat(turns).as("seed %d: some are turns and some are not", seed).isBetween(2_000, 19_900);
    }

    @Test
    @Tag("thorough")
    void anyBytesAreATurnOrAFailure() throws IOException {
        long seed = Long.getLong("seed", 1);
        SplittableRandom random = new SplittableRandom(seed);
        byte[] proper = ChatServer.quoted("data: {'choices':[{'index':0,'delta':{'content':'one'}}]}\n\n"
                        + "data: {'choices':[{'index':0,'delta':{'tool_calls':[{'index':0,'id':'c',"
                        + "'function':{'name':'a','arguments':'{}'}}]},'finish_reason':'stop'}]}\n\ndata: [DONE]\n\n")
                .getBytes(StandardCharsets.UTF_8);
        try (ChatServer server = new ChatServer()) {
            OpenAiProvider provider = server.builder().build();
            for (int round = 0; round < 1_000; round++) {
                byte[] bytes = proper.clone();
                for (int i = random.nextInt(6); i >= 0; i--) {
                    bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
                }
                server.answer(new MockResponse.Builder()
                        .addHeader("Content-Type", random.nextBoolean() ? "text/event-stream" : "application/json")
                        .body(new Buffer().write(bytes, 0, random.nextInt(bytes.length + 1)))
                        .build());
                try {
                    provider.generate(ChatServer.request(), new RecordingSink());
                } catch (ProviderException e) {
                    assertThat(e).as("seed %d", seed).hasMessageStartingWith("localhost");
                }
            }
        }
    }

    private static JsonNode envelope(SplittableRandom random, RandomJson json) {
        ObjectNode envelope = Json.object();
        ArrayNode choices = envelope.putArray("choices");
        ObjectNode choice = choices.addObject();
        choice.set(random.nextBoolean() ? "delta" : "message", json.value(4));
        choice.set("finish_reason", json.value(0));
        if (random.nextInt(4) == 0) {
            envelope.set(json.name(), json.value(4));
        }
        return envelope;
    }
}

package dev.intellibrix.provider.anthropic;

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
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import okhttp3.HttpUrl;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Whatever a server sends, there is a turn or a {@link ProviderException}, and a turn can be sent back. */
class AnthropicFuzzTest {

    private static final String[] NAMES = {
        "type",
        "message",
        "content",
        "content_block",
        "delta",
        "index",
        "text",
        "thinking",
        "signature",
        "input",
        "partial_json",
        "id",
        "name",
        "stop_reason",
        "stop_details",
        "explanation",
        "usage",
        "input_tokens",
        "output_tokens",
        "model",
        "citations",
        "citation",
        "data",
        "x_new"
    };

    private static final String[] TEXTS = {
        "",
        "a",
        "text",
        "thinking",
        "tool_use",
        "redacted_thinking",
        "x_block",
        "message_start",
        "content_block_start",
        "content_block_delta",
        "content_block_stop",
        "message_delta",
        "message_stop",
        "message",
        "text_delta",
        "thinking_delta",
        "signature_delta",
        "input_json_delta",
        "citations_delta",
        "end_turn",
        "max_tokens",
        "refusal",
        "{}",
        "{\"a\":1}",
        "{\"a\":",
        "c1",
        "\ud83d",
        "null"
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
        MessageEncoder encoder = new MessageEncoder("p");
        int turns = 0;
        for (int round = 0; round < 20_000; round++) {
            MessagesTurn turn = new MessagesTurn("p", calls, new RecordingSink(), 0);
            StringBuilder taken = new StringBuilder();
            try {
                for (int i = random.nextInt(6); i >= 0; i--) {
                    JsonNode envelope = envelope(random, json);
                    taken.append(envelope).append('\n');
                    if (random.nextInt(4) > 0) {
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
        assertThat(turns).as("seed %d: some are turns and some are not", seed).isBetween(1_000, 19_900);
    }

    private static JsonNode envelope(SplittableRandom random, RandomJson json) {
        ObjectNode envelope = json.object(3);
        switch (random.nextInt(5)) {
            case 0 ->
                envelope.put("type", "content_block_start")
                        .put("index", random.nextInt(2))
                        .set("content_block", block(json));
            case 1 ->
                envelope.put("type", "content_block_delta")
                        .put("index", random.nextInt(2))
                        .set("delta", json.value(2));
            case 2 -> envelope.put("type", "message_delta").putObject("delta").set("stop_reason", json.value(0));
            case 3 -> envelope.putArray("content").add(block(json)).add(json.value(3));
            default -> envelope.set("type", json.value(0));
        }
        return envelope;
    }

    private static ObjectNode block(RandomJson json) {
        ObjectNode block = json.object(2);
        block.set("type", json.value(0));
        return block;
    }
}

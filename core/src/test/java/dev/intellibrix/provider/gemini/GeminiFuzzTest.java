package dev.intellibrix.provider.gemini;

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
class GeminiFuzzTest {

    private static final String[] NAMES = {
        "candidates",
        "content",
        "parts",
        "text",
        "thought",
        "thoughtSignature",
        "functionCall",
        "args",
        "name",
        "id",
        "inlineData",
        "mimeType",
        "data",
        "finishReason",
        "finishMessage",
        "promptFeedback",
        "blockReason",
        "usageMetadata",
        "promptTokenCount",
        "candidatesTokenCount",
        "modelVersion",
        "index",
        "executableCode",
        "x_new"
    };

    private static final String[] TEXTS = {
        "",
        "a",
        "STOP",
        "MAX_TOKENS",
        "SAFETY",
        "MALFORMED_FUNCTION_CALL",
        "OTHER",
        "{}",
        "{\"a\":1}",
        "{\"a\":",
        "c1",
        "image/png",
        "AQID",
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
        MessageEncoder encoder = new MessageEncoder("p", Dialect.SIGNED);
        int turns = 0;
        for (int round = 0; round < 20_000; round++) {
            GenerateTurn turn = new GenerateTurn("p", calls, new RecordingSink());
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
        ObjectNode candidate = envelope.putArray("candidates").addObject();
        candidate.set("finishReason", json.value(0));
        ObjectNode content = candidate.putObject("content");
        if (random.nextInt(4) > 0) {
            content.putArray("parts").add(json.object(3)).add(json.value(3));
        } else {
            content.set("parts", json.value(4));
        }
        return envelope;
    }
}

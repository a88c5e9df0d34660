package dev.intellibrix.provider.anthropic;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Part;
import dev.intellibrix.message.TextPart;
import dev.intellibrix.provider.FinishReason;
import dev.intellibrix.provider.ModelResponse;
import dev.intellibrix.provider.StreamSink;
import dev.intellibrix.provider.wire.Emitter;
import dev.intellibrix.provider.wire.KeptData;
import dev.intellibrix.provider.wire.ModelCalls;
import dev.intellibrix.provider.wire.TurnReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** One turn of the Messages API. */
final class MessagesTurn implements TurnReader {

    private final String provider;
    private final ModelCalls server;
    private final Emitter emitter;
    private final int pauses;
    private final UsageCounts usage = new UsageCounts();
    private final List<ContentBlock> blocks = new ArrayList<>();
    private final Map<Integer, ContentBlock> byIndex = new HashMap<>();
    private String model = "";
    private String stopReason = "";
    private String explanation = "";
    private boolean hasTurn;
    private boolean hasEnded;

    /**
     * An empty turn.
     *
     * @param provider the id that kept data is marked with
     * @param server words problems
     * @param pauses how often the turn was paused before
     */
    MessagesTurn(String provider, ModelCalls server, StreamSink sink, int pauses) {
        this.provider = provider;
        this.server = server;
        this.emitter = new Emitter(sink);
        this.pauses = pauses;
    }

    @Override
    public void document(JsonNode body) {
        takeMessage(body);
        takeEnd(body);
        hasEnded = hasTurn;
    }

    @Override
    public boolean event(String name, JsonNode data) {
        switch (data.path("type").stringValue(name)) {
            case "message_start" -> takeMessage(data.path("message"));
            case "content_block_start" -> start(data.path("index"), data.path("content_block"));
            case "content_block_delta" -> addTo(data.path("index"), data.path("delta"));
            case "message_delta" -> {
                takeEnd(data.path("delta"));
                usage.take(data.path("usage"));
            }
            case "message_stop" -> hasEnded = hasTurn;
            case "message" -> document(data);
            default -> {
                return false; // The end of a block, a ping, or something newer.
            }
        }
        return hasEnded;
    }

    @Override
    public boolean reads(String name) {
        return name.startsWith("message_") || name.startsWith("content_block_");
    }

    @Override
    public boolean isWhole() {
        return hasEnded || !stopReason.isEmpty();
    }

    @Override
    public String partialText() {
        return emitter.text();
    }

    @Override
    public boolean emitted() {
        return emitter.emitted();
    }

    /** Whether the server wants the turn back, to go on with it. */
    boolean isPaused() {
        return stopReason.equals(StopReasons.PAUSED);
    }

    @Override
    public ModelResponse finish() {
        if (!hasTurn) {
            throw server.failure("empty response")
                    .emptyAnswer(true)
                    .retryable(!emitted())
                    .build();
        }
        if (!isWhole()) {
            throw server.failure("the answer broke off before the turn was complete")
                    .retryable(!emitted())
                    .partialText(partialText())
                    .build();
        }
        FinishReason reason = StopReasons.of(stopReason);
        List<Part> parts = parts(reason);
        if (isPaused() && (pauses >= PausedTurn.MOST || parts.isEmpty())) {
            throw server.failure("the server paused the turn and does not come to its end")
                    .partialText(partialText())
                    .build();
        }
        return new ModelResponse(Message.assistant(parts), reason, usage.toUsage(), model);
    }

    private void takeMessage(JsonNode message) {
        model = model.isEmpty() ? message.path("model").stringValue("") : model;
        usage.take(message.path("usage"));
        JsonNode content = message.path("content");
        hasTurn |= content.isArray();
        content.forEach(block -> start(null, block));
    }

    private void takeEnd(JsonNode end) {
        String reason = end.path("stop_reason").stringValue("");
        stopReason = reason.isEmpty() ? stopReason : reason;
        explanation = end.path("stop_details").path("explanation").stringValue(explanation);
    }

    private void start(@Nullable JsonNode index, JsonNode block) {
        if (!block.isObject()) {
            return;
        }
        hasTurn = true;
        ContentBlock known = index == null ? null : byIndex.get(numberOf(index));
        if (known != null && known.isRepeatedBy(block)) {
            return;
        }
        ContentBlock started = new ContentBlock(block, emitter);
        blocks.add(started);
        if (index != null) {
            byIndex.put(numberOf(index), started);
        }
    }

    /** Takes a piece of a block; without an index that is known, of the last one. */
    private void addTo(JsonNode index, JsonNode delta) {
        ContentBlock known = byIndex.get(numberOf(index));
        if (known == null && !blocks.isEmpty()) {
            known = blocks.get(blocks.size() - 1);
        }
        if (known != null && delta.isObject()) {
            known.add(delta);
        }
    }

    private static int numberOf(JsonNode index) {
        return index.isIntegralNumber() && index.canConvertToInt() ? index.intValue() : -1;
    }

    private List<Part> parts(FinishReason reason) {
        List<Part> parts = new ArrayList<>();
        blocks.forEach(block -> block.toPart(provider).ifPresent(parts::add));
        if (reason == FinishReason.REFUSAL && emitter.text().isEmpty() && !explanation.isEmpty()) {
            // The server's word for why there is no answer is what the user gets to read; the model never said it.
            emitter.refusal(explanation);
            parts.add(new TextPart(
                    explanation, KeptData.of(provider, Json.object().put("explanation", true)), Label.untrusted()));
        }
        return parts;
    }
}

package dev.intellibrix.provider.gemini;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.message.MediaPart;
import dev.intellibrix.message.Part;
import dev.intellibrix.message.ReasoningPart;
import dev.intellibrix.message.TextPart;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.provider.wire.CallIds;
import dev.intellibrix.provider.wire.KeptData;
import dev.intellibrix.provider.wire.SentCalls;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes a model's turn back part by part as it came, each with its signature. A turn of another provider goes without its
 * reasoning, and its calls with the words that the API has for a call of another model. Immutable.
 */
final class ModelTurnEncoder {

    /** Of an id; longer than the server's own ones. */
    static final int LONGEST_ID = 64;

    private static final String SIGNATURE = "thoughtSignature";

    /** The API's own value for a call that has no signature because another model made it. */
    private static final String NO_SIGNATURE = "skip_thought_signature_validator";

    private final String provider;
    private final Dialect dialect;

    ModelTurnEncoder(String provider, Dialect dialect) {
        this.provider = provider;
        this.dialect = dialect;
    }

    List<ObjectNode> encode(List<Part> parts) {
        List<ObjectNode> encoded = new ArrayList<>();
        boolean isFirstCall = true;
        for (Part part : parts) {
            if (part instanceof TextPart text) {
                addText(text, encoded);
            } else if (part instanceof ReasoningPart reasoning) {
                addReasoning(reasoning, encoded);
            } else if (part instanceof ToolCallPart call) {
                encoded.add(call(call, isFirstCall));
                isFirstCall = false;
            } else if (part instanceof MediaPart media) {
                encoded.add(MediaEncoder.encode(media));
            }
        }
        return encoded;
    }

    private void addText(TextPart part, List<ObjectNode> encoded) {
        JsonNode data = KeptData.read(part.providerData(), provider);
        boolean saysSomething = !part.text().isEmpty() || !data.path("part").isEmpty();
        if (saysSomething && !data.has("explanation")) {
            encoded.add(withKept(MediaEncoder.text(part.text()), data.path("part")));
        }
    }

    private void addReasoning(ReasoningPart part, List<ObjectNode> encoded) {
        JsonNode data = KeptData.read(part.providerData(), provider);
        JsonNode kept = data.path("part");
        if (kept.isObject()) {
            boolean isThought = kept.has("thought") && !kept.has("inlineData");
            encoded.add(withKept(isThought ? MediaEncoder.text(part.text()) : Json.object(), kept));
        } else if (data.path("media").isObject() && !encoded.isEmpty()) {
            withKept(encoded.get(encoded.size() - 1), data.path("media"));
        }
    }

    private ObjectNode call(ToolCallPart call, boolean isFirst) {
        JsonNode data = KeptData.read(call.providerData(), provider);
        ObjectNode part = Json.object();
        ObjectNode function = part.putObject("functionCall")
                .put("id", CallIds.ofLength(call.id(), LONGEST_ID))
                .put("name", SentCalls.name(call.toolName()))
                .set("args", SentCalls.arguments(call.arguments()));
        withKept(function, data.path("call"));
        withKept(part, data.path("part"));
        if (isFirst && dialect == Dialect.SIGNED && !part.has(SIGNATURE)) {
            part.put(SIGNATURE, NO_SIGNATURE);
        }
        return part;
    }

    private static ObjectNode withKept(ObjectNode part, JsonNode kept) {
        kept.properties().forEach(field -> part.set(field.getKey(), field.getValue()));
        return part;
    }
}

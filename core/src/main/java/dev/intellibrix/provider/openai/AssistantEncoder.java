package dev.intellibrix.provider.openai;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.message.MediaPart;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Part;
import dev.intellibrix.message.ReasoningPart;
import dev.intellibrix.message.TextPart;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.provider.wire.CallIds;
import dev.intellibrix.provider.wire.KeptData;
import dev.intellibrix.provider.wire.MediaText;
import dev.intellibrix.provider.wire.SentCalls;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Writes a model's turn back as the server sent it, as far as it was this server. Immutable. */
final class AssistantEncoder {

    /** Of an id, by this API. */
    static final int LONGEST_ID = 40;

    private final String provider;
    private final boolean replayReasoning;

    AssistantEncoder(String provider, boolean replayReasoning) {
        this.provider = provider;
        this.replayReasoning = replayReasoning;
    }

    /** The turn, or nothing when it says nothing: an empty turn is refused by servers. */
    Optional<ObjectNode> encode(Message message) {
        ObjectNode node = Json.object().put("role", "assistant").putNull("content");
        ArrayNode content = Json.object().putArray("content");
        ArrayNode calls = Json.object().putArray("tool_calls");
        for (Part part : message.parts()) {
            if (part instanceof TextPart text) {
                addText(text, node, content);
            } else if (part instanceof ReasoningPart reasoning && replayReasoning) {
                addReasoning(reasoning, node, content);
            } else if (part instanceof ToolCallPart call) {
                calls.add(encode(call));
            } else if (part instanceof MediaPart media) {
                content.add(MediaEncoder.text("[" + MediaText.titleOf(media) + "]"));
            }
        }
        if (!content.isEmpty()) {
            node.set("content", shortest(content));
        }
        if (!calls.isEmpty()) {
            node.set("tool_calls", calls);
        }
        boolean saysSomething = !content.isEmpty() || !calls.isEmpty() || node.has("refusal");
        return saysSomething ? Optional.of(node) : Optional.empty();
    }

    private void addText(TextPart part, ObjectNode node, ArrayNode content) {
        String field =
                KeptData.read(part.providerData(), provider).path("field").stringValue("");
        if (!field.isEmpty()) {
            node.put(field, part.text());
        } else if (!part.text().isEmpty()) {
            content.add(MediaEncoder.text(part.text()));
        }
    }

    /** Reasoning of another provider means nothing here and is left out. */
    private void addReasoning(ReasoningPart part, ObjectNode node, ArrayNode content) {
        JsonNode data = KeptData.read(part.providerData(), provider);
        String field = data.path("field").stringValue("");
        if (!field.isEmpty()) {
            node.put(field, part.text());
        }
        data.path("fields").properties().forEach(kept -> node.set(kept.getKey(), kept.getValue()));
        if (data.path("part").isObject()) {
            content.add(data.path("part"));
        }
    }

    /** One text instead of a list of texts, since many servers take no lists. */
    private static JsonNode shortest(ArrayNode content) {
        StringBuilder text = new StringBuilder();
        for (JsonNode element : content) {
            if (!element.path("type").stringValue("").equals("text")) {
                return content;
            }
            text.append(element.path("text").stringValue(""));
        }
        return StringNode.valueOf(text.toString());
    }

    private ObjectNode encode(ToolCallPart call) {
        JsonNode data = KeptData.read(call.providerData(), provider);
        ObjectNode node =
                Json.object().put("id", CallIds.ofLength(call.id(), LONGEST_ID)).put("type", "function");
        ObjectNode function = node.putObject("function")
                .put("name", SentCalls.name(call.toolName()))
                .put("arguments", SentCalls.argumentsText(call.arguments()));
        data.path("call").properties().forEach(kept -> node.set(kept.getKey(), kept.getValue()));
        data.path("function").properties().forEach(kept -> function.set(kept.getKey(), kept.getValue()));
        return node;
    }
}

package dev.intellibrix.provider.anthropic;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.message.MediaPart;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Part;
import dev.intellibrix.message.ReasoningPart;
import dev.intellibrix.message.Role;
import dev.intellibrix.message.TextPart;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.provider.wire.CallIds;
import dev.intellibrix.provider.wire.KeptData;
import dev.intellibrix.provider.wire.MediaText;
import dev.intellibrix.provider.wire.SentCalls;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes a message as this API wants it, or as nothing when nothing in it can be sent: the API refuses empty messages and
 * blank texts. A turn of another provider goes without its reasoning. Immutable.
 */
final class MessageEncoder {

    /** Of an id; longer than the server's own ones. */
    private static final int LONGEST_ID = 64;

    private final String provider;

    MessageEncoder(String provider) {
        this.provider = provider;
    }

    /**
     * The message in UTF-8; of a system message, which has no place among the others, its blocks with commas between them.
     */
    byte[] encode(Message message) {
        List<ObjectNode> blocks = switch (message.role()) {
            case SYSTEM, USER -> spoken(message.parts());
            case ASSISTANT -> said(message.parts());
            case TOOL -> results(message.toolResults());
        };
        ArrayNode content = Json.object().putArray("content");
        blocks.forEach(content::add);
        if (content.isEmpty()) {
            return new byte[0];
        }
        String json = Json.write(content);
        if (message.role() == Role.SYSTEM) {
            return json.substring(1, json.length() - 1).getBytes(StandardCharsets.UTF_8);
        }
        String role = message.role() == Role.ASSISTANT ? "assistant" : "user";
        return ("{\"role\":\"" + role + "\",\"content\":" + json + "}").getBytes(StandardCharsets.UTF_8);
    }

    private static List<ObjectNode> spoken(List<Part> parts) {
        List<ObjectNode> blocks = new ArrayList<>();
        for (Part part : parts) {
            if (part instanceof TextPart text && !text.text().isBlank()) {
                blocks.add(MediaEncoder.text(text.text()));
            } else if (part instanceof MediaPart media) {
                blocks.add(MediaEncoder.encode(media));
            }
        }
        return blocks;
    }

    private List<ObjectNode> said(List<Part> parts) {
        List<ObjectNode> blocks = new ArrayList<>();
        for (Part part : parts) {
            if (part instanceof TextPart text) {
                addText(text, blocks);
            } else if (part instanceof ReasoningPart reasoning) {
                addReasoning(reasoning, blocks);
            } else if (part instanceof ToolCallPart call) {
                blocks.add(call(call));
            } else if (part instanceof MediaPart media) {
                blocks.add(MediaEncoder.text("[" + MediaText.titleOf(media) + "]"));
            }
        }
        return blocks;
    }

    private void addText(TextPart part, List<ObjectNode> blocks) {
        JsonNode data = KeptData.read(part.providerData(), provider);
        if (!part.text().isBlank() && !data.has("explanation")) {
            blocks.add(withKept(MediaEncoder.text(part.text()), data));
        }
    }

    /** Only with what this server kept on it: a block must go back as it came, or not at all. */
    private void addReasoning(ReasoningPart part, List<ObjectNode> blocks) {
        JsonNode data = KeptData.read(part.providerData(), provider);
        if (data.path("block").path("type").isString()) {
            ObjectNode block = withKept(Json.object(), data);
            if (block.path("type").stringValue("").equals("thinking")) {
                block.put("thinking", part.text());
            }
            blocks.add(block);
        }
    }

    private ObjectNode call(ToolCallPart call) {
        ObjectNode block = Json.object()
                .put("type", "tool_use")
                .put("id", CallIds.plain(call.id(), LONGEST_ID))
                .put("name", SentCalls.name(call.toolName()))
                .set("input", SentCalls.arguments(call.arguments()));
        return withKept(block, KeptData.read(call.providerData(), provider));
    }

    private static ObjectNode withKept(ObjectNode block, JsonNode data) {
        data.path("block").properties().forEach(field -> block.set(field.getKey(), field.getValue()));
        return block;
    }

    /** All results in one message, in call order, and after them the media that they can not hold. */
    private static List<ObjectNode> results(List<ToolResultPart> results) {
        List<ObjectNode> blocks = new ArrayList<>();
        List<ObjectNode> attached = new ArrayList<>();
        for (ToolResultPart result : results) {
            blocks.add(result(result));
            if (result.outcome().isError() && !result.media().isEmpty()) {
                attached.add(MediaEncoder.text("From the result of " + result.toolName() + ":"));
                result.media().forEach(media -> attached.add(MediaEncoder.encode(media)));
            }
        }
        blocks.addAll(attached);
        return blocks;
    }

    private static ObjectNode result(ToolResultPart result) {
        ObjectNode block =
                Json.object().put("type", "tool_result").put("tool_use_id", CallIds.plain(result.callId(), LONGEST_ID));
        boolean isError = result.outcome().isError();
        if (isError) {
            block.put("is_error", true);
        }
        String text = isError && result.text().isBlank() ? nameOf(result.outcome()) : result.text();
        if (isError || result.media().isEmpty()) { // An error holds nothing but text.
            return text.isBlank() ? block : block.put("content", text);
        }
        ArrayNode content = block.putArray("content");
        if (!text.isBlank()) {
            content.add(MediaEncoder.text(text));
        }
        result.media().forEach(media -> content.add(MediaEncoder.encode(media)));
        return block;
    }

    private static String nameOf(ToolOutcome outcome) {
        return outcome.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}

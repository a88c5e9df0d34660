package dev.intellibrix.message;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The stored form of a message. Reading fails closed: a label that is missing, unknown or damaged is untrusted. */
final class MessageJson {

    private MessageJson() {}

    static String write(Message message) {
        ObjectNode node = Json.object();
        node.put("role", lower(message.role()));
        ArrayNode parts = node.putArray("parts");
        message.parts().forEach(part -> write(part, parts.addObject()));
        return Json.writeEscaped(node);
    }

    static Message read(String json) {
        try {
            JsonNode node = Json.parse(json);
            Role role = upper(Role.class, required(node, "role"));
            List<Part> parts = new ArrayList<>();
            for (JsonNode part : node.path("parts")) {
                parts.add(readPart(part));
            }
            return new Message(role, parts);
        } catch (JsonFault e) {
            throw new IllegalArgumentException("not a stored message: " + e.getMessage(), e);
        }
    }

    static String writeLabel(Label label) {
        ObjectNode node = Json.object();
        writeLabel(label, node);
        return Json.writeEscaped(node.path("label"));
    }

    static Label readLabel(String json) {
        try {
            return readLabel(Json.parse(json));
        } catch (JsonFault e) {
            return Label.untrusted();
        }
    }

    private static void write(Part part, ObjectNode node) {
        if (part instanceof TextPart text) {
            node.put("type", "text").put("text", text.text());
            writeProviderData(text.providerData(), node);
        } else if (part instanceof MediaPart media) {
            node.put("type", "media").put("mimeType", media.mimeType()).put("name", media.name());
            if (media.base64() != null) {
                node.put("base64", media.base64());
            } else {
                node.put("uri", String.valueOf(media.uri()));
            }
        } else if (part instanceof ReasoningPart reasoning) {
            node.put("type", "reasoning").put("text", reasoning.text());
            writeProviderData(reasoning.providerData(), node);
        } else if (part instanceof ToolCallPart call) {
            node.put("type", "toolCall").put("id", call.id()).put("toolName", call.toolName());
            node.put("arguments", call.arguments());
            if (call.repaired()) {
                node.put("repaired", true);
            }
            writeProviderData(call.providerData(), node);
        } else if (part instanceof ToolResultPart result) {
            node.put("type", "toolResult").put("callId", result.callId()).put("toolName", result.toolName());
            node.put("outcome", lower(result.outcome())).put("text", result.text());
            if (!result.media().isEmpty()) {
                ArrayNode media = node.putArray("media");
                result.media().forEach(item -> write(item, media.addObject()));
            }
        }
        writeLabel(part.label(), node);
    }

    private static Part readPart(JsonNode node) throws JsonFault {
        Label label = readLabel(node.path("label"));
        String type = required(node, "type");
        return switch (type) {
            case "text" -> new TextPart(required(node, "text"), readProviderData(node), label);
            case "media" -> readMedia(node, label);
            case "reasoning" -> new ReasoningPart(required(node, "text"), readProviderData(node), label);
            case "toolCall" ->
                new ToolCallPart(
                        required(node, "id"),
                        required(node, "toolName"),
                        required(node, "arguments"),
                        node.path("repaired").booleanValue(false),
                        readProviderData(node),
                        label);
            case "toolResult" -> readResult(node, label);
            default -> throw new JsonFault("unknown part type " + type);
        };
    }

    private static MediaPart readMedia(JsonNode node, Label label) throws JsonFault {
        JsonNode uri = node.path("uri");
        JsonNode base64 = node.path("base64");
        return new MediaPart(
                required(node, "mimeType"),
                required(node, "name"),
                base64.isString() ? base64.stringValue() : null,
                uri.isString() ? URI.create(uri.stringValue()) : null,
                label);
    }

    private static ToolResultPart readResult(JsonNode node, Label label) throws JsonFault {
        List<MediaPart> media = new ArrayList<>();
        for (JsonNode item : node.path("media")) {
            media.add(readMedia(item, readLabel(item.path("label"))));
        }
        return new ToolResultPart(
                required(node, "callId"),
                required(node, "toolName"),
                upper(ToolOutcome.class, required(node, "outcome")),
                required(node, "text"),
                media,
                label);
    }

    private static void writeProviderData(@Nullable ProviderData data, ObjectNode node) {
        if (data != null) {
            node.putObject("providerData").put("provider", data.provider()).put("json", data.json());
        }
    }

    private static @Nullable ProviderData readProviderData(JsonNode node) throws JsonFault {
        JsonNode data = node.path("providerData");
        return data.isObject() ? new ProviderData(required(data, "provider"), required(data, "json")) : null;
    }

    private static void writeLabel(Label label, ObjectNode node) {
        ObjectNode written = node.putObject("label").put("trust", lower(label.trust()));
        ArrayNode origins = written.putArray("origins");
        for (Origin origin : label.origins()) {
            origins.addObject().put("kind", lower(origin.kind())).put("name", origin.name());
        }
    }

    private static Label readLabel(JsonNode node) {
        Trust trust = "trusted".equals(node.path("trust").stringValue("")) ? Trust.TRUSTED : Trust.UNTRUSTED;
        Set<Origin> origins = new LinkedHashSet<>();
        try {
            for (JsonNode origin : node.path("origins")) {
                origins.add(Origin.of(upper(Origin.Kind.class, required(origin, "kind")), required(origin, "name")));
            }
        } catch (JsonFault e) {
            return Label.untrusted();
        }
        return new Label(trust, origins);
    }

    private static String required(JsonNode node, String field) throws JsonFault {
        JsonNode value = node.path(field);
        if (!value.isString()) {
            throw new JsonFault("field " + field + " is missing or no string");
        }
        return value.stringValue();
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static <E extends Enum<E>> E upper(Class<E> type, String name) throws JsonFault {
        try {
            return Enum.valueOf(type, name.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new JsonFault("unknown " + type.getSimpleName() + " " + name);
        }
    }
}

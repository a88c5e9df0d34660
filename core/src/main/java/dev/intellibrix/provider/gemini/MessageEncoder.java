package dev.intellibrix.provider.gemini;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.message.MediaPart;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Part;
import dev.intellibrix.message.Role;
import dev.intellibrix.message.TextPart;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes a message as this API wants it, or as nothing when nothing in it can be sent. Immutable. */
final class MessageEncoder {

    private final Dialect dialect;
    private final ModelTurnEncoder modelTurns;

    MessageEncoder(String provider, Dialect dialect) {
        this.dialect = dialect;
        this.modelTurns = new ModelTurnEncoder(provider, dialect);
    }

    /**
     * The content in UTF-8; of a system message, which has no place among the others, its parts with commas between them.
     */
    byte[] encode(Message message) {
        List<ObjectNode> encoded = switch (message.role()) {
            case SYSTEM, USER -> spoken(message.parts());
            case ASSISTANT -> modelTurns.encode(message.parts());
            case TOOL -> ResultEncoder.encode(message.toolResults(), dialect);
        };
        if (encoded.isEmpty()) {
            return new byte[0];
        }
        ArrayNode parts = Json.object().putArray("parts");
        encoded.forEach(parts::add);
        String json = Json.write(parts);
        if (message.role() == Role.SYSTEM) {
            return json.substring(1, json.length() - 1).getBytes(StandardCharsets.UTF_8);
        }
        String role = message.role() == Role.ASSISTANT ? "model" : "user";
        return ("{\"role\":\"" + role + "\",\"parts\":" + json + "}").getBytes(StandardCharsets.UTF_8);
    }

    private static List<ObjectNode> spoken(List<Part> parts) {
        List<ObjectNode> encoded = new ArrayList<>();
        for (Part part : parts) {
            if (part instanceof TextPart text && !text.text().isEmpty()) {
                encoded.add(MediaEncoder.text(text.text()));
            } else if (part instanceof MediaPart media) {
                encoded.add(MediaEncoder.encode(media));
            }
        }
        return encoded;
    }
}

package dev.intellibrix.mcp.server;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import dev.intellibrix.message.MediaPart;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes what became of a call: its text, images, sounds and files as parts, and, when the whole text is one JSON object, that
 * object as structured content as well.
 */
final class CallResults {

    private CallResults() {}

    /** A result; whatever is not a success is told as an error that the client's model can read. */
    static ObjectNode of(ToolResultPart result) {
        ObjectNode node = Json.object();
        ArrayNode content = node.putArray("content");
        if (!result.text().isEmpty() || result.media().isEmpty()) {
            content.addObject().put("type", "text").put("text", result.text());
        }
        int number = 0;
        for (MediaPart part : result.media()) {
            number++;
            content.add(part(part, number));
        }
        ObjectNode structured = result.outcome() == ToolOutcome.SUCCEEDED ? structured(result.text()) : null;
        if (structured != null) {
            node.set("structuredContent", structured);
        }
        return node.put("isError", result.outcome().isError());
    }

    private static @Nullable ObjectNode structured(String text) {
        if (!text.startsWith("{") || !text.endsWith("}")) {
            return null;
        }
        try {
            return Json.parse(text) instanceof ObjectNode object ? object : null;
        } catch (JsonFault e) {
            return null;
        }
    }

    private static ObjectNode part(MediaPart part, int number) {
        String data = part.base64();
        if (data == null) {
            return link(part);
        }
        boolean isAudio = part.mimeType().startsWith("audio/");
        if (part.isImage() || isAudio) {
            return Json.object()
                    .put("type", isAudio ? "audio" : "image")
                    .put("data", data)
                    .put("mimeType", part.mimeType());
        }
        ObjectNode node = Json.object().put("type", "resource");
        ObjectNode resource = node.putObject("resource")
                .put("uri", "result:///" + number + "/" + encoded(part.name()))
                .put("mimeType", part.mimeType());
        String text = text(part.mimeType(), data);
        if (text == null) {
            resource.put("blob", data);
        } else {
            resource.put("text", text);
        }
        return node;
    }

    private static ObjectNode link(MediaPart part) {
        String uri = String.valueOf(part.uri());
        return Json.object()
                .put("type", "resource_link")
                .put("uri", uri)
                .put("name", part.name().isEmpty() ? uri : part.name())
                .put("mimeType", part.mimeType());
    }

    private static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** The bytes as text, when they are of a kind that is text and really are. */
    private static @Nullable String text(String mimeType, String base64) {
        if (!mimeType.startsWith("text/") && !mimeType.equals("application/json")) {
            return null;
        }
        try {
            byte[] bytes = Base64.getDecoder().decode(base64);
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException | IllegalArgumentException e) {
            return null;
        }
    }
}

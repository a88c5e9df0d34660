package dev.intellibrix.provider.anthropic;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.message.MediaPart;
import dev.intellibrix.provider.wire.MediaText;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** Writes media as blocks of a message's content. */
final class MediaEncoder {

    private static final Set<String> IMAGES = Set.of("image/jpeg", "image/png", "image/gif", "image/webp");

    private MediaEncoder() {}

    static ObjectNode encode(MediaPart media) {
        if (IMAGES.contains(media.mimeType())) {
            return block("image", source(media));
        }
        if (media.mimeType().equals("application/pdf")) {
            return titled(media, block("document", source(media)));
        }
        return MediaText.textIn(media)
                .filter(text -> !text.isBlank())
                .map(text -> titled(
                        media,
                        block(
                                "document",
                                Json.object()
                                        .put("type", "text")
                                        .put("media_type", "text/plain")
                                        .put("data", text))))
                .orElseGet(() -> text(MediaText.leftOut(media)));
    }

    static ObjectNode text(String text) {
        return Json.object().put("type", "text").put("text", text);
    }

    private static ObjectNode block(String type, ObjectNode source) {
        return Json.object().put("type", type).set("source", source);
    }

    private static ObjectNode titled(MediaPart media, ObjectNode document) {
        return media.name().isEmpty() ? document : document.put("title", media.name());
    }

    private static ObjectNode source(MediaPart media) {
        return media.base64() == null
                ? Json.object().put("type", "url").put("url", String.valueOf(media.uri()))
                : Json.object()
                        .put("type", "base64")
                        .put("media_type", media.mimeType())
                        .put("data", media.base64());
    }
}

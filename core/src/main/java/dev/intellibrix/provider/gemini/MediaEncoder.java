package dev.intellibrix.provider.gemini;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.message.MediaPart;
import dev.intellibrix.provider.wire.MediaText;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** Writes media as parts of a content. */
final class MediaEncoder {

    private static final Set<String> IMAGES =
            Set.of("image/png", "image/jpeg", "image/webp", "image/heic", "image/heif");

    private MediaEncoder() {}

    static ObjectNode encode(MediaPart media) {
        if (!isTaken(media)) {
            return text(words(media));
        }
        if (media.base64() == null) {
            ObjectNode part = Json.object();
            part.putObject("fileData").put("mimeType", media.mimeType()).put("fileUri", String.valueOf(media.uri()));
            return part;
        }
        return inline(media);
    }

    static ObjectNode text(String text) {
        return Json.object().put("text", text);
    }

    /** Whether the media can stand among the parts by its bytes. */
    static boolean isInline(MediaPart media) {
        return isTaken(media) && media.base64() != null;
    }

    static ObjectNode inline(MediaPart media) {
        ObjectNode part = Json.object();
        part.putObject("inlineData").put("mimeType", media.mimeType()).put("data", media.base64());
        return part;
    }

    /** What stands for media that can not stand itself: the text of a text file, or a note. */
    static String words(MediaPart media) {
        return MediaText.textIn(media)
                .map(text -> MediaText.titleOf(media) + ":\n" + text)
                .orElseGet(() -> MediaText.leftOut(media));
    }

    private static boolean isTaken(MediaPart media) {
        String type = media.mimeType();
        return IMAGES.contains(type)
                || type.startsWith("audio/")
                || type.startsWith("video/")
                || type.equals("application/pdf");
    }
}

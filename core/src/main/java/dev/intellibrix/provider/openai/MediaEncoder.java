package dev.intellibrix.provider.openai;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.message.MediaPart;
import dev.intellibrix.provider.wire.MediaText;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** Writes media as elements of a message's content. */
final class MediaEncoder {

    private static final Map<String, String> AUDIO_FORMATS = Map.of(
            "audio/wav", "wav", "audio/x-wav", "wav", "audio/wave", "wav", "audio/mpeg", "mp3", "audio/mp3", "mp3");

    private MediaEncoder() {}

    static ObjectNode encode(MediaPart media) {
        if (media.isImage()) {
            ObjectNode element = element("image_url");
            element.putObject("image_url").put("url", address(media));
            return element;
        }
        String audioFormat = AUDIO_FORMATS.get(media.mimeType());
        if (audioFormat != null && media.base64() != null) {
            ObjectNode element = element("input_audio");
            element.putObject("input_audio").put("data", media.base64()).put("format", audioFormat);
            return element;
        }
        // As files, this API takes hardly more than PDF.
        return MediaText.textIn(media)
                .map(text -> text(MediaText.titleOf(media) + ":\n" + text))
                .orElseGet(() -> file(media));
    }

    static ObjectNode text(String text) {
        return element("text").put("text", text);
    }

    private static ObjectNode file(MediaPart media) {
        ObjectNode element = element("file");
        element.putObject("file")
                .put("filename", media.name().isEmpty() ? "file" : media.name())
                .put("file_data", address(media));
        return element;
    }

    private static ObjectNode element(String type) {
        return Json.object().put("type", type);
    }

    private static String address(MediaPart media) {
        return media.base64() == null
                ? String.valueOf(media.uri())
                : "data:" + media.mimeType() + ";base64," + media.base64();
    }
}

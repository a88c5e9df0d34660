package dev.intellibrix.provider.openai;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.message.MediaPart;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
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
        return textIn(media).map(text -> text(titleOf(media) + ":\n" + text)).orElseGet(() -> file(media));
    }

    static ObjectNode text(String text) {
        return element("text").put("text", text);
    }

    /** How a text names the media where it can not stand itself. */
    static String titleOf(MediaPart media) {
        String kind = media.isImage() ? "Image" : "File";
        String type = " (" + media.mimeType() + ")";
        return media.name().isEmpty() ? kind + type : kind + " " + media.name() + type;
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

    /** The text of a text file: as files, this API takes hardly more than PDF. */
    private static Optional<String> textIn(MediaPart media) {
        boolean isText =
                media.mimeType().startsWith("text/") || media.mimeType().equals("application/json");
        if (!isText || media.base64() == null) {
            return Optional.empty();
        }
        try {
            byte[] bytes = Base64.getDecoder().decode(media.base64());
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (CharacterCodingException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}

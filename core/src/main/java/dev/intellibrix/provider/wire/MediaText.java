package dev.intellibrix.provider.wire;

import dev.intellibrix.message.MediaPart;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/** Words for media, for where it can not stand itself. */
public final class MediaText {

    private MediaText() {}

    /** What the media is: {@code File a.pdf (application/pdf)}. */
    public static String titleOf(MediaPart media) {
        String kind = media.isImage() ? "Image" : "File";
        String type = " (" + media.mimeType() + ")";
        return media.name().isEmpty() ? kind + type : kind + " " + media.name() + type;
    }

    /** The text of a text file that is given by its bytes. */
    public static Optional<String> textIn(MediaPart media) {
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

    /** What stands for media that the server does not take, so that the model knows of it. */
    public static String leftOut(MediaPart media) {
        return "[" + titleOf(media) + " is left out: this model does not take it]";
    }
}

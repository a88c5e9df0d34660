package dev.intellibrix.message;

import java.net.URI;
import java.util.Base64;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An image, a sound or a file, either by its bytes or by an address that the provider fetches.
 *
 * @param mimeType the media type, such as {@code image/png}
 * @param name a file name, or the empty string
 * @param base64 the bytes in Base64 without line breaks, or null when {@code uri} is given
 * @param uri where the provider finds the bytes, or null when {@code base64} is given
 * @param label trust and origins
 */
public record MediaPart(
        String mimeType,
        String name,
        @Nullable String base64,
        @Nullable URI uri,
        Label label) implements Part {

    public MediaPart {
        Objects.requireNonNull(mimeType, "mimeType");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(label, "label");
        if ((base64 == null) == (uri == null)) {
            throw new IllegalArgumentException("exactly one of base64 and uri must be given");
        }
    }

    /** Media by its bytes. */
    public static MediaPart of(String mimeType, String name, byte[] bytes, Label label) {
        return new MediaPart(mimeType, name, Base64.getEncoder().encodeToString(bytes), null, label);
    }

    /** Media by its address. */
    public static MediaPart of(String mimeType, URI uri, Label label) {
        return new MediaPart(mimeType, "", null, uri, label);
    }

    /** Whether this is an image. */
    public boolean isImage() {
        return mimeType.startsWith("image/");
    }

    @Override
    public MediaPart withLabel(Label newLabel) {
        return new MediaPart(mimeType, name, base64, uri, newLabel);
    }
}

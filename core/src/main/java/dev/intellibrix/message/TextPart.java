package dev.intellibrix.message;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Text.
 *
 * @param text the text
 * @param providerData what the provider added, or null
 * @param label trust and origins
 */
public record TextPart(String text, @Nullable ProviderData providerData, Label label) implements Part {

    public TextPart {
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(label, "label");
    }

    /** Text with this label and nothing from a provider. */
    public static TextPart of(String text, Label label) {
        return new TextPart(text, null, label);
    }

    @Override
    public TextPart withLabel(Label newLabel) {
        return new TextPart(text, providerData, newLabel);
    }
}

package dev.intellibrix.message;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a model thought before it answered. It is never part of the answer's text.
 *
 * @param text the readable part, or the empty string
 * @param providerData a signature or an encrypted form that the provider wants back, or null
 * @param label trust and origins
 */
public record ReasoningPart(String text, @Nullable ProviderData providerData, Label label) implements Part {

    public ReasoningPart {
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(label, "label");
    }

    @Override
    public ReasoningPart withLabel(Label newLabel) {
        return new ReasoningPart(text, providerData, newLabel);
    }
}

package dev.intellibrix.message;

import java.util.Set;

/** A piece of a {@link Message}, with the label of its content. */
public sealed interface Part permits TextPart, MediaPart, ReasoningPart, ToolCallPart, ToolResultPart {

    /** The trust of the content and where it came from. */
    Label label();

    /** This part with another label. */
    Part withLabel(Label label);

    /** The trust of the content. */
    default Trust trust() {
        return label().trust();
    }

    /** The sources that the trust comes from. */
    default Set<Origin> origins() {
        return label().origins();
    }
}

package dev.intellibrix.message;

import java.util.List;
import java.util.Objects;

/**
 * What became of a tool call. Every call gets exactly one.
 *
 * @param callId the call's id
 * @param toolName the tool's name as the call had it
 * @param outcome how the call ended
 * @param text what the model reads
 * @param media images and files beside the text
 * @param label the join of the tool's own trust and the trust of the call's arguments
 */
public record ToolResultPart(
        String callId, String toolName, ToolOutcome outcome, String text, List<MediaPart> media, Label label)
        implements Part {

    public ToolResultPart {
        Objects.requireNonNull(callId, "callId");
        Objects.requireNonNull(toolName, "toolName");
        Objects.requireNonNull(outcome, "outcome");
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(label, "label");
        media = List.copyOf(media);
    }

    /** A result of text alone that answers the call, with the call's label. */
    public static ToolResultPart of(ToolCallPart call, ToolOutcome outcome, String text) {
        return new ToolResultPart(call.id(), call.toolName(), outcome, text, List.of(), call.label());
    }

    /** This result with another text. */
    public ToolResultPart withText(String newText) {
        return new ToolResultPart(callId, toolName, outcome, newText, media, label);
    }

    @Override
    public ToolResultPart withLabel(Label newLabel) {
        return new ToolResultPart(callId, toolName, outcome, text, media, newLabel);
    }
}

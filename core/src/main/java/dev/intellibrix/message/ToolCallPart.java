package dev.intellibrix.message;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A tool call that the model made. The arguments are the model's own text, unchecked.
 *
 * @param id names the call within its run; the result carries the same id
 * @param toolName the tool's name as the model wrote it
 * @param arguments the arguments as the model wrote them, a JSON object when the model did well
 * @param repaired whether the provider mended the arguments' syntax (a code fence around them, a trailing comma)
 * @param providerData what the provider added, or null
 * @param label trust and origins of what the model had seen
 */
public record ToolCallPart(
        String id,
        String toolName,
        String arguments,
        boolean repaired,
        @Nullable ProviderData providerData,
        Label label)
        implements Part {

    public ToolCallPart {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(toolName, "toolName");
        Objects.requireNonNull(arguments, "arguments");
        Objects.requireNonNull(label, "label");
    }

    /** A call as a provider reports it; the loop labels it. */
    public static ToolCallPart of(String id, String toolName, String arguments) {
        return new ToolCallPart(id, toolName, arguments, false, null, Label.untrusted());
    }

    /** This call under another id. */
    public ToolCallPart withId(String newId) {
        return new ToolCallPart(newId, toolName, arguments, repaired, providerData, label);
    }

    @Override
    public ToolCallPart withLabel(Label newLabel) {
        return new ToolCallPart(id, toolName, arguments, repaired, providerData, newLabel);
    }
}

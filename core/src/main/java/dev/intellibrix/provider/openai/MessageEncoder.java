package dev.intellibrix.provider.openai;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.message.MediaPart;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Part;
import dev.intellibrix.message.TextPart;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.provider.wire.CallIds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes a message as this API wants it: as none when nothing in it can be sent, and as several when it holds several tool
 * results. Immutable.
 */
final class MessageEncoder {

    private final AssistantEncoder assistant;

    MessageEncoder(String provider, boolean replayReasoning) {
        this.assistant = new AssistantEncoder(provider, replayReasoning);
    }

    /** The JSON objects, separated by commas, in UTF-8. */
    byte[] encode(Message message) {
        StringBuilder json = new StringBuilder();
        for (ObjectNode node : nodes(message)) {
            json.append(json.isEmpty() ? "" : ",").append(Json.write(node));
        }
        return json.toString().getBytes(StandardCharsets.UTF_8);
    }

    private List<ObjectNode> nodes(Message message) {
        return switch (message.role()) {
            case SYSTEM -> List.of(spoken("system", message.parts()));
            case USER -> List.of(spoken("user", message.parts()));
            case ASSISTANT -> assistant.encode(message).map(List::of).orElse(List.of());
            case TOOL -> results(message);
        };
    }

    private static ObjectNode spoken(String role, List<Part> parts) {
        ObjectNode node = Json.object().put("role", role);
        if (parts.stream().allMatch(TextPart.class::isInstance)) {
            // A text rather than a list of one kind of element: many servers take no lists.
            List<String> texts =
                    parts.stream().map(part -> ((TextPart) part).text()).toList();
            return node.put("content", String.join("\n", texts));
        }
        ArrayNode content = node.putArray("content");
        for (Part part : parts) {
            if (part instanceof TextPart text && !text.text().isEmpty()) {
                content.add(MediaEncoder.text(text.text()));
            } else if (part instanceof MediaPart media) {
                content.add(MediaEncoder.encode(media));
            }
        }
        return node;
    }

    /** One message for each result, then one with what the results carry beside their text, which they can not hold. */
    private static List<ObjectNode> results(Message message) {
        List<ObjectNode> nodes = new ArrayList<>();
        ArrayNode attached = Json.object().putArray("content");
        for (ToolResultPart result : message.toolResults()) {
            nodes.add(Json.object()
                    .put("role", "tool")
                    .put("tool_call_id", CallIds.ofLength(result.callId(), AssistantEncoder.LONGEST_ID))
                    .put("content", textOf(result)));
            if (!result.media().isEmpty()) {
                attached.add(MediaEncoder.text("From the result of " + result.toolName() + ":"));
                result.media().forEach(media -> attached.add(MediaEncoder.encode(media)));
            }
        }
        if (!attached.isEmpty()) {
            nodes.add(Json.object().put("role", "user").set("content", attached));
        }
        return nodes;
    }

    /** This API has no mark for an error, so the text must say it. */
    private static String textOf(ToolResultPart result) {
        if (!result.outcome().isError() || startsWithError(result.text()) || isRefusal(result)) {
            return result.text();
        }
        String outcome = result.outcome().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        return result.text().isEmpty() ? "Error: " + outcome : "Error (" + outcome + "): " + result.text();
    }

    /** What the gate says of a call that did not run begins with that already; a tool that failed chose its own words. */
    private static boolean isRefusal(ToolResultPart result) {
        return result.outcome() != ToolOutcome.FAILED
                && (result.text().startsWith("Denied (") || result.text().startsWith("Not run"));
    }

    private static boolean startsWithError(String text) {
        return text.regionMatches(true, 0, "error", 0, 5);
    }
}

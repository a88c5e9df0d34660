package dev.intellibrix.provider.gemini;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.message.MediaPart;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.provider.wire.CallIds;
import dev.intellibrix.provider.wire.SentCalls;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes the results of a step: all in one content, in call order, since the API wants as many responses as calls. */
final class ResultEncoder {

    private ResultEncoder() {}

    static List<ObjectNode> encode(List<ToolResultPart> results, Dialect dialect) {
        List<ObjectNode> parts = new ArrayList<>();
        List<ObjectNode> attached = new ArrayList<>();
        for (ToolResultPart result : results) {
            List<MediaPart> inline =
                    result.media().stream().filter(MediaEncoder::isInline).toList();
            ObjectNode part = Json.object();
            ObjectNode response = part.putObject("functionResponse")
                    .put("id", CallIds.ofLength(result.callId(), ModelTurnEncoder.LONGEST_ID))
                    .put("name", SentCalls.name(result.toolName()));
            response.putObject("response").put(result.outcome().isError() ? "error" : "output", textOf(result));
            parts.add(part);
            if (inline.isEmpty()) {
                continue;
            }
            if (dialect == Dialect.SIGNED) {
                ArrayNode media = response.putArray("parts");
                inline.forEach(item -> media.add(MediaEncoder.inline(item)));
            } else {
                attached.add(MediaEncoder.text("From the result of " + result.toolName() + ":"));
                inline.forEach(item -> attached.add(MediaEncoder.inline(item)));
            }
        }
        parts.addAll(attached);
        return parts;
    }

    /** The text, and the words for media that can not stand itself in a result. */
    private static String textOf(ToolResultPart result) {
        StringBuilder text = new StringBuilder(result.text());
        if (result.outcome().isError() && result.text().isBlank()) {
            text.append(result.outcome().name().toLowerCase(Locale.ROOT).replace('_', ' '));
        }
        for (MediaPart media : result.media()) {
            if (!MediaEncoder.isInline(media)) {
                text.append(text.isEmpty() ? "" : "\n").append(MediaEncoder.words(media));
            }
        }
        return text.toString();
    }
}

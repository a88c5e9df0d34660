package dev.intellibrix.provider.openai;

import dev.intellibrix.message.Label;
import dev.intellibrix.message.ReasoningPart;
import dev.intellibrix.provider.wire.Emitter;
import dev.intellibrix.provider.wire.OpaqueFields;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/** Reasoning that comes in fields of the message; each goes back in the field it came in. */
final class ReasoningFields {

    private static final List<String> NAMES = List.of("reasoning_content", "reasoning");

    private final Map<String, StringBuilder> texts = new LinkedHashMap<>();
    private final Emitter emitter;

    ReasoningFields(Emitter emitter) {
        this.emitter = emitter;
    }

    /** Whether a field holds readable reasoning. */
    static boolean isOne(String name, JsonNode value) {
        return NAMES.contains(name) && (value.isString() || value.isNull());
    }

    /** Takes the fields of a message or of a piece of one. Some servers send the same text in both. */
    void add(JsonNode message) {
        Set<String> shown = new HashSet<>();
        for (String name : NAMES) {
            String text = message.path(name).stringValue("");
            if (!text.isEmpty()) {
                texts.computeIfAbsent(name, key -> new StringBuilder()).append(text);
                if (shown.add(text)) {
                    emitter.reasoning(text);
                }
            }
        }
    }

    /** A part for each field; a field that repeats another one goes to the fields that are only kept. */
    List<ReasoningPart> toParts(String provider, OpaqueFields kept) {
        List<ReasoningPart> parts = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        texts.forEach((name, text) -> {
            if (seen.add(text.toString())) {
                parts.add(new ReasoningPart(text.toString(), ReplayData.ofField(provider, name), Label.untrusted()));
            } else {
                kept.add(name, StringNode.valueOf(text.toString()));
            }
        });
        return parts;
    }
}

package dev.intellibrix.provider.anthropic;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Part;
import dev.intellibrix.message.ProviderData;
import dev.intellibrix.message.ReasoningPart;
import dev.intellibrix.message.TextPart;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.provider.wire.Arguments;
import dev.intellibrix.provider.wire.Emitter;
import dev.intellibrix.provider.wire.KeptData;
import dev.intellibrix.provider.wire.OpaqueFields;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A block of a turn's content while it arrives. What is kept of it on a part, under {@code block}, are its fields without the
 * ones that the part itself holds.
 */
final class ContentBlock {

    private final Emitter emitter;
    private final String type;
    private final ObjectNode fields;
    private final StringBuilder text = new StringBuilder();
    private final StringBuilder input = new StringBuilder();

    /** A block as it starts, or as it is when it comes whole. */
    ContentBlock(JsonNode start, Emitter emitter) {
        this.emitter = emitter;
        this.type = start.path("type").stringValue("");
        this.fields = Json.object();
        start.properties().forEach(field -> {
            if (!field.getValue().isNull()) {
                fields.set(field.getKey(), field.getValue().deepCopy());
            }
        });
        if (isText() || isThinking()) {
            addText(textOf(fields.remove(type)));
        }
    }

    /** Whether a start is only this block once more. */
    boolean isRepeatedBy(JsonNode start) {
        String id = start.path("id").stringValue("");
        return !id.isEmpty() && id.equals(fields.path("id").stringValue("")) && input.length() == 0;
    }

    void add(JsonNode delta) {
        switch (delta.path("type").stringValue("")) {
            case "text_delta" -> addIf(isText(), delta, "text");
            case "thinking_delta" -> addIf(isThinking(), delta, "thinking");
            case "signature_delta" ->
                fields.put("signature", delta.path("signature").stringValue(""));
            case "input_json_delta" -> input.append(delta.path("partial_json").stringValue(""));
            case "citations_delta" -> addCitation(delta.path("citation"));
            default -> addUnknown(delta);
        }
    }

    /** The part, or nothing when the block says nothing. */
    Optional<Part> toPart(String provider) {
        return switch (type) {
            case "text" -> textPart(provider);
            case "thinking" -> Optional.of(new ReasoningPart(text.toString(), signed(provider), Label.untrusted()));
            case "tool_use" -> Optional.of(callPart(provider));
            default -> opaquePart(provider);
        };
    }

    private boolean isText() {
        return type.equals("text");
    }

    private boolean isThinking() {
        return type.equals("thinking");
    }

    private void addIf(boolean known, JsonNode delta, String field) {
        if (known) {
            addText(delta.path(field).stringValue(""));
        } else {
            addUnknown(delta);
        }
    }

    private void addText(String more) {
        text.append(more);
        if (isThinking()) {
            emitter.reasoning(more);
        } else {
            emitter.text(more);
        }
    }

    private void addCitation(JsonNode citation) {
        if (citation.isObject()) {
            ArrayNode list = fields.path("citations") instanceof ArrayNode known ? known : fields.putArray("citations");
            list.add(citation.deepCopy());
        }
    }

    private void addUnknown(JsonNode delta) {
        ObjectNode more = Json.object();
        delta.properties().forEach(field -> more.set(field.getKey(), field.getValue()));
        more.remove("type");
        OpaqueFields.merge(fields, more);
    }

    private Optional<Part> textPart(String provider) {
        ObjectNode kept = fields.deepCopy();
        kept.remove("type");
        if (kept.path("citations").isEmpty()) {
            kept.remove("citations");
        }
        return text.length() == 0
                ? Optional.empty()
                : Optional.of(new TextPart(text.toString(), kept(provider, kept), Label.untrusted()));
    }

    /** A block without its signature is not what the model thought to its end, and the server would not take it back. */
    private @Nullable ProviderData signed(String provider) {
        return fields.path("signature").stringValue("").isEmpty() ? null : kept(provider, fields);
    }

    private ToolCallPart callPart(String provider) {
        ObjectNode kept = fields.deepCopy();
        String id = textOf(kept.remove("id"));
        String name = textOf(kept.remove("name"));
        JsonNode whole = kept.remove("input");
        kept.remove("type");
        Arguments arguments = Arguments.of(argumentsOf(whole));
        return new ToolCallPart(
                id, name, arguments.text(), arguments.repaired(), kept(provider, kept), Label.untrusted());
    }

    /** The pieces, or where there are none, the input that the block started with. */
    private String argumentsOf(@Nullable JsonNode whole) {
        if (!input.toString().isBlank() || whole == null) {
            return input.toString();
        }
        return whole.isString() ? whole.stringValue() : Json.write(whole);
    }

    private Optional<Part> opaquePart(String provider) {
        if (type.isEmpty()) {
            return Optional.empty();
        }
        if (!input.toString().isBlank()) {
            try {
                fields.set("input", Json.parseLeniently(input.toString()));
            } catch (JsonFault e) {
                return Optional.empty(); // Cut off, so it is nothing that the server could take back.
            }
        }
        return Optional.of(new ReasoningPart("", kept(provider, fields), Label.untrusted()));
    }

    private static @Nullable ProviderData kept(String provider, ObjectNode block) {
        return block.isEmpty() ? null : KeptData.of(provider, Json.object().set("block", block));
    }

    private static String textOf(@Nullable JsonNode value) {
        return value == null ? "" : value.stringValue("");
    }
}

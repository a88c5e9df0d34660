package dev.intellibrix.provider.gemini;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.MediaPart;
import dev.intellibrix.message.Part;
import dev.intellibrix.message.ProviderData;
import dev.intellibrix.message.ReasoningPart;
import dev.intellibrix.message.TextPart;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.provider.wire.Arguments;
import dev.intellibrix.provider.wire.KeptData;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A part of a turn while it arrives. What is kept of it on a part of ours: under {@code part} its fields without those that
 * our part itself holds, such as a thought's signature; under {@code call} the same of a function call; under {@code media}
 * the fields that belong to the media before it.
 */
final class ContentPart {

    private final ObjectNode fields;
    private final StringBuilder text = new StringBuilder();
    private final boolean hasText;

    /** A part as it came. */
    ContentPart(JsonNode part) {
        this.fields = Json.object();
        part.properties().forEach(field -> {
            if (!field.getValue().isNull()) {
                fields.set(field.getKey(), field.getValue().deepCopy());
            }
        });
        JsonNode said = fields.path("text");
        this.hasText = said.isString();
        if (hasText) {
            text.append(said.stringValue());
            fields.remove("text");
        }
        if (!fields.path("thought").booleanValue(false)) {
            fields.remove("thought");
        }
    }

    /** What the part says, a thought or the answer. */
    String text() {
        return text.toString();
    }

    boolean isThought() {
        return hasText && fields.has("thought");
    }

    /** Whether the next part only goes on with this one. Parts with a signature stand alone, or it would be worth nothing. */
    boolean goesOnWith(ContentPart next) {
        return hasText
                && next.hasText
                && isThought() == next.isThought()
                && fields.size() == (isThought() ? 1 : 0)
                && next.fields.size() == fields.size();
    }

    void add(ContentPart next) {
        text.append(next.text);
    }

    List<Part> toParts(String provider) {
        if (fields.path("functionCall").isObject()) {
            return List.of(callPart(provider));
        }
        if (isThought()) {
            return text.length() == 0 && fields.size() == 1
                    ? List.of()
                    : List.of(new ReasoningPart(text(), kept(provider, "part", fields), Label.untrusted()));
        }
        if (hasText) {
            return text.length() == 0 && fields.isEmpty()
                    ? List.of()
                    : List.of(new TextPart(
                            text(), fields.isEmpty() ? null : kept(provider, "part", fields), Label.untrusted()));
        }
        JsonNode data = fields.path("inlineData").path("data");
        if (data.isString() && !fields.has("thought")) {
            return mediaParts(provider, data.stringValue());
        }
        return fields.isEmpty()
                ? List.of()
                : List.of(new ReasoningPart("", kept(provider, "part", fields), Label.untrusted()));
    }

    /** The id of a call is made up where the server gives none, and then goes back as if it were the server's. */
    private Part callPart(String provider) {
        ObjectNode part = fields.deepCopy();
        ObjectNode call = (ObjectNode) part.remove("functionCall");
        String id = textOf(call.remove("id"));
        String name = textOf(call.remove("name"));
        JsonNode args = call.remove("args");
        Arguments arguments = Arguments.of(
                args == null || args.isNull() ? "" : args.isString() ? args.stringValue() : Json.write(args));
        ObjectNode data = Json.object();
        if (!part.isEmpty()) {
            data.set("part", part);
        }
        if (!call.isEmpty()) {
            data.set("call", call);
        }
        return new ToolCallPart(
                id.isBlank() ? newId() : id,
                name,
                arguments.text(),
                arguments.repaired(),
                data.isEmpty() ? null : KeptData.of(provider, data),
                Label.untrusted());
    }

    private static String newId() {
        return "call_" + UUID.randomUUID().toString().replace("-", "");
    }

    /** Media has no place for what is kept, so that stands behind it. */
    private List<Part> mediaParts(String provider, String base64) {
        ObjectNode rest = fields.deepCopy();
        JsonNode inline = rest.path("inlineData");
        rest.remove("inlineData");
        MediaPart media = new MediaPart(
                inline.path("mimeType").stringValue("application/octet-stream"), "", base64, null, Label.untrusted());
        return rest.isEmpty()
                ? List.of(media)
                : List.of(media, new ReasoningPart("", kept(provider, "media", rest), Label.untrusted()));
    }

    private static ProviderData kept(String provider, String key, ObjectNode data) {
        return KeptData.of(provider, Json.object().set(key, data));
    }

    private static String textOf(@Nullable JsonNode value) {
        return value == null ? "" : value.stringValue("");
    }
}

package dev.intellibrix.mcp.client;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.text.VisibleText;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes a schema of a server fit for a model. Its descriptions are shown with what is hidden in them as escapes; what else could
 * hide a text, but can not be changed without changing the meaning, makes the schema unusable.
 */
final class SchemaText {

    private static final int MAX_CHARS = 60_000;
    private static final Set<String> WORDS = Set.of("title", "description");

    /** Says nothing of the input, and would have the schema read as one of another age, which is read as it stands. */
    private static final Set<String> DROPPED = Set.of("$schema", "$id", "$comment", "examples");

    /** What stands here is data, whatever its members are called. */
    private static final Set<String> VALUES = Set.of("enum", "const", "default");

    private SchemaText() {}

    /** A schema that can be used, or why there is none. */
    record Cleaned(String json, @Nullable String fault) {}

    static Cleaned of(JsonNode schema) {
        if (!(schema instanceof ObjectNode object)) {
            return new Cleaned("", "it has no input schema");
        }
        try {
            ObjectNode cleaned = cleaned(object, false);
            if (!cleaned.has("type")) {
                cleaned.put("type", "object"); // It must be that, and some leave it out.
            }
            String json = Json.write(cleaned);
            return json.length() > MAX_CHARS
                    ? new Cleaned("", "its input schema has more than " + MAX_CHARS + " characters")
                    : new Cleaned(json, null);
        } catch (HiddenTextException e) {
            return new Cleaned("", "its input schema hides characters in what is no description");
        }
    }

    /** The members of {@code properties} are names of the server's choice, not keywords. */
    private static ObjectNode cleaned(ObjectNode schema, boolean isNames) {
        ObjectNode cleaned = Json.object();
        schema.properties().forEach(member -> {
            String key = visible(member.getKey());
            JsonNode value = member.getValue();
            if (!isNames && WORDS.contains(key) && value.isString()) {
                cleaned.put(key, VisibleText.of(value.stringValue()));
            } else if (!isNames && VALUES.contains(key)) {
                cleaned.set(key, kept(value));
            } else if (isNames || !DROPPED.contains(key)) {
                cleaned.set(key, cleaned(value, !isNames && isOfNames(key)));
            }
        });
        return cleaned;
    }

    private static boolean isOfNames(String key) {
        return switch (key) {
            case "properties", "patternProperties", "$defs", "definitions", "dependentSchemas" -> true;
            default -> false;
        };
    }

    private static JsonNode cleaned(JsonNode value, boolean isNames) {
        if (value instanceof ObjectNode object) {
            return cleaned(object, isNames);
        }
        if (value instanceof ArrayNode array) {
            ArrayNode items = Json.mapper().createArrayNode();
            array.forEach(item -> items.add(cleaned(item, false)));
            return items;
        }
        if (value.isString()) {
            visible(value.stringValue());
        }
        return value;
    }

    /** The value as it is, where nothing in it is hidden. */
    private static JsonNode kept(JsonNode value) {
        value.properties().forEach(member -> {
            visible(member.getKey());
            kept(member.getValue());
        });
        if (value.isArray()) {
            value.forEach(SchemaText::kept);
        } else if (value.isString()) {
            visible(value.stringValue());
        }
        return value;
    }

    private static String visible(String text) {
        if (text.codePoints().anyMatch(c -> VisibleText.isHidden(c) && c != '\n' && c != '\t')) {
            throw new HiddenTextException();
        }
        return text;
    }

    /** Something is written so that a person does not see it. */
    private static final class HiddenTextException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        HiddenTextException() {
            super(null, null, false, false);
        }
    }
}

package dev.intellibrix.provider.wire;

import java.util.HashSet;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Knows which JSON Schemas a server can decode an input by. The servers take parts of JSON Schema and refuse a request with
 * anything else, so what is not known to be taken is not: such a schema is sent as one that the model follows freely.
 *
 * <p>For each of them: an object at the top, no other properties in any object, no sentence beside a reference, and references
 * only into the schema itself.
 */
public enum StrictSchema {
    /** Every property is required; bounds of numbers and lists, patterns and recursion are taken. */
    OPENAI(
            Set.of("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "maxItems", "pattern"),
            Set.of("date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"),
            0,
            Integer.MAX_VALUE,
            true),

    /** Few properties may be left out, few have several types, and no bounds and no recursion are taken. */
    ANTHROPIC(
            Set.of("default"),
            Set.of("date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid"),
            24,
            16,
            false);

    private static final String DEFINITIONS = "#/$defs/";
    private static final int MAX_DEPTH = 10;
    private static final int MAX_PROPERTIES = 1_000;
    private static final int MAX_VALUES = 250;
    private static final int MAX_CHARS = 15_000;

    private static final Set<String> TYPES =
            Set.of("object", "array", "string", "integer", "number", "boolean", "null");
    private static final Set<String> EVERYWHERE = Set.of(
            "type",
            "properties",
            "required",
            "additionalProperties",
            "items",
            "minItems",
            "enum",
            "const",
            "anyOf",
            "$ref",
            "$defs",
            "description",
            "title",
            "format");

    @SuppressWarnings("ImmutableEnumChecker") // Both are made by Set.of.
    private final Set<String> words;

    @SuppressWarnings("ImmutableEnumChecker")
    private final Set<String> formats;

    private final int maxOptional;
    private final int maxUnions;
    private final boolean isWide; // Takes bounds of lists, and recursion.

    StrictSchema(Set<String> words, Set<String> formats, int maxOptional, int maxUnions, boolean isWide) {
        this.words = words;
        this.formats = formats;
        this.maxOptional = maxOptional;
        this.maxUnions = maxUnions;
        this.isWide = isWide;
    }

    /** Whether an input can be decoded by this schema. */
    public boolean takes(JsonNode schema) {
        return schema.path("type").stringValue("").equals("object")
                && !schema.has("anyOf")
                && new Check(schema).isTaken();
    }

    /** Looks through one schema. */
    private final class Check {

        private final JsonNode root;
        private final Set<String> open = new HashSet<>(); // The references that are being followed.
        private int optional;
        private int unions;
        private int properties;
        private int values;
        private int chars;

        Check(JsonNode root) {
            this.root = root;
        }

        boolean isTaken() {
            return takes(root, 0)
                    && optional <= maxOptional
                    && unions <= maxUnions
                    && properties <= MAX_PROPERTIES
                    && values <= MAX_VALUES
                    && chars <= MAX_CHARS;
        }

        private boolean takes(JsonNode schema, int depth) {
            if (!schema.isObject() || depth > MAX_DEPTH || properties > MAX_PROPERTIES) {
                return false;
            }
            if (schema.has("$ref")) {
                return schema.size() == 1 && takesReference(schema.path("$ref").stringValue(""), depth);
            }
            return schema.propertyNames().stream().allMatch(word -> EVERYWHERE.contains(word) || words.contains(word))
                    && hasType(schema)
                    && (depth == 0 || !schema.has("$defs"))
                    && takesWords(schema)
                    && ((!schema.has("properties") && !isOf("object", schema)) || takesObject(schema, depth))
                    && (!isOf("array", schema) || takes(schema.path("items"), depth + 1))
                    && takesAll(schema.path("anyOf"), depth);
        }

        /** A schema that says nothing of the type would take anything. */
        private boolean hasType(JsonNode schema) {
            JsonNode type = schema.path("type");
            if (schema.path("anyOf").isArray()) {
                unions++;
                return type.isMissingNode() && !schema.path("anyOf").isEmpty();
            }
            if (type.isArray()) {
                unions++;
                return !type.isEmpty() && type.valueStream().allMatch(one -> TYPES.contains(one.stringValue("")));
            }
            return TYPES.contains(type.stringValue(""));
        }

        private boolean takesWords(JsonNode schema) {
            JsonNode listed = schema.path("enum");
            values += listed.size();
            listed.forEach(value -> chars += value.asString("").length());
            return listed.valueStream().allMatch(JsonNode::isValueNode)
                    && (!schema.has("const") || schema.path("const").isValueNode())
                    && (!schema.has("format")
                            || formats.contains(schema.path("format").stringValue("")))
                    && (!schema.has("minItems")
                            || isWide
                            || schema.path("minItems").asInt(2) <= 1);
        }

        private boolean takesObject(JsonNode schema, int depth) {
            JsonNode others = schema.path("additionalProperties");
            if (!others.isBoolean() || others.booleanValue() || !isOf("object", schema)) {
                return false;
            }
            Set<String> required = new HashSet<>();
            schema.path("required").forEach(name -> required.add(name.stringValue("")));
            for (var property : schema.path("properties").properties()) {
                properties++;
                chars += property.getKey().length();
                optional += required.contains(property.getKey()) ? 0 : 1;
                if (!takes(property.getValue(), depth + 1)) {
                    return false;
                }
            }
            return schema.path("properties").propertyNames().containsAll(required);
        }

        private boolean takesAll(JsonNode schemas, int depth) {
            return schemas.valueStream().allMatch(schema -> takes(schema, depth + 1));
        }

        private boolean takesReference(String reference, int depth) {
            if (reference.equals("#") || open.contains(reference)) {
                return isWide; // It is being looked at already.
            }
            if (!reference.startsWith(DEFINITIONS)) {
                return false;
            }
            open.add(reference);
            boolean isTaken = takes(root.path("$defs").path(reference.substring(DEFINITIONS.length())), depth);
            open.remove(reference);
            return isTaken;
        }

        private static boolean isOf(String type, JsonNode schema) {
            JsonNode types = schema.path("type");
            return types.stringValue("").equals(type)
                    || types.valueStream().anyMatch(one -> one.stringValue("").equals(type));
        }
    }
}

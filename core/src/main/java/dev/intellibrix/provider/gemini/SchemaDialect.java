package dev.intellibrix.provider.gemini;

import dev.intellibrix.internal.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes a JSON Schema in the part of it that the API takes. What is lost by it is told to the model in the descriptions,
 * where it can be said in a few words, and is checked by the gate in any case.
 */
final class SchemaDialect {

    private static final Set<String> TAKEN = Set.of(
            "$id",
            "$anchor",
            "type",
            "title",
            "description",
            "minItems",
            "maxItems",
            "minimum",
            "maximum",
            "required",
            "propertyOrdering");

    private static final Set<String> SCHEMAS = Set.of("items", "additionalProperties");
    private static final Set<String> LISTS = Set.of("prefixItems", "anyOf", "oneOf");

    private static final Set<String> HINTS = Set.of(
            "pattern",
            "minLength",
            "maxLength",
            "multipleOf",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "uniqueItems",
            "minProperties",
            "maxProperties",
            "default");

    private static final Set<String> FORMATS = Set.of("date-time", "date", "time", "int32", "int64", "float", "double");

    private SchemaDialect() {}

    /** The schema; what is no object is given back as it is. */
    static JsonNode of(JsonNode schema) {
        if (!schema.isObject()) {
            return schema;
        }
        ObjectNode taken = Json.object();
        JsonNode reference = schema.path("$ref");
        if (reference.isString()) { // Nothing else may stand beside it.
            taken.put("$ref", reference.stringValue().replace("#/definitions/", "#/$defs/"));
            addDefinitions(schema, taken);
            return taken;
        }
        StringBuilder hints = new StringBuilder();
        schema.properties().forEach(field -> add(field.getKey(), field.getValue(), taken, hints));
        addDefinitions(schema, taken);
        if (!taken.has("type") && isTexts(taken.path("enum"))) {
            taken.put("type", "string"); // What JSON Schema leaves out, the API wants said.
        }
        schema.path("allOf").forEach(member -> merge(of(member), taken));
        if (!hints.isEmpty()) {
            String description = taken.path("description").stringValue("");
            taken.put("description", description + (description.isEmpty() ? "" : " ") + "(" + hints + ")");
        }
        return taken;
    }

    /** Whether an input of this schema has nothing in it. */
    static boolean isEmpty(JsonNode schema) {
        return Set.of("type", "properties", "additionalProperties", "title", "description")
                        .containsAll(schema.propertyNames())
                && schema.path("properties").isEmpty()
                && !schema.path("additionalProperties").isObject();
    }

    private static void add(String name, JsonNode value, ObjectNode taken, StringBuilder hints) {
        if (TAKEN.contains(name)) {
            taken.set(name, value);
        } else if (SCHEMAS.contains(name)) {
            taken.set(name, of(value));
        } else if (LISTS.contains(name)) {
            ArrayNode list = taken.putArray(name);
            value.forEach(member -> list.add(of(member)));
        } else if (name.equals("properties")) {
            addAll(value, taken.putObject(name));
        } else if (name.equals("enum") && isListed(value)) {
            taken.set(name, value);
        } else if (name.equals("const") && (value.isString() || value.isNumber())) {
            taken.putArray("enum").add(value);
        } else if (name.equals("format") && FORMATS.contains(value.stringValue(""))) {
            taken.set(name, value);
        } else if (HINTS.contains(name) || Set.of("enum", "const", "format").contains(name)) {
            hints.append(hints.isEmpty() ? "" : "; ").append(name).append(": ").append(inWords(value));
        }
    }

    private static void addDefinitions(JsonNode schema, ObjectNode taken) {
        for (String name : List.of("$defs", "definitions")) {
            if (schema.path(name).isObject()) {
                ObjectNode definitions =
                        taken.path("$defs") instanceof ObjectNode known ? known : taken.putObject("$defs");
                addAll(schema.path(name), definitions);
            }
        }
    }

    private static void addAll(JsonNode schemas, ObjectNode into) {
        for (Map.Entry<String, JsonNode> each : schemas.properties()) {
            into.set(each.getKey(), each.getValue().isBoolean() ? Json.object() : of(each.getValue()));
        }
    }

    /** What must hold as well: there is no word for that, so it is written into the schema itself. */
    private static void merge(JsonNode more, ObjectNode taken) {
        more.properties().forEach(field -> {
            JsonNode known = taken.path(field.getKey());
            if (known.isMissingNode()) {
                taken.set(field.getKey(), field.getValue());
            } else if (known instanceof ObjectNode object && field.getKey().equals("properties")) {
                field.getValue().properties().forEach(each -> object.set(each.getKey(), each.getValue()));
            } else if (known instanceof ArrayNode list && field.getKey().equals("required")) {
                field.getValue().forEach(list::add);
            }
        });
    }

    private static boolean isListed(JsonNode values) {
        return values.isArray()
                && StreamSupport.stream(values.spliterator(), false)
                        .allMatch(value -> value.isString() || value.isNumber());
    }

    private static boolean isTexts(JsonNode values) {
        return values.isArray()
                && StreamSupport.stream(values.spliterator(), false).allMatch(JsonNode::isString);
    }

    private static String inWords(JsonNode value) {
        if (value.isArray()) {
            return StreamSupport.stream(value.spliterator(), false)
                    .map(JsonNode::toString)
                    .collect(Collectors.joining(", "));
        }
        return value.isString() ? value.stringValue() : value.toString();
    }
}

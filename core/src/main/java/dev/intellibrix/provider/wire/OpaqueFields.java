package dev.intellibrix.provider.wire;

import dev.intellibrix.internal.json.Json;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Collects fields that nobody here understands, from one document or from the pieces of a stream: arrays and texts are
 * continued, objects are merged, everything else is replaced. A text that comes again as it was is no continuation: servers
 * repeat constants in every piece.
 */
public final class OpaqueFields {

    private final ObjectNode fields = Json.object();

    /** Takes a field; one that says nothing is left out. */
    public void add(String name, JsonNode value) {
        if (saysSomething(value)) {
            merge(fields, name, value);
        }
    }

    /** Whether nothing was taken. */
    public boolean isEmpty() {
        return fields.isEmpty();
    }

    /** What was taken. */
    public ObjectNode node() {
        return fields;
    }

    /** Continues an object with the fields of another one. */
    public static void merge(ObjectNode into, JsonNode more) {
        more.properties().forEach(field -> merge(into, field.getKey(), field.getValue()));
    }

    private static void merge(ObjectNode into, String name, JsonNode value) {
        JsonNode held = into.get(name);
        if (held instanceof ArrayNode list && value.isArray()) {
            value.forEach(item -> list.add(item.deepCopy()));
        } else if (held instanceof ObjectNode object && value.isObject()) {
            merge(object, value);
        } else if (held != null && held.isString() && value.isString()) {
            if (!held.equals(value)) {
                into.put(name, held.stringValue() + value.stringValue());
            }
        } else {
            into.set(name, value.deepCopy());
        }
    }

    private static boolean saysSomething(JsonNode value) {
        return !value.isNull() && !(value.isContainer() && value.isEmpty());
    }
}

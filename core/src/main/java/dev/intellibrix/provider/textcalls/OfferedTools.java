package dev.intellibrix.provider.textcalls;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import dev.intellibrix.provider.ToolSpec;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** The tools of a request. For one call of a model. */
final class OfferedTools {

    private static final int MAX_DEPTH = 8;

    private final Map<String, ToolSpec> byName = new LinkedHashMap<>();

    OfferedTools(List<ToolSpec> tools) {
        tools.forEach(tool -> byName.put(tool.name(), tool));
    }

    boolean has(String name) {
        return byName.containsKey(name);
    }

    /** The value of an argument that was written without quotes, as the schema of the tool wants it. */
    JsonNode valueOf(String toolName, String argument, String text) {
        Set<String> types = new HashSet<>();
        addTypes(propertyOf(toolName, argument), types, MAX_DEPTH);
        if (!types.contains("string")) {
            try {
                return Json.parse(text.strip());
            } catch (JsonFault e) {
                // A text then, which the gate compares with the schema.
            }
        }
        return Json.object().put("text", withoutLineBreaks(text)).get("text");
    }

    private JsonNode propertyOf(String toolName, String argument) {
        ToolSpec tool = byName.get(toolName);
        try {
            JsonNode schema = tool == null ? Json.object() : Json.parse(tool.inputSchema());
            return schema.path("properties").path(argument);
        } catch (JsonFault e) {
            return Json.object();
        }
    }

    private static void addTypes(JsonNode schema, Set<String> types, int depth) {
        JsonNode type = schema.path("type");
        if (type.isString()) {
            types.add(type.stringValue());
        }
        type.forEach(one -> types.add(one.stringValue("")));
        schema.path("enum").forEach(value -> types.add(value.isString() ? "string" : "other"));
        if (depth > 0) {
            schema.path("anyOf").forEach(one -> addTypes(one, types, depth - 1));
            schema.path("oneOf").forEach(one -> addTypes(one, types, depth - 1));
        }
    }

    /** Without the one line break that models put behind an opening and before its end. */
    private static String withoutLineBreaks(String text) {
        int start = text.startsWith("\r\n") ? 2 : text.startsWith("\n") ? 1 : 0;
        int end = text.length();
        if (end > start && text.charAt(end - 1) == '\n') {
            end--;
            end -= end > start && text.charAt(end - 1) == '\r' ? 1 : 0;
        }
        return text.substring(start, end);
    }
}

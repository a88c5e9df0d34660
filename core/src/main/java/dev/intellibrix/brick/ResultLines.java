package dev.intellibrix.brick;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What a tool said, as lines that a person reads at a glance. */
final class ResultLines {

    private static final int MAX_JSON = 200_000;
    private static final int MAX_VALUE = 200;

    private ResultLines() {}

    /** The lines of a result; of a JSON object, a line for each field that says something. */
    static List<String> of(String text) {
        if (text.startsWith("{") && text.length() <= MAX_JSON) {
            try {
                if (Json.parseLeniently(text) instanceof ObjectNode object) {
                    return ofObject(object);
                }
            } catch (JsonFault e) {
                // It only looks like JSON.
            }
        }
        return text.lines().toList();
    }

    /** The arguments of a call on one line. */
    static String ofArguments(String arguments) {
        try {
            JsonNode object = Json.parseLeniently(arguments);
            if (object.isObject()) {
                return object.properties().stream()
                        .map(field -> field.getKey() + ": " + shortened(value(field.getValue())))
                        .collect(Collectors.joining("  "));
            }
        } catch (JsonFault e) {
            // It is shown as it is.
        }
        return shortened(arguments);
    }

    private static List<String> ofObject(ObjectNode object) {
        List<String> lines = new ArrayList<>();
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            String value = value(field.getValue());
            if (value.isEmpty() || value.equals("false")) {
                continue;
            }
            if (value.indexOf('\n') < 0) {
                lines.add(field.getKey() + ": " + value);
            } else {
                lines.add(field.getKey() + ":");
                value.lines().forEach(line -> lines.add("  " + line));
            }
        }
        return lines;
    }

    private static String value(JsonNode value) {
        return value.isString() ? value.stringValue() : value.toString();
    }

    private static String shortened(String text) {
        return text.length() <= MAX_VALUE ? text : text.substring(0, MAX_VALUE) + " ...";
    }
}

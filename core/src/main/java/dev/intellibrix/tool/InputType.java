package dev.intellibrix.tool;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import dev.intellibrix.internal.schema.InputSchema;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.node.ObjectNode;

/** What a tool takes: its schema, and how arguments become the object that the tool's function gets. */
final class InputType<I> {

    private final InputSchema schema;
    private final @Nullable SameMeaning sameMeaning;
    private final @Nullable ObjectReader reader;

    private InputType(InputSchema schema, @Nullable SameMeaning sameMeaning, @Nullable ObjectReader reader) {
        this.schema = schema;
        this.sameMeaning = sameMeaning;
        this.reader = reader;
    }

    static <I extends Record> InputType<I> of(Class<I> type) {
        InputSchema schema =
                InputSchema.ofGenerated(RecordSchema.of(type)); // Refuses types that SameMeaning does not know.
        return new InputType<>(schema, new SameMeaning(type), Json.mapper().readerFor(type));
    }

    static InputType<Map<String, Object>> of(String jsonSchema) {
        return new InputType<>(InputSchema.of(jsonSchema), null, null);
    }

    String schemaJson() {
        return schema.json();
    }

    /**
     * The canonical form of the arguments.
     *
     * @throws ToolException listing every violation of the schema
     */
    String check(ObjectNode arguments) {
        if (sameMeaning != null) {
            sameMeaning.applyTo(arguments);
        }
        List<String> violations = schema.violations(arguments);
        if (!violations.isEmpty()) {
            throw new ToolException("the input does not fit the tool's schema:\n" + String.join("\n", violations));
        }
        try {
            return Json.canonical(arguments);
        } catch (JsonFault e) {
            throw new ToolException("the input can not be used: " + e.getMessage(), e);
        }
    }

    /** Reads the canonical form, so that what was shown and hashed is what the function gets. */
    @SuppressWarnings("unchecked")
    I bind(String canonical) {
        if (reader == null) {
            return (I) deeplyUnmodifiable(Json.mapper().readValue(canonical, Map.class));
        }
        try {
            return reader.readValue(canonical);
        } catch (JacksonException e) {
            throw Unreadable.of(e);
        }
    }

    static Object deeplyUnmodifiable(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> copy = new LinkedHashMap<>();
            map.forEach((key, item) -> copy.put(key, item == null ? null : deeplyUnmodifiable(item)));
            return Collections.unmodifiableMap(copy);
        }
        if (value instanceof List<?> list) {
            return Collections.unmodifiableList(list.stream()
                    .map(item -> item == null ? null : deeplyUnmodifiable(item))
                    .collect(Collectors.toList()));
        }
        return value;
    }
}

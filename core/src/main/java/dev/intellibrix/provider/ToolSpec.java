package dev.intellibrix.provider;

import java.util.Objects;

/**
 * A tool as the model is told of it.
 *
 * @param name the name to call
 * @param description what it does
 * @param inputSchema the JSON Schema of the input
 */
public record ToolSpec(String name, String description, String inputSchema) {

    public ToolSpec {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(description, "description");
        Objects.requireNonNull(inputSchema, "inputSchema");
    }
}

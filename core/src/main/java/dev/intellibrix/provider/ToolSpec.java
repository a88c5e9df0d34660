package dev.intellibrix.provider;

import java.util.Objects;

/**
 * A tool as the model sees it.
 *
 * @param name the name to call
 * @param description what it does
 * @param inputSchema the JSON Schema of the input
 * @param strict whether the server is to decode the input by the schema, so that it can be nothing else; a wish, which a provider
 *     leaves out where the server or the schema is not made for it, since the input is checked in any case
 */
public record ToolSpec(String name, String description, String inputSchema, boolean strict) {

    public ToolSpec {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(description, "description");
        Objects.requireNonNull(inputSchema, "inputSchema");
    }

    /** A tool whose input the model writes freely. */
    public ToolSpec(String name, String description, String inputSchema) {
        this(name, description, inputSchema, false);
    }

    /** The same tool, with or without the wish for an input that is decoded by the schema. */
    public ToolSpec withStrict(boolean wish) {
        return wish == strict ? this : new ToolSpec(name, description, inputSchema, wish);
    }
}

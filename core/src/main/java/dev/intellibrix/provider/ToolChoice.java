package dev.intellibrix.provider;

import java.util.Objects;

/**
 * Whether the model must call a tool.
 *
 * @param mode the rule
 * @param toolName the tool, where the mode is {@link Mode#TOOL}; otherwise the empty string
 */
public record ToolChoice(Mode mode, String toolName) {

    /** The model decides. */
    public static final ToolChoice AUTO = new ToolChoice(Mode.AUTO, "");

    /** No tool may be called, though the tools are listed. */
    public static final ToolChoice NONE = new ToolChoice(Mode.NONE, "");

    /** Some tool must be called. */
    public static final ToolChoice REQUIRED = new ToolChoice(Mode.REQUIRED, "");

    /** The rules there are. */
    public enum Mode {
        /** The model decides. */
        AUTO,
        /** No tool. */
        NONE,
        /** Some tool. */
        REQUIRED,
        /** One tool in particular. */
        TOOL
    }

    public ToolChoice {
        Objects.requireNonNull(mode, "mode");
        if ((mode == Mode.TOOL) == toolName.isEmpty()) {
            throw new IllegalArgumentException("toolName goes with the mode TOOL, and only with it");
        }
    }

    /** This tool must be called. */
    public static ToolChoice tool(String name) {
        return new ToolChoice(Mode.TOOL, name);
    }
}

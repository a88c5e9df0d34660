package dev.intellibrix.tool;

import java.util.List;

/**
 * A source of tools: one tool, a family of them, or a server that offers some. Implementations are thread-safe, since many
 * runs share them.
 */
@FunctionalInterface
public interface ToolProvider {

    /** The tools as of now. Read once at the start of each run; names must be unique within an agent. */
    List<Tool> tools();
}

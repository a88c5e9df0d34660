package dev.intellibrix.workspace.search;

import dev.intellibrix.tool.ToolException;

/** A glob pattern breaks off: a brace, a bracket or an escape is not complete. It may still be the name of a file. */
public final class MalformedPatternException extends ToolException {

    private static final long serialVersionUID = 1L;

    MalformedPatternException(String message) {
        super(message);
    }
}

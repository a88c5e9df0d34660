package dev.intellibrix.workspace;

import dev.intellibrix.tool.ToolException;

/** A path that names something outside the workspace. The message repeats the path as it was given, and nothing else of the host. */
public final class JailEscapeException extends ToolException {

    private static final long serialVersionUID = 1L;

    JailEscapeException(String message) {
        super(message);
    }
}

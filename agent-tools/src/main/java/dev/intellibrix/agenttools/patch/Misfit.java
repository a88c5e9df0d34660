package dev.intellibrix.agenttools.patch;

import dev.intellibrix.tool.ToolException;

/** A patch that can not be applied to the files as they are; nothing was written. */
final class Misfit extends ToolException {

    private static final long serialVersionUID = 1L;

    Misfit(String message) {
        super(message);
    }

    Misfit(ToolException cause) {
        super(String.valueOf(cause.getMessage()), cause);
    }
}

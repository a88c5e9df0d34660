package dev.intellibrix.mcp;

import dev.intellibrix.IntelligenceException;
import org.jspecify.annotations.Nullable;

/** A server of the Model Context Protocol could not be started, reached or understood. The message is for the developer. */
public final class McpException extends IntelligenceException {

    private static final long serialVersionUID = 1L;

    McpException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}

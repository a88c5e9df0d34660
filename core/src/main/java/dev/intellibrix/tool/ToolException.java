package dev.intellibrix.tool;

import dev.intellibrix.IntelligenceException;
import org.jspecify.annotations.Nullable;

/**
 * A failure whose message is written for the model: short, exact, with the next step. It must not hold secrets. Any other
 * exception of a tool reaches the model as "failed" and its type only.
 */
public class ToolException extends IntelligenceException {

    private static final long serialVersionUID = 1L;

    public ToolException(String message) {
        super(message);
    }

    public ToolException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}

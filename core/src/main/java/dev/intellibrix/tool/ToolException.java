package dev.intellibrix.tool;

import dev.intellibrix.IntelligenceException;
import dev.intellibrix.message.Label;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A failure whose message is written for the model: short, exact, with the next step. It must not hold secrets. Any other
 * exception of a tool reaches the model as "failed" and its type only.
 */
public class ToolException extends IntelligenceException {

    private static final long serialVersionUID = 1L;

    private final transient @Nullable Label label;

    public ToolException(String message) {
        this(message, (Throwable) null);
    }

    public ToolException(String message, @Nullable Throwable cause) {
        super(message, cause);
        this.label = null;
    }

    /**
     * A failure that quotes something.
     *
     * @param label the trust and the origins of what is quoted
     */
    public ToolException(String message, Label label) {
        super(message);
        this.label = Objects.requireNonNull(label, "label");
    }

    /** The trust of what the message quotes; trusted where nothing was said of it, which leaves it to the tool. */
    public final Label label() {
        return label == null ? Label.TRUSTED : label;
    }
}

package dev.intellibrix.internal.process;

import dev.intellibrix.tool.ToolException;
import org.jspecify.annotations.Nullable;

/**
 * A program could not be started; nothing has run. The message is written for the model and names the program by its last
 * path component only.
 */
public final class ProcessStartException extends ToolException {

    private static final long serialVersionUID = 1L;

    /** Why. */
    public enum Reason {
        /** There is no such file, or it may not be executed. */
        PROGRAM_NOT_FOUND,
        /** The working directory does not exist or is not a directory. */
        DIRECTORY_NOT_FOUND,
        /** The operating system refuses so long an argument or so many. */
        ARGUMENTS_TOO_LONG,
        /** The JVM's locale has no bytes for a character of the arguments, the environment or a path. */
        NOT_ENCODABLE,
        /** The operating system refused for a reason of its own. */
        REFUSED
    }

    private final Reason reason;

    ProcessStartException(Reason reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    /** Why. */
    public Reason reason() {
        return reason;
    }
}

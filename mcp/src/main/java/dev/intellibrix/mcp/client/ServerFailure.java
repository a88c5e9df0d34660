package dev.intellibrix.mcp.client;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Why a request has no result. The message is written for the model, and continues "the MCP server NAME ...". */
public final class ServerFailure extends Exception {

    private static final long serialVersionUID = 1L;

    /** What is known of the request. */
    public enum Kind {
        /** It did not reach the server. */
        NOT_SENT,
        /** The server does not know the session any more, so it has done nothing. */
        SESSION_GONE,
        /** The server answered with an error; the message quotes it. */
        ERROR,
        /** There was no answer in time. */
        TIMED_OUT,
        /** The connection broke, or the answer could not be read: the server may have done it. */
        LOST
    }

    private final Kind kind;

    ServerFailure(Kind kind, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    ServerFailure(Kind kind, String message) {
        this(kind, message, null);
    }

    /** What is known of the request. */
    Kind kind() {
        return kind;
    }

    @Override
    public String getMessage() {
        return Objects.requireNonNull(super.getMessage());
    }
}

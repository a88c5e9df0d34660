package dev.intellibrix.sandbox;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A request to a service was not answered with what it asked for. The message says so in words of ours: it holds no key, and
 * nothing of what the service wrote.
 */
final class RemoteFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** What is known of the request. */
    enum Kind {
        /** It was not done. */
        REFUSED,
        /** It was not done, and may be done when it is sent again. */
        BUSY,
        /** It was not done, since what it is about is not there. */
        GONE,
        /** It may have been done. */
        UNCLEAR
    }

    private final Kind kind;
    private final Duration wait;

    private RemoteFailure(Kind kind, String message, Duration wait, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.wait = wait;
    }

    static RemoteFailure refused(String message) {
        return new RemoteFailure(Kind.REFUSED, message, Duration.ZERO, null);
    }

    static RemoteFailure refused(String message, Throwable cause) {
        return new RemoteFailure(Kind.REFUSED, message, Duration.ZERO, cause);
    }

    static RemoteFailure busy(String message, Duration wait, @Nullable Throwable cause) {
        return new RemoteFailure(Kind.BUSY, message, wait, cause);
    }

    static RemoteFailure gone(String message) {
        return new RemoteFailure(Kind.GONE, message, Duration.ZERO, null);
    }

    static RemoteFailure unclear(String message, @Nullable Throwable cause) {
        return new RemoteFailure(Kind.UNCLEAR, message, Duration.ZERO, cause);
    }

    Kind kind() {
        return kind;
    }

    /** How long the service wants to be left alone before the request is sent again. */
    Duration retryAfter() {
        return wait;
    }

    String reason() {
        return String.valueOf(getMessage());
    }

    /** For what runs nothing: the sandbox has gone, or the step was not taken. */
    SandboxException neverRan() {
        return kind == Kind.GONE ? SandboxException.gone(reason(), this) : SandboxException.neverRan(reason(), this);
    }
}

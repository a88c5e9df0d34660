package dev.intellibrix.sandbox;

import dev.intellibrix.tool.ToolException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A sandbox did not do what it was asked for. It says whether the code ran, because that decides whether it may be run again.
 * The message is written for the model, and holds no key, no address with credentials and no path of the host. Code that ran and
 * failed is no exception but a {@link SandboxRun}.
 */
public final class SandboxException extends ToolException {

    private static final long serialVersionUID = 1L;

    /** What is known about the code. */
    public enum Outcome {
        /** It did not start, and may be run again. */
        NEVER_RAN,
        /** It did not start because the sandbox is not there any more; a new one has none of the files. */
        GONE,
        /** It may have started, and nobody knows how it ended; what it did outside of the sandbox may have been done. */
        UNKNOWN,
        /** It ran, and its files cannot be read. */
        FILES_LOST
    }

    private final Outcome outcome;

    private SandboxException(Outcome outcome, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.outcome = outcome;
    }

    /** Nothing was run. */
    public static SandboxException neverRan(String reason) {
        return neverRan(reason, null);
    }

    /** Nothing was run. */
    public static SandboxException neverRan(String reason, @Nullable Throwable cause) {
        return of(Outcome.NEVER_RAN, "never ran: ", reason, cause);
    }

    /** Nothing was run, since the sandbox has gone. */
    public static SandboxException gone(String reason) {
        return gone(reason, null);
    }

    /** Nothing was run, since the sandbox has gone. */
    public static SandboxException gone(String reason, @Nullable Throwable cause) {
        return of(Outcome.GONE, "never ran, the sandbox has gone: ", reason, cause);
    }

    /** Something may have been run. */
    public static SandboxException unknown(String reason) {
        return unknown(reason, null);
    }

    /** Something may have been run. */
    public static SandboxException unknown(String reason, @Nullable Throwable cause) {
        return of(Outcome.UNKNOWN, "outcome unknown, it may have run: ", reason, cause);
    }

    /** Files cannot be copied out. */
    public static SandboxException filesLost(String reason) {
        return filesLost(reason, null);
    }

    /** Files cannot be copied out. */
    public static SandboxException filesLost(String reason, @Nullable Throwable cause) {
        return of(Outcome.FILES_LOST, "it ran, but its files can not be copied out: ", reason, cause);
    }

    private static SandboxException of(Outcome outcome, String begin, String reason, @Nullable Throwable cause) {
        return new SandboxException(outcome, begin + Objects.requireNonNull(reason, "reason"), cause);
    }

    /** What is known about the code. */
    public Outcome outcome() {
        return outcome;
    }
}

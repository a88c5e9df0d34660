package dev.intellibrix.internal.process;

import java.time.Duration;
import java.util.Optional;

/**
 * How a program ended and what it wrote.
 *
 * @param exitCode the exit status; 128 and the signal's number when a signal ended it; {@link #UNKNOWN} when it could not be
 *     ended
 * @param stdout standard output
 * @param stderr standard error; empty when it was merged into standard output
 * @param timedOut whether it was ended because its time was up
 * @param duration from the start to the end of the program
 */
public record ProcessResult(
        int exitCode, CapturedOutput stdout, CapturedOutput stderr, boolean timedOut, Duration duration) {

    /** The exit code of a program that did not even end when it was killed. */
    public static final int UNKNOWN = -1;

    /** Whether something of a stream is missing. */
    public boolean truncated() {
        return stdout.truncated() || stderr.truncated();
    }

    /** The signal that ended the program, such as {@code SIGSEGV}, as far as the exit code tells. */
    public Optional<String> signal() {
        return Optional.ofNullable(
                switch (exitCode - 128) {
                    case 1 -> "SIGHUP";
                    case 2 -> "SIGINT";
                    case 3 -> "SIGQUIT";
                    case 4 -> "SIGILL";
                    case 6 -> "SIGABRT";
                    case 8 -> "SIGFPE";
                    case 9 -> "SIGKILL";
                    case 11 -> "SIGSEGV";
                    case 13 -> "SIGPIPE";
                    case 14 -> "SIGALRM";
                    case 15 -> "SIGTERM";
                    default -> null;
                });
    }
}

package dev.intellibrix.sandbox;

import java.time.Duration;
import java.util.Objects;

/**
 * How a program in a sandbox ended, and what it wrote. All of it was decided by code that nobody trusts, but for
 * {@link Ending#TIMED_OUT}.
 *
 * @param exitCode the status; 128 and the signal's number when a signal ended it
 * @param ending what ended it
 * @param stdout standard output
 * @param stderr standard error
 * @param duration how long it took
 */
public record SandboxRun(int exitCode, Ending ending, SandboxOutput stdout, SandboxOutput stderr, Duration duration) {

    /** What ended a program. */
    public enum Ending {
        /** It ended by itself. */
        EXITED,
        /** A signal ended it, such as one for a fault of memory, or one that it sent to itself. */
        SIGNALLED,
        /** Its time was up. */
        TIMED_OUT,
        /** Its processor time was used up. */
        OUT_OF_CPU_TIME,
        /** It wanted more memory than the sandbox may have, or the machine had none left, and was killed for it. */
        OUT_OF_MEMORY
    }

    public SandboxRun {
        Objects.requireNonNull(ending, "ending");
        Objects.requireNonNull(stdout, "stdout");
        Objects.requireNonNull(stderr, "stderr");
        Objects.requireNonNull(duration, "duration");
    }

    /** Whether it ended by itself, with status 0. */
    public boolean succeeded() {
        return ending == Ending.EXITED && exitCode == 0;
    }
}

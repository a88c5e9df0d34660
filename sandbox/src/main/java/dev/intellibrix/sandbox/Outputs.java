package dev.intellibrix.sandbox;

import dev.intellibrix.internal.process.CapturedOutput;
import dev.intellibrix.sandbox.SandboxRun.Ending;

/** What a program's status and streams say. */
final class Outputs {

    private static final int SIGNAL = 128; // The status of a program that a signal ended, less its number.
    private static final int LAST_SIGNAL = 64;
    private static final int CPU_TIME = 24; // SIGXCPU

    private Outputs() {}

    static SandboxOutput of(CapturedOutput output) {
        return new SandboxOutput(output.text(), output.totalBytes(), output.truncated());
    }

    static Ending endingOf(int status) {
        if (status == SIGNAL + CPU_TIME) {
            return Ending.OUT_OF_CPU_TIME;
        }
        return status > SIGNAL && status <= SIGNAL + LAST_SIGNAL ? Ending.SIGNALLED : Ending.EXITED;
    }
}

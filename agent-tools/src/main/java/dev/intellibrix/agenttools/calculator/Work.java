package dev.intellibrix.agenttools.calculator;

import dev.intellibrix.tool.Cancellation;
import dev.intellibrix.tool.ToolException;
import java.time.Duration;

/** The time that a calculation has. Single steps are short, so looking at it between them is enough. */
final class Work {

    private final Cancellation cancellation;
    private final Duration timeout;
    private final long start = System.nanoTime();

    Work(Cancellation cancellation, Duration timeout) {
        this.cancellation = cancellation;
        this.timeout = timeout;
    }

    /** Ends the calculation when nobody waits for it any more or its time is over. */
    void step() {
        cancellation.throwIfCancelled();
        if (System.nanoTime() - start > timeout.toNanos()) {
            throw new ToolException("the calculation took longer than " + timeout.toMillis()
                    + " ms and was ended; use smaller numbers, fewer digits or a shorter expression");
        }
    }
}

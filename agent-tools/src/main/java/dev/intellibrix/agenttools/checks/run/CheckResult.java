package dev.intellibrix.agenttools.checks.run;

import dev.intellibrix.agenttools.checks.CheckFailure;
import java.util.List;
import java.util.Optional;

/**
 * How one check ended, as the model reads it: what failed stands before the end of the output.
 *
 * @param ok whether it ended with the exit code 0, in time
 * @param exitCode the exit code; empty when nothing was run
 * @param failures what its output says has failed; none when it is ok
 * @param note what else is to be known
 * @param reported what an output names although the check is ok; empty when there is nothing
 * @param output the end of the output; only when it is not ok
 */
record CheckResult(
        boolean ok,
        Optional<Integer> exitCode,
        long durationMs,
        boolean timedOut,
        List<CheckFailure> failures,
        Optional<String> note,
        Optional<List<CheckFailure>> reported,
        Optional<String> output) {

    /** One that could not be started. */
    static CheckResult notRun(String why) {
        return new CheckResult(
                false, Optional.empty(), 0, false, List.of(), Optional.of(why), Optional.empty(), Optional.empty());
    }
}

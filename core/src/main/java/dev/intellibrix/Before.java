package dev.intellibrix;

import java.time.Duration;

/**
 * What a run took before it was suspended.
 *
 * @param runTime how long it ran, waiting for a person not counted
 * @param spent what it and its sub-agents used
 */
record Before(Duration runTime, Spent spent) {

    static final Before NOTHING = new Before(Duration.ZERO, Spent.NOTHING);

    static Before of(SuspendedRun run, Limits limits) {
        Spent all = run.spent();
        if (all == null) {
            all = Budget.spentAlone(run.steps(), run.callsTakenUp(), run.usage(), limits);
        }
        return new Before(run.runTime(), all);
    }
}

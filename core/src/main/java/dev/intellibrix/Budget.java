package dev.intellibrix;

import dev.intellibrix.provider.Usage;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What a run may still use: what its own limits leave of what it and its sub-agents have used, and what those of the run that
 * it works for leave. Whatever is used counts at once in all budgets above. Thread-safe.
 */
final class Budget {

    private final Limits limits;
    private final @Nullable Budget above;
    private final ReentrantLock lock; // One for all runs that count together.
    private Spent spent; // Guarded by lock.

    /**
     * A budget.
     *
     * @param before what was used before the run was suspended
     * @param above that of the run that this one works for
     */
    Budget(Limits limits, Spent before, @Nullable Budget above) {
        this.limits = limits;
        this.spent = before;
        this.above = above;
        this.lock = above == null ? new ReentrantLock() : above.lock;
    }

    /** What a run has used that had no sub-agents. */
    static Spent spentAlone(int steps, int calls, Usage usage, Limits limits) {
        return new Spent(steps, calls, usage, costOf(usage, limits.prices()));
    }

    /**
     * What the run does next; the step that it takes, or the calls that it takes up, are counted with that.
     *
     * @param isEnough whether the run ends where it would ask its model again
     */
    Step next(Transcript transcript, @Nullable StopReason stopped, boolean isEnough) {
        lock.lock();
        try {
            Step step = NextStep.of(transcript, left(), stopped);
            if (step instanceof Step.AskModel && isEnough) {
                return new Step.Finish(StopReason.STOPPED);
            }
            if (step instanceof Step.AskModel) {
                count(Spent.steps(1));
            } else if (step instanceof Step.RunTools run) {
                count(Spent.calls(run.calls().size()));
            }
            return step;
        } finally {
            lock.unlock();
        }
    }

    /** Counts tokens that were used, and what they cost. */
    void use(Usage tokens) {
        lock.lock();
        try {
            count(Spent.tokens(tokens, costOf(tokens, prices())));
        } finally {
            lock.unlock();
        }
    }

    /** What the run and its sub-agents have used. */
    Spent spent() {
        lock.lock();
        try {
            return spent;
        } finally {
            lock.unlock();
        }
    }

    private void count(Spent more) {
        for (Budget each = this; each != null; each = each.above) {
            each.spent = each.spent.plus(more);
        }
    }

    private Left left() {
        Left own = Left.of(limits, spent);
        return above == null ? own : own.under(above.left());
    }

    /** The run's own prices, or those of the nearest run above it that has some. */
    private Optional<Prices> prices() {
        return limits.prices().or(() -> above == null ? Optional.empty() : above.prices());
    }

    private static BigDecimal costOf(Usage tokens, Optional<Prices> prices) {
        return prices.map(of -> of.costOf(tokens)).orElse(BigDecimal.ZERO);
    }
}

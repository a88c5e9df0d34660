package dev.intellibrix;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How much a run may do. The defaults end a run that goes astray and let a long job through. Immutable. */
public final class Limits {

    private static final Limits DEFAULTS = builder().build();

    private final int maxSteps;
    private final int maxToolCalls;
    private final long maxTokens;
    private final @Nullable BigDecimal maxCost;
    private final @Nullable Prices prices;
    private final @Nullable Duration maxRunTime;
    private final Duration toolTimeout;
    private final int maxToolOutputChars;
    private final boolean finalAnswer;

    private Limits(Builder builder) {
        this.maxSteps = builder.maxSteps;
        this.maxToolCalls = builder.maxToolCalls;
        this.maxTokens = builder.maxTokens;
        this.maxCost = builder.maxCost;
        this.prices = builder.prices;
        this.maxRunTime = builder.maxRunTime;
        this.toolTimeout = builder.toolTimeout;
        this.maxToolOutputChars = builder.maxToolOutputChars;
        this.finalAnswer = builder.finalAnswer;
    }

    /** 100 steps, 1,000 calls, 10 minutes and 200,000 characters a call; no limit of tokens, cost and run time. */
    public static Limits defaults() {
        return DEFAULTS;
    }

    /** A builder that starts with the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** How many times the model is asked; a last turn without tools may come on top. */
    public int maxSteps() {
        return maxSteps;
    }

    /** How many tool calls are taken up. */
    public int maxToolCalls() {
        return maxToolCalls;
    }

    /**
     * How many tokens, input and output together, may have been used before the model is asked again; each sub-agent that is
     * at work may have asked by then, and uses what its answer takes.
     */
    public long maxTokens() {
        return maxTokens;
    }

    /** What the run may have cost before the model is asked again. */
    public Optional<BigDecimal> maxCost() {
        return Optional.ofNullable(maxCost);
    }

    /** What the model costs, where a limit of the cost is set. */
    public Optional<Prices> prices() {
        return Optional.ofNullable(prices);
    }

    /**
     * How long the run may take; time spent waiting for a person does not count. While a question is open, the time stands
     * still for all that the run does beside it, so that only the other limits hold then.
     */
    public Optional<Duration> maxRunTime() {
        return Optional.ofNullable(maxRunTime);
    }

    /** How long a tool call may take, unless the tool says otherwise. */
    public Duration toolTimeout() {
        return toolTimeout;
    }

    /** How many characters of a tool's text the model gets. */
    public int maxToolOutputChars() {
        return maxToolOutputChars;
    }

    /**
     * Whether, at a limit of steps or calls and in a loop, the model gets a last turn without tools, so that the run ends
     * in an answer. That turn is one more than the limit allows; each sub-agent that has begun has one of its own, unless the
     * run above it has none.
     */
    public boolean finalAnswer() {
        return finalAnswer;
    }

    /** A builder that starts with these limits. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.maxSteps = maxSteps;
        builder.maxToolCalls = maxToolCalls;
        builder.maxTokens = maxTokens;
        builder.maxCost = maxCost;
        builder.prices = prices;
        builder.maxRunTime = maxRunTime;
        builder.toolTimeout = toolTimeout;
        builder.maxToolOutputChars = maxToolOutputChars;
        builder.finalAnswer = finalAnswer;
        return builder;
    }

    /** All limits; of the prices only whether there are any. */
    @Override
    public String toString() {
        return "Limits[maxSteps=" + maxSteps + ", maxToolCalls=" + maxToolCalls + ", maxTokens="
                + (maxTokens == Long.MAX_VALUE ? "none" : maxTokens) + ", maxCost="
                + (maxCost == null ? "none" : maxCost)
                + ", maxRunTime=" + (maxRunTime == null ? "none" : maxRunTime) + ", toolTimeout=" + toolTimeout
                + ", maxToolOutputChars=" + maxToolOutputChars + ", finalAnswer=" + finalAnswer + "]";
    }

    static int positive(int count, String name) {
        if (count < 1) {
            throw new IllegalArgumentException(name + " must be at least 1, but is " + count);
        }
        return count;
    }

    static Duration positive(Duration duration, String name) {
        if (duration.isZero() || duration.isNegative()) {
            throw new IllegalArgumentException(name + " must be positive, but is " + duration);
        }
        return duration;
    }

    /** Collects limits. Not thread-safe. */
    public static final class Builder {

        private int maxSteps = 100;
        private int maxToolCalls = 1_000;
        private long maxTokens = Long.MAX_VALUE;
        private @Nullable BigDecimal maxCost;
        private @Nullable Prices prices;
        private @Nullable Duration maxRunTime;
        private Duration toolTimeout = Duration.ofMinutes(10);
        private int maxToolOutputChars = 200_000;
        private boolean finalAnswer = true;

        private Builder() {}

        /** See {@link Limits#maxSteps()}; at least 1. */
        public Builder maxSteps(int count) {
            this.maxSteps = positive(count, "maxSteps");
            return this;
        }

        /** See {@link Limits#maxToolCalls()}; at least 1. */
        public Builder maxToolCalls(int count) {
            this.maxToolCalls = positive(count, "maxToolCalls");
            return this;
        }

        /** See {@link Limits#maxTokens()}; at least 1. A provider that tells no usage cannot be limited so. */
        public Builder maxTokens(long count) {
            if (count < 1) {
                throw new IllegalArgumentException("maxTokens must be at least 1, but is " + count);
            }
            this.maxTokens = count;
            return this;
        }

        /** See {@link Limits#maxCost()}. A provider that tells no usage cannot be limited so. */
        public Builder maxCost(BigDecimal amount, Prices of) {
            this.maxCost = Objects.requireNonNull(amount, "amount");
            this.prices = Objects.requireNonNull(of, "of");
            return this;
        }

        /** See {@link Limits#maxRunTime()}. */
        public Builder maxRunTime(Duration duration) {
            this.maxRunTime = positive(duration, "maxRunTime");
            return this;
        }

        /** See {@link Limits#toolTimeout()}. */
        public Builder toolTimeout(Duration duration) {
            this.toolTimeout = positive(duration, "toolTimeout");
            return this;
        }

        /** See {@link Limits#maxToolOutputChars()}; at least 1. */
        public Builder maxToolOutputChars(int count) {
            this.maxToolOutputChars = positive(count, "maxToolOutputChars");
            return this;
        }

        /** See {@link Limits#finalAnswer()}. */
        public Builder finalAnswer(boolean wanted) {
            this.finalAnswer = wanted;
            return this;
        }

        /** The limits. */
        public Limits build() {
            return new Limits(this);
        }
    }
}

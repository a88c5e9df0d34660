package dev.intellibrix.agenttools;

import java.time.Duration;

/** How far the tool {@code calculator} goes. Immutable. */
public final class CalculatorOptions {

    private final int maxDigits;
    private final int maxDepth;
    private final Duration timeout;

    private CalculatorOptions(Builder builder) {
        this.maxDigits = builder.maxDigits;
        this.maxDepth = builder.maxDepth;
        this.timeout = builder.timeout;
    }

    /** A builder with the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** A builder with these options. */
    public Builder toBuilder() {
        return new Builder().maxDigits(maxDigits).maxDepth(maxDepth).timeout(timeout);
    }

    /** The most digits of a number, before or after the point. */
    public int maxDigits() {
        return maxDigits;
    }

    /** How many levels of parentheses, signs and powers an expression may have. */
    public int maxDepth() {
        return maxDepth;
    }

    /** How long one calculation may take. */
    public Duration timeout() {
        return timeout;
    }

    /** Collects {@link CalculatorOptions}. Not thread-safe. */
    public static final class Builder {

        private int maxDigits = 10_000;
        private int maxDepth = 200;
        private Duration timeout = Duration.ofSeconds(5);

        private Builder() {}

        /**
         * The most digits of a number, before or after the point, also on the way to a result; 10,000 when not given. What would
         * have more is refused before it is computed.
         *
         * @throws IllegalArgumentException when it is not between 1 and 100,000
         */
        public Builder maxDigits(int digits) {
            this.maxDigits = Checked.between(digits, 1, 100_000, "digits");
            return this;
        }

        /**
         * How many levels of parentheses, signs and powers an expression may have; 200 when not given.
         *
         * @throws IllegalArgumentException when it is not between 1 and 500
         */
        public Builder maxDepth(int levels) {
            this.maxDepth = Checked.between(levels, 1, 500, "levels");
            return this;
        }

        /**
         * How long one calculation may take; 5 seconds when not given.
         *
         * @throws IllegalArgumentException when it is not positive, or longer than a day
         */
        public Builder timeout(Duration duration) {
            this.timeout = Checked.upToADay(duration);
            return this;
        }

        /** The options. */
        public CalculatorOptions build() {
            return new CalculatorOptions(this);
        }
    }
}

package dev.intellibrix.agenttools;

import java.time.Duration;

/** What a query of the tool {@code json_query} may cost, and how much of its results it shows. Immutable. */
public final class JsonQueryOptions {

    private final int maxResults;
    private final int maxChars;
    private final int maxSteps;
    private final int maxDepth;
    private final Duration timeout;

    private JsonQueryOptions(Builder builder) {
        this.maxResults = builder.maxResults;
        this.maxChars = builder.maxChars;
        this.maxSteps = builder.maxSteps;
        this.maxDepth = builder.maxDepth;
        this.timeout = builder.timeout;
    }

    /** A builder with the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** A builder with these options. */
    public Builder toBuilder() {
        return new Builder()
                .maxResults(maxResults)
                .maxChars(maxChars)
                .maxSteps(maxSteps)
                .maxDepth(maxDepth)
                .timeout(timeout);
    }

    /** How many results are shown. */
    public int maxResults() {
        return maxResults;
    }

    /** How many characters of results are shown. */
    public int maxChars() {
        return maxChars;
    }

    /** How many steps a query may take for each value of a file. */
    public int maxSteps() {
        return maxSteps;
    }

    /** How many levels of arrays and objects a value may have. */
    public int maxDepth() {
        return maxDepth;
    }

    /** How long one query may take. */
    public Duration timeout() {
        return timeout;
    }

    /** Collects {@link JsonQueryOptions}. Not thread-safe. */
    public static final class Builder {

        private int maxResults = 1_000;
        private int maxChars = 100_000;
        private int maxSteps = 10_000_000;
        private int maxDepth = 1_000;
        private Duration timeout = Duration.ofSeconds(60);

        private Builder() {}

        /**
         * How many results are shown; 1,000 when not given. The model can ask for fewer.
         *
         * @throws IllegalArgumentException when it is not between 1 and 1,000,000
         */
        public Builder maxResults(int results) {
            this.maxResults = Checked.between(results, 1, 1_000_000, "results");
            return this;
        }

        /**
         * How many characters of results are shown; 100,000 when not given.
         *
         * @throws IllegalArgumentException when it is not between 1 and 100,000,000
         */
        public Builder maxChars(int chars) {
            this.maxChars = Checked.between(chars, 1, 100_000_000, "chars");
            return this;
        }

        /**
         * How many steps a query may take for each value of a file, and for each element of an array that it reads element by
         * element; 10,000,000 when not given.
         *
         * @throws IllegalArgumentException when it is not between 1 and 1,000,000,000
         */
        public Builder maxSteps(int steps) {
            this.maxSteps = Checked.between(steps, 1, 1_000_000_000, "steps");
            return this;
        }

        /**
         * How many levels of arrays and objects the values of a file, and those that a query makes, may have; 1,000 when not
         * given.
         *
         * @throws IllegalArgumentException when it is not between 1 and 1,000
         */
        public Builder maxDepth(int levels) {
            this.maxDepth = Checked.between(levels, 1, 1_000, "levels");
            return this;
        }

        /**
         * How long one query may take; 60 seconds when not given.
         *
         * @throws IllegalArgumentException when it is not positive, or longer than a day
         */
        public Builder timeout(Duration duration) {
            this.timeout = Checked.upToADay(duration);
            return this;
        }

        /** The options. */
        public JsonQueryOptions build() {
            return new JsonQueryOptions(this);
        }
    }
}

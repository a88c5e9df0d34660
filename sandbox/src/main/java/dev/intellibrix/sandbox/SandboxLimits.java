package dev.intellibrix.sandbox;

import java.time.Duration;

/**
 * What a sandbox may use. Which of them hold is what {@link SandboxProvider#promises} says. Immutable.
 *
 * <pre>{@code
 * SandboxLimits.builder().timeout(Duration.ofMinutes(2)).memoryBytes(1L << 30).build()
 * }</pre>
 */
public final class SandboxLimits {

    private static final Duration LONGEST = Duration.ofDays(1);

    private final Duration timeout;
    private final Duration cpuTime;
    private final long memoryBytes;
    private final int processes;
    private final long diskBytes;
    private final int outputBytes;
    private final int artefacts;
    private final int artefactBytes;
    private final boolean network;

    private SandboxLimits(Builder builder) {
        this.timeout = builder.timeout;
        this.cpuTime = builder.cpuTime;
        this.memoryBytes = builder.memoryBytes;
        this.processes = builder.processes;
        this.diskBytes = builder.diskBytes;
        this.outputBytes = builder.outputBytes;
        this.artefacts = builder.artefacts;
        this.artefactBytes = builder.artefactBytes;
        this.network = builder.network;
    }

    /** The limits that hold when nothing else is said; see the methods of {@link Builder}. */
    public static SandboxLimits defaults() {
        return builder().build();
    }

    /** Starts with the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** A builder with these limits. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.timeout = timeout;
        builder.cpuTime = cpuTime;
        builder.memoryBytes = memoryBytes;
        builder.processes = processes;
        builder.diskBytes = diskBytes;
        builder.outputBytes = outputBytes;
        builder.artefacts = artefacts;
        builder.artefactBytes = artefactBytes;
        builder.network = network;
        return builder;
    }

    /** The longest that one program may run. */
    public Duration timeout() {
        return timeout;
    }

    /** The most processor time of a process. */
    public Duration cpuTime() {
        return cpuTime;
    }

    /** The most memory, in bytes. */
    public long memoryBytes() {
        return memoryBytes;
    }

    /** The most processes and threads at a time. */
    public int processes() {
        return processes;
    }

    /** The most that files may hold together, in bytes. */
    public long diskBytes() {
        return diskBytes;
    }

    /** How many bytes of each of the two streams are kept. */
    public int outputBytes() {
        return outputBytes;
    }

    /** The most files that are copied out at a time. */
    public int artefacts() {
        return artefacts;
    }

    /** The most bytes that are copied out at a time. */
    public int artefactBytes() {
        return artefactBytes;
    }

    /** Whether the network can be reached. */
    public boolean network() {
        return network;
    }

    /** Collects {@link SandboxLimits}. Not thread-safe. */
    public static final class Builder {

        private Duration timeout = Duration.ofSeconds(60);
        private Duration cpuTime = Duration.ofSeconds(30);
        private long memoryBytes = 512L << 20;
        private int processes = 64;
        private long diskBytes = 64L << 20;
        private int outputBytes = 30_000;
        private int artefacts = 100;
        private int artefactBytes = 16 << 20;
        private boolean network;

        private Builder() {}

        /**
         * The longest that one program may run; 60 seconds when not given.
         *
         * @throws IllegalArgumentException when it is not positive or more than a day
         */
        public Builder timeout(Duration duration) {
            this.timeout = checked(duration);
            return this;
        }

        /**
         * The most processor time of a process, in whole seconds, rounded up; 30 seconds when not given.
         *
         * @throws IllegalArgumentException when it is not positive or more than a day
         */
        public Builder cpuTime(Duration duration) {
            this.cpuTime = checked(duration);
            return this;
        }

        /**
         * The most memory; 512 MiB when not given.
         *
         * @throws IllegalArgumentException when it is less than 16 MiB
         */
        public Builder memoryBytes(long bytes) {
            this.memoryBytes = atLeast(bytes, 16L << 20, "bytes");
            return this;
        }

        /**
         * The most processes and threads at a time; 64 when not given. A Node.js process alone has about a dozen.
         *
         * @throws IllegalArgumentException when it is less than 8 or more than 10,000
         */
        public Builder processes(int count) {
            this.processes = between(count, 8, 10_000, "count");
            return this;
        }

        /**
         * The most that files may hold together; 64 MiB when not given.
         *
         * @throws IllegalArgumentException when it is less than 1 MiB
         */
        public Builder diskBytes(long bytes) {
            this.diskBytes = atLeast(bytes, 1L << 20, "bytes");
            return this;
        }

        /**
         * How many bytes of each of the two streams are kept, half from the start and half from the end; 30,000 when not
         * given.
         *
         * @throws IllegalArgumentException when it is not between 2 and 10,000,000
         */
        public Builder outputBytes(int bytes) {
            this.outputBytes = between(bytes, 2, 10_000_000, "bytes");
            return this;
        }

        /**
         * How much is copied out at a time; 100 files of 16 MiB together when not given.
         *
         * @throws IllegalArgumentException when there are more than 10,000 files, or more than 256 MiB
         */
        public Builder artefacts(int files, int bytes) {
            this.artefacts = between(files, 0, 10_000, "files");
            this.artefactBytes = between(bytes, 0, 256 << 20, "bytes");
            return this;
        }

        /** Whether the network can be reached; false when not given. Code with a network can carry data out. */
        public Builder network(boolean reachable) {
            this.network = reachable;
            return this;
        }

        /** The limits. */
        public SandboxLimits build() {
            return new SandboxLimits(this);
        }

        private static Duration checked(Duration duration) {
            if (duration.isNegative() || duration.isZero() || duration.compareTo(LONGEST) > 0) {
                throw new IllegalArgumentException("duration must be positive and at most a day, but is " + duration);
            }
            return duration;
        }

        private static long atLeast(long value, long least, String name) {
            if (value < least || value > 1L << 44) {
                throw new IllegalArgumentException(name + " must be between " + least + " and 2^44, but is " + value);
            }
            return value;
        }

        private static int between(int value, int least, int most, String name) {
            if (value < least || value > most) {
                throw new IllegalArgumentException(
                        name + " must be between " + least + " and " + most + ", but is " + value);
            }
            return value;
        }
    }
}

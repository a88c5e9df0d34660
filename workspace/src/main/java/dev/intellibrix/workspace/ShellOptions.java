package dev.intellibrix.workspace;

import dev.intellibrix.internal.process.HostEnvironment;
import dev.intellibrix.internal.process.ProgramFinder;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * What the {@code shell} tool may run. Immutable.
 *
 * <p>An allowed program is as powerful as the program is: an interpreter, a build tool, and also {@code git}, {@code tar},
 * {@code sed}, {@code find} or {@code man} run other programs when their arguments or a file of the workspace say so. The
 * list decides which program starts, not what it does. Keep the approval on, and use a sandbox for code that nobody has
 * read.
 *
 * <pre>{@code
 * WorkspaceTools.builder(root).shell(ShellOptions.builder().allow("git", "mvn").build())
 * }</pre>
 */
public final class ShellOptions {

    private final Set<String> allow;
    private final boolean alwaysApprove;
    private final Duration timeout;
    private final Duration maxTimeout;
    private final int maxOutputBytes;
    private final Map<String, String> env;
    private final Set<String> passedNames;
    private final boolean inheritEnvironment;

    private ShellOptions(Builder builder) {
        this.allow = Set.copyOf(builder.allow);
        this.alwaysApprove = builder.alwaysApprove;
        this.timeout = builder.timeout;
        this.maxTimeout = builder.maxTimeout;
        this.maxOutputBytes = builder.maxOutputBytes;
        this.env = Map.copyOf(builder.env);
        this.passedNames = Set.copyOf(builder.passedNames);
        this.inheritEnvironment = builder.inheritEnvironment;
    }

    /** A builder; at least one program must be allowed. */
    public static Builder builder() {
        return new Builder();
    }

    /** A builder with these options. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.allow.addAll(allow);
        builder.alwaysApprove = alwaysApprove;
        builder.timeout = timeout;
        builder.maxTimeout = maxTimeout;
        builder.maxOutputBytes = maxOutputBytes;
        builder.env.putAll(env);
        builder.passedNames.addAll(passedNames);
        builder.inheritEnvironment = inheritEnvironment;
        return builder;
    }

    /** The names of the programs that may start. */
    public Set<String> allow() {
        return allow;
    }

    /** Whether calls run without approval. */
    public boolean alwaysApprove() {
        return alwaysApprove;
    }

    /** How long a program may run when the model does not say. */
    public Duration timeout() {
        return timeout;
    }

    /** The longest time that the model may ask for. */
    public Duration maxTimeout() {
        return maxTimeout;
    }

    /** How many bytes of each of the two streams the model sees. */
    public int maxOutputBytes() {
        return maxOutputBytes;
    }

    /** Variables that are set for the programs. */
    public Map<String, String> env() {
        return env;
    }

    /** Whether programs see all variables of this process. */
    public boolean inheritEnvironment() {
        return inheritEnvironment;
    }

    /** Whether a variable of this process is passed on. */
    boolean passes(String name) {
        return inheritEnvironment || HostEnvironment.isUsual(name) || HostEnvironment.matches(passedNames, name);
    }

    /** The programs, and whether they run without approval; no variable, which may be a secret. */
    @Override
    public String toString() {
        return "ShellOptions[allow=" + allow + ", alwaysApprove=" + alwaysApprove + "]";
    }

    /** Collects {@link ShellOptions}. Not thread-safe. */
    public static final class Builder {

        private final Set<String> allow = new LinkedHashSet<>();
        private boolean alwaysApprove;
        private Duration timeout = Duration.ofSeconds(60);
        private Duration maxTimeout = Duration.ofMinutes(10);
        private int maxOutputBytes = 30_000;
        private final Map<String, String> env = new TreeMap<>();
        private final Set<String> passedNames = new LinkedHashSet<>();
        private boolean inheritEnvironment;

        private Builder() {}

        /**
         * Adds programs that may start, by their bare names. They are looked up on the absolute entries of {@code PATH}
         * that lie outside the workspace.
         *
         * @throws IllegalArgumentException when one is no bare name, such as a path
         */
        public Builder allow(String... names) {
            for (String name : names) {
                if (!ProgramFinder.isBareName(name) || name.chars().anyMatch(Character::isWhitespace)) {
                    throw new IllegalArgumentException(
                            "names must be bare names of programs, but one is \"" + name + "\"");
                }
            }
            allow.addAll(Arrays.asList(names));
            return this;
        }

        /** Whether calls run without approval, for unattended use; false when not given. The list still applies. */
        public Builder alwaysApprove(boolean always) {
            this.alwaysApprove = always;
            return this;
        }

        /**
         * How long a program may run when the model does not say; 60 seconds when not given.
         *
         * @throws IllegalArgumentException when it is not positive or more than a day
         */
        public Builder timeout(Duration duration) {
            this.timeout = checked(duration);
            return this;
        }

        /**
         * The longest time that the model may ask for; 10 minutes when not given. A longer {@link #timeout} counts in its
         * place.
         *
         * @throws IllegalArgumentException when it is not positive or more than a day
         */
        public Builder maxTimeout(Duration duration) {
            this.maxTimeout = checked(duration);
            return this;
        }

        /**
         * How many bytes of each of the two streams the model sees, half from the start and half from the end; 30,000
         * when not given.
         *
         * @throws IllegalArgumentException when it is not between 2 and 10,000,000
         */
        public Builder maxOutputBytes(int bytes) {
            if (bytes < 2 || bytes > 10_000_000) {
                throw new IllegalArgumentException("bytes must be between 2 and 10,000,000, but is " + bytes);
            }
            this.maxOutputBytes = bytes;
            return this;
        }

        /** Sets variables for the programs, in addition to those that are passed on and before them. */
        public Builder env(Map<String, String> variables) {
            env.putAll(variables);
            return this;
        }

        /**
         * Passes on more variables of this process by name; {@code CARGO_*} stands for all that begin so. Without it
         * programs see the usual ones: {@code PATH}, {@code HOME}, {@code LANG}, {@code TZ}, {@code TMPDIR},
         * {@code JAVA_HOME} and the like, because secrets live in the others.
         */
        public Builder passEnv(String... names) {
            passedNames.addAll(Arrays.asList(names));
            return this;
        }

        /** Passes on all variables of this process, its secrets included; false when not given. */
        public Builder inheritEnvironment(boolean all) {
            this.inheritEnvironment = all;
            return this;
        }

        /**
         * The options.
         *
         * @throws IllegalStateException when no program is allowed; leave the tool out instead
         */
        public ShellOptions build() {
            if (allow.isEmpty()) {
                throw new IllegalStateException(
                        "allow must name at least one program; without one leave the shell out");
            }
            return new ShellOptions(this);
        }

        private static Duration checked(Duration duration) {
            Objects.requireNonNull(duration, "duration");
            if (duration.isNegative() || duration.isZero() || duration.compareTo(Duration.ofDays(1)) > 0) {
                throw new IllegalArgumentException("duration must be positive and at most a day, but is " + duration);
            }
            return duration;
        }
    }
}

package dev.intellibrix.agenttools.checks;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What {@code run_checks} may run. Without a command of one's own, the test, typecheck, lint and build commands are those
 * of the workspace: the scripts of {@code package.json}, or the usual commands where there is a {@code pom.xml}, a Gradle
 * build, a {@code Cargo.toml}, a {@code go.mod} or a {@code pyproject.toml}. They are looked up once, when the tools are
 * built.
 *
 * <pre>{@code
 * AgentTools.builder(root).checks(Checks.builder()
 *         .check("test", List.of("mvn", "-q", "test"), CheckParser.named("surefire"))
 *         .check("lint", List.of("npx", "eslint", "."), CheckParser.named("eslint"))
 *         .build())
 * }</pre>
 *
 * <p>A check runs the code of the workspace, so it can do whatever this process can: keep the approval on, except where
 * nothing is to lose. Immutable.
 */
public final class Checks {

    private final Map<String, Check> checks;
    private final boolean alwaysApprove;
    private final Duration timeout;
    private final int maxFailures;
    private final int maxOutputChars;
    private final Map<String, String> env;
    private final Set<String> passedNames;
    private final boolean inheritEnvironment;

    private Checks(Builder builder) {
        this.checks = Collections.unmodifiableMap(new LinkedHashMap<>(builder.checks));
        this.alwaysApprove = builder.alwaysApprove;
        this.timeout = builder.timeout;
        this.maxFailures = builder.maxFailures;
        this.maxOutputChars = builder.maxOutputChars;
        this.env = Map.copyOf(builder.env);
        this.passedNames = Set.copyOf(builder.passedNames);
        this.inheritEnvironment = builder.inheritEnvironment;
    }

    /**
     * A command of the developer's own.
     *
     * @param command the program and its arguments; there is no shell in between
     * @param parser finds in its output what failed
     */
    public record Check(List<String> command, CheckParser parser) {

        public Check {
            command = List.copyOf(command);
            Objects.requireNonNull(parser, "parser");
        }
    }

    /** A builder with the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** A builder with these options. */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.checks.putAll(checks);
        builder.alwaysApprove = alwaysApprove;
        builder.timeout = timeout;
        builder.maxFailures = maxFailures;
        builder.maxOutputChars = maxOutputChars;
        builder.env.putAll(env);
        builder.passedNames.addAll(passedNames);
        builder.inheritEnvironment = inheritEnvironment;
        return builder;
    }

    /** The commands of the developer's own, by their names, in order; when empty, the workspace is looked at. */
    public Map<String, Check> checks() {
        return checks;
    }

    /** Whether calls run without approval. */
    public boolean alwaysApprove() {
        return alwaysApprove;
    }

    /** How long one check may run. */
    public Duration timeout() {
        return timeout;
    }

    /** How many failures of one check the model sees. */
    public int maxFailures() {
        return maxFailures;
    }

    /** How many characters of the end of a failed check's output the model sees. */
    public int maxOutputChars() {
        return maxOutputChars;
    }

    /** Variables that are set for the checks. */
    public Map<String, String> env() {
        return env;
    }

    /** The names of variables that are passed on beside the usual ones; a star at the end stands for all that begin so. */
    public Set<String> passedNames() {
        return passedNames;
    }

    /** Whether checks see all variables of this process. */
    public boolean inheritEnvironment() {
        return inheritEnvironment;
    }

    /** Collects {@link Checks}. Not thread-safe. */
    public static final class Builder {

        private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.:-]{1,64}");
        private static final Duration LONGEST = Duration.ofDays(1);

        private final Map<String, Check> checks = new LinkedHashMap<>();
        private boolean alwaysApprove;
        private Duration timeout = Duration.ofMinutes(10);
        private int maxFailures = 100;
        private int maxOutputChars = 4_000;
        private final Map<String, String> env = new TreeMap<>();
        private final Set<String> passedNames = new LinkedHashSet<>();
        private boolean inheritEnvironment;

        private Builder() {}

        /**
         * Adds a check; with one, nothing is looked up in the workspace. It runs in the root of the workspace.
         *
         * @param name what the model calls it: letters, digits and {@code _.:-}, at most 64
         * @param command the program and its arguments. A bare name is looked up on the entries of {@code PATH} that lie
         *     outside the workspace; one with a separator is a path, from the root if it is relative, such as
         *     {@code ./mvnw}
         * @throws IllegalArgumentException when there is one of this name, or the command is empty
         */
        public Builder check(String name, List<String> command, CheckParser parser) {
            if (!NAME.matcher(name).matches()) {
                throw new IllegalArgumentException(
                        "name must be 1 to 64 letters, digits or _.:-, but is \"" + name + "\"");
            }
            if (command.isEmpty() || command.get(0).isBlank()) {
                throw new IllegalArgumentException("command must have a program, but is " + command);
            }
            if (checks.putIfAbsent(name, new Check(command, parser)) != null) {
                throw new IllegalArgumentException("name must not be given twice, but \"" + name + "\" was");
            }
            return this;
        }

        /** As {@link #check(String, List, CheckParser)}, for output of the form {@code file:line:column: message}. */
        public Builder check(String name, List<String> command) {
            return check(name, command, CheckParser.named("generic"));
        }

        /**
         * Runs without approval, for unattended use; false when not given. A command of the workspace still asks when a
         * build file, such as {@code package.json}, of the root or of a module below it is not as it was when the tools
         * were built or cannot be read. Folders that package managers and builds fill ({@code node_modules}, and
         * {@code target}, {@code build}, {@code dist}, {@code out} beside a build file) are not looked into. A workspace of
         * more than 20,000 other folders or 5,000 build files is not seen whole, and asks each time.
         */
        public Builder alwaysApprove(boolean always) {
            this.alwaysApprove = always;
            return this;
        }

        /**
         * How long one check may run, at most a day; 10 minutes when not given.
         *
         * @throws IllegalArgumentException when it is not positive or longer
         */
        public Builder timeout(Duration duration) {
            if (duration.isNegative() || duration.isZero() || duration.compareTo(LONGEST) > 0) {
                throw new IllegalArgumentException("duration must be positive and at most a day, but is " + duration);
            }
            this.timeout = duration;
            return this;
        }

        /**
         * How many failures of one check are shown; 100 when not given.
         *
         * @throws IllegalArgumentException when it is not positive
         */
        public Builder maxFailures(int count) {
            this.maxFailures = positive(count, "count");
            return this;
        }

        /**
         * How many characters of the end of a failed check's output are shown; 4,000 when not given.
         *
         * @throws IllegalArgumentException when it is not positive
         */
        public Builder maxOutputChars(int chars) {
            this.maxOutputChars = positive(chars, "chars");
            return this;
        }

        /** Adds variables that are set for the checks. */
        public Builder env(Map<String, String> variables) {
            env.putAll(variables);
            return this;
        }

        /**
         * Passes on variables of this process beside the usual ones, such as {@code PATH}, {@code HOME}, {@code LANG} and
         * those of toolchains; a star at the end of a name stands for all that begin so.
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

        /** The options. */
        public Checks build() {
            return new Checks(this);
        }

        private static int positive(int value, String name) {
            if (value <= 0) {
                throw new IllegalArgumentException(name + " must be positive, but is " + value);
            }
            return value;
        }
    }
}

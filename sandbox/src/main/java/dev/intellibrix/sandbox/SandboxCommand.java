package dev.intellibrix.sandbox;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A program to run in a sandbox. Its environment is what is given here and what the sandbox needs ({@code PATH},
 * {@code HOME}, {@code LANG}), nothing of this process. Immutable.
 */
public final class SandboxCommand {

    private final List<String> argv;
    private final Optional<String> stdin;
    private final Optional<Duration> timeout;
    private final Map<String, String> environment;

    private SandboxCommand(
            List<String> argv, Optional<String> stdin, Optional<Duration> timeout, Map<String, String> environment) {
        this.argv = argv;
        this.stdin = stdin;
        this.timeout = timeout;
        this.environment = environment;
    }

    /**
     * A program with its arguments, each passed as it is.
     *
     * @param argv the program, by its name or a path in the sandbox, then the arguments
     * @throws IllegalArgumentException when there is no program, or something holds a NUL
     */
    public static SandboxCommand of(List<String> argv) {
        List<String> copy = List.copyOf(argv);
        if (copy.isEmpty() || copy.get(0).isEmpty()) {
            throw new IllegalArgumentException("argv must begin with a program");
        }
        copy.forEach(each -> requireNoNul(each, "argv"));
        return new SandboxCommand(copy, Optional.empty(), Optional.empty(), Map.of());
    }

    /** A program with its arguments, each passed as it is. */
    public static SandboxCommand of(String program, String... arguments) {
        List<String> argv = new java.util.ArrayList<>(List.of(arguments));
        argv.add(0, program);
        return of(argv);
    }

    /** This command with a text on standard input; without one a read meets the end at once. */
    public SandboxCommand withStdin(String text) {
        return new SandboxCommand(argv, Optional.of(text), timeout, environment);
    }

    /**
     * This command with a time limit, where that is shorter than the sandbox's own.
     *
     * @throws IllegalArgumentException when it is not positive
     */
    public SandboxCommand withTimeout(Duration duration) {
        if (duration.isNegative() || duration.isZero()) {
            throw new IllegalArgumentException("duration must be positive, but is " + duration);
        }
        return new SandboxCommand(argv, stdin, Optional.of(duration), environment);
    }

    /**
     * This command with these variables, in place of those that were given before.
     *
     * @throws IllegalArgumentException when a name is no name of a variable, or a value holds a NUL
     */
    public SandboxCommand withEnvironment(Map<String, String> variables) {
        Map<String, String> copy = Map.copyOf(variables);
        copy.forEach((name, value) -> {
            if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
                throw new IllegalArgumentException("variables must have names of letters, digits and underscores,"
                        + " but one is \"" + name + "\"");
            }
            requireNoNul(value, "variables");
        });
        return new SandboxCommand(argv, stdin, timeout, copy);
    }

    /** The program and its arguments. */
    public List<String> argv() {
        return argv;
    }

    /** What it reads on standard input. */
    public Optional<String> stdin() {
        return stdin;
    }

    /** The time limit, when it has one of its own. */
    public Optional<Duration> timeout() {
        return timeout;
    }

    /** How long it may run in a sandbox with these limits. */
    public Duration timeout(SandboxLimits limits) {
        Duration longest = limits.timeout();
        return timeout.filter(own -> own.compareTo(longest) < 0).orElse(longest);
    }

    /** Variables that are set for it. */
    public Map<String, String> environment() {
        return environment;
    }

    @Override
    public String toString() {
        return "SandboxCommand" + argv;
    }

    private static void requireNoNul(String text, String name) {
        Objects.requireNonNull(text, name);
        if (text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(name + " must not hold a NUL character");
        }
    }
}

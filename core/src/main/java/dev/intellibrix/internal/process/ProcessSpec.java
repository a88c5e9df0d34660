package dev.intellibrix.internal.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What to start and how much of its output to keep. The environment is exactly what is given here, and without
 * {@link Builder#input} the program reads an empty standard input. Immutable.
 */
public final class ProcessSpec {

    private final Path program;
    private final List<String> arguments;
    private final Path directory;
    private final Map<String, String> environment;
    private final Duration timeout;
    private final int headBytes;
    private final int tailBytes;
    private final byte @Nullable [] input;
    private final boolean mergesErrors;
    private final @Nullable LineListener outputLines;
    private final Consumer<ProcessHandle> started;

    private ProcessSpec(Builder builder) {
        this.program = builder.program;
        this.arguments = builder.arguments;
        this.directory = builder.directory;
        this.environment = builder.environment;
        this.timeout = builder.timeout;
        this.headBytes = builder.headBytes;
        this.tailBytes = builder.tailBytes;
        this.input = builder.input;
        this.mergesErrors = builder.mergesErrors;
        this.outputLines = builder.outputLines;
        this.started = builder.started;
    }

    /**
     * Starts the description of a program run.
     *
     * @param program the file to start; absolute, so that nobody's {@code PATH} decides what runs (see
     *     {@link ProgramFinder})
     * @param arguments the arguments, each passed as it is
     * @param directory the working directory; absolute
     * @throws IllegalArgumentException when a path is relative or an argument holds a NUL
     */
    public static Builder builder(Path program, List<String> arguments, Path directory) {
        return new Builder(program, arguments, directory);
    }

    Path program() {
        return program;
    }

    List<String> arguments() {
        return arguments;
    }

    Path directory() {
        return directory;
    }

    Map<String, String> environment() {
        return environment;
    }

    Duration timeout() {
        return timeout;
    }

    int headBytes() {
        return headBytes;
    }

    int tailBytes() {
        return tailBytes;
    }

    byte @Nullable [] input() {
        return input;
    }

    boolean mergesErrors() {
        return mergesErrors;
    }

    @Nullable LineListener outputLines() {
        return outputLines;
    }

    Consumer<ProcessHandle> started() {
        return started;
    }

    /** Collects a {@link ProcessSpec}. Not thread-safe. */
    public static final class Builder {

        private static final Duration LONGEST = Duration.ofDays(30);

        private final Path program;
        private final List<String> arguments;
        private final Path directory;
        private Map<String, String> environment = Map.of();
        private Duration timeout = Duration.ofMinutes(1);
        private int headBytes = 15_000;
        private int tailBytes = 15_000;
        private byte @Nullable [] input;
        private boolean mergesErrors;
        private @Nullable LineListener outputLines;
        private Consumer<ProcessHandle> started = process -> {};

        private Builder(Path program, List<String> arguments, Path directory) {
            this.program = requireAbsolute(program, "program");
            this.arguments = List.copyOf(arguments);
            this.directory = requireAbsolute(directory, "directory");
            this.arguments.forEach(argument -> requireNoNul(argument, "arguments"));
        }

        /**
         * The whole environment; empty when not given.
         *
         * @throws IllegalArgumentException when a name is empty or holds {@code =}, or anything holds a NUL
         */
        public Builder environment(Map<String, String> variables) {
            this.environment = Map.copyOf(variables);
            environment.forEach((name, value) -> {
                requireNoNul(name, "variables");
                requireNoNul(value, "variables");
                if (name.isEmpty() || name.indexOf('=') >= 0) {
                    throw new IllegalArgumentException(
                            "variables must have names without '=', but one is \"" + name + "\"");
                }
            });
            return this;
        }

        /** How long the program may run, at most 30 days; one minute when not given. */
        public Builder timeout(Duration duration) {
            if (duration.isNegative() || duration.isZero() || duration.compareTo(LONGEST) > 0) {
                throw new IllegalArgumentException("duration must be positive, at most 30 days, but is " + duration);
            }
            this.timeout = duration;
            return this;
        }

        /**
         * How much of each stream is kept; 15,000 bytes of each end when not given. All of the output is read in any case.
         *
         * @param head bytes from the start, at least 0
         * @param tail bytes from the end, at least 0
         */
        public Builder keep(int head, int tail) {
            if (head < 0 || tail < 0) {
                throw new IllegalArgumentException(
                        "head and tail must not be negative, but are " + head + " and " + tail);
            }
            this.headBytes = head;
            this.tailBytes = tail;
            return this;
        }

        /** What the program reads on standard input; the array is not copied. */
        public Builder input(byte[] bytes) {
            this.input = Objects.requireNonNull(bytes, "bytes");
            return this;
        }

        /** Standard error goes to standard output, in the order in which the program writes. */
        public Builder mergeErrors() {
            this.mergesErrors = true;
            return this;
        }

        /** Hands over standard output line by line while the program runs, in addition to what is kept. */
        public Builder onOutputLine(LineListener listener) {
            this.outputLines = Objects.requireNonNull(listener, "listener");
            return this;
        }

        /** Hands over the process as soon as it has been started; the listener must not throw. */
        public Builder onStart(Consumer<ProcessHandle> listener) {
            this.started = Objects.requireNonNull(listener, "listener");
            return this;
        }

        /** The description. */
        public ProcessSpec build() {
            return new ProcessSpec(this);
        }

        private static Path requireAbsolute(Path path, String name) {
            if (!path.isAbsolute()) {
                throw new IllegalArgumentException(name + " must be absolute, but is " + path);
            }
            return path;
        }

        private static void requireNoNul(String text, String name) {
            if (text.indexOf('\0') >= 0) {
                throw new IllegalArgumentException(name + " must not hold a NUL character");
            }
        }
    }
}

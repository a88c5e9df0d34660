package dev.intellibrix.sandbox;

import dev.intellibrix.event.RunEvent;
import dev.intellibrix.event.RunListener;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * {@code run_code}: lets a model run code that it wrote, in Python, JavaScript or shell, where it can do no harm. Calls need
 * approval unless the options say otherwise, and what the code prints is untrusted.
 *
 * <pre>{@code
 * SandboxTools sandbox = SandboxTools.builder(Sandboxes.bubblewrapProvider())
 *         .limits(SandboxLimits.builder().timeout(Duration.ofSeconds(20)).build())
 *         .build();
 * }</pre>
 *
 * <p>Each call gets a sandbox of its own. With {@link Builder#perRun} the calls of a run share one, so that files stay; then give
 * this object to {@code onRunEvent} as well, which closes the sandbox when the run ends. Thread-safe; one instance serves many
 * runs at once.
 */
public final class SandboxTools implements ToolProvider, RunListener, AutoCloseable {

    private final OpenSandboxes sandboxes;
    private final List<Tool> tools;

    private SandboxTools(SandboxProvider provider, SandboxSettings settings) {
        this.sandboxes = new OpenSandboxes(provider, settings, System::nanoTime);
        this.tools = List.of(new RunCode(settings, sandboxes).tool());
    }

    /**
     * The tool with defaults for all options.
     *
     * @throws SandboxException when the provider cannot be used here; the message says what is missing
     */
    public static SandboxTools of(SandboxProvider provider) {
        return builder(provider).build();
    }

    /** Starts with the defaults. */
    public static Builder builder(SandboxProvider provider) {
        return new Builder(Objects.requireNonNull(provider, "provider"));
    }

    @Override
    public List<Tool> tools() {
        return tools;
    }

    /** Closes the sandbox of a run that has ended or is suspended; on a thread of its own, since that may take a while. */
    @Override
    public void on(RunEvent event) {
        if (event instanceof RunEvent.RunFinished
                || event instanceof RunEvent.RunFailed
                || event instanceof RunEvent.RunSuspended) {
            Thread thread = new Thread(() -> sandboxes.close(event.runId()), "intellibrix-sandbox-close");
            thread.setDaemon(true);
            thread.start();
        }
    }

    /** Closes all sandboxes, waiting for calls that use them; calls that come later fail. */
    @Override
    public void close() {
        sandboxes.close();
    }

    /** Collects options. Not thread-safe. */
    public static final class Builder {

        private final SandboxProvider provider;
        private final Set<SandboxPromise> required = EnumSet.noneOf(SandboxPromise.class);
        private SandboxLimits limits = SandboxLimits.defaults();
        private boolean alwaysApprove;
        private boolean perRun;
        private int maxSandboxes = 8;
        private Duration idle = Duration.ofMinutes(10);
        private Optional<Path> artefacts = Optional.empty();
        private Map<String, String> environment = Map.of();

        private Builder(SandboxProvider provider) {
            this.provider = provider;
        }

        /** What a sandbox may use; {@link SandboxLimits#defaults} when not given. */
        public Builder limits(SandboxLimits all) {
            this.limits = Objects.requireNonNull(all, "all");
            return this;
        }

        /** Whether calls run without approval, for unattended use; false when not given. */
        public Builder alwaysApprove(boolean always) {
            this.alwaysApprove = always;
            return this;
        }

        /**
         * Whether the calls of a run share a sandbox, so that its files stay from one to the next; false when not given. Calls that
         * come at the same time wait for each other. Give the tools to {@code onRunEvent} as well.
         */
        public Builder perRun(boolean shared) {
            this.perRun = shared;
            return this;
        }

        /**
         * How many runs can have a sandbox at a time, with {@link #perRun}; 8 when not given.
         *
         * @throws IllegalArgumentException when it is not positive
         */
        public Builder maxSandboxes(int count) {
            if (count < 1) {
                throw new IllegalArgumentException("count must be positive, but is " + count);
            }
            this.maxSandboxes = count;
            return this;
        }

        /**
         * When a sandbox of a run that nobody uses may be closed for another run; after 10 minutes when not given. The next call of
         * its run gets a new one, and is told so.
         *
         * @throws IllegalArgumentException when it is not positive
         */
        public Builder idle(Duration duration) {
            if (duration.isNegative() || duration.isZero()) {
                throw new IllegalArgumentException("duration must be positive, but is " + duration);
            }
            this.idle = duration;
            return this;
        }

        /**
         * Where the files are saved that code leaves in its folder {@code out}: each call that leaves some gets a new folder in this
         * one. Without it they are only listed.
         *
         * @throws IllegalArgumentException when it is no folder
         */
        public Builder artefacts(Path folder) {
            if (!Files.isDirectory(folder)) {
                throw new IllegalArgumentException("folder must be a folder that exists, but is " + folder);
            }
            this.artefacts = Optional.of(folder.toAbsolutePath());
            return this;
        }

        /**
         * Sets variables for the code, which can print them; nothing else of this process's environment is seen.
         *
         * @throws IllegalArgumentException when a name is no name of a variable, or a value holds a NUL
         */
        public Builder env(Map<String, String> variables) {
            this.environment =
                    SandboxCommand.of("env").withEnvironment(variables).environment();
            return this;
        }

        /** Refuses to build the tools where the provider does not promise all of these. */
        public Builder require(SandboxPromise... promises) {
            required.addAll(List.of(promises));
            return this;
        }

        /**
         * The tools.
         *
         * @throws SandboxException when the provider cannot be used here; the message says what is missing
         * @throws IllegalStateException when the provider does not promise what is required
         * @throws IllegalArgumentException when the provider cannot keep one of the limits
         */
        public SandboxTools build() {
            provider.check(limits);
            Set<SandboxPromise> missing = new HashSet<>(required);
            missing.removeAll(provider.promises());
            if (!missing.isEmpty()) {
                throw new IllegalStateException(provider.name() + " does not promise " + missing + " here");
            }
            return new SandboxTools(
                    provider,
                    new SandboxSettings(limits, alwaysApprove, perRun, maxSandboxes, idle, artefacts, environment));
        }
    }
}

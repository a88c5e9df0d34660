package dev.intellibrix.sandbox;

import dev.intellibrix.internal.process.ProcessResult;
import dev.intellibrix.tool.Cancellation;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Containers by the command line of docker or podman. */
final class ContainerProvider implements SandboxProvider {

    private static final Logger LOG = LoggerFactory.getLogger(ContainerProvider.class);

    private final ContainerOptions options;
    private final Map<String, String> variables;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable ContainerEngine found; // Guarded by lock.

    /**
     * A provider.
     *
     * @param variables those of this process
     */
    ContainerProvider(ContainerOptions options, Map<String, String> variables) {
        this.options = options;
        this.variables = Map.copyOf(variables);
    }

    @Override
    public String name() {
        return "container";
    }

    @Override
    public Set<SandboxPromise> promises() {
        Set<SandboxPromise> all = EnumSet.complementOf(EnumSet.of(SandboxPromise.PROCESS_MEMORY_LIMIT));
        if (!options.controlGroups()) {
            all.remove(SandboxPromise.TOTAL_MEMORY_LIMIT);
        }
        return all;
    }

    @Override
    public void check(SandboxLimits limits) {
        ContainerEngine engine = engine();
        if (options.rootfs().isPresent() && !engine.isPodman()) {
            throw new IllegalArgumentException("rootfs needs podman");
        }
        if (!options.controlGroups() && !engine.isPodman()) {
            throw new IllegalArgumentException("controlGroups(false) needs podman");
        }
        if (engine.ask(ContainerCommands.version(engine.isPodman())).isEmpty()) {
            throw ContainerEngine.missing(
                    engine.isPodman() ? "podman does not work" : "the docker daemon does not answer; is it running?");
        }
        options.image().ifPresent(image -> requireImage(engine, image));
        requireRuntime(engine);
        sweep(engine);
    }

    @Override
    public Sandbox open(SandboxLimits limits, Cancellation cancellation) {
        cancellation.throwIfCancelled();
        ContainerEngine engine = engine();
        String name = "intellibrix-" + UUID.randomUUID();
        List<String> start =
                ContainerCommands.start(options, limits, engine.isPodman(), name, ContainerOwner.current());
        ContainerSandbox sandbox = new ContainerSandbox(engine, limits, name);
        try {
            ProcessResult result = engine.run(start, cancellation);
            if (result.exitCode() != 0) {
                sandbox.close();
                LOG.warn(
                        "a container could not be started, status {}: {}",
                        result.exitCode(),
                        result.stderr().text());
                throw SandboxException.neverRan(
                        result.timedOut()
                                ? engine.name() + " did not start a container in time"
                                : engine.name() + " could not start a container"
                                        + because(result.stderr().text()));
            }
            return sandbox;
        } catch (CancellationException e) {
            sandbox.close(); // It may be there by now.
            throw e;
        }
    }

    /** The kinds of failure that a person can do something about. */
    private static String because(String said) {
        String text = said.toLowerCase(Locale.ROOT);
        if (text.contains("cannot connect to the docker daemon") || text.contains("is the docker daemon running")) {
            return ": the docker daemon does not answer";
        }
        if (text.contains("no such image")
                || text.contains("image not known")
                || text.contains("unable to find image")) {
            return ": the image is not there";
        }
        if (text.contains("exec format error") || text.contains("does not match the specified platform")) {
            return ": the image is for another processor";
        }
        if (text.contains("executable file not found")) {
            return ": the image has no program sleep";
        }
        return "";
    }

    private void requireImage(ContainerEngine engine, String image) {
        String architecture = engine.ask(ContainerCommands.architecture(image)).orElse("");
        if (architecture.isEmpty()) {
            if (options.pull()) {
                return;
            }
            throw ContainerEngine.missing(
                    "the image " + image + " is not there; pull it, or allow that with pull(true)");
        }
        String own =
                System.getProperty("os.arch", "").replace("x86_64", "amd64").replace("aarch64", "arm64");
        if (!architecture.equals(own)) {
            throw ContainerEngine.missing(
                    "the image " + image + " is for " + architecture + ", and this machine is " + own);
        }
    }

    private void requireRuntime(ContainerEngine engine) {
        String runtime = options.runtime().orElse("");
        if (runtime.isEmpty() || engine.isPodman()) {
            return; // Podman finds a runtime when it needs one.
        }
        String known = engine.ask(ContainerCommands.runtimes()).orElse("");
        if (!List.of(known.split(" ")).contains(runtime)) {
            throw ContainerEngine.missing("docker has no runtime " + runtime);
        }
    }

    private static void sweep(ContainerEngine engine) {
        List<String> left = engine.ask(ContainerCommands.list(engine.isPodman())).stream()
                .flatMap(String::lines)
                .map(line -> line.split(" ", 2))
                .filter(parts -> parts.length == 2 && ContainerOwner.hasEnded(parts[1].strip()))
                .map(parts -> parts[0])
                .filter(id -> id.matches("[0-9a-f]{12,64}"))
                .toList();
        if (!left.isEmpty()) {
            engine.ask(ContainerCommands.remove(left));
        }
    }

    private ContainerEngine engine() {
        lock.lock();
        try {
            ContainerEngine engine = found;
            if (engine == null) {
                engine = ContainerEngine.find(options, variables);
                found = engine;
            }
            return engine;
        } finally {
            lock.unlock();
        }
    }
}

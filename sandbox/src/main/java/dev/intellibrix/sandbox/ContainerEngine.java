package dev.intellibrix.sandbox;

import dev.intellibrix.internal.process.HostEnvironment;
import dev.intellibrix.internal.process.ProcessResult;
import dev.intellibrix.internal.process.ProcessSpec;
import dev.intellibrix.internal.process.ProgramFinder;
import dev.intellibrix.tool.Cancellation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The program {@code docker} or {@code podman}. Thread-safe. */
final class ContainerEngine {

    /** Variables that say where the engine is, beside the usual ones; containers see none of them. */
    private static final Set<String> PASSED = Set.of("DOCKER_*", "CONTAINER_*", "CONTAINERS_*", "XDG_RUNTIME_DIR");

    private static final Duration SOON = Duration.ofSeconds(60);
    private static final int KEPT = 100_000;

    private final Path program;
    private final boolean podman;
    private final Map<String, String> environment;

    private ContainerEngine(Path program, boolean podman, Map<String, String> environment) {
        this.program = program;
        this.podman = podman;
        this.environment = environment;
    }

    /**
     * The engine that is wanted, or the first that is there.
     *
     * @param variables those of this process
     * @throws SandboxException when there is none
     */
    static ContainerEngine find(ContainerOptions options, Map<String, String> variables) {
        String path = variables.getOrDefault("PATH", "/usr/local/bin:/usr/bin:/bin");
        Stream<String> names = options.engine()
                .map(Stream::of)
                .orElseGet(() -> options.rootfs().isPresent() ? Stream.of("podman") : Stream.of("docker", "podman"));
        return names.flatMap(name -> ProgramFinder.find(name, path, excluded -> false)
                        .map(program -> new ContainerEngine(program, name.equals("podman"), passed(variables)))
                        .stream())
                .findFirst()
                .orElseThrow(() -> missing(options.engine()
                        .map(name -> name + " is not found on PATH")
                        .orElse("neither docker nor podman is found on PATH")));
    }

    static SandboxException missing(String what) {
        return SandboxException.neverRan("containers can not be used here: " + what);
    }

    private static Map<String, String> passed(Map<String, String> variables) {
        Map<String, String> passed = new TreeMap<>();
        variables.forEach((name, value) -> {
            if (HostEnvironment.isUsual(name) || HostEnvironment.matches(PASSED, name)) {
                passed.put(name, value);
            }
        });
        return passed;
    }

    boolean isPodman() {
        return podman;
    }

    String name() {
        return podman ? "podman" : "docker";
    }

    Path program() {
        return program;
    }

    /** What to start for a command of the engine. */
    ProcessSpec.Builder spec(List<String> arguments) {
        return spec(program, arguments);
    }

    /** What to start for another program that starts the engine. */
    ProcessSpec.Builder spec(Path other, List<String> arguments) {
        return ProcessSpec.builder(other, arguments, Path.of("/")).environment(environment);
    }

    /** Runs a command of the engine that ends soon. */
    ProcessResult run(List<String> arguments, Cancellation cancellation) {
        return PlatformThread.run(spec(arguments).timeout(SOON).keep(KEPT, KEPT).build(), cancellation);
    }

    /** What a command of the engine says when it succeeds. */
    Optional<String> ask(List<String> arguments) {
        ProcessResult result = run(arguments, Cancellation.none());
        return result.exitCode() == 0 ? Optional.of(result.stdout().text().strip()) : Optional.empty();
    }
}

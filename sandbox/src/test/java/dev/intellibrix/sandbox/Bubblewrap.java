package dev.intellibrix.sandbox;

import dev.intellibrix.tool.Cancellation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** Bubblewrap as it is on this machine, for tests; they are skipped, with the reason, where it can not be used. */
final class Bubblewrap {

    static final SandboxLimits LIMITS = SandboxLimits.builder()
            .timeout(Duration.ofMinutes(2))
            .memoryBytes(256L << 20)
            .processes(40)
            .diskBytes(16L << 20)
            .build();

    private Bubblewrap() {}

    static SandboxProvider provider(BubblewrapOptions options) {
        SandboxProvider provider = Sandboxes.bubblewrapProvider(options);
        try {
            provider.check(LIMITS);
        } catch (SandboxException e) {
            Assumptions.abort("no bubblewrap here: " + e.getMessage());
        }
        return provider;
    }

    static Sandbox open() {
        return provider(BubblewrapOptions.defaults()).open(LIMITS, Cancellation.none());
    }

    /** Skips the test where something does not hold. */
    static Sandbox openWith(SandboxPromise promise) {
        SandboxProvider provider = provider(BubblewrapOptions.defaults());
        Assumptions.assumeTrue(provider.promises().contains(promise), "not promised here: " + promise);
        return provider.open(LIMITS, Cancellation.none());
    }

    static SandboxRun sh(Sandbox sandbox, String script) {
        return sandbox.run(SandboxCommand.of("sh", "-c", script), Cancellation.none());
    }

    static SandboxRun python(Sandbox sandbox, String code) {
        return sandbox.run(SandboxCommand.of("python3", "-c", code), Cancellation.none());
    }

    /** The processes of this machine that have this text among their arguments. */
    static List<ProcessHandle> processes(String text) {
        try (Stream<Path> all = Files.list(Path.of("/proc"))) {
            return all.filter(path -> path.getFileName().toString().matches("[0-9]+"))
                    .filter(path -> commandLine(path).contains(text))
                    .flatMap(path ->
                            ProcessHandle.of(Long.parseLong(path.getFileName().toString())).stream())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String commandLine(Path process) {
        try {
            return Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return ""; // It has ended.
        }
    }
}

package dev.intellibrix.sandbox;

import dev.intellibrix.internal.process.ProcessResult;
import dev.intellibrix.internal.process.ProcessSpec;
import dev.intellibrix.sandbox.SandboxRun.Ending;
import dev.intellibrix.tool.Cancellation;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A container that does nothing but to be there; programs are started in it. */
final class ContainerSandbox implements Sandbox {

    private static final Logger LOG = LoggerFactory.getLogger(ContainerSandbox.class);
    private static final Path SHELL = Path.of("/bin/sh");
    private static final Duration COPYING = Duration.ofMinutes(2);
    private static final int MARKS = 400; // More than the two marks take.
    private static final int KILLED = 137;

    private final ContainerEngine engine;
    private final SandboxLimits limits;
    private final String name;
    private boolean gone; // Removed after a program that had to be ended.
    private boolean closed;

    ContainerSandbox(ContainerEngine engine, SandboxLimits limits, String name) {
        this.engine = engine;
        this.limits = limits;
        this.name = name;
    }

    @Override
    public void copyIn(List<SandboxFile> files, Cancellation cancellation) {
        requireThere(cancellation);
        ByteArrayOutputStream archive = new ByteArrayOutputStream();
        try {
            TarWriter.write(files, archive);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // Memory can be written.
        }
        ProcessSpec spec = engine.spec(ContainerCommands.unpack(name))
                .timeout(COPYING)
                .input(archive.toByteArray())
                .build();
        ProcessResult result = PlatformThread.run(spec, cancellation);
        if (result.exitCode() != 0) {
            LOG.warn("files could not be copied in: {}", result.stderr().text());
            throw notRunning(result, "the files could not be copied in; do they fit?");
        }
    }

    @Override
    public SandboxRun run(SandboxCommand command, Cancellation cancellation) {
        requireThere(cancellation);
        String mark = UUID.randomUUID().toString();
        ProcessSpec.Builder spec = engine.spec(ContainerCommands.run(name, command, limits, mark))
                .timeout(command.timeout(limits))
                .keep((limits.outputBytes() + 1) / 2 + MARKS, limits.outputBytes() / 2 + MARKS)
                .input(command.stdin().orElse("").getBytes(StandardCharsets.UTF_8));
        ProcessResult result;
        try {
            result = PlatformThread.run(spec.build(), cancellation);
        } catch (CancellationException e) {
            remove(); // Ending the client ends nothing in the container.
            throw e;
        }
        return ended(result, MarkedOutput.of(result.stderr(), mark));
    }

    private SandboxRun ended(ProcessResult result, MarkedOutput stderr) {
        if (result.timedOut()) {
            remove();
            return sandboxRun(KILLED, Ending.TIMED_OUT, result, stderr);
        }
        if (!stderr.begun()) {
            LOG.warn(
                    "a program could not be started, status {}: {}",
                    result.exitCode(),
                    result.stderr().text());
            throw notRunning(result, engine.name() + " could not start the program");
        }
        if (stderr.status().isEmpty()) {
            remove();
            throw SandboxException.unknown("the container ended, or " + engine.name() + " lost it");
        }
        int status = stderr.status().getAsInt();
        boolean outOfMemory = status == KILLED && stderr.killedForMemory();
        return sandboxRun(status, outOfMemory ? Ending.OUT_OF_MEMORY : Outputs.endingOf(status), result, stderr);
    }

    private static SandboxRun sandboxRun(int status, Ending ending, ProcessResult result, MarkedOutput stderr) {
        return new SandboxRun(status, ending, Outputs.of(result.stdout()), stderr.output(), result.duration());
    }

    @Override
    public Artefacts copyOut(String folder, Cancellation cancellation) {
        TarArtefacts.requireFolder(folder);
        requireThere(cancellation);
        Path file = null;
        try {
            file = Files.createTempFile("intellibrix-", ".tar");
            long most = 2 * limits.diskBytes() + (32L << 20);
            ProcessSpec spec = engine.spec(
                            SHELL,
                            ContainerCommands.intoFile(
                                    file, most, engine.program(), ContainerCommands.pack(name, folder)))
                    .timeout(COPYING)
                    .build();
            ProcessResult result = PlatformThread.run(spec, cancellation);
            if (Files.size(file) == 0 && result.exitCode() == 0) {
                return Artefacts.NONE;
            }
            try (InputStream archive = new BufferedInputStream(Files.newInputStream(file))) {
                return TarArtefacts.of(archive, folder, limits, result.exitCode() == 0, cancellation);
            }
        } catch (IOException e) {
            throw SandboxException.filesLost("a file for the archive can not be written", e);
        } finally {
            delete(file);
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            if (!gone) {
                remove();
            }
        }
    }

    private void remove() {
        gone = true;
        ProcessResult result = engine.run(ContainerCommands.remove(List.of(name)), Cancellation.none());
        String said = result.stderr().text().toLowerCase(Locale.ROOT);
        if (result.exitCode() != 0 && !said.contains("no such container")) {
            LOG.warn("a container could not be removed; it ends by itself later: {}", said);
        }
    }

    private void requireThere(Cancellation cancellation) {
        if (closed) {
            throw new IllegalStateException("the sandbox is closed");
        }
        cancellation.throwIfCancelled();
        if (gone) {
            throw SandboxException.gone("it was removed to end a program that did not end by itself");
        }
    }

    private static SandboxException notRunning(ProcessResult result, String otherwise) {
        String said = result.stderr().text().toLowerCase(Locale.ROOT);
        boolean missing = said.contains("no such container")
                || said.contains("no container with name")
                || said.contains("is not running")
                || said.contains("can only create exec sessions on running containers");
        return missing ? SandboxException.gone("its container has ended") : SandboxException.neverRan(otherwise);
    }

    private static void delete(@Nullable Path file) {
        try {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            LOG.warn("a temporary file could not be deleted", e);
        }
    }
}

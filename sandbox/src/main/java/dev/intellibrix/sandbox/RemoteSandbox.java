package dev.intellibrix.sandbox;

import dev.intellibrix.tool.Cancellation;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A sandbox at a service. It is removed with whatever may still run in it when a run did not end by itself. */
final class RemoteSandbox implements Sandbox {

    private static final Logger LOG = LoggerFactory.getLogger(RemoteSandbox.class);
    private static final int FEW_BYTES = 100_000;
    private static final int SMALL_ARCHIVE = 200_000;
    private static final int BESIDE_ARTEFACTS = 16 << 20;
    private static final int LONGEST_ARGUMENT = 131_000; // Linux takes 128 KiB, with the zero at its end.
    private static final int LONGEST_COMMAND = 1_000_000;

    private final RemoteSettings settings;
    private final SandboxLimits limits;
    private final RemoteBox box;
    private final RemoteScript scripts;
    private final long endNanos;
    private int runs;
    private int files;
    private boolean gone; // Nothing can be done with it any more.
    private boolean removed;
    private boolean closed;

    RemoteSandbox(RemoteSettings settings, SandboxLimits limits, RemoteBox box) {
        this.settings = settings;
        this.limits = limits;
        this.box = box;
        this.scripts = new RemoteScript(settings.folder(), "sandbox-" + UUID.randomUUID());
        this.endNanos = System.nanoTime() + settings.lifetime().toNanos();
    }

    /** Makes the working folder, which shows that the sandbox works. */
    void prepare(Cancellation cancellation) {
        RemoteReport report = Attempts.ofHarmless(cancellation, () -> first(cancellation));
        if (!report.says("ready")) {
            throw RemoteFailure.refused("the folder " + settings.folder() + " can not be written to");
        }
    }

    /** A service may tell of a sandbox before all of it knows of that. */
    private RemoteReport first(Cancellation cancellation) {
        try {
            return script(scripts.prepare(), cancellation);
        } catch (RemoteFailure e) {
            throw e.kind() == RemoteFailure.Kind.GONE ? RemoteFailure.busy(e.reason(), Duration.ZERO, e) : e;
        }
    }

    @Override
    public void copyIn(List<SandboxFile> all, Cancellation cancellation) {
        requireThere(cancellation, Duration.ZERO);
        byte[] archive = archive(all);
        String script = scripts.unpack(archive);
        RemoteReport report = step(
                () -> {
                    if (script.length() <= RemoteScript.LONGEST) {
                        return script(script, cancellation);
                    }
                    String path = newFile();
                    box.write(path, archive, cancellation);
                    return script(scripts.unpackFile(path), cancellation);
                },
                cancellation);
        if (!report.says("ready")) {
            throw SandboxException.neverRan("the files could not be copied in; do they fit?");
        }
    }

    private static byte[] archive(List<SandboxFile> files) {
        ByteArrayOutputStream archive = new ByteArrayOutputStream();
        try {
            TarWriter.write(files, archive);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // Memory can be written.
        }
        return archive.toByteArray();
    }

    @Override
    public SandboxRun run(SandboxCommand command, Cancellation cancellation) {
        Duration timeout = command.timeout(limits);
        requireThere(cancellation, timeout);
        requireShort(command);
        long begun = System.nanoTime();
        RemoteReport report;
        try {
            report = Attempts.of(cancellation, () -> start(command, timeout, cancellation));
        } catch (RemoteFailure e) {
            throw failed(e);
        } catch (CancellationException e) {
            remove(); // Nothing else ends what runs there.
            throw e;
        }
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        SandboxRun run = report.run(limits, took).orElse(null);
        if (run == null) {
            remove();
            throw SandboxException.unknown("the sandbox did not tell how it ended, and was removed");
        }
        if (run.ending() == SandboxRun.Ending.TIMED_OUT) {
            remove(); // With what left its session.
        }
        return run;
    }

    private SandboxException failed(RemoteFailure e) {
        if (e.kind() == RemoteFailure.Kind.UNCLEAR) {
            remove();
            return SandboxException.unknown(e.reason() + "; the sandbox was removed", e);
        }
        gone |= e.kind() == RemoteFailure.Kind.GONE;
        return e.neverRan();
    }

    /** Starts a program once; when nobody knows whether it began, sees to it that it does not, if it is not too late for that. */
    private RemoteReport start(SandboxCommand command, Duration timeout, Cancellation cancellation) {
        int number = ++runs;
        String script = scripts.run(number, command, limits);
        String sent = script.length() <= RemoteScript.LONGEST ? script : scripts.file(written(script, cancellation));
        int printed = FEW_BYTES + 4 * limits.outputBytes();
        try {
            RemoteReport report = report(box.run(sent, timeout, printed, cancellation));
            if (report.says("taken")) {
                throw RemoteFailure.unclear("the service ran it twice", null);
            }
            return report;
        } catch (RemoteFailure e) {
            throw e.kind() == RemoteFailure.Kind.UNCLEAR && claims(number, cancellation)
                    ? RemoteFailure.busy(e.reason(), Duration.ZERO, e)
                    : e;
        }
    }

    private String written(String script, Cancellation cancellation) {
        String path = newFile();
        byte[] content = script.getBytes(StandardCharsets.UTF_8);
        Attempts.ofHarmless(cancellation, () -> {
            box.write(path, content, cancellation);
            return path;
        });
        return path;
    }

    /** Whether the program of a run has not begun, and never will. */
    private boolean claims(int number, Cancellation cancellation) {
        try {
            return script(scripts.claim(number), cancellation).says("free");
        } catch (RemoteFailure e) {
            LOG.debug("whether a program has begun could not be found out: {}", e.reason());
            return false;
        }
    }

    @Override
    public Artefacts copyOut(String folder, Cancellation cancellation) {
        TarArtefacts.requireFolder(folder);
        requireThere(cancellation, Duration.ZERO);
        byte[] archive;
        try {
            archive = Attempts.ofHarmless(cancellation, () -> packed(folder, cancellation));
        } catch (RemoteFailure e) {
            gone |= e.kind() == RemoteFailure.Kind.GONE;
            throw SandboxException.filesLost(e.reason(), e);
        }
        return archive.length == 0
                ? Artefacts.NONE
                : TarArtefacts.of(new ByteArrayInputStream(archive), folder, limits, true, cancellation);
    }

    /** An archive of a folder; empty when there is no such folder. */
    private byte[] packed(String folder, Cancellation cancellation) {
        int most = limits.artefactBytes() > Integer.MAX_VALUE - BESIDE_ARTEFACTS
                ? Integer.MAX_VALUE - 1
                : limits.artefactBytes() + BESIDE_ARTEFACTS;
        String path = newFile();
        RemoteReport report = script(scripts.pack(folder, path, most, SMALL_ARCHIVE), cancellation);
        if (report.says("nothing")) {
            return new byte[0];
        }
        long size = report.number("size").orElse(-1L);
        if (size < 0 || !report.says("done")) {
            throw RemoteFailure.refused("the sandbox gave no archive");
        }
        if (size <= SMALL_ARCHIVE) {
            return report.bytes("size").orElseThrow(() -> RemoteFailure.refused("the sandbox gave no proper archive"));
        }
        byte[] archive = box.read(path, most, cancellation);
        script(scripts.remove(path), cancellation);
        return archive;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            remove();
        }
    }

    private void remove() {
        gone = true;
        if (removed) {
            return;
        }
        removed = true;
        try {
            box.remove();
        } catch (RemoteFailure e) {
            if (e.kind() != RemoteFailure.Kind.GONE) {
                LOG.warn(
                        "a sandbox could not be removed, and ends by itself within {}: {}",
                        settings.lifetime(),
                        e.reason());
            }
        }
    }

    /** A step before a program runs. */
    private RemoteReport step(Supplier<RemoteReport> work, Cancellation cancellation) {
        try {
            return Attempts.ofHarmless(cancellation, work);
        } catch (RemoteFailure e) {
            gone |= e.kind() == RemoteFailure.Kind.GONE;
            throw e.neverRan();
        }
    }

    private RemoteReport script(String script, Cancellation cancellation) {
        return report(box.run(script, Duration.ZERO, FEW_BYTES + 2 * SMALL_ARCHIVE, cancellation));
    }

    private RemoteReport report(String printed) {
        RemoteReport report = new RemoteReport(printed, scripts.mark());
        if (report.says("gone")) {
            throw RemoteFailure.gone("its files are not there any more");
        }
        return report;
    }

    private String newFile() {
        return scripts.path("f" + ++files);
    }

    private void requireThere(Cancellation cancellation, Duration timeout) {
        if (closed) {
            throw new IllegalStateException("the sandbox is closed");
        }
        cancellation.throwIfCancelled();
        if (gone) {
            throw SandboxException.gone("it was removed after a program that did not end by itself, or it ended");
        }
        Duration needed = timeout.plus(settings.requestTimeout());
        if (endNanos - System.nanoTime() < needed.toNanos()) {
            remove();
            throw SandboxException.gone("its lifetime is nearly over");
        }
    }

    private static void requireShort(SandboxCommand command) {
        long all = 0;
        for (String each : command.argv()) {
            all += bytes(each, LONGEST_ARGUMENT);
        }
        for (var each : command.environment().entrySet()) {
            all += bytes(each.getKey() + "=" + each.getValue(), LONGEST_ARGUMENT);
        }
        if (all > LONGEST_COMMAND) {
            throw tooLong();
        }
    }

    private static int bytes(String text, int most) {
        int bytes = text.length() > most ? text.length() : text.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > most) {
            throw tooLong();
        }
        return bytes;
    }

    private static SandboxException tooLong() {
        return SandboxException.neverRan("the arguments are too long; put the data into a file");
    }
}

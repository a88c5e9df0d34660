package dev.intellibrix.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.intellibrix.sandbox.Sandbox;
import dev.intellibrix.sandbox.SandboxCommand;
import dev.intellibrix.sandbox.SandboxFile;
import dev.intellibrix.sandbox.SandboxLimits;
import dev.intellibrix.sandbox.Sandboxes;
import dev.intellibrix.tool.Cancellation;
import dev.intellibrix.tool.CancellationSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;

/** The machine of one sandbox at a service that a {@link LoopbackService} plays. */
interface ServiceMachine {

    /** What a script of a shell prints on standard output. */
    String sh(String script);

    /** Writes a file. */
    void write(String path, byte[] content);

    /** Reads a file. */
    byte[] read(String path);

    /** Ends all that runs. */
    void end();

    /** Processes of this machine, in a folder; for programs that do no harm. */
    static ServiceMachine local() {
        return new ServiceMachine() {
            @Override
            public String sh(String script) {
                try {
                    Process process = new ProcessBuilder("sh", "-c", script)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
                    process.getOutputStream().close();
                    return new String(process.getInputStream().readAllBytes(), UTF_8);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }

            @Override
            public void write(String path, byte[] content) {
                try {
                    Files.createDirectories(Path.of(path).getParent());
                    Files.write(Path.of(path), content);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }

            @Override
            public byte[] read(String path) {
                try {
                    return Files.readAllBytes(Path.of(path));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }

            @Override
            public void end() {}
        };
    }

    /** A sandbox of bubblewrap, whose only folder is {@code /work}. */
    static ServiceMachine bubblewrap() {
        SandboxLimits limits = SandboxLimits.builder()
                .timeout(Duration.ofMinutes(5))
                .cpuTime(Duration.ofMinutes(5))
                .processes(200)
                .diskBytes(256L << 20)
                .outputBytes(4_000_000)
                .build();
        Sandbox sandbox = Sandboxes.bubblewrapProvider().open(limits, Cancellation.none());
        CancellationSource ended = new CancellationSource();
        return new ServiceMachine() {
            @Override
            public synchronized String sh(String script) {
                return sandbox.run(SandboxCommand.of("sh").withStdin(script), ended)
                        .stdout()
                        .text();
            }

            @Override
            public synchronized void write(String path, byte[] content) {
                sandbox.copyIn(List.of(SandboxFile.of(path.substring("/work/".length()), content)), ended);
            }

            @Override
            public byte[] read(String path) {
                return Base64.getMimeDecoder().decode(sh("base64 < " + path));
            }

            @Override
            public void end() {
                ended.cancel();
                synchronized (this) {
                    sandbox.close();
                }
            }
        };
    }
}

package dev.intellibrix.examples.injection;

import dev.intellibrix.sandbox.Artefacts;
import dev.intellibrix.sandbox.Sandbox;
import dev.intellibrix.sandbox.SandboxCommand;
import dev.intellibrix.sandbox.SandboxFile;
import dev.intellibrix.sandbox.SandboxLimits;
import dev.intellibrix.sandbox.SandboxOutput;
import dev.intellibrix.sandbox.SandboxPromise;
import dev.intellibrix.sandbox.SandboxProvider;
import dev.intellibrix.sandbox.SandboxRun;
import dev.intellibrix.tool.Cancellation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Runs nothing: it leaves a mark where something would have run, and prints the files that it was given. */
final class MarkingSandbox implements SandboxProvider {

    private final Path mark;

    MarkingSandbox(Path mark) {
        this.mark = mark;
    }

    @Override
    public String name() {
        return "marking";
    }

    @Override
    public Set<SandboxPromise> promises() {
        return Set.of();
    }

    @Override
    public void check(SandboxLimits limits) {}

    @Override
    public Sandbox open(SandboxLimits limits, Cancellation cancellation) {
        return new Marking(mark);
    }

    private static final class Marking implements Sandbox {

        private final Path mark;
        private String printed = "";

        Marking(Path mark) {
            this.mark = mark;
        }

        @Override
        public void copyIn(List<SandboxFile> files, Cancellation cancellation) {
            printed = files.stream().map(SandboxFile::text).collect(Collectors.joining("\n"));
        }

        @Override
        public SandboxRun run(SandboxCommand command, Cancellation cancellation) {
            try {
                Files.writeString(mark, "ran\n");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            SandboxOutput output = new SandboxOutput(printed, printed.length(), false);
            return new SandboxRun(0, SandboxRun.Ending.EXITED, output, SandboxOutput.EMPTY, Duration.ZERO);
        }

        @Override
        public Artefacts copyOut(String folder, Cancellation cancellation) {
            return Artefacts.NONE;
        }

        @Override
        public void close() {}
    }
}

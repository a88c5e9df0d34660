package dev.intellibrix.benchmarks;

import dev.intellibrix.sandbox.Sandbox;
import dev.intellibrix.sandbox.SandboxCommand;
import dev.intellibrix.sandbox.SandboxFile;
import dev.intellibrix.sandbox.SandboxLimits;
import dev.intellibrix.sandbox.SandboxProvider;
import dev.intellibrix.sandbox.SandboxRun;
import dev.intellibrix.sandbox.Sandboxes;
import dev.intellibrix.tool.Cancellation;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A sandbox for one small program, from its opening to its close, with the code copied in and the files kept; the peer is a line
 * of {@code bwrap} with the same namespaces and limits, to the end of its output. It needs root, as the line does.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class BwrapBenchmark {

    private static final String PROGRAM = "print(6 * 7)";

    private final SandboxLimits limits = SandboxLimits.defaults();
    private final SandboxProvider provider = Sandboxes.bubblewrapProvider();

    @Setup
    public void look() {
        provider.check(limits);
    }

    @Benchmark
    public String oursOfAPythonProgram() {
        return ours(SandboxFile.text(".code.py", PROGRAM), SandboxCommand.of("python3", "-u", "-B", ".code.py"));
    }

    @Benchmark
    public String programOfAPythonProgram() throws IOException, InterruptedException {
        return BareBwrap.run("/usr/bin/python3", "-u", "-B", "-c", PROGRAM);
    }

    @Benchmark
    public String oursOfAShellScript() {
        return ours(SandboxFile.text(".code.sh", "echo 42"), SandboxCommand.of("sh", ".code.sh"));
    }

    @Benchmark
    public String programOfAShellScript() throws IOException, InterruptedException {
        return BareBwrap.run("/bin/sh", "-c", "echo 42");
    }

    private String ours(SandboxFile file, SandboxCommand command) {
        try (Sandbox sandbox = provider.open(limits, Cancellation.none())) {
            sandbox.copyIn(List.of(file), Cancellation.none());
            SandboxRun run = sandbox.run(command, Cancellation.none());
            if (!run.succeeded()) {
                throw new IllegalStateException(run.toString());
            }
            return run.stdout().text();
        }
    }
}

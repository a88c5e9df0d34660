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
import java.nio.file.Path;
import java.util.ArrayList;
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
    public long peerOfAPythonProgram() throws IOException, InterruptedException {
        return peer("/usr/bin/python3", "-u", "-B", "-c", PROGRAM);
    }

    @Benchmark
    public String oursOfAShellScript() {
        return ours(SandboxFile.text(".code.sh", "echo 42"), SandboxCommand.of("sh", ".code.sh"));
    }

    @Benchmark
    public long peerOfAShellScript() throws IOException, InterruptedException {
        return peer("/bin/sh", "-c", "echo 42");
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

    private static long peer(String... program) throws IOException, InterruptedException {
        String line = "prlimit --data=536870912 --nproc=64 --cpu=30 --fsize=167772160 --nofile=256 --core=0 setpriv"
                + " --reuid 61200 --regid 61200 --clear-groups --no-new-privs bwrap --unshare-all --unshare-user"
                + " --disable-userns --die-with-parent --new-session --hostname sandbox --cap-drop ALL --clearenv --setenv"
                + " PATH /usr/bin:/bin --setenv HOME /work --setenv LANG C.UTF-8 --ro-bind /usr /usr --symlink usr/bin"
                + " /bin --symlink usr/lib /lib --symlink usr/lib64 /lib64 --ro-bind-try /etc/ld.so.cache /etc/ld.so.cache"
                + " --proc /proc --dev /dev --size 16777216 --tmpfs /dev/shm --size 33554432 --tmpfs /tmp --size 67108864"
                + " --tmpfs /work --remount-ro /dev --remount-ro / --chdir /work";
        List<String> command = new ArrayList<>(List.of(line.split(" ")));
        command.addAll(List.of(program));
        return ToolCalls.program(Path.of("/"), 0, command);
    }
}

package dev.intellibrix.benchmarks;

import dev.intellibrix.agenttools.AgentTools;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Patches that are applied and taken back in turn, as a model sends them; the peer is git as a process. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
public class PatchBenchmark {

    /** Files, the tools that patch them, and whether the next patch leads there or back. */
    @SuppressWarnings("NullAway.Init") // By the set-up, which knows how many files or hunks there are.
    public abstract static class Patched {

        private PatchTree tree;
        private AgentTools tools;
        private int turn;

        void write(int files, int hunksInFile, int linesInFile) throws IOException {
            tree = PatchTree.of(files, hunksInFile, linesInFile);
            tools = AgentTools.builder(tree.ours()).approveWrites(false).build();
        }

        String patch() {
            return ToolCalls.call(tools, "apply_patch", Map.of("patch", tree.patch(turn++)));
        }

        long patchByGit() throws IOException, InterruptedException {
            return tree.apply(turn++);
        }

        @TearDown
        public void delete() throws IOException {
            tree.close();
        }
    }

    /** Files with 5 hunks each. */
    @State(Scope.Benchmark)
    public static class ManyFiles extends Patched {

        @Param({"25", "50", "100", "200", "400"})
        int files = 200;

        @Setup
        public void write() throws IOException {
            write(files, 5, 200);
        }
    }

    /** One file of 200,000 lines. */
    @State(Scope.Benchmark)
    public static class LargeFile extends Patched {

        @Param({"10", "100", "1000"})
        int hunks = 1_000;

        @Setup
        public void write() throws IOException {
            write(1, hunks, 200_000);
        }
    }

    @Benchmark
    public String oursOfManyFiles(ManyFiles files) {
        return files.patch();
    }

    @Benchmark
    public long programOfManyFiles(ManyFiles files) throws IOException, InterruptedException {
        return files.patchByGit();
    }

    @Benchmark
    public String oursOfALargeFile(LargeFile file) {
        return file.patch();
    }

    @Benchmark
    public long programOfALargeFile(LargeFile file) throws IOException, InterruptedException {
        return file.patchByGit();
    }
}

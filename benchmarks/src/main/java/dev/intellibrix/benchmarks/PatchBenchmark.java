package dev.intellibrix.benchmarks;

import dev.intellibrix.agenttools.AgentTools;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Patches that are applied and taken back in turn, as a model sends them; the peer is git as a process. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
public class PatchBenchmark {

    /** Files, the tools that patch them, and whether the next patch leads there or back. */
    public abstract static class Files {

        private final PatchTree tree;
        private final AgentTools tools;
        private int turn;

        Files(int files, int hunksInFile, int linesInFile) {
            try {
                this.tree = PatchTree.of(files, hunksInFile, linesInFile);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            this.tools = AgentTools.builder(tree.ours()).approveWrites(false).build();
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

    /** 200 files with 1,000 hunks in all. */
    @State(Scope.Benchmark)
    public static class ManyFiles extends Files {
        public ManyFiles() {
            super(200, 5, 200);
        }
    }

    /** One file of 200,000 lines with 1,000 hunks. */
    @State(Scope.Benchmark)
    public static class LargeFile extends Files {
        public LargeFile() {
            super(1, 1_000, 200_000);
        }
    }

    @Benchmark
    public String oursOfManyFiles(ManyFiles files) {
        return files.patch();
    }

    @Benchmark
    public long peerOfManyFiles(ManyFiles files) throws IOException, InterruptedException {
        return files.patchByGit();
    }

    @Benchmark
    public String oursOfALargeFile(LargeFile files) {
        return files.patch();
    }

    @Benchmark
    public long peerOfALargeFile(LargeFile files) throws IOException, InterruptedException {
        return files.patchByGit();
    }
}

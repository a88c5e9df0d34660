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

/** A patch of 200 files with 1,000 hunks in all, applied and taken back in turn; the peer is git as a process. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
public class PatchManyFilesBenchmark {

    private final PatchTree tree;
    private final AgentTools tools;
    private int turn;

    public PatchManyFilesBenchmark() {
        try {
            this.tree = PatchTree.of(200, 5, 200);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.tools = AgentTools.builder(tree.ours()).approveWrites(false).build();
    }

    @TearDown
    public void delete() throws IOException {
        tree.close();
    }

    @Benchmark
    public String ours() {
        return ToolCalls.call(tools, "apply_patch", Map.of("patch", tree.patch(turn++)));
    }

    @Benchmark
    public long peer() throws IOException, InterruptedException {
        return tree.apply(turn++);
    }
}

package dev.intellibrix.benchmarks;

import dev.intellibrix.agenttools.AgentTools;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
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

/** Two files of 100,000 lines that share nothing, or only words of a small vocabulary; the peer is git as a process. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class DiffBenchmark {

    private static final int LINES = 100_000;

    /** How many different lines there are in a file. */
    @Param({"100000", "50"})
    int words = LINES;

    private final Path folder;

    public DiffBenchmark() {
        try {
            this.folder = Files.createTempDirectory("diff");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Setup
    public void writeFiles() throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        for (String name : List.of("a", "b")) {
            // Where all lines differ, no line of the one file is in the other.
            String mark = words == LINES ? name : "";
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < LINES; i++) {
                text.append("line ")
                        .append(mark)
                        .append(words == LINES ? i : random.nextInt(words))
                        .append('\n');
            }
            Files.writeString(folder.resolve(name), text);
        }
    }

    @TearDown
    public void delete() throws IOException {
        ToolCalls.delete(folder);
    }

    @Benchmark
    public String ours() {
        return ToolCalls.call(AgentTools.in(folder), "diff", Map.of("path", "a", "otherPath", "b"));
    }

    @Benchmark
    public long peer() throws IOException, InterruptedException {
        return ToolCalls.program(folder, 1, List.of("git", "diff", "--no-index", "--no-color", "a", "b"));
    }
}

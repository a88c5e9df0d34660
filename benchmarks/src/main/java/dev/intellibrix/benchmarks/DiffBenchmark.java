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
import java.util.function.IntFunction;
import java.util.stream.IntStream;
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

/**
 * Two files without a common line, as many as there are lines, and two that are made of 50 different ones; the peer is git as a
 * process.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 1)
public class DiffBenchmark {

    private static final int WORDS = 50;

    /** Two pairs of files of so many lines. */
    @State(Scope.Benchmark)
    public static class Pairs {

        @Param({"1000", "10000", "100000"})
        int lines = 100_000;

        private final Path folder;
        private final AgentTools tools;

        public Pairs() {
            try {
                this.folder = Files.createTempDirectory("diff");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            this.tools = AgentTools.in(folder);
        }

        @Setup
        public void write() throws IOException {
            SplittableRandom random = new SplittableRandom(1);
            for (String file : List.of("a", "b")) {
                write("unlike-" + file, i -> "line " + file + i);
                write("alike-" + file, i -> "line " + random.nextInt(WORDS));
            }
        }

        private void write(String file, IntFunction<String> line) throws IOException {
            Files.write(
                    folder.resolve(file),
                    IntStream.range(0, lines).mapToObj(line).toList());
        }

        String ours(String pair) {
            return ToolCalls.call(tools, "diff", Map.of("path", pair + "-a", "otherPath", pair + "-b"));
        }

        long git(String pair) throws IOException, InterruptedException {
            return ToolCalls.program(
                    folder, 1, List.of("git", "diff", "--no-index", "--no-color", pair + "-a", pair + "-b"));
        }

        @TearDown
        public void delete() throws IOException {
            ToolCalls.delete(folder);
        }
    }

    @Benchmark
    public String oursOfUnlikeLines(Pairs pairs) {
        return pairs.ours("unlike");
    }

    @Benchmark
    public long programOfUnlikeLines(Pairs pairs) throws IOException, InterruptedException {
        return pairs.git("unlike");
    }

    @Benchmark
    public String oursOfRecurringLines(Pairs pairs) {
        return pairs.ours("alike");
    }

    @Benchmark
    public long programOfRecurringLines(Pairs pairs) throws IOException, InterruptedException {
        return pairs.git("alike");
    }
}

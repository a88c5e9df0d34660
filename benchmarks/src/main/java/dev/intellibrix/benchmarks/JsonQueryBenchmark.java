package dev.intellibrix.benchmarks;

import dev.intellibrix.agenttools.AgentTools;
import dev.intellibrix.agenttools.JsonQueryOptions;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** A query over a file of JSON Lines of 100 MB; the peer is jq as a process. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 10, time = 2)
@Measurement(iterations = 5, time = 2)
public class JsonQueryBenchmark {

    private static final long SIZE = 100_000_000;

    /** Finds few lines. */
    private static final String SELECT = "select(.level == \"error\" and .user.age > 80)";

    /** Makes an object of each line, and shows few of them, since no model is shown more. */
    private static final String CONSTRUCT = "{id, name: .user.name, total: (.price * 2)} | select(.total > 1980)";

    private final Path folder;
    private final AgentTools tools;

    public JsonQueryBenchmark() {
        try {
            this.folder = Files.createTempDirectory("json");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        JsonQueryOptions all = JsonQueryOptions.builder()
                .maxResults(1_000_000)
                .maxChars(10_000_000)
                .build();
        this.tools = AgentTools.builder(folder).jsonQuery(all).build();
    }

    @Setup
    public void writeFile() throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        String[] levels = {"info", "info", "info", "warn", "error"};
        long written = 0;
        try (BufferedWriter file = Files.newBufferedWriter(folder.resolve("big.jsonl"))) {
            for (int i = 0; written < SIZE; i++) {
                String line = String.format(
                        Locale.ROOT,
                        "{\"id\": %d, \"level\": \"%s\", \"user\": {\"name\": \"user%d\", \"age\": %d, \"email\": \"user%d@example.org\"},"
                                + " \"price\": %.2f, \"tags\": [\"a%d\", \"b\"], \"message\": \"request %d handled in %d ms\", \"ok\": %b}\n",
                        i,
                        levels[random.nextInt(levels.length)],
                        i % 5_000,
                        random.nextInt(18, 90),
                        i % 5_000,
                        random.nextDouble(1_000),
                        i % 7,
                        i,
                        random.nextInt(900),
                        i % 3 == 0);
                file.write(line);
                written += line.length();
            }
        }
    }

    @TearDown
    public void delete() throws IOException {
        ToolCalls.delete(folder);
    }

    @Benchmark
    public String oursSelect() {
        return ours(SELECT);
    }

    @Benchmark
    public long programSelect() throws IOException, InterruptedException {
        return program(SELECT);
    }

    @Benchmark
    public String oursConstruct() {
        return ours(CONSTRUCT);
    }

    @Benchmark
    public long programConstruct() throws IOException, InterruptedException {
        return program(CONSTRUCT);
    }

    private String ours(String query) {
        return ToolCalls.call(tools, "json_query", Map.of("path", "big.jsonl", "query", query));
    }

    private long program(String query) throws IOException, InterruptedException {
        return ToolCalls.program(folder, 0, List.of("jq", "-c", query, "big.jsonl"));
    }
}

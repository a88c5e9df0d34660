package dev.intellibrix.benchmarks;

import dev.intellibrix.telemetry.Telemetry;
import io.opentelemetry.api.OpenTelemetry;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What telemetry adds to a step of a run: nobody listening at all, a listener that does nothing, and {@code Telemetry} with an
 * OpenTelemetry that keeps nothing.
 */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
public class TelemetryBenchmark {

    private static final int STEPS = 50;

    private final OurAgent alone = OurAgent.heardBy(STEPS, null);
    private final OurAgent heard = OurAgent.heardBy(STEPS, event -> {});
    private final OurAgent traced = OurAgent.heardBy(STEPS, Telemetry.of(OpenTelemetry.noop()));

    @Benchmark
    @OperationsPerInvocation(STEPS)
    public String oursWithNoListener() {
        return alone.ask();
    }

    @Benchmark
    @OperationsPerInvocation(STEPS)
    public String oursWithAListener() {
        return heard.ask();
    }

    @Benchmark
    @OperationsPerInvocation(STEPS)
    public String oursWithNoopTelemetry() {
        return traced.ask();
    }
}

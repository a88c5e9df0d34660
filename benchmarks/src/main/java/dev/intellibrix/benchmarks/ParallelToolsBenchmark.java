package dev.intellibrix.benchmarks;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A run whose one step has 16 calls of a tool that waits for 50 ms. */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 5, time = 1)
public class ParallelToolsBenchmark {

    private static final int CALLS = 16;

    private final OurAgent ours = OurAgent.waiting(CALLS);
    private final PeerAgent peer = PeerAgent.waiting(CALLS);

    @Benchmark
    public String oursOf16Calls() {
        return ours.ask();
    }

    @Benchmark
    public String peerOf16Calls() {
        return peer.ask();
    }
}

package dev.intellibrix.benchmarks;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a step costs: a whole run with a scripted model that asks for one call of a small tool in each step, divided by its
 * steps. On our side the input is validated against its schema, the call goes through the gate with the built-in rules,
 * and a listener gets every event. In {@code oursOf50ApprovedSteps} a hook decides about each call as well, by its digest and on
 * another thread; {@code oursOf50DeniedSteps} does as much without the way to that thread and back, since there is no hook.
 */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class LoopBenchmark {

    private static final int SHORT = 50;

    /** Agents whose runs have so many steps. */
    @State(Scope.Benchmark)
    public static class Growing {

        @Param({"50", "100", "200", "500", "1000"})
        int steps = SHORT;

        private OurAgent ours = OurAgent.looking(SHORT, 1);
        private PeerAgent peer = PeerAgent.looking(SHORT, 1);
        private PeerAgent peerWithMemory = PeerAgent.remembering(SHORT);

        @Setup
        public void setUp() {
            ours = OurAgent.looking(steps, 1);
            peer = PeerAgent.looking(steps, 1);
            peerWithMemory = PeerAgent.remembering(steps);
        }
    }

    /** Agents whose calls somebody has to decide about. */
    @State(Scope.Benchmark)
    public static class Asking {
        private final OurAgent approved = OurAgent.approved(SHORT);
        private final OurAgent denied = OurAgent.denied(SHORT);
    }

    @Benchmark
    public String ours(Growing agents) {
        return agents.ours.ask();
    }

    @Benchmark
    public String peer(Growing agents) {
        return agents.peer.ask();
    }

    @Benchmark
    public String peerWithMemory(Growing agents) {
        return agents.peerWithMemory.ask();
    }

    @Benchmark
    @OperationsPerInvocation(SHORT)
    public String oursOf50ApprovedSteps(Asking agents) {
        return agents.approved.ask();
    }

    @Benchmark
    @OperationsPerInvocation(SHORT)
    public String oursOf50DeniedSteps(Asking agents) {
        return agents.denied.ask();
    }
}

package dev.intellibrix.benchmarks;

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
 * What a step costs: a whole run with a scripted model that asks for one call of a small tool in each step, divided by its
 * steps. On our side the input is validated against its schema, the call goes through the gate with the built-in rules,
 * and a listener gets every event. In {@code oursOf50ApprovedSteps} a hook decides about each call as well, by its digest and on
 * another thread; {@code oursOf50DeniedSteps} does as much without the way to that thread and back, since there is no hook.
 */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
public class LoopBenchmark {

    private static final int SHORT = 50;
    private static final int LONG = 1_000;

    private final OurAgent oursShort = OurAgent.looking(SHORT, 1);
    private final OurAgent oursLong = OurAgent.looking(LONG, 1);
    private final OurAgent oursApproved = OurAgent.approved(SHORT);
    private final OurAgent oursDenied = OurAgent.denied(SHORT);
    private final PeerAgent peerShort = PeerAgent.looking(SHORT, 1);
    private final PeerAgent peerLong = PeerAgent.looking(LONG, 1);
    private final PeerAgent peerShortWithMemory = PeerAgent.remembering(SHORT);
    private final PeerAgent peerLongWithMemory = PeerAgent.remembering(LONG);

    @Benchmark
    @OperationsPerInvocation(SHORT)
    public String oursOf50Steps() {
        return oursShort.ask();
    }

    @Benchmark
    @OperationsPerInvocation(LONG)
    public String oursOf1000Steps() {
        return oursLong.ask();
    }

    @Benchmark
    @OperationsPerInvocation(SHORT)
    public String oursOf50ApprovedSteps() {
        return oursApproved.ask();
    }

    @Benchmark
    @OperationsPerInvocation(SHORT)
    public String oursOf50DeniedSteps() {
        return oursDenied.ask();
    }

    @Benchmark
    @OperationsPerInvocation(SHORT)
    public String peerOf50Steps() {
        return peerShort.ask();
    }

    @Benchmark
    @OperationsPerInvocation(LONG)
    public String peerOf1000Steps() {
        return peerLong.ask();
    }

    @Benchmark
    @OperationsPerInvocation(SHORT)
    public String peerOf50StepsWithMemory() {
        return peerShortWithMemory.ask();
    }

    @Benchmark
    @OperationsPerInvocation(LONG)
    public String peerOf1000StepsWithMemory() {
        return peerLongWithMemory.ask();
    }
}

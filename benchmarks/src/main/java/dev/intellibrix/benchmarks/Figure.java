package dev.intellibrix.benchmarks;

import java.util.Locale;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.util.Statistics;

/**
 * What was measured for one case of one side. The median says more than the mean on a machine that does other things, too.
 *
 * @param subject the class
 * @param name the method
 * @param median nanoseconds for an operation
 * @param least nanoseconds for the fastest operation
 * @param bytes bytes allocated for an operation
 */
record Figure(String subject, String name, double median, double least, double bytes) {

    private static final String OURS = "ours";
    private static final String PEER = "peer";

    static Figure of(RunResult result) {
        String path = result.getParams().getBenchmark();
        int method = path.lastIndexOf('.');
        Statistics times = result.getPrimaryResult().getStatistics();
        Result<?> allocated = result.getSecondaryResults().get("gc.alloc.rate.norm");
        return new Figure(
                path.substring(path.lastIndexOf('.', method - 1) + 1, method),
                path.substring(method + 1),
                times.getPercentile(50),
                times.getMin(),
                allocated == null ? Double.NaN : allocated.getScore());
    }

    boolean isPeer() {
        return name.startsWith(PEER);
    }

    /** Whether this is a peer's figure for the same case, or for a variant of it, which has a longer name. */
    boolean isPeerOf(Figure ours) {
        return isPeer() && subject.equals(ours.subject) && caseName().startsWith(ours.caseName());
    }

    /** {@code peerOf50Steps} of {@code LoopBenchmark}: "loop of 50 steps". */
    String label() {
        String words = subject.replace("Benchmark", "") + caseName();
        return words.replaceAll("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[a-z])(?=[0-9])", " ")
                .toLowerCase(Locale.ROOT);
    }

    String cells() {
        return String.format(Locale.ROOT, "%s (%s) | %,.0f", time(median), time(least), bytes);
    }

    private String caseName() {
        return name.substring((isPeer() ? PEER : OURS).length());
    }

    private static String time(double nanos) {
        return nanos < 1e6
                ? String.format(Locale.ROOT, "%.2f us", nanos / 1e3)
                : String.format(Locale.ROOT, "%.1f ms", nanos / 1e6);
    }
}

package dev.intellibrix.benchmarks;

import java.util.Locale;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.util.Statistics;

/**
 * What was measured for one case of one side. The median says more than the mean on a machine that does other things, too.
 *
 * @param subject the class
 * @param name the method
 * @param input what grows, a parameter of the class; empty when nothing does
 * @param size how much of it there was
 * @param median nanoseconds for an operation
 * @param least nanoseconds for the fastest operation
 * @param bytes bytes allocated for an operation; not a number for a program, which has a memory of its own
 */
record Figure(String subject, String name, String input, long size, double median, double least, double bytes) {

    private static final String OURS = "ours";
    private static final String PROGRAM = "program";
    private static final String STEPS = "steps";

    static Figure of(RunResult result) {
        BenchmarkParams params = result.getParams();
        String path = params.getBenchmark();
        int method = path.lastIndexOf('.');
        String name = path.substring(method + 1);
        String input = params.getParamsKeys().stream().findFirst().orElse("");
        long size = input.isEmpty() ? 1 : Long.parseLong(params.getParam(input));
        long operations = input.equals(STEPS) ? size : 1;
        Statistics times = result.getPrimaryResult().getStatistics();
        Result<?> allocated = result.getSecondaryResults().get("gc.alloc.rate.norm");
        return new Figure(
                path.substring(path.lastIndexOf('.', method - 1) + 1, method),
                name,
                input,
                size,
                times.getPercentile(50) / operations,
                times.getMin() / operations,
                allocated == null || name.startsWith(PROGRAM) ? Double.NaN : allocated.getScore() / operations);
    }

    boolean isOurs() {
        return name.startsWith(OURS);
    }

    /** Whether an operation is a step of a run, whose number grows. */
    boolean isOfSteps() {
        return input.equals(STEPS);
    }

    /** Whether this is a peer's figure for the same case, or for a variant of it, which has a longer name. */
    boolean isPeerOf(Figure ours) {
        return !isOurs() && isBesides(ours) && size == ours.size;
    }

    /** Whether this is the same side of the same case, at whatever size. */
    boolean isSameAs(Figure other) {
        return name.equals(other.name) && isBesides(other);
    }

    private boolean isBesides(Figure ours) {
        return subject.equals(ours.subject)
                && input.equals(ours.input)
                && caseName().startsWith(ours.caseName());
    }

    /** {@code Loop} of {@code LoopBenchmark}. */
    String title() {
        return subject.replace("Benchmark", "");
    }

    /** {@code programOfManyFiles} of {@code PatchBenchmark}: "patch of many files". */
    String label() {
        return words(title() + caseName());
    }

    /** The label with the size: "patch of many files, 200 files". */
    String labelWithSize() {
        return input.isEmpty() ? label() : String.format(Locale.ROOT, "%s, %,d %s", label(), size, input);
    }

    /** What the case of a peer is besides ours: "with memory". */
    String variantOf(Figure ours) {
        return words(caseName().substring(ours.caseName().length()));
    }

    String cells() {
        return String.format(Locale.ROOT, "%s (%s) | %s", time(median), time(least), number("%,.0f", bytes));
    }

    /** The cells of the two ratios, ours to a peer's. */
    String ratioTo(Figure peer) {
        return String.format(Locale.ROOT, "%.2f | %s", median / peer.median, number("%.2f", bytes / peer.bytes));
    }

    private String caseName() {
        return name.replaceFirst("^(ours|peer|program)", "");
    }

    private static String words(String name) {
        return name.replaceAll("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[a-z])(?=[0-9])", " ")
                .toLowerCase(Locale.ROOT);
    }

    private static String number(String format, double value) {
        return Double.isNaN(value) ? "" : String.format(Locale.ROOT, format, value);
    }

    private static String time(double nanos) {
        return nanos < 1e6
                ? String.format(Locale.ROOT, "%.2f us", nanos / 1e3)
                : String.format(Locale.ROOT, "%.1f ms", nanos / 1e6);
    }
}

package dev.intellibrix.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Runs subjects and prints a table for each. A subject is a class {@code <Name>Benchmark}, named in lower case; its methods
 * {@code ours<Case>} and {@code peer<Case>}, or {@code program<Case>} where the peer is a process of its own, make a row; those
 * with a parameter make one for each size, and a plot of how the cost grows with it. {@code cold} compares whole processes, {@code search} searches with programs in turn, {@code firstoutput} looks at what comes before
 * the first output of a program in a sandbox.
 */
final class Benchmarks {

    private static final String COLD = "cold";
    private static final String SEARCH = "search";
    private static final String FIRST_OUTPUT = "firstoutput";

    private Benchmarks() {}

    public static void main(String[] args) throws Exception {
        if (args.length == 0 || Arrays.asList(args).contains(COLD)) {
            ColdStart.run(System.out);
        }
        if (args.length == 0 || Arrays.asList(args).contains(SEARCH)) {
            SearchComparison.run(System.out);
        }
        if (args.length == 0 || Arrays.asList(args).contains(FIRST_OUTPUT)) {
            FirstOutput.run(System.out);
        }
        List<String> subjects = new ArrayList<>(Arrays.asList(args));
        subjects.removeAll(List.of(COLD, SEARCH, FIRST_OUTPUT));
        if (args.length == 0) {
            subjects.add("");
        }
        for (String subject : subjects) {
            measure(subject);
        }
    }

    private static void measure(String subject) throws RunnerException, IOException {
        Collection<RunResult> results = new Runner(new OptionsBuilder()
                        .include("(?i)\\." + subject + "[a-z]*Benchmark\\.")
                        .mode(Mode.SampleTime)
                        .timeUnit(TimeUnit.NANOSECONDS)
                        .addProfiler(GCProfiler.class)
                        .build())
                .run();
        List<Figure> figures = results.stream().map(Figure::of).toList();
        System.out.println("\n"
                + "| case | ours, median (least) | bytes | peer, median (least) | bytes | time, ours to peer |"
                + " bytes |");
        System.out.println("|---|---|---|---|---|---|---|");
        figures.stream().filter(Figure::isOurs).forEach(ours -> printRows(ours, figures));
        new Growth(figures).draw();
    }

    /** A row for each peer of ours, or one without a peer. */
    private static void printRows(Figure ours, List<Figure> figures) {
        List<Figure> peers =
                figures.stream().filter(figure -> figure.isPeerOf(ours)).toList();
        if (peers.isEmpty()) {
            print(ours.labelWithSize(), ours.cells(), "| |", "|");
        }
        peers.forEach(peer -> print(peer.labelWithSize(), ours.cells(), peer.cells(), ours.ratioTo(peer)));
    }

    private static void print(String... cells) {
        System.out.println("| " + String.join(" | ", cells) + " |");
    }
}

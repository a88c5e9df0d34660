package dev.intellibrix.benchmarks;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * Whole processes from their start to their end, ours and the peer's in turn, so that what else the machine does meets
 * both alike.
 */
final class ColdStart {

    private static final int PAIRS = 15;

    private ColdStart() {}

    static void run(PrintStream out) throws IOException, InterruptedException {
        millis(ColdStartOfOurs.class);
        millis(ColdStartOfPeer.class);
        List<Double> ours = new ArrayList<>();
        List<Double> peer = new ArrayList<>();
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < PAIRS; i++) {
            ours.add(millis(ColdStartOfOurs.class));
            peer.add(millis(ColdStartOfPeer.class));
            ratios.add(ours.get(i) / peer.get(i));
        }
        out.println("\n| case | ours, median (least) | peer, median (least) | ours to peer, median of pairs |");
        out.println("|---|---|---|---|");
        out.printf(
                Locale.ROOT,
                "| cold process to the first answer | %.0f ms (%.0f ms) | %.0f ms (%.0f ms) | %.2f |%n",
                median(ours),
                Collections.min(ours),
                median(peer),
                Collections.min(peer),
                median(ratios));
    }

    private static double millis(Class<?> main) throws IOException, InterruptedException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        ProcessBuilder builder = new ProcessBuilder(
                        java.toString(), "-cp", System.getProperty("java.class.path"), main.getName())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        long start = System.nanoTime();
        int status = builder.start().waitFor();
        double took = (System.nanoTime() - start) / 1e6;
        if (status != 0) {
            throw new IOException(main.getName() + " ended with " + status);
        }
        return took;
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
    }
}

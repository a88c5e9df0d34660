package dev.intellibrix.benchmarks;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * {@code grep} and {@code glob} in trees of several sizes, beside ripgrep and fd; then the first searches of a process beside
 * its later ones.
 */
final class SearchComparison {

    private static final int[] SIZES = {250, 1_000, 4_000, 16_000, 100_000};
    private static final int SMALL = 4_000;
    private static final int COLD_PROCESSES = 7;
    private static final Path PLOT = Path.of("benchmarks", "plots", "search.svg");

    private final PrintStream out;
    private final Path folder;

    private SearchComparison(PrintStream out, Path folder) {
        this.out = out;
        this.folder = folder;
    }

    /** Measures one size by hand: the folder for trees, the number of files, warm-ups, pairs, and a part of a case's name. */
    public static void main(String[] args) throws Exception {
        SearchComparison comparison = new SearchComparison(System.out, Path.of(args[0]));
        int files = Integer.parseInt(args[1]);
        if (args[2].equals("cold")) {
            comparison.compareFirst(files);
            return;
        }
        for (SearchCase search : SearchCase.all()) {
            if (args.length < 5 || search.name().contains(args[4])) {
                comparison.compare(search, files, Integer.parseInt(args[2]), Integer.parseInt(args[3]));
            }
        }
    }

    static void run(PrintStream out) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("search");
        try {
            new SearchComparison(out, folder).compareAll();
        } finally {
            ToolCalls.delete(folder);
        }
    }

    private void compareAll() throws IOException, InterruptedException {
        out.println("\n| case | files | ours, median | CPU | peer, median | CPU | time, ours to peer | CPU |");
        out.println("|---|---|---|---|---|---|---|---|");
        GrowthPlot plot = new GrowthPlot();
        for (SearchCase search : SearchCase.all()) {
            if (!isInstalled(search.program())) {
                out.println("| " + search.name() + " | " + search.program() + " is not installed |");
                continue;
            }
            List<GrowthPlot.Point> ours = new ArrayList<>();
            List<GrowthPlot.Point> peer = new ArrayList<>();
            for (int files : SIZES) {
                boolean small = files <= SMALL;
                SearchPairs.Result result = compare(search, files, small ? 60 : 12, small ? 31 : 11);
                ours.add(new GrowthPlot.Point(files, result.ours() / 1e3));
                peer.add(new GrowthPlot.Point(files, result.peer() / 1e3));
            }
            plot.add(
                    search.name(),
                    "files",
                    "s",
                    List.of(new GrowthPlot.Line("ours", ours), new GrowthPlot.Line(search.program(), peer)));
        }
        plot.write(PLOT);
        out.println("\n| case | files | the first call | a warm call | first to warm |");
        out.println("|---|---|---|---|---|");
        compareFirst(SMALL);
        compareFirst(SIZES[SIZES.length - 1]);
    }

    private SearchPairs.Result compare(SearchCase search, int files, int warmUps, int pairs)
            throws IOException, InterruptedException {
        SearchPairs.Result result = new SearchPairs(tree(files)).measure(search, warmUps, pairs);
        out.printf(
                Locale.ROOT,
                "| %s | %,d | %.1f ms | %.0f ms | %.1f ms | %.0f ms | %.2f | %.2f |%n",
                search.name(),
                files,
                result.ours(),
                result.ourCpu(),
                result.peer(),
                result.peerCpu(),
                result.ratio(),
                result.ourCpu() / result.peerCpu());
        return result;
    }

    private Path tree(int files) throws IOException, InterruptedException {
        Path tree = folder.resolve("tree" + files);
        SourceTree.write(tree, files);
        return tree;
    }

    /** Medians over processes of their first searches and of their warm ones. */
    private void compareFirst(int files) throws IOException, InterruptedException {
        double[][] figures = new double[4][COLD_PROCESSES];
        for (int i = 0; i < COLD_PROCESSES; i++) {
            String[] printed = cold(tree(files)).split(" ", -1);
            for (int k = 0; k < figures.length; k++) {
                figures[k][i] = Double.parseDouble(printed[k]);
            }
        }
        for (int k = 0; k < 2; k++) {
            double first = SearchPairs.median(figures[k]);
            double warm = SearchPairs.median(figures[k + 2]);
            String name =
                    k == 0 ? SearchCase.rareLiteral().name() : SearchCase.glob().name();
            out.printf(
                    Locale.ROOT, "| %s | %,d | %.1f ms | %.1f ms | %.1f |%n", name, files, first, warm, first / warm);
        }
    }

    private static String cold(Path tree) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        ColdSearchOfOurs.class.getName(),
                        tree.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
        if (process.waitFor() != 0) {
            throw new IOException("the process ended with " + process.exitValue());
        }
        return printed;
    }

    private static boolean isInstalled(String program) {
        return Arrays.stream(System.getenv("PATH").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }
}

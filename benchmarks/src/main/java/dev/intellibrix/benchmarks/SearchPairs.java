package dev.intellibrix.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import dev.intellibrix.workspace.WorkspaceTools;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Searches of one tree in this warm process and by programs, in turn, so that what else the machine does meets both alike.
 * The programs' start is included.
 */
final class SearchPairs {

    private static final double TICK_MILLIS = 10;

    private final Path tree;
    private final WorkspaceTools tools;

    SearchPairs(Path tree) {
        this.tree = tree;
        // As much as is found, so that no side has less to do.
        this.tools = WorkspaceTools.builder(tree)
                .readBounds(2_000, 100_000_000, 2_000)
                .build();
    }

    /**
     * What one search took; medians in milliseconds.
     *
     * @param ratio the median of the ratios of the pairs, ours to the peer's
     * @param ourCpu processor time of a call, with all that this process did meanwhile
     */
    record Result(double ours, double peer, double ratio, double ourCpu, double peerCpu) {}

    Result measure(SearchCase search, int warmUps, int pairs) throws IOException, InterruptedException {
        for (int i = 0; i < warmUps; i++) {
            ours(search);
        }
        double[] ours = new double[pairs];
        double[] peer = new double[pairs];
        double[] ratios = new double[pairs];
        double ourCpu = 0;
        double peerCpu = cpuOfPrograms();
        for (int i = 0; i < pairs; i++) {
            double cpu = cpu();
            long start = System.nanoTime();
            ours(search);
            ours[i] = (System.nanoTime() - start) / 1e6;
            ourCpu += cpu() - cpu;
            start = System.nanoTime();
            peer(search);
            peer[i] = (System.nanoTime() - start) / 1e6;
            ratios[i] = ours[i] / peer[i];
        }
        peerCpu = cpuOfPrograms() - peerCpu;
        return new Result(median(ours), median(peer), median(ratios), ourCpu / pairs, peerCpu / pairs);
    }

    String ours(SearchCase search) {
        return ToolCalls.call(tools, search.tool(), search.input());
    }

    long peer(SearchCase search) throws IOException, InterruptedException {
        return ToolCalls.program(tree, 0, search.command());
    }

    private static double cpu() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime() / 1e6;
    }

    /** Of all programs that this process started and that have ended; not a number where the system does not tell. */
    private static double cpuOfPrograms() throws IOException {
        Path stat = Path.of("/proc/self/stat");
        if (!Files.exists(stat)) {
            return Double.NaN;
        }
        String text = Files.readString(stat);
        String[] fields = text.substring(text.lastIndexOf(')') + 2).split(" ", -1);
        return (Long.parseLong(fields[13]) + Long.parseLong(fields[14])) * TICK_MILLIS;
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}

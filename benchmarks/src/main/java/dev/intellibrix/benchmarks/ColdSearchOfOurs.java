package dev.intellibrix.benchmarks;

import dev.intellibrix.workspace.WorkspaceTools;
import java.nio.file.Path;
import java.util.Map;

/**
 * A process whose first searches are timed: prints the milliseconds of the first grep, of the first glob, and of both when
 * warm. Another tool has run before, as in any run of an agent, so that what all tools need is loaded.
 */
final class ColdSearchOfOurs {

    private static final int WARM_UPS = 60;
    private static final int WARM = 21;

    private ColdSearchOfOurs() {}

    public static void main(String[] args) {
        Path tree = Path.of(args[0]);
        WorkspaceTools tools = WorkspaceTools.in(tree);
        ToolCalls.call(tools, "list_dir", Map.of("path", "."));
        double grep = millis(tools, SearchCase.rareLiteral());
        double glob = millis(tools, SearchCase.glob());
        System.out.println(
                grep + " " + glob + " " + warm(tools, SearchCase.rareLiteral()) + " " + warm(tools, SearchCase.glob()));
    }

    private static double warm(WorkspaceTools tools, SearchCase search) {
        double[] millis = new double[WARM];
        for (int i = 0; i < WARM_UPS + WARM; i++) {
            millis[Math.max(0, i - WARM_UPS)] = millis(tools, search);
        }
        return SearchPairs.median(millis);
    }

    private static double millis(WorkspaceTools tools, SearchCase search) {
        long start = System.nanoTime();
        ToolCalls.call(tools, search.tool(), search.input());
        return (System.nanoTime() - start) / 1e6;
    }
}

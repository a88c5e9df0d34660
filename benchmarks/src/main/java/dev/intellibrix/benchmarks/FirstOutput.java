package dev.intellibrix.benchmarks;

import dev.intellibrix.sandbox.Sandbox;
import dev.intellibrix.sandbox.SandboxCommand;
import dev.intellibrix.sandbox.SandboxFile;
import dev.intellibrix.sandbox.SandboxLimits;
import dev.intellibrix.sandbox.SandboxProvider;
import dev.intellibrix.sandbox.SandboxRun;
import dev.intellibrix.sandbox.Sandboxes;
import dev.intellibrix.tool.Cancellation;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/**
 * From the opening of a sandbox to the first output of the program in it, by the clock that the program prints; ours with the code
 * copied in, and the bare line of {@code bwrap}, in turn.
 */
final class FirstOutput {

    private static final int WARM_UP = 30;
    private static final int PAIRS = 100;

    private final SandboxLimits limits = SandboxLimits.defaults();
    private final SandboxProvider provider = Sandboxes.bubblewrapProvider();
    private final PrintStream out;

    private FirstOutput(PrintStream out) {
        this.out = out;
    }

    static void run(PrintStream out) throws IOException, InterruptedException {
        FirstOutput output = new FirstOutput(out);
        out.println("\n| case | ours, median (least) | peer, median (least) | ours to peer, median of pairs |");
        out.println("|---|---|---|---|");
        String python = "import time; print(time.time_ns())";
        output.compare(
                "Python",
                SandboxFile.text(".code.py", python),
                SandboxCommand.of("python3", "-u", "-B", ".code.py"),
                "/usr/bin/python3",
                "-u",
                "-B",
                "-c",
                python);
        String shell = "date +%s%N";
        output.compare(
                "shell",
                SandboxFile.text(".code.sh", shell),
                SandboxCommand.of("sh", ".code.sh"),
                "/bin/sh",
                "-c",
                shell);
    }

    private void compare(String name, SandboxFile code, SandboxCommand command, String... bare)
            throws IOException, InterruptedException {
        List<Pair> pairs = new ArrayList<>();
        for (int i = -WARM_UP; i < PAIRS; i++) {
            long start = now();
            long ours = ours(code, command) - start;
            long second = now();
            Pair pair = new Pair(ours, Long.parseLong(BareBwrap.run(bare).strip()) - second);
            if (i >= 0) {
                pairs.add(pair);
            }
        }
        out.printf(
                Locale.ROOT,
                "| bwrap to the first output of a %s program | %s | %s | %.2f |%n",
                name,
                times(pairs, Pair::ours),
                times(pairs, Pair::peer),
                pairs.stream().map(Pair::ratio).sorted().toList().get(PAIRS / 2));
    }

    private record Pair(long ours, long peer) {
        double ratio() {
            return (double) ours / peer;
        }
    }

    private static String times(List<Pair> pairs, ToLongFunction<Pair> side) {
        List<Long> sorted =
                new ArrayList<>(pairs.stream().mapToLong(side).boxed().toList());
        Collections.sort(sorted);
        return String.format(Locale.ROOT, "%.1f ms (%.1f ms)", sorted.get(PAIRS / 2) / 1e6, sorted.get(0) / 1e6);
    }

    private long ours(SandboxFile code, SandboxCommand command) {
        try (Sandbox sandbox = provider.open(limits, Cancellation.none())) {
            sandbox.copyIn(List.of(code), Cancellation.none());
            SandboxRun run = sandbox.run(command, Cancellation.none());
            if (!run.succeeded()) {
                throw new IllegalStateException(run.toString());
            }
            return Long.parseLong(run.stdout().text().strip());
        }
    }

    /** Nanoseconds since 1970, which is what the programs print. */
    private static long now() {
        return Duration.between(Instant.EPOCH, Instant.now()).toNanos();
    }
}

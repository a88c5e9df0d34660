package dev.intellibrix.agenttools.patch;

import static dev.intellibrix.agenttools.Workbench.lines;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.intellibrix.agenttools.AgentTools;
import dev.intellibrix.agenttools.Workbench;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The operating system refuses to write in the middle of a patch, as it does when a disk is full. */
class FileSizeLimitTest {

    private static final int FILES = 50;
    private static final int LIMIT = 64 * 1024;

    @TempDir
    Path folder;

    @Test
    @Timeout(120)
    void aWriteThatTheSystemRefusesInTheMiddleOfFiftyFilesLeavesAllAsTheyWere() throws Exception {
        Path shell = Path.of("/bin/sh");
        assumeTrue(Files.isExecutable(shell), "there is no /bin/sh that limits the size of files");
        Workbench bench = Workbench.in(folder);
        StringBuilder patch = new StringBuilder();
        for (int i = 0; i < FILES; i++) {
            // One file grows over the limit; it is neither the first nor the last to be written.
            String added = i == FILES / 2 ? ("x".repeat(1_000) + "\n+").repeat(100) + "end" : "new " + i;
            long count = added.lines().count();
            bench.file("d/" + i, "old " + i + "\n");
            patch.append(lines("--- a/d/" + i, "+++ b/d/" + i, "@@ -1 +1," + count + " @@", "-old " + i, "+" + added));
        }
        Path patchFile = folder.resolve("patch");
        Files.writeString(patchFile, patch);

        String said = applyWithLimit(shell, bench.root(), patchFile);

        assertThat(said).startsWith("FAILED ").contains("d/25", "all files are as they were");
        for (int i = 0; i < FILES; i++) {
            assertThat(bench.content("d/" + i)).isEqualTo("old " + i + "\n");
        }
        assertThat(bench.files()).as("nothing is left beside the files").hasSize(FILES);
    }

    /** What the tool says in a process that may write no file beyond the limit. */
    private static String applyWithLimit(Path shell, Path root, Path patch) throws Exception {
        Process process = new ProcessBuilder(List.of(
                        shell.toString(),
                        "-c",
                        // Blocks of 512 bytes; the limit holds for what the process does, not for its standard output.
                        "ulimit -f " + LIMIT / 512 + " && exec \"$@\"",
                        "sh",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:-UsePerfData",
                        "-XX:TieredStopAtLevel=1",
                        "-Xshare:auto",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Applier.class.getName(),
                        root.toString(),
                        patch.toString()))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }

    /** Applies a patch to a folder and prints how it ended. */
    static final class Applier {

        private Applier() {}

        public static void main(String[] arguments) throws IOException {
            Path root = Path.of(arguments[0]);
            var result = Workbench.with(root, AgentTools.in(root))
                    .call("apply_patch", Map.of("patch", Files.readString(Path.of(arguments[1]))));
            PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
            out.print(result.outcome() + " " + result.text());
            out.flush();
        }
    }
}

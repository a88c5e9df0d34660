package dev.intellibrix.agenttools.patch;

import static dev.intellibrix.agenttools.Workbench.lines;
import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.RunResult;
import dev.intellibrix.agenttools.AgentTools;
import dev.intellibrix.agenttools.Workbench;
import dev.intellibrix.event.RunEvent;
import dev.intellibrix.message.Origin;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.message.Trust;
import dev.intellibrix.testing.MockProvider;
import dev.intellibrix.testing.MockTurn;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.workspace.FileTracker;
import dev.intellibrix.workspace.WorkspaceTools;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a patch can not do: leave the root, write a part, overwrite what nobody read, or go without being asked for. */
class PatchSafetyTest {

    private static final int FILES = 50;

    @TempDir
    Path base;

    private Workbench bench;

    @BeforeEach
    void open() throws IOException {
        bench = Workbench.in(base).file("f", "1\n");
    }

    private static String edit(String path, String from, String to) {
        return lines("--- a/" + path, "+++ b/" + path, "@@ -1 +1 @@", "-" + from, "+" + to);
    }

    private static String creation(String path, String content) {
        return lines("--- /dev/null", "+++ b/" + path, "@@ -0,0 +1 @@", "+" + content);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../outside/evil",
                "d/../../outside/evil",
                "link/evil",
                "~/evil",
                ".git/hooks/pre-commit",
                "sub/.GIT/config",
                ".bi/intercept_rules.json",
                "folder"
            })
    void aPathThatNoToolMayWriteRefusesTheWholePatch(String path) throws IOException {
        Path outside = Files.createDirectories(base.resolve("outside"));
        Files.createDirectories(bench.root().resolve("folder"));
        Files.createSymbolicLink(bench.root().resolve("link"), outside);
        bench.badPatch(edit("f", "1", "2") + creation(path, "evil"));
        bench.badPatch(edit("f", "1", "2") + "diff --git a/f b/" + path + "\ncopy from f\ncopy to " + path + "\n");
        bench.badPatch("diff --git a/f b/" + path + "\nrename from f\nrename to " + path + "\n");
        assertThat(bench.content("f")).isEqualTo("1\n");
        assertThat(bench.files()).containsExactly("f", "link");
        assertThat(outside).isEmptyDirectory();
    }

    @Test
    void anAbsolutePathOutsideIsRefusedAndItsSlashIsNotStripped() throws IOException {
        Path secret = Files.writeString(base.resolve("s"), "a\n");
        assertThat(bench.call(
                                "apply_patch",
                                Map.of("patch", lines("--- " + secret, "+++ " + secret, "@@ -1 +1 @@", "-a", "+b")))
                        .outcome())
                .isEqualTo(ToolOutcome.FAILED);
        assertThat(secret).hasContent("a\n");
    }

    @Test
    void noPatchPlantsALinkAndWritesThroughIt() throws IOException {
        bench.badPatch(
                lines("diff --git a/t b/t", "new file mode 120000", "--- /dev/null", "+++ b/t", "@@ -0,0 +1 @@", "+..")
                        + creation("t/foo", "evil"));
        assertThat(bench.files()).containsExactly("f");
    }

    @Test
    void aLinkInsideIsWrittenThroughAndNeverReplacedOrTaken() throws IOException {
        Files.createSymbolicLink(bench.root().resolve("l"), Path.of("f"));
        Files.createSymbolicLink(bench.root().resolve("dangling"), Path.of("nothing"));
        bench.patch(edit("l", "1", "2"));
        assertThat(bench.content("f")).isEqualTo("2\n");
        assertThat(bench.badPatch(lines("--- a/l", "+++ /dev/null", "@@ -1 +0,0 @@", "-2")))
                .contains("a link");
        assertThat(bench.badPatch("rename from l\nrename to g\n")).contains("a link");
        assertThat(bench.badPatch(creation("dangling", "x"))).contains("a link");
        assertThat(bench.files()).containsExactly("dangling", "f", "l");
        assertThat(Files.isSymbolicLink(bench.root().resolve("l"))).isTrue();
    }

    @Test
    void twoNamesOfOneFileAreOneFile() throws IOException {
        Files.createSymbolicLink(bench.root().resolve("l"), Path.of("f"));
        assertThat(bench.patch(edit("f", "1", "2") + edit("./l", "2", "3"))).isEqualTo("modified f (2 hunks)");
        assertThat(bench.content("f")).isEqualTo("3\n");
    }

    @Test
    void nothingIsLeftBesideTheFiles() throws IOException {
        Files.createSymbolicLink(bench.root().resolve("f.rej"), base.resolve("x"));
        bench.badPatch(edit("f", "nope", "x"));
        bench.patch(edit("f", "1", "2"));
        assertThat(bench.files()).containsExactly("f", "f.rej");
        assertThat(base.resolve("x")).doesNotExist();
    }

    @Test
    void aCheckReadsAndChangesNothing() throws IOException {
        FileTime before = FileTime.fromMillis(1_000_000_000_000L);
        Files.setLastModifiedTime(bench.root().resolve("f"), before);
        String patch = edit("f", "1", "2") + creation("n/e/w", "x");
        assertThat(bench.ok("apply_patch", Map.of("patch", patch, "check", true)))
                .isEqualTo("the patch fits; this was a check, nothing was written\n"
                        + "modified f (1 hunk, at line 1)\ncreated n/e/w");
        assertThat(bench.error("apply_patch", Map.of("patch", patch + edit("g", "1", "2"), "check", true)))
                .contains("g: no such file", "the rest would fit: f (line 1), n/e/w");
        assertThat(Files.getLastModifiedTime(bench.root().resolve("f"))).isEqualTo(before);
        assertThat(bench.root().resolve("n")).doesNotExist();
    }

    private ToolResultPart withoutAPerson(AgentTools tools, Map<String, ?> input) {
        RunResult run = new Intelligence(IntelligenceOptions.builder()
                        .provider(MockProvider.of(MockTurn.call("apply_patch", input), MockTurn.text("done")))
                        .model("scripted")
                        .tools(tools)
                        .build())
                .ask("go");
        return run.messages().stream()
                .flatMap(message -> message.toolResults().stream())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void writingNeedsApprovalUnlessTheHostSaysOtherwise() throws IOException {
        AgentTools tools = AgentTools.in(bench.root());
        Map<String, ?> input = Map.of("patch", edit("f", "1", "2"));
        assertThat(withoutAPerson(tools, input).outcome()).isEqualTo(ToolOutcome.DENIED);
        assertThat(bench.content("f")).isEqualTo("1\n");
        assertThat(withoutAPerson(tools, Map.of("patch", edit("f", "1", "2"), "check", true))
                        .outcome())
                .isEqualTo(ToolOutcome.SUCCEEDED);
        AgentTools free = AgentTools.builder(bench.root()).approveWrites(false).build();
        assertThat(withoutAPerson(free, input).outcome()).isEqualTo(ToolOutcome.SUCCEEDED);
        assertThat(bench.content("f")).isEqualTo("2\n");
    }

    @Test
    void theResultIsUntrustedAndNamesTheFiles() {
        ToolResultPart result = bench.call("apply_patch", Map.of("patch", edit("f", "1", "2")));
        assertThat(result.label().trust()).isEqualTo(Trust.UNTRUSTED);
        assertThat(result.label().origins()).contains(Origin.of(Origin.Kind.FILE, "f"));
    }

    @Test
    void aTrackerRefusesWhatTheModelHasNotReadAsItIs() throws IOException {
        FileTracker tracker = new FileTracker();
        Workbench tracked = Workbench.with(
                bench.root(), AgentTools.builder(bench.root()).tracker(tracker).build());
        assertThat(tracked.badPatch(edit("f", "1", "2"))).contains("f exists, but you have not read it");
        Path file = bench.root().resolve("f");
        tracker.recordSeen(Workbench.CONVERSATION, file, FileTracker.version(bench.bytes("f")));
        bench.file("f", "1\nmore\n");
        assertThat(tracked.badPatch(edit("f", "1", "2"))).contains("f changed since you last read it; read it again");
        assertThat(bench.content("f")).isEqualTo("1\nmore\n");
        tracker.recordSeen(Workbench.CONVERSATION, file, FileTracker.version(bench.bytes("f")));
        tracked.patch(edit("f", "1", "2"));
        tracked.patch(edit("f", "2", "3") + creation("n", "x"));
        tracked.patch("rename from n\nrename to m\n" + edit("m", "x", "y"));
        tracked.patch(edit("m", "y", "z") + lines("--- a/f", "+++ /dev/null", "@@ -1,2 +0,0 @@", "-3", "-more"));
        assertThat(bench.files()).containsExactly("m");
        bench.file("f", "3\nmore\n");
        assertThat(tracked.badPatch(edit("f", "3", "4"))).contains("not read it");
    }

    @Test
    void oneTrackerJoinsReadingAndEditingAndPatching() throws IOException {
        FileTracker tracker = new FileTracker();
        List<Tool> all = new ArrayList<>(
                WorkspaceTools.builder(bench.root()).tracker(tracker).build().tools());
        all.addAll(AgentTools.builder(bench.root()).tracker(tracker).build().tools());
        Workbench tracked = Workbench.with(bench.root(), () -> all);
        tracked.ok("diff", Map.of("path", "f", "text", "2\n"));
        assertThat(tracked.badPatch(edit("f", "1", "2"))).contains("not read it");
        tracked.ok("read_file", Map.of("path", "f"));
        bench.file("f", "1\nmore\n");
        assertThat(tracked.badPatch(edit("f", "1", "2"))).contains("changed since you last read it");
        tracked.ok("read_file", Map.of("path", "f"));
        tracked.ok("edit_file", Map.of("path", "f", "oldText", "1", "newText", "2"));
        tracked.patch(edit("f", "2", "3"));
        tracked.ok("edit_file", Map.of("path", "f", "oldText", "3", "newText", "4"));
        assertThat(bench.content("f")).isEqualTo("4\nmore\n");
    }

    private String fiftyEdits() throws IOException {
        StringBuilder patch = new StringBuilder();
        for (int i = 0; i < FILES; i++) {
            bench.file("d/" + i, "old " + i + "\n");
            patch.append(edit("d/" + i, "old " + i, "new " + i));
        }
        return patch.toString();
    }

    private void requireAllOld() throws IOException {
        for (int i = 0; i < FILES; i++) {
            if (i != FILES / 2) {
                assertThat(bench.content("d/" + i)).isEqualTo("old " + i + "\n");
            }
        }
        assertThat(bench.files()).hasSize(FILES + 1);
    }

    @Test
    void aFileThatChangesInTheMiddleOfFiftyWritesLeavesAllAsTheyWere() throws IOException {
        String patch = fiftyEdits();
        Path victim = bench.root().resolve("d/" + FILES / 2);
        Workbench watched = Workbench.with(bench.root(), AgentTools.in(bench.root()), event -> {
            if (event instanceof RunEvent.ToolProgress progress
                    && progress.text().endsWith("d/10")) {
                write(victim, "somebody else's\n");
            }
        });
        assertThat(watched.badPatch(patch))
                .contains("d/" + FILES / 2 + " changed while it was being written", "all files are as they were");
        assertThat(victim).hasContent("somebody else's\n");
        requireAllOld();
    }

    @Test
    void anInterruptInTheMiddleOfFiftyWritesLeavesAllAsTheyWere() throws IOException {
        String patch = fiftyEdits();
        String before = bench.content("d/25");
        AtomicReference<Thread> writer = new AtomicReference<>();
        Workbench watched = Workbench.with(bench.root(), AgentTools.in(bench.root()), event -> {
            if (event instanceof RunEvent.ToolProgress progress
                    && progress.text().endsWith("d/30")) {
                Thread.currentThread().interrupt();
                writer.set(Thread.currentThread());
            }
        });
        ToolResultPart result = watched.call("apply_patch", Map.of("patch", patch));
        assertThat(writer.get()).as("somebody was interrupted").isNotNull();
        assertThat(result.outcome().isError()).as(result.text()).isTrue();
        requireAllOld();
        assertThat(bench.content("d/25")).isEqualTo(before);
    }

    private static void write(Path file, String content) {
        try {
            Files.writeString(file, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aWriteThatFailsAfterRenamesAndDeletionsTakesThemBack() throws IOException {
        bench.file("a", "A\n").file("b", "B\n").file("gone", "G\n").file("deep/c", "C\n");
        Path mode = bench.root().resolve("b");
        Files.setPosixFilePermissions(mode, PosixFilePermissions.fromString("rwxr-x---"));
        Path victim = bench.root().resolve("deep/c");
        Workbench watched = Workbench.with(bench.root(), AgentTools.in(bench.root()), event -> {
            if (event instanceof RunEvent.ToolProgress progress
                    && progress.text().endsWith("gone")) {
                write(victim, "changed\n");
            }
        });
        String error = watched.badPatch(lines("rename from a", "rename to b", "rename from b", "rename to x/y/a")
                + creation("n/e/w", "new")
                + edit("f", "1", "2")
                + lines("--- a/gone", "+++ /dev/null", "@@ -1 +0,0 @@", "-G")
                + lines("--- a/deep/c", "+++ /dev/null", "@@ -1 +0,0 @@", "-C"));
        assertThat(error).contains("deep/c changed", "all files are as they were");
        assertThat(bench.files()).containsExactly("a", "b", "deep/c", "f", "gone");
        assertThat(bench.content("a") + bench.content("b") + bench.content("f") + bench.content("gone"))
                .isEqualTo("A\nB\n1\nG\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(mode)))
                .isEqualTo("rwxr-x---");
        assertThat(bench.root().resolve("x")).doesNotExist();
        assertThat(bench.root().resolve("n")).doesNotExist();
    }

    @Test
    void aFileInTheWayOfAFolderStopsAllWrites() throws IOException {
        String patch = fiftyEdits();
        bench.badPatch(patch + creation("g/h", "x") + creation("g", "y"));
        requireAllOld();
        assertThat(bench.content("d/25")).isEqualTo("old 25\n");
    }

    @Test
    void aFileThatNobodyMayWriteStopsThePatchBeforeItBegins() throws IOException {
        String patch = fiftyEdits();
        Path locked = bench.root().resolve("d/49");
        Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("r--r--r--"));
        assertThat(bench.badPatch(patch)).contains("d/49 is read-only");
        assertThat(bench.error("apply_patch", Map.of("patch", patch, "check", true)))
                .contains("read-only");
        requireAllOld();
    }

    @Test
    void patchesOfTheSameFilesInOtherOrdersDoNotWaitForEachOther() throws Exception {
        bench.file("a", "0\n").file("b", "0\n");
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Future<Integer>> counts = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                List<String> order = i % 2 == 0 ? List.of("a", "b") : List.of("b", "a");
                counts.add(threads.submit(() -> count(order, 10)));
            }
            int succeeded = 0;
            for (Future<Integer> count : counts) {
                succeeded += count.get(60, TimeUnit.SECONDS);
            }
            assertThat(succeeded).isPositive();
            assertThat(bench.content("a")).isEqualTo(succeeded + "\n").isEqualTo(bench.content("b"));
        } finally {
            threads.shutdownNow();
        }
    }

    /** Counts both files up in one patch, which fits only when nobody was faster. */
    private int count(List<String> order, int times) throws IOException {
        Workbench own = Workbench.with(bench.root(), AgentTools.in(bench.root()));
        int succeeded = 0;
        for (int i = 0; i < times; i++) {
            String now = bench.content("a").strip();
            String next = String.valueOf(Integer.parseInt(now) + 1);
            String patch = edit(order.get(0), now, next) + edit(order.get(1), now, next);
            succeeded += own.call("apply_patch", Map.of("patch", patch)).outcome() == ToolOutcome.SUCCEEDED ? 1 : 0;
        }
        return succeeded;
    }
}

package dev.intellibrix.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.tool.ToolException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Another process works on the same file: what it changed is noticed, and nobody sees half a file. */
@Timeout(180)
class TwoProcessesTest {

    private static final int THREADS = 16;

    @TempDir
    Path base;

    @Test
    void doesNotReplaceWhatAnotherProcessWroteMeanwhile() throws Exception {
        ToolFolder folder = ToolFolder.in(base);
        folder.file("f", "<other:0>\n");
        FileTarget target = Jail.of(folder.root()).target("f", Set.of());
        FileContent seen = target.read(1_000).orElseThrow();

        other(folder, "other", 1);

        assertThatThrownBy(() -> target.replace(seen.version(), new byte[0]))
                .isInstanceOf(ToolException.class)
                .hasMessageContaining("changed");
        assertThat(folder.content("f")).isEqualTo("<other:1>\n");
    }

    @Test
    void refusesAnEditOfWhatAnotherProcessChangedSinceItWasRead() throws Exception {
        ToolFolder folder = ToolFolder.in(base);
        folder.file("f", "<other:0>\nmine\n");
        Session session = Session.with(
                WorkspaceTools.builder(folder.root()).tracker(new FileTracker()).build());
        session.read("f");

        other(folder, "other", 1);

        assertThat(session.failedEdit("f", "mine", "yours")).contains("changed since you last read it; read it again");
        assertThat(folder.content("f")).isEqualTo("<other:1>\nmine\n");
        session.read("f");
        session.edit("f", "mine", "yours");
        assertThat(folder.content("f")).isEqualTo("<other:1>\nyours\n");
    }

    @Test
    @Tag("thorough")
    void editsOfTwoProcessesWithManyThreadsLeaveAWholeFile() throws Exception {
        ToolFolder folder = ToolFolder.in(base);
        StringBuilder lines = new StringBuilder();
        for (String process : List.of("here", "there")) {
            for (int i = 0; i < THREADS; i++) {
                lines.append("<").append(process).append(i).append(":0>\n");
            }
        }
        folder.file("f", lines.toString());
        Process there = start(folder, "there", 20);
        try {
            Counter.count(folder.root(), "here", THREADS, 20);
            assertThat(there.waitFor(120, TimeUnit.SECONDS)).isTrue();
            assertThat(there.exitValue()).isZero();
        } finally {
            there.destroyForcibly();
        }

        assertThat(folder.content("f").replaceAll(":\\d+>", ":0>")).isEqualTo(lines.toString());
        assertThat(folder.files()).containsExactly("f");
    }

    private static void other(ToolFolder folder, String name, int edits) throws Exception {
        Process process = start(folder, name, edits);
        try {
            assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    private static Process start(ToolFolder folder, String name, int edits) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Counter.class.getName(),
                        folder.root().toString(),
                        name,
                        String.valueOf(edits))
                .redirectErrorStream(true)
                .redirectOutput(folder.outside().resolve("output").toFile())
                .start();
    }

    /** Counts up the numbers of its own lines, each by an edit of the file. */
    static final class Counter {

        private Counter() {}

        public static void main(String[] arguments) throws Exception {
            int threads = arguments[1].equals("other") ? 1 : THREADS;
            count(Path.of(arguments[0]), arguments[1], threads, Integer.parseInt(arguments[2]));
        }

        static void count(Path root, String name, int threads, int edits) throws Exception {
            ExecutorService pool = Executors.newFixedThreadPool(threads);
            try {
                List<Future<?>> all = new ArrayList<>();
                for (int i = 0; i < threads; i++) {
                    String own = threads == 1 ? name : name + i;
                    Session session = Session.with(WorkspaceTools.in(root));
                    all.add(pool.submit(() -> {
                        for (int n = 0; n < edits; n++) {
                            countUp(session, root.resolve("f"), own);
                        }
                        return null;
                    }));
                }
                for (Future<?> each : all) {
                    each.get(120, TimeUnit.SECONDS);
                }
            } finally {
                pool.shutdownNow();
            }
        }

        /** Tries until an edit goes through: the other process can come in between, which is no fault but is said. */
        private static void countUp(Session session, Path file, String own) throws IOException {
            while (true) {
                int now = number(Files.readString(file), own);
                ToolResultPart result = session.call(
                        "edit_file",
                        Map.of(
                                "path", "f",
                                "oldText", "<" + own + ":" + now + ">",
                                "newText", "<" + own + ":" + (now + 1) + ">"));
                if (result.outcome() == ToolOutcome.SUCCEEDED) {
                    return;
                }
                assertThat(result.text()).containsPattern("changed|does not occur|not found");
            }
        }

        private static int number(String content, String own) {
            Matcher matcher = Pattern.compile("<" + own + ":(\\d+)>").matcher(content);
            assertThat(matcher.find()).as("the line of %s in %s", own, content).isTrue();
            return Integer.parseInt(matcher.group(1));
        }
    }
}

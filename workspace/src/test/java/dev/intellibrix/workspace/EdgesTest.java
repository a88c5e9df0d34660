package dev.intellibrix.workspace;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Files and folders as few have them: growing, sparse, huge, deep, named by bytes that are no text. */
@Timeout(120)
class EdgesTest {

    @TempDir
    Path base;

    private ToolFolder folder;
    private Session session;

    @BeforeEach
    void open() throws IOException {
        folder = ToolFolder.in(base);
        session = Session.with(WorkspaceTools.in(folder.root()));
    }

    private String grep(String pattern) {
        return session.ok("grep", Map.of("pattern", pattern));
    }

    @Test
    void aFileThatGrowsWhileItIsReadHasAnEnd() throws Exception {
        Path file = folder.file("log", "first\n");
        Session tracked = Session.with(
                WorkspaceTools.builder(folder.root()).tracker(new FileTracker()).build());
        AtomicBoolean over = new AtomicBoolean();
        Thread writer = new Thread(() -> append(file, over));
        writer.start();
        try {
            for (int i = 0; i < 2; i++) {
                assertThat(tracked.read("log")).startsWith("first\n");
                assertThat(tracked.ok("grep", Map.of("pattern", "first"))).startsWith("log:1:first");
                assertThat(tracked.ok("grep", Map.of("pattern", "absent"))).startsWith("No match");
            }
        } finally {
            over.set(true);
            writer.join();
        }
    }

    private static void append(Path file, AtomicBoolean over) {
        byte[] lines = "more\n".repeat(20_000).getBytes(UTF_8);
        try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.APPEND)) {
            for (int i = 0; i < 1_000 && !over.get(); i++) {
                out.write(lines);
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aSparseFileIsNeitherReadNorSearchedAsAWhole() throws IOException {
        Path file = folder.file("sparse", "");
        try (RandomAccessFile raw = new RandomAccessFile(file.toFile(), "rw")) {
            raw.setLength(1L << 30);
        }

        assertThat(session.error("read_file", Map.of("path", "sparse"))).contains("not text", "1073741824 bytes");
        assertThat(grep("x")).contains("1 binary");
        assertThat(session.failedEdit("sparse", "a", "b")).contains("too large");
    }

    @Test
    @Tag("thorough")
    void aTextWithAGigabyteOfZerosBehindItIsSearchedInBoundedMemory() throws IOException {
        Path file = folder.file("log", "needle\n".repeat(10_000));
        try (RandomAccessFile raw = new RandomAccessFile(file.toFile(), "rw")) {
            raw.setLength(1L << 30);
        }

        assertThat(session.ok("grep", Map.of("pattern", "needle", "mode", "count")))
                .isEqualTo("log:10000");
        assertThat(session.read("log")).startsWith("needle\nneedle\n");
    }

    @Test
    void aFolderWithManyEntriesIsListedUpToTheBound() throws IOException {
        Files.createDirectory(folder.root().resolve("many"));
        for (int i = 0; i < 20_000; i++) {
            Files.createFile(folder.root().resolve("many/f" + i));
        }

        assertThat(session.ok("list_dir", Map.of("path", "many"))).contains("[1000 of 20000 entries");
        assertThat(session.ok("glob", Map.of("pattern", "many/*"))).contains("the first 1,000 of 20,000 files");
        assertThat(session.ok("glob", Map.of("pattern", "f19999"))).isEqualTo("many/f19999");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aTreeThatIsDeeperThanAPathCanBeIsWalkedAsFarAsTheBound() throws Exception {
        folder.file("g", "needle\n");
        String half = "dddddddddd/".repeat(300);
        run("mkdir -p " + half + " && cd -P " + half + " && mkdir -p " + half + " && cd -P " + half
                + " && echo needle > f");

        assertThat(grep("needle")).startsWith("g:1:needle").contains("1 too deep");
        String below = half + half;
        assertThat(session.read(below + "f")).isEqualTo("needle\n");
        assertThat(session.ok("grep", Map.of("pattern", "needle", "path", below)))
                .isEqualTo(below + "f:1:needle");
        run("rm -rf dddddddddd");
    }

    @Test
    void namesWithLineFeedsAndControlsStayOnOneLine() throws IOException {
        assumeTrue(canName("a\nb\u001b[31m"), "this locale has no such names");
        folder.file("a\nb\u001b[31m", "needle\n");

        assertThat(grep("needle")).isEqualTo("a\\nb\\u{001B}[31m:1:needle");
        assertThat(session.ok("glob", Map.of("pattern", "a*"))).isEqualTo("a\\nb\\u{001B}[31m");
        assertThat(session.read("a\nb\u001b[31m")).isEqualTo("needle\n");
    }

    private boolean canName(String name) throws IOException {
        try {
            Files.delete(Files.createFile(folder.root().resolve(name)));
            return true;
        } catch (InvalidPathException e) {
            return false;
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void saysOfANameThatIsNoTextThatNothingCanOpenIt() throws Exception {
        run("printf 'needle\\n' > \"$(printf 'n\\377')\"");
        String listed = session.ok("list_dir", Map.of());
        assumeTrue(listed.contains("n\ufffd"), "this locale decodes every name");

        assertThat(listed).contains("no tool can open such a file");
        assertThat(grep("needle")).isEqualTo("n\ufffd:1:needle");
        assertThat(session.error("read_file", Map.of("path", "n\ufffd"))).contains("no such file");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aPipeInATreeIsPassedOver() throws Exception {
        folder.file("f", "needle\n");
        run("mkfifo pipe; mkdir d; mkfifo d/.gitignore");

        assertThat(grep("needle")).isEqualTo("f:1:needle");
        assertThat(session.ok("glob", Map.of("pattern", "**"))).isEqualTo("f");
        assertThat(session.error("grep", Map.of("pattern", "x", "path", "pipe")))
                .contains("neither a file nor a folder");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void readsAFileWhoseSizeTheSystemDoesNotTell() {
        Path here = Path.of("/proc/self");
        assumeTrue(Files.isReadable(here.resolve("status")), "there is no /proc");
        Session proc = Session.with(WorkspaceTools.in(here));

        assertThat(proc.read("status")).contains("VmRSS:");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aWriteThatTheSystemEndsHalfWayLeavesTheOldFile() throws Exception {
        folder.file("f", "old\n");

        String said = run("ulimit -f 64; exec '" + Path.of(System.getProperty("java.home"), "bin", "java")
                + "' -XX:-UsePerfData -XX:TieredStopAtLevel=1 -cp '" + System.getProperty("java.class.path") + "' '"
                + BigWriter.class.getName() + "' . 2>&1");

        assertThat(said).contains("f: ").doesNotContain(folder.root().toString());
        assertThat(folder.content("f")).isEqualTo("old\n");
        assertThat(folder.files()).containsExactly("f");
    }

    /** Writes more than it may. */
    static final class BigWriter {

        private BigWriter() {}

        public static void main(String[] arguments) {
            String content = "new\n".repeat(500_000);
            Session session = Session.with(WorkspaceTools.in(Path.of(arguments[0])));
            System.out.println(session.error("write_file", Map.of("path", "f", "content", content)));
        }
    }

    @Test
    void aWriteIntoAFolderThatMayNotBeWrittenSaysSoAndLeavesNothing() throws IOException {
        Path closed = Files.createDirectory(folder.root().resolve("closed"));
        assumeTrue(closed.toFile().setWritable(false) && !Files.isWritable(closed), "this user may write everywhere");
        try {
            assertThat(session.error("write_file", Map.of("path", "closed/f", "content", "x")))
                    .isEqualTo("closed/f: permission denied");
        } finally {
            assertThat(closed.toFile().setWritable(true)).isTrue();
        }
        assertThat(folder.files()).isEmpty();
    }

    @Test
    void aFolderThatMayNotBeReadIsCountedAndDoesNotEndASearch() throws IOException {
        folder.file("closed/f", "needle\n");
        folder.file("f", "needle\n");
        Path closed = folder.root().resolve("closed");
        assumeTrue(closed.toFile().setReadable(false) && !Files.isReadable(closed), "this user may read everything");
        try {
            assertThat(grep("needle")).startsWith("f:1:needle").contains("1 unreadable");
        } finally {
            assertThat(closed.toFile().setReadable(true)).isTrue();
        }
    }

    private String run(String script) throws Exception {
        Process process = new ProcessBuilder("sh", "-c", script)
                .directory(folder.root().toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return said;
    }
}

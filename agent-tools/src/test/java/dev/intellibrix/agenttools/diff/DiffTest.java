package dev.intellibrix.agenttools.diff;

import static dev.intellibrix.agenttools.Workbench.lines;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.agenttools.AgentTools;
import dev.intellibrix.agenttools.Workbench;
import dev.intellibrix.message.Origin;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.message.Trust;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code diff} shows. */
class DiffTest {

    @TempDir
    Path base;

    private Workbench bench;

    @BeforeEach
    void open() throws IOException {
        bench = Workbench.in(base);
    }

    private String diff(String before, String after) throws IOException {
        bench.file("a", before).file("b", after);
        return bench.ok("diff", Map.of("path", "a", "otherPath", "b"));
    }

    private static String numbered(int from, int to) {
        return IntStream.rangeClosed(from, to).mapToObj(i -> "line" + i + "\n").collect(Collectors.joining());
    }

    @Test
    void showsTotalsThenAPatchForTheFirstFile() throws IOException {
        assertThat(diff("a\nb\n", "a\nc\nd\n"))
                .isEqualTo(lines(
                        "from a to b: +2 -1 lines", "--- a/a", "+++ b/a", "@@ -1,2 +1,3 @@", " a", "-b", "+c", "+d"));
    }

    @Test
    void comparesAFileWithAText() throws IOException {
        bench.file("d/f", "x\n");
        assertThat(bench.ok("diff", Map.of("path", "d/f", "text", "y\n")))
                .isEqualTo(lines(
                        "from d/f to the text: +1 -1 lines", "--- a/d/f", "+++ b/d/f", "@@ -1 +1 @@", "-x", "+y"));
    }

    @Test
    void anEmptySideStartsAtZero() throws IOException {
        assertThat(diff("", "n\n")).contains("@@ -0,0 +1 @@\n+n\n");
        assertThat(diff("a\nb\n", "")).contains("@@ -1,2 +0,0 @@\n-a\n-b\n");
    }

    @Test
    void equalInputsSaySo() throws IOException {
        assertThat(diff("same\n", "same\n")).isEqualTo("a and b are equal");
        assertThat(bench.ok("diff", Map.of("path", "a", "text", "same\n"))).isEqualTo("a and the text are equal");
        assertThat(diff("", "")).isEqualTo("a and b are equal");
    }

    @Test
    void theMissingFinalLineFeedIsADifference() throws IOException {
        assertThat(diff("x", "x\n")).endsWith("-x\n\\ No newline at end of file\n+x\n");
        assertThat(diff("x\n", "x")).endsWith("-x\n+x\n\\ No newline at end of file\n");
        assertThat(diff("a\nx", "b\nx")).endsWith("-a\n+b\n x\n\\ No newline at end of file\n");
    }

    @Test
    void lineEndsThatDifferAreSaid() throws IOException {
        assertThat(diff("x\r\ny\r\n", "x\ny\n"))
                .contains("[only line ends differ: CRLF before, LF after]", "-x\r\n-y\r\n+x\n+y\n");
        assertThat(diff("x\r\ny\n", "x\r\nz\n")).doesNotContain("[");
    }

    @Test
    void textsThatOnlyLookTheSameAreShownEscaped() throws IOException {
        assertThat(diff("caf\u00e9\n", "cafe\u0301\n"))
                .contains("[line 1 only looks the same: \"caf\\u00E9\" before, \"cafe\\u0301\" after]");
        assertThat(diff("a\nb\u200b\n", "a\nb\n")).contains("[line 2 only looks the same");
    }

    @Test
    void changesWhoseContextsTouchAreOneHunk() throws IOException {
        String before = numbered(1, 20);
        bench.file("a", before).file("b", before.replace("line5\n", "5\n").replace("line11\n", "11\n"));
        assertThat(bench.ok("diff", Map.of("path", "a", "otherPath", "b", "context", 3)))
                .containsOnlyOnce("@@ -")
                .contains("@@ -2,13 +2,13 @@");
        assertThat(bench.ok("diff", Map.of("path", "a", "otherPath", "b", "context", 2)))
                .contains("@@ -3,5 +3,5 @@", "@@ -9,5 +9,5 @@");
        assertThat(bench.ok("diff", Map.of("path", "a", "otherPath", "b", "context", 0)))
                .contains("@@ -5 +5 @@\n-line5\n+5\n@@ -11 +11 @@\n");
    }

    @Test
    void anInsertedBlockStandsWhereAReaderExpectsIt() throws IOException {
        String one = lines("void a() {", "    x();", "}");
        String two = lines("void b() {", "    x();", "}");
        assertThat(diff(one + "\n" + two, one + "\n" + lines("void c() {", "    x();", "}") + "\n" + two))
                .contains(lines("+void c() {", "+    x();", "+}", "+", " void b() {"));
    }

    @Test
    void namesAreWrittenAsGitReadsThem() throws IOException {
        bench.file("x y.txt", "1\n").file("q\"t\tx", "1\n");
        assertThat(bench.ok("diff", Map.of("path", "x y.txt", "text", "2\n")))
                .contains("--- a/x y.txt\t\n+++ b/x y.txt\t\n");
        assertThat(bench.ok("diff", Map.of("path", "q\"t\tx", "text", "2\n")))
                .contains("--- \"a/q\\\"t\\tx\"\n+++ \"b/q\\\"t\\tx\"\n");
    }

    @Test
    void binaryFilesAreNotShown() throws IOException {
        bench.file("a", new byte[] {1, 0, 2}).file("b", new byte[] {1, 0, 3, 4});
        assertThat(bench.ok("diff", Map.of("path", "a", "otherPath", "b")))
                .isEqualTo("a and b differ, and are not both text: 3 and 4 bytes");
    }

    @Test
    void otherEncodingsAreReadAndSaid() throws IOException {
        bench.file("a", "caf\u00e9 \u00fc\n".getBytes(ISO_8859_1));
        String diff = bench.ok("diff", Map.of("path", "a", "text", "caf\u00e8 \u00fc\n"));
        assertThat(diff).contains("-caf\u00e9 \u00fc\n+caf\u00e8 \u00fc\n", "[the encodings differ: ");
        bench.patch(diff);
        assertThat(bench.bytes("a")).isEqualTo("caf\u00e8 \u00fc\n".getBytes(ISO_8859_1));
        bench.file("a", "\ufeffx\n".getBytes(UTF_16LE)).file("b", "\ufeffy\n".getBytes(UTF_16LE));
        bench.patch(bench.ok("diff", Map.of("path", "a", "otherPath", "b")));
        assertThat(bench.bytes("a")).isEqualTo(bench.bytes("b"));
    }

    @Test
    void whatIsCutIsSaidAndTheTotalsStayRight() throws IOException {
        bench.file("a", numbered(1, 100_000)).file("b", numbered(200_001, 300_000));
        assertThat(bench.ok("diff", Map.of("path", "a", "otherPath", "b")))
                .startsWith("from a to b: +100000 -100000 lines\n")
                .contains("[cut at 100000 characters")
                .hasSizeLessThan(101_000);
    }

    @Test
    void onlyWholeHunksAreShownWhenThereIsOne() throws IOException {
        bench.file("a", numbered(1, 100));
        String after = numbered(1, 100).replace("line5\n", "five\n").replace("line50\n", "fifty\n");
        Workbench small = Workbench.with(
                bench.root(), AgentTools.builder(bench.root()).maxDiffChars(120).build());
        String diff = small.ok("diff", Map.of("path", "a", "text", after));
        assertThat(diff)
                .contains("+five", "[cut at 120 characters: 1 of 2 hunks are shown")
                .doesNotContain("line50");
        bench.patch(diff);
        assertThat(bench.content("a")).isEqualTo(numbered(1, 100).replace("line5\n", "five\n"));
    }

    @Test
    void wrongUseIsExplained() throws IOException {
        bench.file("a", "1\n");
        Files.createDirectories(bench.root().resolve("d"));
        assertThat(bench.error("diff", Map.of("path", "a"))).contains("either otherPath or text");
        assertThat(bench.error("diff", Map.of("path", "a", "text", "", "otherPath", "a")))
                .contains("either");
        assertThat(bench.error("diff", Map.of("path", "missing", "text", ""))).contains("missing");
        assertThat(bench.error("diff", Map.of("path", "d", "text", ""))).contains("folder");
        assertThat(bench.error("diff", Map.of("path", "../x", "text", ""))).contains("outside");
    }

    @Test
    void theResultIsUntrustedAndNamesBothFiles() throws IOException {
        bench.file("a", "1\n").file("b", "2\n");
        ToolResultPart result = bench.call("diff", Map.of("path", "a", "otherPath", "b"));
        assertThat(result.label().trust()).isEqualTo(Trust.UNTRUSTED);
        assertThat(result.label().origins())
                .contains(Origin.of(Origin.Kind.FILE, "a"), Origin.of(Origin.Kind.FILE, "b"));
    }
}

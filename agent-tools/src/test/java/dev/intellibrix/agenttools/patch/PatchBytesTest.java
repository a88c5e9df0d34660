package dev.intellibrix.agenttools.patch;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.agenttools.Workbench;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a patch does to the bytes of a file, and what it leaves. */
class PatchBytesTest {

    private static final String NAMES = "--- a/f\n+++ b/f\n";
    private static final String NO_NEWLINE = "\\ No newline at end of file\n";

    @TempDir
    Path base;

    private Workbench bench;

    @BeforeEach
    void open() throws IOException {
        bench = Workbench.in(base);
    }

    private void check(String before, String hunks, String after) throws IOException {
        bench.file("f", before);
        bench.patch(NAMES + hunks);
        assertThat(bench.content("f")).isEqualTo(after);
    }

    @Test
    void anAddedLineTakesTheEndOfItsNeighbours() throws IOException {
        check("a\r\nb\r\n", "@@ -1,2 +1,3 @@\n a\n+x\n b\n", "a\r\nx\r\nb\r\n");
        check("a\r\nb\nc\r\nd\r\n", "@@ -3,2 +3,3 @@\n c\n+x\n d\n", "a\r\nb\nc\r\nx\r\nd\r\n");
        check("a\r\nb\nc\nd\r\n", "@@ -2,2 +2,3 @@\n b\n+x\n c\n", "a\r\nb\nx\nc\nd\r\n");
        check("a\r\nb\r\n", "@@ -1,2 +1,3 @@\n+x\n a\n b\n", "x\r\na\r\nb\r\n");
        check("a\r\nb\r\nc\r\n", "@@ -1,3 +1,2 @@\n-a\n-b\n+x\n c\n", "x\r\nc\r\n");
    }

    @Test
    void aPatchWithCarriageReturnsFitsAFileWithout() throws IOException {
        check("a\nb\n", "@@ -1,2 +1,3 @@\n a\r\n+x\r\n b\r\n", "a\nx\nb\n");
        check("a\nb\n", "@@ -1,2 +1,2 @@\r\n a\r\n-b\r\n+B\r\n", "a\nB\n");
    }

    @Test
    void aPatchThatShowsLineEndsChangesThem() throws IOException {
        check("a\nb\n", "@@ -1,2 +1,2 @@\n a\n-b\n+b\r\n", "a\nb\r\n");
        check("a\r\nb\r\n", "@@ -1,2 +1,2 @@\n a\r\n-b\r\n+b\n", "a\r\nb\n");
        check("a\r\nb\n", "@@ -1,2 +1,3 @@\n a\r\n+x\n b\n", "a\r\nx\nb\n");
    }

    @Test
    void aMissingFinalLineFeedStaysMissing() throws IOException {
        check("a\nb", "@@ -1,2 +1,2 @@\n a\n-b\n+B\n", "a\nB");
        check("a\nb", "@@ -1,2 +1,3 @@\n a\n b\n+c\n", "a\nb\nc");
        check("a\nb", "@@ -1,2 +1,3 @@\n a\n+x\n b\n", "a\nx\nb");
        check("a\r\nb", "@@ -1,2 +1,3 @@\n a\n b\n+c\n", "a\r\nb\r\nc");
        check("a\r\nb", "@@ -2 +2,2 @@\n-b\n+c\n+d\n", "a\r\nc\r\nd");
        check("a\nb\nc", "@@ -1,2 +1,2 @@\n-a\n+A\n b\n", "A\nb\nc");
        check("a\nb", "@@ -1,2 +1 @@\n a\n-b\n", "a\n");
    }

    @Test
    void marksAddAndRemoveTheFinalLineFeed() throws IOException {
        check("a\nc", "@@ -1,2 +1,2 @@\n a\n-c\n" + NO_NEWLINE + "+c\n", "a\nc\n");
        check("a\nc\n", "@@ -1,2 +1,2 @@\n a\n-c\n+c\n" + NO_NEWLINE, "a\nc");
        check("a\nc", "@@ -1,2 +1,2 @@\n a\n-c\n" + NO_NEWLINE + "+C\n" + NO_NEWLINE, "a\nC");
        check("a\nc", "@@ -1,2 +1,2 @@\n-a\n+A\n c\n" + NO_NEWLINE, "A\nc");
        check("a\nc", "@@ -1,2 +1,3 @@\n a\n-c\n" + NO_NEWLINE + "+c\n+d\n", "a\nc\nd\n");
        check("a\nc", "@@ -1,2 +1,3 @@\n a\n-c\n\\ Kein Zeilenumbruch\n+c\n+d\n\\ ohne\n", "a\nc\nd");
        check("", "@@ -0,0 +1 @@\n+a\n" + NO_NEWLINE, "a");
    }

    @Test
    void marksThatAgreeWithEachOtherButNotWithTheFileChangeNoEnd() throws IOException {
        check("a\nc\n", "@@ -1,2 +1,2 @@\n a\n-c\n" + NO_NEWLINE + "+C\n" + NO_NEWLINE, "a\nC\n");
    }

    @Test
    void aMarkMeansTheEndOfTheFile() throws IOException {
        bench.file("f", "a\nc\nz\n");
        assertThat(bench.badPatch(NAMES + "@@ -1,2 +1,2 @@\n a\n-c\n+C\n" + NO_NEWLINE))
                .contains("the file ends behind \"c\"", "line 3");
        assertThat(bench.badPatch(NAMES + "@@ -1,2 +1,2 @@\n-a\n" + NO_NEWLINE + "-c\n+C\n"))
                .contains("a line follows the one that is marked");
        assertThat(bench.content("f")).isEqualTo("a\nc\nz\n");
    }

    @Test
    void theByteOrderMarkIsNotSeenAndStays() throws IOException {
        check("\ufeffa\nb\n", "@@ -1,2 +1,2 @@\n a\n-b\n+B\n", "\ufeffa\nB\n");
        check("\ufeffa\nb\n", "@@ -1,2 +1,2 @@\n-a\n+A\n b\n", "\ufeffA\nb\n");
        check("\ufeffa\nb\n", "@@ -1,2 +1,3 @@\n+x\n a\n b\n", "\ufeffx\na\nb\n");
        check("\ufeffa\n", "@@ -1 +1 @@\n-\ufeffa\n+a\n", "a\n");
        check("a\n", "@@ -1 +1 @@\n-a\n+\ufeffa\n", "\ufeffa\n");
    }

    @Test
    void bytesThatAreNotTextStayAsTheyAre() throws IOException {
        byte[] before = "\u00e9t\u00e9\nx\n\u00ff\u00fe\n".getBytes(ISO_8859_1);
        bench.file("f", before);
        bench.patch(NAMES + "@@ -2 +2 @@\n-x\n+y\n");
        assertThat(bench.bytes("f")).isEqualTo("\u00e9t\u00e9\ny\n\u00ff\u00fe\n".getBytes(ISO_8859_1));
        bench.file("f", new byte[] {(byte) 0xc3, (byte) 0xa9, '\n', (byte) 0xff, 0, '\n', 'x', '\n'});
        bench.patch(NAMES + "@@ -3 +3 @@\n-x\n+\u00e9\n");
        assertThat(bench.bytes("f")).isEqualTo(new byte[] {
            (byte) 0xc3, (byte) 0xa9, '\n', (byte) 0xff, 0, '\n', (byte) 0xc3, (byte) 0xa9, '\n'
        });
    }

    @Test
    void aFileInAnotherEncodingStaysInIt() throws IOException {
        bench.file("f", "caf\u00e9 d'\u00e9t\u00e9\nx\n".getBytes(ISO_8859_1));
        bench.patch(NAMES + "@@ -1,2 +1,2 @@\n caf\u00e9 d'\u00e9t\u00e9\n-x\n+\u00fc\n");
        assertThat(bench.bytes("f")).isEqualTo("caf\u00e9 d'\u00e9t\u00e9\n\u00fc\n".getBytes(ISO_8859_1));
        assertThat(bench.badPatch(NAMES + "@@ -2 +2 @@\n-\u00fc\n+\u4e2d\n")).contains("f: the patch adds characters");
        bench.file("f", "\ufeffa\r\nb\r\n".getBytes(UTF_16LE));
        bench.patch(NAMES + "@@ -1,2 +1,3 @@\n a\n-b\n+\u4e2d\n+c\n");
        assertThat(bench.bytes("f")).isEqualTo("\ufeffa\r\n\u4e2d\r\nc\r\n".getBytes(UTF_16LE));
    }

    @Test
    void aNewFileHasTheBytesOfThePatch() throws IOException {
        bench.patch("--- /dev/null\n+++ b/n\n@@ -0,0 +1,3 @@\n+a\r\n+  b  \n+\u00e9\n" + NO_NEWLINE);
        assertThat(bench.content("n")).isEqualTo("a\r\n  b  \n\u00e9");
    }

    @ParameterizedTest
    @CsvSource({"$1 \\1 \\\\,%s {} $0", "\\Q,\\E", "a\\,b\\"})
    void charactersThatMeanSomethingElsewhereMeanNothingHere(String old, String replacement) throws IOException {
        check(old + "\n", "@@ -1 +1 @@\n-" + old + "\n+" + replacement + "\n", replacement + "\n");
    }
}

package dev.intellibrix.agenttools.patch;

import static dev.intellibrix.agenttools.Workbench.lines;
import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.agenttools.Workbench;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a hunk goes, and where it does not. */
class PatchPlacementTest {

    private static final String NAMES = "--- a/f\n+++ b/f\n";

    @TempDir
    Path base;

    private Workbench bench;

    @BeforeEach
    void open() throws IOException {
        bench = Workbench.in(base);
    }

    private static String numbered(int from, int to) {
        StringBuilder text = new StringBuilder();
        for (int i = from; i <= to; i++) {
            text.append("line ").append(i).append('\n');
        }
        return text.toString();
    }

    /** A file with the same three lines at lines 10 and 60. */
    private static String twice() {
        return numbered(1, 9) + "top\nmid\nend\n" + numbered(13, 59) + "top\nmid\nend\n" + numbered(63, 80);
    }

    private String twiceWith(int line) {
        String[] all = twice().split("\n");
        all[line - 1] = "MID";
        return String.join("\n", all) + "\n";
    }

    private static String block(String header) {
        return NAMES + header + "\n top\n-mid\n+MID\n end\n";
    }

    @Test
    void theNearestOfSeveralPlacesWins() throws IOException {
        bench.file("f", twice());
        assertThat(bench.patch(block("@@ -10,3 +10,3 @@"))).isEqualTo("modified f (1 hunk)");
        assertThat(bench.content("f")).isEqualTo(twiceWith(11));
        bench.file("f", twice());
        assertThat(bench.patch(block("@@ -87,3 +87,3 @@"))).isEqualTo("modified f (1 hunk, 1 moved by -27 lines)");
        assertThat(bench.content("f")).isEqualTo(twiceWith(61));
        bench.file("f", twice());
        bench.patch(block("@@ -34,3 +34,3 @@"));
        assertThat(bench.content("f")).isEqualTo(twiceWith(11));
        bench.file("f", twice());
        bench.patch(block("@@ -36,3 +36,3 @@"));
        assertThat(bench.content("f")).isEqualTo(twiceWith(61));
    }

    @Test
    void aTieIsAnErrorThatListsThePlaces() throws IOException {
        bench.file("f", twice());
        assertThat(bench.badPatch(block("@@ -35,3 +35,3 @@"))).contains("f: hunk 1", "at lines 10, 60");
        assertThat(bench.badPatch(block("@@"))).contains("at lines 10, 60");
        assertThat(bench.content("f")).isEqualTo(twice());
    }

    @Test
    void aFileThatGrewMakesADoubtfulNumberAnError() throws IOException {
        // Everything lies 48 lines further down than the patch says, so line 12 is nearer but line 60 is meant.
        bench.file("f", twice());
        String first = "@@ -15,1 +15,1 @@\n-line 63\n+line 63!\n";
        assertThat(bench.badPatch(NAMES + first + "@@ -12,3 +12,3 @@\n top\n-mid\n+MID\n end\n"))
                .contains("hunk 2", "at lines 10, 60");
        assertThat(bench.content("f")).isEqualTo(twice());
    }

    @Test
    void lineNumbersCountInTheOldFile() throws IOException {
        bench.file("f", "x\ny\na\nb\nc\na\nb\nc\na\nb\nc\n");
        bench.patch(NAMES + "@@ -1,2 +1,5 @@\n x\n+1\n+2\n+3\n y\n@@ -6,3 +9,3 @@\n a\n-b\n+B\n c\n");
        assertThat(bench.content("f")).isEqualTo("x\n1\n2\n3\ny\na\nb\nc\na\nB\nc\na\nb\nc\n");
    }

    @Test
    void theOnlyPlaceWinsOverAWrongNumber() throws IOException {
        bench.file("f", numbered(1, 8));
        assertThat(bench.patch(NAMES + "@@ -40,3 +40,3 @@\n line 4\n-line 5\n+5\n line 6\n"))
                .isEqualTo("modified f (1 hunk, 1 moved by -36 lines)");
    }

    @Test
    void ofFiftyThousandEqualLinesNoneIsChosen() throws IOException {
        bench.file("f", "a\n".repeat(50_000));
        String context = " a\n".repeat(20);
        assertThat(bench.badPatch(NAMES + "@@ @@\n" + context + "-a\n" + context))
                .contains("more than one place", "lines 1, 2, 3,")
                .hasSizeLessThan(1_000);
        bench.patch(NAMES + "@@ -100,41 +100,40 @@\n" + context + "-a\n" + context);
        assertThat(bench.content("f")).isEqualTo("a\n".repeat(49_999));
    }

    @Test
    void trailingWhiteSpaceDoesNotHideAPlaceAndStaysInContext() throws IOException {
        bench.file("f", "para  \n\tif (x)\t\nold \n");
        assertThat(bench.patch(NAMES + "@@ -1,3 +1,3 @@\n para\n \tif (x)\n-old\n+new\n"))
                .isEqualTo("modified f (1 hunk, 1 found ignoring white space at the end of lines)");
        assertThat(bench.content("f")).isEqualTo("para  \n\tif (x)\t\nnew\n");
    }

    @Test
    void anExactPlaceWinsOverATolerantOneThatIsNearer() throws IOException {
        bench.file("f", "old \n" + numbered(1, 50) + "old\n");
        bench.patch(NAMES + "@@ -1 +1 @@\n-old\n+new\n");
        assertThat(bench.content("f")).isEqualTo("old \n" + numbered(1, 50) + "new\n");
    }

    @Test
    void oneShiftOfTheIndentationIsSharedByAddedLines() throws IOException {
        bench.file("f", lines("class A {", "    void m() {", "        one();", "", "        two();", "    }", "}"));
        String hunk = lines(
                "@@ -1,3 +1,4 @@",
                " void m() {",
                "-    one();",
                "+    if (x) {",
                "+",
                "+        one();",
                "+    }",
                " ",
                "     two();");
        assertThat(bench.patch(NAMES + hunk))
                .isEqualTo("modified f (1 hunk, 1 moved by 1 line, 1 found with the indentation shifted)");
        assertThat(bench.content("f"))
                .isEqualTo(lines(
                        "class A {",
                        "    void m() {",
                        "        if (x) {",
                        "",
                        "            one();",
                        "        }",
                        "",
                        "        two();",
                        "    }",
                        "}"));
    }

    @Test
    void aShiftToTheLeftTakesBlanksFromAddedLines() throws IOException {
        bench.file("f", "if x:\n    a\n    b\n");
        bench.patch(NAMES + "@@ -1,3 +1,3 @@\n     if x:\n         a\n-        b\n+        c\n+            d\n");
        assertThat(bench.content("f")).isEqualTo("if x:\n    a\n    c\n        d\n");
        bench.file("f", "\ta\n\tb\n");
        assertThat(bench.badPatch(NAMES + "@@ -1,2 +1,3 @@\n \t\ta\n-\t\tb\n+x\n"))
                .contains("hunk 1");
        assertThat(bench.content("f")).isEqualTo("\ta\n\tb\n");
    }

    @Test
    void shiftsThatDifferAreNoPlace() throws IOException {
        String before = "  a\n      b\n";
        bench.file("f", before);
        assertThat(bench.badPatch(NAMES + "@@ -1,2 +1,2 @@\n a\n-b\n+c\n")).contains("\"a\"", "\"  a\"");
        assertThat(bench.content("f")).isEqualTo(before);
    }

    @Test
    void punctuationFindsContextAndNeverChangesIt() throws IOException {
        bench.file("f", "it\u2019s here\n\u201cquoted\u201d\nold\n");
        assertThat(bench.patch(NAMES + "@@ -1,3 +1,3 @@\n it's here\n \"quoted\"\n-old\n+new\n"))
                .contains("ignoring the form of quotation marks");
        assertThat(bench.content("f")).isEqualTo("it\u2019s here\n\u201cquoted\u201d\nnew\n");
        assertThat(bench.badPatch(NAMES + "@@ -1 +1 @@\n-it's here\n+its\n")).contains("\"it's here\"");
    }

    @Test
    void contextIsNeverLeftOut() throws IOException {
        bench.file("f", numbered(1, 9));
        assertThat(bench.badPatch(NAMES + "@@ -3,3 +3,3 @@\n line 3\n-line 4\n+4\n line five\n"))
                .contains(
                        "f: hunk 1 (@@ -3,3 +3,3 @@)",
                        "expects \"line five\"",
                        "line 5 of the file is \"line 5\"",
                        "send the whole patch");
        assertThat(bench.content("f")).isEqualTo(numbered(1, 9));
    }

    @Test
    void hunksMayShareContextAndComeInAnyOrder() throws IOException {
        bench.file("f", "1\n2\n3\n4\n5\n6\n");
        bench.patch(NAMES + "@@ -3,3 +3,3 @@\n 3\n-4\n+four\n 5\n@@ -1,3 +1,3 @@\n 1\n-2\n+two\n 3\n");
        assertThat(bench.content("f")).isEqualTo("1\ntwo\n3\nfour\n5\n6\n");
    }

    @Test
    void aHunkMayChangeWhatTheOneBeforeShowsAsContext() throws IOException {
        bench.file("f", "1\n2\n3\n4\n");
        bench.patch(NAMES + "@@ -1,3 +1,3 @@\n 1\n-2\n+two\n 3\n@@ -3,2 +3,2 @@\n-3\n+three\n 4\n");
        assertThat(bench.content("f")).isEqualTo("1\ntwo\nthree\n4\n");
    }

    @Test
    void hunksThatChangeTheSameContradict() throws IOException {
        bench.file("f", "1\n2\n3\n");
        assertThat(bench.badPatch(NAMES + "@@ -1,3 +1,3 @@\n 1\n-2\n+x\n 3\n@@ -2,2 +2 @@\n-2\n-3\n+y\n"))
                .contains("hunk 2", "contradicts", "line 2");
        String insertion = "@@ -1,2 +1,3 @@\n 1\n+new\n 2\n";
        assertThat(bench.badPatch(NAMES + insertion + insertion)).contains("hunk 2", "before line 2");
        assertThat(bench.content("f")).isEqualTo("1\n2\n3\n");
    }

    @Test
    void aHunkThatWasAppliedAlreadyIsSaidToBe() throws IOException {
        bench.file("f", "a\nB\nc\n");
        assertThat(bench.badPatch(NAMES + "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n"))
                .contains("expects \"b\"", "line 2 of the file is \"B\"", "stands already at line 1");
    }

    @Test
    void namesEveryHunkAndFileThatDoesNotFit() throws IOException {
        bench.file("f", numbered(1, 9)).file("g", "g\n").file("h", "h\n");
        String error = bench.badPatch(NAMES + "@@ -1 +1 @@\n-nope\n+x\n@@ -9,2 +9,2 @@\n line 9\n-line 10\n+x\n"
                + "--- a/g\n+++ b/g\n@@ -1 +1 @@\n-nope\n+x\n--- a/h\n+++ b/h\n@@ -1 +1 @@\n-h\n+H\n"
                + "--- a/missing\n+++ b/missing\n@@ -1 +1 @@\n-h\n+H\n");
        assertThat(error)
                .contains(
                        "nothing was written",
                        "f: hunk 1 (@@ -1 +1 @@) does not fit: it expects \"nope\", but line 1 of the file is \"line 1\"",
                        "f: hunk 2 (@@ -9,2 +9,2 @@) does not fit: it expects \"line 10\", but the file ends at line 9",
                        "g: hunk 1",
                        "missing: no such file",
                        "the rest would fit: h (line 1)");
        assertThat(bench.content("h")).isEqualTo("h\n");
    }

    @Test
    void anEmptyFileTakesOnlyAddedLines() throws IOException {
        bench.file("f", "");
        assertThat(bench.badPatch(NAMES + "@@ -1 +1 @@\n-x\n+y\n")).contains("the file is empty");
        bench.patch(NAMES + "@@ -0,0 +1,2 @@\n+a\n+b\n");
        assertThat(bench.content("f")).isEqualTo("a\nb\n");
        assertThat(bench.badPatch(NAMES + "@@ -1,0 +2 @@\n+x\n")).contains("neither context nor removed lines");
    }

    @Test
    void showsNothingHiddenAndNotMuchOfALongLine() throws IOException {
        bench.file("f", "a\u202eb" + "x".repeat(5_000) + "\n");
        assertThat(bench.badPatch(NAMES + "@@ -1 +1 @@\n-nope\n+y\n"))
                .contains("\\u{202E}")
                .hasSizeLessThan(600);
    }

    private String misfit(String content, String hunk) throws IOException {
        bench.file("f", content);
        String answer = bench.badPatch(NAMES + hunk);
        assertThat(bench.content("f")).isEqualTo(content);
        return answer;
    }

    @Test
    void aMisfitNamesTheFirstLineThatDiffersWhereMostLinesStand() throws IOException {
        // Two lines stand at 60 and one at 10, whatever the header says.
        String content = twice().replaceFirst("mid\nend", "other\nother");
        assertThat(misfit(content, "@@ -10,4 +10,4 @@\n top\n-mid\n+MID\n end\n more\n"))
                .contains("does not fit: it expects \"more\", but line 63 of the file is \"line 63\"");
    }

    @Test
    void ofPlacesThatFitEquallyWellTheNearestToTheHeaderIsNamed() throws IOException {
        String hunk = "%s\n top\n-mid\n+MID\n end\n more\n";
        assertThat(misfit(twice(), String.format(hunk, "@@ -12,4 +12,4 @@"))).contains("but line 13 of the file is");
        assertThat(misfit(twice(), String.format(hunk, "@@ -58,4 +58,4 @@"))).contains("but line 63 of the file is");
        assertThat(misfit(twice(), String.format(hunk, "@@ -35,4 +35,4 @@"))).contains("but line 13 of the file is");
    }

    @Test
    void aMisfitWithoutAnyOfTheLinesNamesTheFirst() throws IOException {
        assertThat(misfit("one\n", "@@ -7,2 +7,2 @@\n first\n-second\n+SECOND\n"))
                .contains("does not fit: none of its lines is in the file, the first is \"first\"");
        assertThat(misfit("", "@@ -1,2 +1,2 @@\n first\n-second\n+SECOND\n"))
                .contains("does not fit: the file is empty");
    }

    @Test
    void aMisfitSaysWhatIsThereAlready() throws IOException {
        assertThat(misfit(twiceWith(11).replace("mid", "gone"), "@@ -10,3 +10,3 @@\n top\n-mid\n+MID\n end\n"))
                .contains(
                        "it expects \"mid\", but line 11 of the file is \"MID\"; what it adds stands already at line 10");
        assertThat(misfit("a\nb\n", "@@ -1,2 +1,1 @@\n x\n-b\n"))
                .contains("it expects \"x\", but line 1 of the file is \"a\"")
                .doesNotContain("stands already");
    }
}

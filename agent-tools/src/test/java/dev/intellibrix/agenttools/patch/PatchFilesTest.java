package dev.intellibrix.agenttools.patch;

import static dev.intellibrix.agenttools.Workbench.lines;
import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.agenttools.Workbench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a patch does to files as a whole: makes, deletes, renames and copies them, and changes their modes. */
class PatchFilesTest {

    @TempDir
    Path base;

    private Workbench bench;

    @BeforeEach
    void open() throws IOException {
        bench = Workbench.in(base);
    }

    private static String edit(String path, String from, String to) {
        return lines("--- a/" + path, "+++ b/" + path, "@@ -1 +1 @@", "-" + from, "+" + to);
    }

    private static String rename(String from, String to) {
        return lines(
                "diff --git a/" + from + " b/" + to, "similarity index 100%", "rename from " + from, "rename to " + to);
    }

    private static String creation(String path, String... content) {
        return lines("--- /dev/null", "+++ b/" + path, "@@ -0,0 +1," + content.length + " @@")
                + lines(content).replaceAll("(?m)^(?=.)", "+");
    }

    private static String deletion(String path, String content) {
        return lines("--- a/" + path, "+++ /dev/null", "@@ -1 +0,0 @@", "-" + content);
    }

    private String mode(String name) throws IOException {
        return PosixFilePermissions.toString(
                Files.getPosixFilePermissions(bench.root().resolve(name)));
    }

    private void mode(String name, String mode) throws IOException {
        Files.setPosixFilePermissions(bench.root().resolve(name), PosixFilePermissions.fromString(mode));
    }

    @Test
    void createsFilesAndTheFoldersThatTheyNeed() throws IOException {
        assertThat(bench.patch(creation("d/e/n.txt", "a", "b"))).isEqualTo("created d/e/n.txt");
        assertThat(bench.content("d/e/n.txt")).isEqualTo("a\nb\n");
    }

    @Test
    void createsAFileThatAModelForgotToCallNew() throws IOException {
        assertThat(bench.patch("--- a/n.txt\n+++ b/n.txt\n@@ -0,0 +1 @@\n+a\n")).isEqualTo("created n.txt");
        assertThat(bench.badPatch(edit("m.txt", "a", "b"))).contains("m.txt: no such file");
        assertThat(bench.files()).containsExactly("n.txt");
    }

    @Test
    void createsNothingOverAFileThatExists() throws IOException {
        bench.file("f", "old\n");
        assertThat(bench.badPatch(creation("f", "new"))).contains("f: exists already");
        assertThat(bench.badPatch("*** Begin Patch\n*** Add File: f\n+new\n*** End Patch\n"))
                .contains("f: exists");
        assertThat(bench.badPatch(creation("g", "1") + creation("g", "2"))).contains("g: exists already");
        assertThat(bench.files()).containsExactly("f");
        assertThat(bench.content("f")).isEqualTo("old\n");
    }

    @Test
    void aNewFileHasOnlyAddedLines() throws IOException {
        assertThat(bench.badPatch("--- /dev/null\n+++ b/n\n@@ -0,0 +1,2 @@\n context\n+a\n"))
                .contains("only added lines");
        assertThat(bench.files()).isEmpty();
    }

    @Test
    void createsAnEmptyFileByItsHeaderAlone() throws IOException {
        assertThat(bench.patch("diff --git a/e b/e\nnew file mode 100644\nindex 0000000..e69de29\n"))
                .isEqualTo("created e");
        assertThat(bench.content("e")).isEmpty();
        assertThat(bench.patch("diff --git a/e b/e\ndeleted file mode 100644\nindex e69de29..0000000\n"))
                .isEqualTo("deleted e");
        assertThat(bench.files()).isEmpty();
    }

    @Test
    void deletesAFileWhoseContentThePatchRemoves() throws IOException {
        bench.file("f", "x\n").file("k", "1\n");
        assertThat(bench.patch(deletion("f", "x"))).isEqualTo("deleted f");
        assertThat(bench.files()).containsExactly("k");
    }

    @Test
    void deletesNothingThatHoldsMoreThanThePatchRemoves() throws IOException {
        bench.file("f", "x\nz\n");
        assertThat(bench.badPatch(deletion("f", "x"))).contains("f: the patch deletes", "only a part");
        assertThat(bench.badPatch("diff --git a/f b/f\ndeleted file mode 100644\n"))
                .contains("only a part");
        assertThat(bench.badPatch(deletion("f", "y"))).contains("f: hunk 1");
        assertThat(bench.content("f")).isEqualTo("x\nz\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1970-01-01 00:00:00.000000000 +0000",
                "1970-01-01 01:00:00 +0100",
                "1969-12-31 19:00:00.000 -0500"
            })
    void anEpochTimeWithAnEmptySideStandsForNoFile(String epoch) throws IOException {
        bench.file("f", "x\n");
        assertThat(bench.patch(lines("--- a/f\t2024-01-01 00:00:00 +0000", "+++ b/f\t" + epoch, "@@ -1 +0,0 @@", "-x")))
                .isEqualTo("deleted f");
        String creation = lines("--- a/f\t" + epoch, "+++ b/f\t2024-01-01 00:00:00 +0000", "@@ -0,0 +1 @@", "+x");
        assertThat(bench.patch(creation)).isEqualTo("created f");
        assertThat(bench.badPatch(creation)).contains("exists already");
        assertThat(bench.patch(lines("--- a/f\t" + epoch, "+++ b/f\t" + epoch, "@@ -1 +1 @@", "-x", "+y")))
                .isEqualTo("modified f (1 hunk)");
    }

    @Test
    void anEmptiedFileStaysWithoutAMarkOfDeletion() throws IOException {
        bench.file("f", "x\n");
        bench.patch("--- a/f\n+++ b/f\n@@ -1 +0,0 @@\n-x\n");
        assertThat(bench.content("f")).isEmpty();
    }

    @Test
    void renamesAndEditsAtOnce() throws IOException {
        bench.file("src/f", "x\n");
        mode("src/f", "rw-r-----");
        assertThat(bench.patch(rename("src/f", "lib/deep/g") + "--- a/src/f\n+++ b/lib/deep/g\n@@ -1 +1 @@\n-x\n+y\n"))
                .isEqualTo("renamed src/f -> lib/deep/g (1 hunk)");
        assertThat(bench.files()).containsExactly("lib/deep/g");
        assertThat(bench.content("lib/deep/g")).isEqualTo("y\n");
        assertThat(mode("lib/deep/g")).isEqualTo("rw-r-----");
    }

    @Test
    void renamesWithoutGitsFirstLine() throws IOException {
        bench.file("f", "x\n");
        assertThat(bench.patch("rename from f\nrename to g\n")).isEqualTo("renamed f -> g");
        assertThat(bench.files()).containsExactly("g");
    }

    @Test
    void renamesOverNothingThatStays() throws IOException {
        bench.file("a.txt", "A\n").file("b.txt", "B\n");
        assertThat(bench.badPatch(rename("a.txt", "b.txt"))).contains("b.txt: exists already");
        assertThat(bench.badPatch(rename("a.txt", "a.txt"))).contains("renamed to itself");
        assertThat(bench.content("b.txt")).isEqualTo("B\n");
    }

    @Test
    void swapsFilesWithTheirModes() throws IOException {
        bench.file("a", "A\n").file("b", "B\n");
        mode("a", "rwxr-x---");
        mode("b", "rw-r--r--");
        bench.patch(rename("a", "b") + rename("b", "a"));
        assertThat(bench.content("a") + bench.content("b")).isEqualTo("B\nA\n");
        assertThat(mode("a")).isEqualTo("rw-r--r--");
        assertThat(mode("b")).isEqualTo("rwxr-x---");
    }

    @Test
    void renamesAFileThatOnlyChangesTheCaseOfItsName() throws IOException {
        bench.file("README.md", "x\n");
        assertThat(bench.patch(rename("README.md", "Readme.md"))).isEqualTo("renamed README.md -> Readme.md");
        assertThat(bench.files()).containsExactly("Readme.md");
    }

    @Test
    void renamesInACircle() throws IOException {
        bench.file("a", "A\n").file("b", "B\n").file("c", "C\n");
        bench.patch(rename("a", "b") + rename("b", "c") + rename("c", "a"));
        assertThat(bench.content("a") + bench.content("b") + bench.content("c")).isEqualTo("C\nA\nB\n");
    }

    @Test
    void renamesToTheNameOfAFileThatIsDeletedLater() throws IOException {
        bench.file("a", "A\n").file("b", "B\n");
        assertThat(bench.patch(rename("a", "b") + deletion("b", "B"))).isEqualTo("renamed a -> b");
        assertThat(bench.files()).containsExactly("b");
        assertThat(bench.content("b")).isEqualTo("A\n");
    }

    @Test
    void editsAFileUnderItsNewNameAndNotUnderItsOldOne() throws IOException {
        bench.file("a", "1\n");
        assertThat(bench.badPatch(rename("a", "b") + edit("a", "1", "2"))).contains("a: an earlier section");
        assertThat(bench.patch(rename("a", "b") + edit("b", "1", "2"))).isEqualTo("renamed a -> b (1 hunk)");
        assertThat(bench.content("b")).isEqualTo("2\n");
    }

    @Test
    void differentNamesWithoutRenameLinesAreAnError() throws IOException {
        bench.file("old", "x\n");
        assertThat(bench.badPatch("--- a/old\n+++ b/new\n@@ -1 +1 @@\n-x\n+y\n"))
                .contains("old and new", "rename from");
        assertThat(bench.badPatch("diff --git a/old b/new\n--- a/old\n+++ b/new\n@@ -1 +1 @@\n-x\n+y\n"))
                .contains("rename from");
        assertThat(bench.badPatch("diff --git a/old b/old\n--- a/new\n+++ b/new\n@@ -1 +1 @@\n-x\n+y\n"))
                .contains("different files");
        assertThat(bench.badPatch("diff --git a/other b/other\nrename from old\nrename to new\n"))
                .contains("different files");
        assertThat(bench.badPatch(rename("old", "new") + "--- a/old\n+++ b/old\n@@ -1 +1 @@\n-x\n+y\n"))
                .contains("old: an earlier section");
        assertThat(bench.files()).containsExactly("old");
    }

    @Test
    void saysNothingOfTheModeOfACopyThatHasThatOfNewFiles() throws IOException {
        bench.file("f", "1\n");
        assertThat(bench.patch(lines("diff --git a/f b/g", "similarity index 100%", "copy from f", "copy to g")))
                .isEqualTo("copied f -> g");
    }

    @Test
    void copiesWhatAFileHeldBeforeThePatch() throws IOException {
        bench.file("a", "1\n");
        mode("a", "rwxr-xr-x");
        assertThat(bench.patch(edit("a", "1", "2")
                        + lines("diff --git a/a b/c", "copy from a", "copy to c", "--- a/a", "+++ b/c")
                        + lines("@@ -1 +1 @@", "-1", "+3")))
                .isEqualTo("modified a (1 hunk)\ncopied a -> c (1 hunk, executable)");
        assertThat(bench.content("a") + bench.content("c")).isEqualTo("2\n3\n");
        assertThat(mode("c")).contains("x");
    }

    @Test
    void changesAModeAndNothingElse() throws IOException {
        bench.file("f", "x\n");
        mode("f", "rw-r-----");
        String mode = "diff --git a/f b/f\nold mode 100644\nnew mode 100755\n";
        assertThat(bench.patch(mode)).isEqualTo("modified f (executable)");
        assertThat(mode("f")).isEqualTo("rwxr-x---");
        assertThat(bench.badPatch(mode)).contains("f: has this mode already");
        assertThat(bench.patch("diff --git a/f b/f\nold mode 100755\nnew mode 100644\n" + edit("f", "x", "y")))
                .isEqualTo("modified f (1 hunk, not executable)");
        assertThat(mode("f")).isEqualTo("rw-r-----");
    }

    @Test
    void keepsTheModeOfAFileThatItEdits() throws IOException {
        bench.file("run.sh", "a\n");
        mode("run.sh", "rwxr--r--");
        bench.patch(edit("run.sh", "a", "b"));
        assertThat(mode("run.sh")).isEqualTo("rwxr--r--");
    }

    @Test
    void aNewFileIsExecutableWhenItsHeaderSaysSo() throws IOException {
        assertThat(bench.patch("diff --git a/s b/s\nnew file mode 100755\n" + creation("s", "#!/bin/sh")))
                .isEqualTo("created s (executable)");
        assertThat(Files.isExecutable(bench.root().resolve("s"))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"120000", "160000", "040000", "rwxr-xr-x"})
    void refusesModesThatAreNoFiles(String mode) throws IOException {
        assertThat(bench.badPatch("diff --git a/l b/l\nnew file mode " + mode + "\n" + creation("l", "../outside")))
                .contains("mode", "links and submodules");
        assertThat(bench.files()).isEmpty();
    }

    @Test
    void refusesBinaryPatchesAsAWholeAndNamesTheFile() throws IOException {
        bench.file("t", "1\n").file("logo.png", new byte[] {0, 1, 2, 3});
        String binary = "diff --git a/logo.png b/logo.png\nindex 1..2 100644\n";
        assertThat(bench.badPatch(edit("t", "1", "2") + binary + "GIT binary patch\nliteral 5\nMcmZQzWMXDv00aO5\n\n"))
                .contains("logo.png: a binary patch");
        assertThat(bench.badPatch(edit("t", "1", "2") + binary + "Binary files a/logo.png and b/logo.png differ\n"))
                .contains("logo.png: a binary patch");
        assertThat(bench.badPatch(edit("t", "1", "2") + "Binary files a/logo.png and b/logo.png differ\n"))
                .contains("logo.png");
        assertThat(bench.content("t")).isEqualTo("1\n");
    }

    @Test
    void appliesSectionsForOneFileOneOnTopOfTheOther() throws IOException {
        bench.file("f", "a\nb\nc\n");
        assertThat(
                        bench.patch(
                                "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n-a\n+A\n b\n--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n A\n-b\n+B\n"))
                .isEqualTo("modified f (2 hunks)");
        assertThat(bench.content("f")).isEqualTo("A\nB\nc\n");
    }

    @Test
    void sectionsThatContradictChangeNothing() throws IOException {
        bench.file("f", "a\n");
        assertThat(bench.badPatch(deletion("f", "a") + edit("f", "a", "b"))).contains("f: an earlier section");
        assertThat(bench.badPatch(deletion("f", "a") + deletion("f", "a"))).contains("f: an earlier section");
        assertThat(bench.badPatch(rename("f", "g") + rename("f", "h"))).contains("f: an earlier section");
        assertThat(bench.patch(deletion("f", "a") + creation("f", "b"))).isEqualTo("modified f (1 hunk)");
        assertThat(bench.content("f")).isEqualTo("b\n");
    }
}

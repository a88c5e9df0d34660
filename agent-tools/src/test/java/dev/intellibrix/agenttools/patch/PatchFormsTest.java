package dev.intellibrix.agenttools.patch;

import static dev.intellibrix.agenttools.Workbench.lines;
import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.agenttools.Workbench;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What models write where a program would write a diff. */
class PatchFormsTest {

    private static final String NAMES = "--- a/f.txt\n+++ b/f.txt\n";

    @TempDir
    Path base;

    private Workbench bench;

    @BeforeEach
    void open() throws IOException {
        bench = Workbench.in(base).file("f.txt", "one\ntwo\n\nfour\nfive\nsix\n");
    }

    private void becomes(String expected) throws IOException {
        assertThat(bench.content("f.txt")).isEqualTo(expected);
    }

    @Test
    void takesAnEmptyLineForEmptyContext() throws IOException {
        bench.patch(NAMES + "@@ -2,3 +2,3 @@\n two\n\n-four\n+4\n");
        becomes("one\ntwo\n\n4\nfive\nsix\n");
    }

    @Test
    void takesAPatchWithAByteOrderMarkBeforeIt() throws IOException {
        bench.patch("\uFEFF" + NAMES + "@@ -1,2 +1,2 @@\n-one\n+1\n two\n");
        becomes("1\ntwo\n\nfour\nfive\nsix\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "@@ -4,3 +4,3 @@",
                "@@ -4 +4 @@",
                "@@ -4,9 +4,9 @@",
                "@@ -4,2 +4,1 @@",
                "@@ -4,0 +4,0 @@",
                "@@ -400,3 +1,3 @@",
                "@@ -4,3 +4,3 @@ void method() {",
                "@@ -4,3 +4,3",
                "@@-4,3 +4,3@@",
                "@@",
                "@@ @@",
                "@@ ... @@",
                "@@ \u2026 @@",
                "@@ -999999999999,3 +4,3 @@"
            })
    void takesWhatAHeaderSaysAsAHint(String header) throws IOException {
        bench.patch(NAMES + header + "\n four\n-five\n+5\n six\n");
        becomes("one\ntwo\n\nfour\n5\nsix\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--- a/f.txt\n+++ b/f.txt\n",
                "--- f.txt\n+++ f.txt\n",
                "--- a/f.txt\n+++ f.txt\n",
                "--- f.txt\n+++ b/f.txt\n",
                "--- ./f.txt\n+++ ./f.txt\n",
                "--- i/f.txt\n+++ w/f.txt\n",
                "--- \"a/f.txt\"\n+++ \"b/f.txt\"\n",
                "--- \"a/\\146.txt\"\n+++ b/f.txt\n",
                "--- a/f.txt\t2024-05-01 10:00:00.000000000 +0200\n+++ b/f.txt\t2024-05-02 10:00:00 +0200\n",
                "--- a/f.txt 2024-05-01 10:00:00\n+++ b/f.txt 2024-05-02 10:00:00.5 +0000\n",
                "--- a/f.txt  \n+++ b/f.txt \n",
                "diff --git a/f.txt b/f.txt\n",
                "diff --git a/f.txt b/f.txt\nindex 123..456 100644\n--- a/f.txt\n+++ b/f.txt\n",
                "diff --git f.txt f.txt\n--- f.txt\n+++ f.txt\n",
                "diff --git a/f.txt b/f.txt\n--- f.txt\n+++ f.txt\n",
                "diff -u f.txt f.txt\n--- f.txt\n+++ f.txt\n",
                "Index: f.txt\n======\n--- f.txt\t(revision 1)\n+++ f.txt\t(working copy)\n",
            })
    void findsTheFileUnderEveryHeader(String header) throws IOException {
        assertThat(bench.patch(header + "@@ -5 +5 @@\n-five\n+5\n")).isEqualTo("modified f.txt (1 hunk)");
        becomes("one\ntwo\n\nfour\n5\nsix\n");
    }

    @Test
    void readsTheSameHunkInAnEnvelope() throws IOException {
        bench.file("g.txt", "1\n");
        assertThat(bench.patch(lines(
                        "*** Begin Patch",
                        "*** Update File: f.txt",
                        "@@",
                        " four",
                        "-five",
                        "+5",
                        " six",
                        "*** Add File: dir/new.txt",
                        "+a",
                        "+",
                        "+b",
                        "*** Delete File: g.txt",
                        "*** End Patch")))
                .isEqualTo("modified f.txt (1 hunk)\ncreated dir/new.txt\ndeleted g.txt");
        becomes("one\ntwo\n\nfour\n5\nsix\n");
        assertThat(bench.content("dir/new.txt")).isEqualTo("a\n\nb\n");
        assertThat(bench.files()).containsExactly("dir/new.txt", "f.txt");
    }

    @Test
    void readsAnEnvelopeAroundAUnifiedDiff() throws IOException {
        bench.patch("*** Begin Patch\n" + NAMES + "@@ -5 +5 @@\n-five\n+5\n*** End Patch\n");
        becomes("one\ntwo\n\nfour\n5\nsix\n");
    }

    @Test
    void readsAnEnvelopesFirstHunkWithoutAHeader() throws IOException {
        bench.patch(lines(
                "*** Begin Patch",
                "*** Update File: f.txt",
                " one",
                "-two",
                "+2",
                "@@",
                "-six",
                "+6",
                "*** End of File",
                "*** End Patch"));
        becomes("one\n2\n\nfour\nfive\n6\n");
    }

    @Test
    void movesAFileInAnEnvelope() throws IOException {
        bench.patch("*** Begin Patch\n*** Update File: f.txt\n*** Move to: d/g.txt\n@@\n-six\n+6\n*** End Patch");
        assertThat(bench.files()).containsExactly("d/g.txt");
        assertThat(bench.content("d/g.txt")).endsWith("five\n6\n");
    }

    @Test
    void doesNotCutAFileThatIsAddedAtAnEmptyLine() throws IOException {
        assertThat(bench.badPatch("*** Begin Patch\n*** Add File: n\n+a\n\n+b\n*** End Patch\n"))
                .contains("line 4", "begins with +");
        assertThat(bench.files()).containsExactly("f.txt");
    }

    @Test
    void looksBehindTheAnchorOfAnEnvelope() throws IOException {
        bench.file("c.txt", "class A\n  x\n  end\nclass B\n  x\n  end\nclass C\n  x\n  end\n");
        bench.patch("*** Begin Patch\n*** Update File: c.txt\n@@ class B\n-  x\n+  y\n   end\n*** End Patch");
        assertThat(bench.content("c.txt")).isEqualTo("class A\n  x\n  end\nclass B\n  y\n  end\nclass C\n  x\n  end\n");
    }

    @Test
    void neverPutsAnAnchorsAdditionAtTheEnd() throws IOException {
        assertThat(bench.badPatch("*** Begin Patch\n*** Update File: f.txt\n@@ two\n+three\n*** End Patch"))
                .contains("f.txt: hunk 1", "neither context nor removed lines");
        becomes("one\ntwo\n\nfour\nfive\nsix\n");
    }

    @Test
    void leavesOutAFenceAndTheTextAroundIt() throws IOException {
        bench.patch("Here it is:\n\n```diff\n" + NAMES
                + "@@ -5,2 +5,2 @@\n five\n-six\n+6  \n```\n\nThis:\n- changes six\n");
        becomes("one\ntwo\n\nfour\nfive\n6  \n");
    }

    @Test
    void leavesOutAFenceEvenBehindAWrongCount() throws IOException {
        bench.patch("```\n" + NAMES + "@@ -5,7 +5,9 @@\n five\n-six\n+6\n```\n- a list\n- of words\n");
        becomes("one\ntwo\n\nfour\nfive\n6\n");
    }

    @Test
    void leavesOutProseBetweenSections() throws IOException {
        bench.file("g.txt", "1\n");
        bench.patch(NAMES + "@@ -5 +5 @@\n-five\n+5\n\nand then\n\n--- a/g.txt\n+++ b/g.txt\n@@ -1 +1 @@\n-1\n+2\n");
        becomes("one\ntwo\n\nfour\n5\nsix\n");
        assertThat(bench.content("g.txt")).isEqualTo("2\n");
    }

    @Test
    void refusesALineWithinAHunkThatIsNoneOfIt() throws IOException {
        assertThat(bench.badPatch(NAMES + "@@ -1,9 +1,9 @@\n one\ntwo\n-five\n+5\n"))
                .contains("patch line 5", "begins with a blank, - or +");
        becomes("one\ntwo\n\nfour\nfive\nsix\n");
    }

    @Test
    void refusesAHunkThatNamesNoFile() {
        assertThat(bench.badPatch("@@ -5 +5 @@\n-five\n+5\n")).contains("patch line 1", "without the name of its file");
        assertThat(bench.badPatch(NAMES + "@@ -5 +5 @@\n-five\n+5\nwords\n@@ -6 +6 @@\n-six\n+6\n"))
                .contains("patch line 7");
    }

    @Test
    void takesAMailForWhatItCarries() throws IOException {
        String mail =
                "From 0123 Mon Sep 17 00:00:00 2001\nFrom: A <a@b.c>\nSubject: [PATCH] six\n\n---\n f.txt | 2 +-\n"
                        + " 1 file changed, 1 insertion(+), 1 deletion(-)\n\ndiff --git a/f.txt b/f.txt\n" + NAMES;
        bench.patch(mail + "@@ -5,2 +5,2 @@\n five\n-six\n+6\n-- \n2.39.5\n\n");
        becomes("one\ntwo\n\nfour\nfive\n6\n");
        bench.patch(mail + "@@ -5,8 +5,1 @@\n five\n-6\n+66\n-- \n2.39.5\n");
        becomes("one\ntwo\n\nfour\nfive\n66\n");
    }

    @Test
    void takesLinesThatLookLikeHeadersForWhatTheCountsSay() throws IOException {
        bench.file("q.sql", "-- drop me\nselect 1;\nselect 2;\n-- end\n");
        bench.patch(lines(
                "--- a/q.sql",
                "+++ b/q.sql",
                "@@ -1,2 +1,2 @@",
                "--- drop me",
                "+++ keep",
                " select 1;",
                "@@ -3,2 +3,2 @@",
                " select 2;",
                "--- end",
                "+++ fin"));
        assertThat(bench.content("q.sql")).isEqualTo("++ keep\nselect 1;\nselect 2;\n++ fin\n");
    }

    @Test
    void takesANewSectionForOneAlsoWhenTheCountsWouldSwallowItsHeader() throws IOException {
        bench.file("g.txt", "1\n");
        bench.patch(NAMES + "@@ -5,2 +5,2 @@\n-five\n+5\n--- a/g.txt\n+++ b/g.txt\n@@ -1 +1 @@\n-1\n+2\n");
        becomes("one\ntwo\n\nfour\n5\nsix\n");
        assertThat(bench.content("g.txt")).isEqualTo("2\n");
    }

    @Test
    void readsALineWithAMarkForWhatItIsAlsoWithoutCounts() throws IOException {
        bench.file("n.md", "++ a\n-- b\n");
        bench.patch("--- a/n.md\n+++ b/n.md\n@@\n ++ a\n--- b\n+++ c\n");
        assertThat(bench.content("n.md")).isEqualTo("++ a\n++ c\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "\n\n\n"})
    void ignoresEmptyLinesBetweenSections(String between) throws IOException {
        bench.file("g.txt", "1\n");
        String second = "--- a/g.txt\n+++ b/g.txt\n@@ -1 +1 @@\n-1\n+2\n";
        bench.patch(NAMES + "@@ -1,2 +1,2 @@\n one\n-two\n+2\n" + between + second);
        becomes("one\n2\n\nfour\nfive\nsix\n");
        bench.file("g.txt", "1\n");
        bench.patch(NAMES + "@@ -4,9 +4,9 @@\n-four\n+4\n" + between + second);
        becomes("one\n2\n\n4\nfive\nsix\n");
    }

    @Test
    void ignoresAnEmptyLineThatTheCountTookForContext() throws IOException {
        bench.patch(NAMES + "@@ -4,3 +4,3 @@\n-four\n+4\n five\n\n");
        becomes("one\ntwo\n\n4\nfive\nsix\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Please change two to 2.\n",
                "```diff\n```\n",
                "--- a/f.txt\n+++ b/f.txt\n",
                "diff --git a/f.txt b/f.txt\nindex 1..2 100644\n",
                "--- a/f.txt\n+++ b/f.txt\n@@ -1,2 +1,2 @@\n",
                "--- a/f.txt\n+++ b/f.txt\n@@ -1,2 +1,2 @@\n one\n two\n",
                "--- a/f.txt\n+++ b/f.txt\n@@ -1,2 +1,2 @@\n-one\n+one\n",
                "*** Begin Patch\n*** End Patch\n",
                "*** Begin Patch\n*** Update File: f.txt\n*** End Patch\n",
                "*** f.txt\t2024\n--- f.txt\t2024\n***************\n*** 1 ****\n! one\n--- 1 ----\n! 1\n",
                "@@@ -1 -1 +1 @@@\n--one\n +1\n"
            })
    void neverCallsNothingASuccess(String patch) throws IOException {
        bench.badPatch(patch);
        becomes("one\ntwo\n\nfour\nfive\nsix\n");
    }

    @Test
    void saysWhenSectionsUndoEachOther() {
        assertThat(bench.badPatch(NAMES + "@@ -1 +1 @@\n-one\n+1\n" + NAMES + "@@ -1 +1 @@\n-1\n+one\n"))
                .contains("changes nothing");
    }

    @Test
    void takesAPatchThatWasSentWithCarriageReturns() throws IOException {
        bench.patch((NAMES + "@@ -5 +5 @@\n-five\n+5\n").replace("\n", "\r\n"));
        becomes("one\ntwo\n\nfour\n5\nsix\n");
        assertThat(bench.files()).containsExactly("f.txt");
    }

    @Test
    void readsABlankInAName() throws IOException {
        bench.file("d x/f g.txt", "x\n");
        bench.patch(
                "diff --git a/d x/f g.txt b/d x/f g.txt\n--- a/d x/f g.txt\t\n+++ b/d x/f g.txt\t\n@@ -1 +1 @@\n-x\n+y\n");
        assertThat(bench.content("d x/f g.txt")).isEqualTo("y\n");
        bench.patch("diff --git a/d x/f g.txt b/d x/f g.txt\n@@ -1 +1 @@\n-y\n+z\n");
        assertThat(bench.content("d x/f g.txt")).isEqualTo("z\n");
    }

    @Test
    void readsGitsQuotedNames() throws IOException {
        bench.file("tab\t\"q\" x.txt", "x\n");
        bench.patch("--- \"a/tab\\t\\\"q\\\" \\170.txt\"\n+++ \"b/tab\\t\\\"q\\\" \\170.txt\"\n@@ -1 +1 @@\n-x\n+y\n");
        assertThat(bench.content("tab\t\"q\" x.txt")).isEqualTo("y\n");
        assertThat(bench.badPatch("--- \"a/\\777\"\n+++ b/f.txt\n@@ -1 +1 @@\n-x\n+y\n"))
                .contains("quoted name");
    }

    @Test
    void takesAPrefixForOneAlsoWhereAFolderHasItsName() throws IOException {
        bench.file("x", "1\n").file("a/x", "1\n").file("b/y", "1\n");
        assertThat(bench.patch("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-1\n+2\n")).isEqualTo("modified x (1 hunk)");
        assertThat(bench.content("a/x")).isEqualTo("1\n");
        assertThat(bench.patch("--- a/x\n+++ a/x\n@@ -1 +1 @@\n-1\n+3\n")).isEqualTo("modified a/x (1 hunk)");
        assertThat(bench.patch("--- b/f.txt\n+++ b/f.txt\n@@ -1 +1 @@\n-one\n+1\n"))
                .isEqualTo("modified f.txt (1 hunk)");
        assertThat(bench.patch(
                        "diff --git b/y b/y\ndeleted file mode 100644\n--- b/y\n+++ /dev/null\n@@ -1 +0,0 @@\n-1\n"))
                .isEqualTo("deleted b/y");
    }

    @Test
    void refusesMoreThanItsBound() throws IOException {
        Workbench small = Workbench.with(
                bench.root(),
                dev.intellibrix.agenttools.AgentTools.builder(bench.root())
                        .maxPatchBytes(40)
                        .build());
        assertThat(small.badPatch(NAMES + "@@ -5 +5 @@\n-five\n+5\n")).contains("at most 40");
        becomes("one\ntwo\n\nfour\nfive\nsix\n");
    }
}

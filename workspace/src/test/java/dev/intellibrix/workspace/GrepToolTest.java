package dev.intellibrix.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.message.Origin;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.message.Trust;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GrepToolTest {

    @TempDir
    Path base;

    private GitTree tree;
    private Search search;

    @BeforeEach
    void makeFolder() throws IOException {
        base = base.toRealPath();
        tree = new GitTree(Files.createDirectory(base.resolve("root")));
        search = new Search(tree.root());
    }

    private Path write(String path, byte[] content) throws IOException {
        return Files.write(tree.root().resolve(path), content);
    }

    @Test
    void gr001ABinaryFileIsSkippedAndCounted() {
        tree.file("bin.dat", "needle\nx\0y\nneedle2\n").file("t.txt", "needle\n");
        assertThat(search.grep("needle")).isEqualTo("t.txt:1:needle\n[skipped: 1 binary]");
        assertThat(search.grep("needle", "path", "bin.dat")).contains("binary and holds a match");
        assertThat(search.grep("nope", "path", "bin.dat")).isEqualTo("No match in 0 files. Skipped: 1 binary.");
    }

    @Test
    void gr002AZeroByteFarFromTheStartHidesNothing() {
        tree.file("f.log", "x\n".repeat(5_000) + "a\0b\nneedle \0 here\n");
        assertThat(search.grep("needle")).isEqualTo("f.log:5002:needle \ufffd here");
    }

    @Test
    void gr003AByteThatIsNotUtf8HidesNeitherLineNorFile() {
        tree.file("latin.txt", "caf\u00e9 needle\n");
        assertThat(search.grep("needle")).isEqualTo("latin.txt:1:caf\ufffd needle");
        assertThat(search.grep("caf. needle$")).isEqualTo("latin.txt:1:caf\ufffd needle");
    }

    @Test
    void gr004AFileInUtf16IsSearched() throws IOException {
        write("le.txt", "\ufeffhi\r\nthere ä\r\n".getBytes(StandardCharsets.UTF_16LE));
        write("be.txt", "\ufeffhi\nthere ä\n".getBytes(StandardCharsets.UTF_16BE));
        assertThat(search.grepped("^hi$")).containsExactly("be.txt:1:hi", "le.txt:1:hi");
        assertThat(search.grepped("ä", "literal", true)).containsExactly("be.txt:2:there ä", "le.txt:2:there ä");
    }

    @Test
    void gr005TheStartOfALineIsBehindAByteOrderMark() {
        tree.file("b.txt", "\u00ef\u00bb\u00bfstart here\n");
        assertThat(search.grep("^start")).isEqualTo("b.txt:1:start here");
    }

    @Test
    void gr006TheEndOfALineIsBeforeACarriageReturn() {
        tree.file("crlf.txt", "foo\r\nbar\r\nfoo");
        assertThat(search.grepped("foo$")).containsExactly("crlf.txt:1:foo", "crlf.txt:3:foo");
        assertThat(search.grepped("foo$", "multiline", true)).containsExactly("crlf.txt:1:foo", "crlf.txt:3:foo");
        assertThat(search.grepped("foo\nbar", "multiline", true, "literal", true))
                .containsExactly("crlf.txt:1:foo", "crlf.txt:2:bar");
    }

    @Test
    void gr007APatternThatStartsWithADashIsAPattern() {
        tree.file("f.txt", "a -pre b\n--files\n");
        assertThat(search.grep("-pre")).isEqualTo("f.txt:1:a -pre b");
        assertThat(search.grep("--files", "literal", true)).isEqualTo("f.txt:2:--files");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "( 1",
                "a(b(c) 2",
                "a) 2",
                "x[z-a] 3",
                "[a 1",
                "a** 2",
                "*a 1",
                "a{1001} 2",
                "(?=x) 1",
                "x\\1 2",
                "x\\ 2"
            })
    void gr008ARegularExpressionThatDoesNotCompileIsExplainedWithItsPlace(String regex, String place) {
        tree.file("f.txt", "call(x)\n");
        assertThat(search.grepError(regex))
                .startsWith("invalid regular expression: ")
                .contains("at character " + place)
                .doesNotContain("java.", "re2j");
        assertThat(search.grepped("(", "literal", true)).containsExactly("f.txt:1:call(x)");
    }

    @Test
    void gr010AHitInALineOfManyMegabytesIsShownWithWhatIsAroundIt() {
        tree.file("min.js", "x".repeat(3_000_000) + " needle " + "y".repeat(3_000_000) + "\n");
        assertThat(search.grep("needle"))
                .startsWith("min.js:1:[... 2,999,75")
                .contains("xx needle yy")
                .endsWith(" characters ...]")
                .hasSizeLessThan(600);
        assertThat(search.grep("needle", "ignoreCase", true)).contains("xx needle yy");
        assertThat(search.grep("^x")).startsWith("min.js:1:xxx").hasSizeLessThan(600);
    }

    @Test
    @Timeout(20)
    void gr011APatternThatRuinsABacktrackingEngineAnswersAtOnce() {
        StringBuilder numbers = new StringBuilder("1");
        for (int i = 2; i < 34; i++) {
            numbers.append(',').append(i);
        }
        tree.file("f.txt", numbers + "\n" + "a".repeat(200) + "\n");
        for (String regex : new String[] {"(.*,){11}P", "(a*)*$x", "(a+)+$b", "(x+x+)+y", "^(a|a)*$b"}) {
            assertThat(search.grep(regex)).startsWith("No match in 1 file.");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"(x{1000}){1000}", "((x{100}){100}){100}", "(((a|b){50}){50}){50}", "(.{900}|y){900}"})
    void aRegularExpressionThatGrowsTooLargeIsRefused(String regex) {
        assertThat(search.grepError(regex)).contains("too large");
    }

    @Test
    void aRegularExpressionThatIsNestedTooDeepIsRefused() {
        assertThat(search.grepError("(".repeat(4_000) + "a" + ")".repeat(4_000)))
                .contains("too large");
        assertThat(search.grepError("a".repeat(10_001))).contains("10,001 characters");
        assertThat(search.grepError("")).contains("empty");
    }

    @Test
    void gr014AGlobWithASlashIsTriedAtAnyDepth() {
        tree.file("p/.github/workflows/ci.yml", "x\n").file("p/a.yml", "x\n").file(".github/workflows/b.yaml", "x\n");
        assertThat(search.grepFiles("x", "glob", ".github/workflows/*.{yml,yaml}"))
                .containsExactly(".github/workflows/b.yaml", "p/.github/workflows/ci.yml");
        assertThat(search.grepFiles("x", "glob", "*.yml", "path", "p"))
                .containsExactly("p/.github/workflows/ci.yml", "p/a.yml");
        assertThat(search.grepFiles("x", "glob", "*.nope")).isEmpty();
        assertThat(search.grepError("x", "glob", "../*")).contains("..");
        assertThat(search.grepError("x", "glob", "/etc/*")).contains("relative");
        assertThat(search.grepError("x", "glob", "{a")).contains("not closed");
    }

    @Test
    void gr017AMatchOverALineEndNeedsMultiline() {
        tree.file("f.txt", "a\nb\na\nb\n");
        assertThat(search.grep("a\\nb")).startsWith("No match in 1 file.").contains("multiline");
        assertThat(search.grep("a\\nb", "multiline", true)).isEqualTo("f.txt:1:a\nf.txt:2:b\nf.txt:3:a\nf.txt:4:b");
        assertThat(search.grep("a\\nb", "multiline", true, "maxResults", 1))
                .isEqualTo("f.txt:1:a\nf.txt:2:b\n"
                        + "[stopped after 1 match, there may be more; narrow the search or raise maxResults]");
        assertThat(search.grep("a\\nb", "multiline", true, "mode", "count")).isEqualTo("f.txt:2");
    }

    @Test
    void multilineMatchesThatShareALineAreOne() {
        tree.file("f.txt", "1\na b\nc a b\nc\n5\n");
        assertThat(search.grep("b\\nc", "multiline", true, "context", 1))
                .isEqualTo("f.txt-1-1\nf.txt:2:a b\nf.txt:3:c a b\nf.txt:4:c\nf.txt-5-5");
        assertThat(search.grep("b\\nc", "multiline", true, "mode", "count")).isEqualTo("f.txt:1");
        assertThat(search.grepped("(?s)^1.*5$", "multiline", true)).hasSize(5);
    }

    @Test
    void multilineMatchesOfNothingAreTheLines() {
        tree.file("f.txt", "a\n\nb\n").file("empty", "").file("g.txt", "a");
        assertThat(search.grepped("^$", "multiline", true)).containsExactly("f.txt:2:");
        assertThat(search.grepped("^$")).containsExactly("f.txt:2:");
        assertThat(search.grepped("x*", "multiline", true))
                .isEqualTo(search.grepped("x*"))
                .containsExactly("f.txt:1:a", "f.txt:2:", "f.txt:3:b", "g.txt:1:a");
    }

    @Test
    @Timeout(30)
    void gr022LinkLoopsEndAndALinkNeverAddsFilesFromOutside() throws IOException {
        Path outside = Files.createDirectory(base.resolve("outside"));
        Files.writeString(outside.resolve("s.txt"), "MARK SECRETLINE\n");
        tree.file("d/a.txt", "MARK\n");
        Files.createSymbolicLink(tree.root().resolve("d/up"), Path.of(".."));
        Files.createSymbolicLink(tree.root().resolve("self"), Path.of("self"));
        Files.createSymbolicLink(tree.root().resolve("out"), outside);
        Files.createSymbolicLink(tree.root().resolve("outf"), outside.resolve("s.txt"));
        assertThat(search.grep("MARK")).isEqualTo("d/a.txt:1:MARK\n[skipped: 4 links]");
        assertThat(search.grepError("MARK", "path", "outf")).contains("outside the workspace");
        assertThat(search.grep("MARK", "path", "d/up/d/a.txt")).isEqualTo("d/a.txt:1:MARK");
    }

    @Test
    void gr023AZeroInThePathIsABadInput() {
        tree.file("f.txt", "x\n");
        assertThat(search.grepError("x", "path", "a\0b")).contains("NUL").doesNotContain("java.");
        assertThat(search.grep("x")).isEqualTo("f.txt:1:x");
    }

    @Test
    void gr024NoMatchIsLostToWhatIsSearchedFirst() {
        tree.file("f.txt", "e-x\nEX\ne\n");
        assertThat(search.grepped("(?i:e.x|ex)")).containsExactly("f.txt:1:e-x", "f.txt:2:EX");
        assertThat(search.grepped("(?i)ex")).containsExactly("f.txt:2:EX");
        assertThat(search.grepped("E|e-")).containsExactly("f.txt:1:e-x", "f.txt:2:EX");
    }

    @Test
    void gr026ContextsThatOverlapMerge() {
        tree.file("f.txt", "l1\nl2\nhit\nl4\nhit\nl6\nl7\nl8\n");
        assertThat(search.grep("hit", "context", 2))
                .isEqualTo("f.txt-1-l1\nf.txt-2-l2\nf.txt:3:hit\nf.txt-4-l4\nf.txt:5:hit\nf.txt-6-l6\nf.txt-7-l7");
        assertThat(search.grep("hit", "context", 2, "multiline", true)).isEqualTo(search.grep("hit", "context", 2));
    }

    @Test
    void groupsThatDoNotTouchAreSetApart() {
        tree.file("a.txt", "hit\n2\n3\n4\nhit\n6\n").file("b.txt", "0\nhit\n");
        String expected = "a.txt:1:hit\na.txt-2-2\n--\na.txt-4-4\na.txt:5:hit\na.txt-6-6\n--\nb.txt-1-0\nb.txt:2:hit";
        assertThat(search.grep("hit", "context", 1)).isEqualTo(expected);
        assertThat(search.grep("hit", "context", 1, "multiline", true)).isEqualTo(expected);
        assertThat(search.grep("hit")).doesNotContain("--");
    }

    @Test
    void theModesShowLinesFilesOrCounts() {
        tree.file("a.txt", "x x\nx\n").file("d/b.txt", "x\n").file("c.txt", "y\n");
        assertThat(search.grep("x", "mode", "lines")).isEqualTo("a.txt:1:x x\na.txt:2:x\nd/b.txt:1:x");
        assertThat(search.grep("x", "mode", "files")).isEqualTo("a.txt\nd/b.txt");
        assertThat(search.grep("x", "mode", "count")).isEqualTo("a.txt:2\nd/b.txt:1");
        assertThat(search.grep("x", "mode", "files", "maxResults", 1))
                .isEqualTo("a.txt\n[stopped after 1 file, there may be more; narrow the search or raise maxResults]");
        assertThat(search.grepError("x", "mode", "Lines")).contains("mode");
    }

    @Test
    void matchesBeyondTheBoundAreNotShownAndTheCutIsSaid() {
        tree.file("a.txt", "x\n".repeat(300));
        assertThat(search.grep("x").lines()).hasSize(251).last().asString().startsWith("[stopped after 250 matches");
        assertThat(search.grep("x", "maxResults", 3, "context", 1).lines())
                .startsWith("a.txt:1:x", "a.txt:2:x", "a.txt:3:x", "a.txt-4-x");
    }

    @Test
    void caseIsIgnoredOnRequestAlsoBeyondAscii() {
        tree.file("f.txt", "Straße K\n").file("g.txt", "\u00c3\u0084 needle\nNEEDLE\n");
        assertThat(search.grepped("NEEDle", "ignoreCase", true)).hasSize(2);
        assertThat(search.grepped("ä", "ignoreCase", true, "literal", true)).containsExactly("g.txt:1:Ä needle");
        assertThat(search.grepped("n.edle", "literal", true, "ignoreCase", true))
                .isEmpty();
        assertThat(search.grepped("NEED", "literal", true)).containsExactly("g.txt:2:NEEDLE");
    }

    @Test
    void noMatchSaysWhatWasSearchedAndWhatWasNot() {
        tree.file("a", "1\n")
                .file("b", "2\n")
                .file("bin", "\0")
                .file("x.log", "needle")
                .file(".gitignore", "*.log\n");
        assertThat(search.grep("needle"))
                .isEqualTo("No match in 3 files. Skipped: 1 ignored, 1 binary (includeIgnored searches them).");
    }

    @Test
    void aFileThatWasAskedForIsSearchedWhateverTheGlobSays() {
        tree.file("d/f.txt", "x\n");
        assertThat(search.grep("x", "path", "d/f.txt", "glob", "*.md")).isEqualTo("d/f.txt:1:x");
    }

    @Test
    void aSearchGoesOnOverTheWindowsOfALargeFile() throws IOException {
        StringBuilder large = new StringBuilder();
        int lines = 0;
        while (large.length() < 17_000_000) {
            large.append("line ")
                    .append(++lines)
                    .append(lines % 200_000 == 0 ? " needle" : "")
                    .append('\n');
        }
        large.append("last needle");
        Files.writeString(tree.root().resolve("big.log"), large);
        assertThat(search.grepped("needle$"))
                .hasSize(lines / 200_000 + 1)
                .contains("big.log:200000:line 200000 needle", "big.log:" + (lines + 1) + ":last needle");
        assertThat(search.grepped("line (123456|999999)$", "context", 1))
                .containsExactly(
                        "big.log-123455-line 123455",
                        "big.log:123456:line 123456",
                        "big.log-123457-line 123457",
                        "--",
                        "big.log-999998-line 999998",
                        "big.log:999999:line 999999",
                        "big.log-1000000-line 1000000 needle");
    }

    @Test
    void theResultIsUntrustedBecauseOfTheFilesWithMatches() {
        tree.file("a.txt", "x\n").file("b.txt", "x\n").file("c.txt", "y\n");
        ToolResultPart result = search.call("grep", "x");
        assertThat(result.label().trust()).isEqualTo(Trust.UNTRUSTED);
        assertThat(result.label().origins())
                .contains(Origin.of(Origin.Kind.FILE, "a.txt"), Origin.of(Origin.Kind.FILE, "b.txt"))
                .doesNotContain(Origin.of(Origin.Kind.FILE, "c.txt"));
    }

    @Test
    void allShownIsBounded() {
        for (int i = 0; i < 30; i++) {
            tree.file("f" + i, ("x" + "y".repeat(400) + "\n").repeat(100));
        }
        String shown = search.grep("^x", "maxResults", 100_000, "context", 100);
        assertThat(shown).hasSizeLessThan(110_000).contains("[stopped at 100,000 characters; narrow the search]");
    }
}

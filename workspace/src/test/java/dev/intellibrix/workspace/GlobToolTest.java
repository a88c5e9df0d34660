package dev.intellibrix.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.message.Origin;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.message.Trust;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GlobToolTest {

    @TempDir
    Path base;

    private GitTree tree;
    private Search search;

    @BeforeEach
    void makeFolders() throws IOException {
        Path root = Files.createDirectory(base.toRealPath().resolve("root"));
        Path outside = Files.createDirectory(base.toRealPath().resolve("outside"));
        Files.writeString(outside.resolve("s.txt"), "x");
        tree = new GitTree(root);
        search = new Search(root);
    }

    @Test
    void gl002NestedBracesAreAlternativesWithinAlternatives() {
        tree.files("x.a", "x.b", "x.c", "x.d");
        assertThat(search.globbed("*.{a,{b,c}}")).containsExactly("x.a", "x.b", "x.c");
    }

    @Test
    void gl005AnExistingPathWithBracketsIsTakenAsItIsWritten() {
        tree.files("src/app/[id]/(dash)/page.tsx", "src/app/i/(dash)/page.tsx");
        assertThat(search.globbed("src/app/[id]/(dash)/page.tsx")).containsExactly("src/app/[id]/(dash)/page.tsx");
        assertThat(search.globbed("src/app/[id]/**/*.tsx"))
                .containsExactly("src/app/[id]/(dash)/page.tsx", "src/app/i/(dash)/page.tsx");
    }

    @Test
    void bracketsAreAClassWhereNoPathIsWrittenLikeThem() {
        tree.files("a/x.txt", "b/x.txt", "c/x.txt");
        assertThat(search.globbed("[ab]/x.txt")).containsExactly("a/x.txt", "b/x.txt");
        assertThat(search.globbed("[!ab]/x.txt")).containsExactly("c/x.txt");
        assertThat(search.globbed("[^ab]/x.txt")).containsExactly("c/x.txt");
    }

    @Test
    void gl007DotFilesMatchLikeOthers() {
        tree.files(".github/workflows/ci.yml", ".eslintrc.json", "a.json");
        assertThat(search.globbed(".github/workflows/*.yml")).containsExactly(".github/workflows/ci.yml");
        assertThat(search.globbed(".eslintrc.json")).containsExactly(".eslintrc.json");
        assertThat(search.globbed("*.json")).containsExactly(".eslintrc.json", "a.json");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{a,b", "[a", "a\\", "x{a,{b}", "[[:nope:]]"})
    void gl010APatternThatBreaksOffIsExplained(String pattern) {
        tree.files("a");
        assertThat(search.globError(pattern)).contains("pattern").doesNotContain("java.");
    }

    @Test
    void aNameThatLooksLikeABrokenPatternIsFound() {
        tree.files("[a", "{a,b");
        assertThat(search.globbed("[a")).containsExactly("[a");
        assertThat(search.globbed("{a,b")).containsExactly("{a,b");
        assertThat(search.globError("{a,c")).contains("{ at character 1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../**/*.txt",
                "a/../../outside/*",
                "/etc/*",
                "~/*",
                "~",
                "{..,a}/*.txt",
                "C:/x",
                "\\\\h\\x",
                " ",
                "a\0b"
            })
    void gl011APatternThatLeavesTheRootIsRefused(String pattern) {
        tree.files("a/f");
        assertThat(search.globError(pattern)).doesNotContain("s.txt").doesNotContain("java.");
    }

    @Test
    void gl011AnAbsolutePatternIsRefused() {
        assertThat(search.globError(base + "/outside/*")).contains("relative").doesNotContain("s.txt");
    }

    @Test
    void gl014ANameWithALineFeedIsOneResult() {
        tree.files("-x", "ok.txt", "half1\nhalf2");
        assertThat(search.glob("**")).isEqualTo("-x\nhalf1\\nhalf2\nok.txt");
    }

    @Test
    void gl015APatternIsCaseSensitive() {
        tree.files("a.TXT", "b.txt");
        assertThat(search.globbed("*.txt")).containsExactly("b.txt");
    }

    @Test
    void gl016ANameThatEndsInADotIsFound() {
        tree.files("foo.", "foo");
        assertThat(search.globbed("foo.")).containsExactly("foo.");
    }

    @Test
    void twoStarsStandForAnyNumberOfFolders() {
        tree.files("a/b", "a/x/b", "a/x/y/b", "ab", "b");
        assertThat(search.globbed("a/**/b")).containsExactly("a/b", "a/x/b", "a/x/y/b");
        assertThat(search.globbed("**/b")).containsExactly("a/b", "a/x/b", "a/x/y/b", "b");
        assertThat(search.globbed("a/*/b")).containsExactly("a/x/b");
        assertThat(search.globbed("a**b")).containsExactly("ab");
        assertThat(search.globbed("a/**")).containsExactly("a/b", "a/x/b", "a/x/y/b");
    }

    @Test
    void aPatternWithoutASlashMatchesAtAnyDepthAndOneWithASlashDoesNot() {
        tree.files("x.js", "a/x.js", "a/b/x.js");
        assertThat(search.globbed("x.js")).containsExactly("a/b/x.js", "a/x.js", "x.js");
        assertThat(search.globbed("./x.js")).containsExactly("x.js");
        assertThat(search.globbed("a/x.js")).containsExactly("a/x.js");
    }

    @Test
    void aQuestionMarkStandsForOneCharacterOfAnyKind() {
        tree.file("\u00c3\u00a4.txt", "").file("ab.txt", "");
        tree.files("\ud83d\ude00.txt", "ä.txt");
        assertThat(search.globbed("?.txt")).containsExactlyInAnyOrder("ä.txt", "\ud83d\ude00.txt");
    }

    @Test
    void anEscapedCharacterStandsForItself() {
        tree.files("a*b", "axb", "a{b", "a,b");
        assertThat(search.globbed("a\\*b")).containsExactly("a*b");
        assertThat(search.globbed("a\\{b")).containsExactly("a{b");
        assertThat(search.globbed("{a\\,b,zz}")).containsExactly("a,b");
    }

    @Test
    void aPatternIsRelativeToThePathAndResultsAreRelativeToTheRoot() {
        tree.files("pkg/src/a.ts", "pkg/b.ts", "src/a.ts");
        assertThat(search.globbed("src/*.ts", "path", "pkg")).containsExactly("pkg/src/a.ts");
        assertThat(search.globbed("*.ts", "path", "./pkg/")).containsExactly("pkg/b.ts", "pkg/src/a.ts");
    }

    @Test
    void aFolderIsNotAResultButAHint() {
        tree.files("src/a.ts");
        assertThat(search.glob("src"))
                .startsWith("No file matches src.")
                .contains("1 folder does")
                .contains("/**");
        assertThat(search.globbed("src/")).containsExactly("src/a.ts");
        assertThat(search.globbed(".")).containsExactly("src/a.ts");
    }

    @Test
    void resultsAreInTheByteOrderOfThePaths() {
        tree.files("a/b", "a.b", "a-b", "B", "b", "a0", "ä");
        assertThat(search.globbed("**")).containsExactly("B", "a-b", "a.b", "a/b", "a0", "b", "ä");
    }

    @Test
    void aCutIsSaidWithTheTotal() {
        tree.files("a", "b", "c");
        assertThat(search.glob("*", "maxResults", 2))
                .isEqualTo("a\nb\n[the first 2 of 3 files; narrow the pattern or raise maxResults]");
    }

    @Test
    void linksAreListedWhenTheyLeadToAFileInsideAndNeverFollowed() throws IOException {
        tree.files("d/a.txt");
        Path root = tree.root();
        Files.createSymbolicLink(root.resolve("in.txt"), Path.of("d/a.txt"));
        Files.createSymbolicLink(root.resolve("out.txt"), base.toRealPath().resolve("outside/s.txt"));
        Files.createSymbolicLink(root.resolve("dangling.txt"), Path.of("nowhere"));
        Files.createSymbolicLink(root.resolve("self.txt"), Path.of("self.txt"));
        Files.createSymbolicLink(root.resolve("up"), Path.of(".."));
        Files.createSymbolicLink(root.resolve("dir"), Path.of("d"));
        assertThat(search.glob("**/*.txt")).isEqualTo("d/a.txt\nin.txt\n[skipped: 3 links]");
    }

    @Test
    void whatWritesLeaveBehindIsInvisible() {
        tree.files(".intellibrix-0123456789abcdef.tmp", "a");
        assertThat(search.glob("**")).isEqualTo("a");
    }

    @Test
    void hostilePatternsAreRefusedOrAnsweredAtOnce() {
        tree.files("a".repeat(200), "b/" + "a".repeat(200));
        assertThat(search.globError("*".repeat(1_001))).contains("1,001 characters");
        assertThat(search.globError("{a,b}".repeat(14))).contains("10,000");
        assertThat(search.globError("{a,{b,{c,{d,{e,{f,g}}}}}}")).contains("5 deep");
        assertThat(search.globbed("*a".repeat(200) + "b")).isEmpty();
        assertThat(search.globbed("**/".repeat(300) + "b")).isEmpty();
        assertThat(search.globbed("{a,b}".repeat(13))).isEmpty();
    }

    @Test
    void theResultIsUntrustedBecauseOfTheTool() {
        tree.files("a");
        ToolResultPart result = search.call("glob", "*");
        assertThat(result.label().trust()).isEqualTo(Trust.UNTRUSTED);
        assertThat(result.label().origins()).contains(Origin.of(Origin.Kind.TOOL, "glob"));
    }

    @Test
    void aPathThatIsNotThereIsSaid() {
        assertThat(search.globError("*", "path", "nope")).contains("no such file or folder: nope");
        assertThat(search.globError("*", "path", "../outside")).contains("outside the workspace");
        tree.init();
        assertThat(search.globError("*", "path", ".git/hooks")).contains(".git");
        assertThat(search.glob("**")).startsWith("No file matches");
    }
}

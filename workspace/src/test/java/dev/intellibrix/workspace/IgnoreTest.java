package dev.intellibrix.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which files glob and grep see: the same ones, and those that git would not ignore. */
class IgnoreTest {

    @TempDir
    Path base;

    private GitTree tree;
    private Search search;

    @BeforeEach
    void makeRepository() throws IOException {
        base = base.toRealPath();
        tree = new GitTree(Files.createDirectory(base.resolve("root"))).init();
        search = new Search(tree.root());
    }

    private IgnoreTest marked(String... paths) {
        for (String path : paths) {
            tree.file(path, "MARK\n");
        }
        return this;
    }

    private IgnoreTest ignoring(String content) {
        tree.file(".gitignore", content);
        return this;
    }

    private void sees(String... paths) {
        List<String> files = new ArrayList<>(List.of(paths));
        assertThat(search.grepFiles("MARK")).containsExactlyElementsOf(files);
        assertThat(search.globbed("**/*").stream().filter(path -> !path.endsWith(".gitignore")))
                .containsExactlyElementsOf(files);
        assertThat(tree.gitFiles("").stream().filter(path -> !path.endsWith(".gitignore")))
                .containsExactlyElementsOf(files);
    }

    @Test
    void ig001TheLastPatternThatMatchesWins() {
        marked("a.log", "keep.log", "d/keep.log", "z.txt").ignoring("*.log\n!keep.log\n");
        sees("d/keep.log", "keep.log", "z.txt");
    }

    @Test
    void ig008StarsBetweenSlashesStandForZeroOrMoreFolders() {
        marked("a/b", "a/x/b2", "a/x/y/c", "ab", "a/x/k/b").ignoring("a/**/b\n");
        sees("a/x/b2", "a/x/y/c", "ab");
    }

    @Test
    void ig009StarsThatAreNotBetweenSlashesActAsOne() {
        marked("axyb", "a/b").ignoring("a**b\n");
        sees("a/b");
    }

    @Test
    void ig010EverythingOutAndOneKindBackIn() {
        marked("A.java", "d/B.java", "d/x.txt").ignoring("*\n!*/\n!*.java\n");
        sees("A.java", "d/B.java");
    }

    @Test
    void ig011TrailingBlanksAreDroppedUnlessEscaped() {
        marked("foo ", "bar", "bar ", "other").ignoring("foo\\ \nbar \n");
        sees("bar ", "other");
    }

    @Test
    void ig013ACarriageReturnIsNoPartOfAPattern() {
        marked("a.txt", "b.md").ignoring("*.txt\r\n");
        sees("b.md");
    }

    @Test
    void ig014AByteOrderMarkIsSkipped() {
        marked("a.txt", "b.md").ignoring("\u00ef\u00bb\u00bf*.txt\n");
        sees("b.md");
    }

    @Test
    void ig015BothSignsNegateAClass() {
        marked("a.txt", "d.txt", "x.md", "a.md", "y.rst", "z.rst").ignoring("[a-c].txt\n[!x].md\n[^y].rst\n");
        sees("d.txt", "x.md", "y.rst");
    }

    @Test
    void ig018DeeperFilesOverrideThoseAbove() {
        marked("a/b/e/x", "a/b/keep.o", "src/x.o", "e/y").ignoring("*.o\ne\n");
        tree.file("a/.gitignore", "!e\n").file("a/b/.gitignore", "!keep.o\n");
        sees("a/b/e/x", "a/b/keep.o");
    }

    @Test
    void ig019TheRepositorysOwnExcludesCountLeast() {
        marked("secret", "sub/secret", "o");
        tree.file(".git/info/exclude", "secret\n").file("sub/.gitignore", "!secret\n");
        sees("o", "sub/secret");
    }

    @Test
    void ig019ALinkedWorkTreeHasTheExcludesOfTheMainOne() throws IOException {
        marked("a").ignoring("");
        tree.git("", "add", "-A");
        tree.git("", "-c", "user.name=n", "-c", "user.email=e@x", "commit", "-qm", "x");
        tree.git("", "worktree", "add", "-q", "../linked");
        tree.file(".git/info/exclude", "secret\n");
        GitTree linked = new GitTree(base.resolve("linked")).files("secret", "b");
        assertThat(Walked.files(linked.root(), "."))
                .containsExactly(".gitignore", "a", "b")
                .containsExactlyInAnyOrderElementsOf(linked.gitFiles(""));
    }

    @Test
    void ig022AnAllowedFolderIsVisibleFromEveryStart() {
        marked("some_dir/build/foo", "build/bar", "x/build/baz").ignoring("build/\n!/some_dir/build/\n");
        sees("some_dir/build/foo");
        for (String path : List.of("some_dir", "./some_dir", "some_dir/build", "x/../some_dir/build/")) {
            assertThat(search.grepFiles("MARK", "path", path)).containsExactly("some_dir/build/foo");
            assertThat(search.globbed("**", "path", path)).containsExactly("some_dir/build/foo");
        }
    }

    @Test
    void ig023CaseCountsUnlessTheRepositorySaysOtherwise() {
        marked("foo", "FOO", "Foo.LOG").ignoring("FOO\n*.log\n");
        tree.git("", "config", "core.ignoreCase", "false");
        sees("Foo.LOG", "foo");
        tree.git("", "config", "core.ignoreCase", "true");
        sees();
    }

    @Test
    void ig024RulesHoldWithinDotFolders() {
        marked(".a/b/file", ".a/c/file").ignoring(".a/b\n");
        sees(".a/c/file");
        assertThat(search.grepFiles("MARK", "path", ".a")).containsExactly(".a/c/file");
    }

    @Test
    void ig025ATrackedFileThatARuleMatchesIsLeftOut() {
        marked("x.gen", "y").ignoring("*.gen\n");
        tree.git("", "add", "-f", "x.gen");
        assertThat(search.grepFiles("MARK")).containsExactly("y");
    }

    @Test
    void ig026ALinkDoesNotRevealTheContentOfAnIgnoredFile() throws IOException {
        tree.file("secret.txt", "TOKEN=abc123\n").file("other.txt", "TOKEN none\n");
        ignoring("secret.txt\n");
        Files.createSymbolicLink(tree.root().resolve("public.txt"), Path.of("secret.txt"));
        assertThat(search.grepped("TOKEN")).containsExactly("other.txt:1:TOKEN none");
    }

    @Test
    void ig027WhatTheRulesHideIsCountedAndFoundOnRequest() {
        marked("a.log", ".env", "node_modules/a/b", "x.txt").ignoring("*.log\n.env\nnode_modules\n");
        sees("x.txt");
        assertThat(search.grep("MARK")).contains("skipped: 3 ignored (includeIgnored searches them)");
        assertThat(search.glob("*")).contains("skipped: 3 ignored (includeIgnored lists them)");
        assertThat(search.grepFiles("MARK", "includeIgnored", true))
                .containsExactly(".env", "a.log", "node_modules/a/b", "x.txt");
        assertThat(search.globbed("*.log", "includeIgnored", true)).containsExactly("a.log");
    }

    @Test
    void ig028IgnoreFilesCountOutsideOfARepository() throws IOException {
        GitTree plain = new GitTree(Files.createDirectory(base.resolve("plain")))
                .file(".gitignore", "*.txt\n/d/x\n")
                .files("a.txt", "b", "d/x", "d/e/x");
        assertThat(Walked.files(plain.root(), ".")).containsExactly(".gitignore", "b", "d/e/x");
        assertThat(Walked.files(plain.root(), "d")).containsExactly("d/e/x");
    }

    @Test
    void ig029GlobAndGrepAgree() {
        marked("node_modules/p/README.md", "docs/a.md", "sub/node_modules/q/b.md")
                .ignoring("node_modules/\n");
        sees("docs/a.md");
        assertThat(search.globbed("**/*.md")).containsExactly("docs/a.md");
    }

    @Test
    void ig030ManyRulesAreLookedUpNotTriedOneByOne() {
        StringBuilder rules = new StringBuilder();
        for (int i = 0; i < 5_000; i++) {
            rules.append(List.of("name" + i, "*.ext" + i, "/dir/path" + i, "pre" + i + "*")
                            .get(i % 4))
                    .append('\n');
        }
        marked("x", "name0", "a.ext1", "dir/path2", "pre3z", "dir/sub/path2").ignoring(rules.toString());
        sees("dir/sub/path2", "x");
    }

    @Test
    void ig031ALeadingSlashAnchors() {
        marked("src/a", "README", "src/README").ignoring("/*\n!/src\n");
        sees("src/README", "src/a");
    }

    @Test
    void ig032AnIgnoreFileThatIsALinkIsNotFollowed() throws IOException {
        marked("x.txt");
        Files.writeString(base.resolve("evil"), "*.txt\n");
        Files.createSymbolicLink(tree.root().resolve(".gitignore"), base.resolve("evil"));
        assertThat(search.globbed("*.txt")).containsExactly("x.txt");
        assertThat(search.grepped("MARK")).containsExactly("x.txt:1:MARK");
        Files.delete(tree.root().resolve(".gitignore"));
        tree.file("rules", "*.txt\n");
        Files.createSymbolicLink(tree.root().resolve(".gitignore"), Path.of("rules"));
        assertThat(search.globbed("*.txt")).containsExactly("x.txt");
    }

    @Test
    void theRulesAboveARootBelowTheTopOfARepositoryCount() {
        marked("p/q/a.log", "p/q/b", "p/q/c", "p/q/d").ignoring("*.log\n/p/q/b\n");
        tree.file("p/.gitignore", "c\n");
        assertThat(Walked.files(tree.root().resolve("p/q"), "."))
                .containsExactly("d")
                .isEqualTo(tree.gitFiles("p/q"));
    }

    @Test
    void aFolderThatWasAskedForIsSearchedAlthoughItIsIgnored() {
        marked("build/a", "build/b.log", "secret").ignoring("build/\n*.log\nsecret\n");
        assertThat(search.grepFiles("MARK", "path", "build")).containsExactly("build/a");
        assertThat(search.grepFiles("MARK", "path", "secret")).containsExactly("secret");
    }

    @Test
    void aRepositoryWithinTheFolderHasRulesOfItsOwn() {
        marked("a.log", "inner/a.log", "inner/b.tmp").ignoring("*.log\n");
        new GitTree(tree.root().resolve("inner")).init().file(".gitignore", "*.tmp\n");
        assertThat(search.grepFiles("MARK")).containsExactly("inner/a.log");
    }

    @Test
    void aFolderNamedLikeARepositoryThatIsNoneChangesNothing() throws IOException {
        marked("d/a.log", "d/b").ignoring("*.log\n");
        Files.createDirectory(tree.root().resolve("d/.git"));
        assertThat(search.grepFiles("MARK")).containsExactly("d/b");
    }

    @Test
    void namesThatAreNotAsciiAreComparedByTheirBytes() {
        marked("é", "è", "éa", "b");
        tree.file(".gitignore", "\u00c3\u00a9\n??a\n");
        sees("b", "è");
    }
}

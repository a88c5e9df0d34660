package dev.intellibrix.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.message.Origin;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.message.Trust;
import dev.intellibrix.tool.ToolCategory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class GitToolsTest {

    @TempDir
    Path folder;

    @Test
    void showsAStateWithOneFileALine() throws Exception {
        GitFixture git = GitFixture.with(folder, "alpha.txt", "1\n", "beta.txt", "1\n", "gone.txt", "1\n");
        git.sh(
                "echo 2 > alpha.txt; echo 2 > beta.txt; git add beta.txt; rm gone.txt; echo x > new.txt; mkdir d; echo x > d/x");

        assertThat(git.calls().ok("git_status", Map.of()).lines())
                .startsWith(
                        "on branch main, no upstream",
                        " M alpha.txt",
                        "M  beta.txt",
                        " D gone.txt",
                        "?? d/",
                        "?? new.txt");
    }

    @Test
    void showsBothNamesOfARename() throws Exception {
        GitFixture git =
                GitFixture.with(folder, "oldname.txt", "some content that is long enough\nto be found again\n");
        git.sh("git mv oldname.txt newname.txt");

        assertThat(git.calls().ok("git_status", Map.of())).contains("R  oldname.txt -> newname.txt");
    }

    @Test
    void showsNamesThatLookLikeSomethingElseInQuotes() throws Exception {
        GitFixture git = GitFixture.with(folder, "a.txt", "1\n");
        git.file("a -> b", "x").file("line\nbreak", "x").file("ümlaut.txt", "x").file(" lead", "x");

        assertThat(git.calls().ok("git_status", Map.of()).lines())
                .contains("?? \"a -> b\"", "?? \"line\\nbreak\"", "?? ümlaut.txt", "?? \" lead\"");
    }

    @Test
    void showsADetachedHeadByItsCommit() throws Exception {
        GitFixture git = GitFixture.with(folder, "a.txt", "one\n");
        git.sh("git checkout -q --detach");

        assertThat(git.calls().ok("git_status", Map.of())).startsWith("HEAD detached at 316a433");
        assertThat(git.calls().ok("git_branch", Map.of()))
                .startsWith("HEAD detached at 316a433")
                .contains("  main 316a433");
    }

    @Test
    void saysWhenNothingChangedAndWhenNothingWasCommittedYet() throws Exception {
        GitFixture git = GitFixture.withRepository(folder);

        assertThat(git.calls().ok("git_status", Map.of()))
                .contains("on branch main, no commits yet", "nothing changed");
        assertThat(git.calls().ok("git_branch", Map.of())).isEqualTo("no commits yet");
    }

    @Test
    void countsCommitsAheadAndBehind() throws Exception {
        GitFixture git = GitFixture.with(folder, "a.txt", "1\n");
        git.sh("git branch base && git commit -q --allow-empty -m 2 && git branch -q --set-upstream-to=base");

        assertThat(git.calls().ok("git_status", Map.of())).startsWith("on branch main, 1 ahead of and 0 behind base");
    }

    @Test
    void showsAMergeWithItsConflicts() throws Exception {
        GitFixture git = GitFixture.with(folder, "a.txt", "1\n");
        git.sh("git checkout -q -b x && echo 2 > a.txt && git commit -qam 2 && git checkout -q main && echo 3 > a.txt"
                + " && git commit -qam 3 && ! git merge -q x");

        assertThat(git.calls().ok("git_status", Map.of())).contains("a merge is in progress", "UU a.txt");
        assertThat(git.calls().error("git_commit", Map.of("message", "m"))).contains("conflicts in a.txt");
        git.sh("echo 4 > a.txt && git add a.txt");
        assertThat(git.calls().ok("git_commit", Map.of("message", "merged"))).startsWith("committed ");
        assertThat(git.sh("git log -1 --format=%p").strip().split(" ")).hasSize(2);
    }

    @Test
    void cutsAListOfManyFilesAndSaysSo() throws Exception {
        GitFixture git = GitFixture.with(folder, "a.txt", "1\n");
        git.sh("for i in 1 2 3 4 5; do echo x > f$i; done");

        String status = git.calls(GitOptions.builder().maxEntries(2).build()).ok("git_status", Map.of());

        assertThat(status).contains("f1", "f2", "[cut: 2 of 5 files are shown]").doesNotContain("f3");
    }

    @Test
    void listsLocalBranchesUpToTheBoundAndNamesTheCurrentOne() throws Exception {
        GitFixture git = GitFixture.with(folder, "a.txt", "1\n");
        git.sh("id=$(git rev-parse HEAD); for i in 1 2 3 4; do echo \"create refs/heads/b$i $id\";"
                + " echo \"create refs/remotes/origin/r$i $id\"; done | git update-ref --stdin");

        assertThat(git.calls(GitOptions.builder().maxEntries(2).build()).ok("git_branch", Map.of()))
                .contains("b1", "b2", "[cut: 2 of 5 branches are shown; the current one is main]")
                .doesNotContain("b3", "r1");
    }

    @Test
    void diffsWhatIsNotStagedAndWhatIs() throws Exception {
        GitFixture git = GitFixture.with(folder, "a.txt", "one\n", "b.txt", "one\n");
        git.sh("echo two > a.txt; echo two > b.txt; git add b.txt");

        assertThat(git.calls().ok("git_diff", Map.of()))
                .contains("--- a/a.txt", "+++ b/a.txt", "-one", "+two")
                .doesNotContain("b.txt");
        assertThat(git.calls().ok("git_diff", Map.of("staged", true)))
                .contains("b/b.txt")
                .doesNotContain("a.txt");
        assertThat(git.calls().ok("git_diff", Map.of("path", "b.txt"))).startsWith("no unstaged changes in b.txt");
        assertThat(git.calls().ok("git_diff", Map.of("path", "no.txt"))).contains("no such file");
    }

    @Test
    void diffsBetweenCommits() throws Exception {
        GitFixture git = GitFixture.with(folder, "a.txt", "one\n");
        git.sh("git branch base; echo two > a.txt; git commit -qam 2; echo three > a.txt");

        assertThat(git.calls().ok("git_diff", Map.of("range", "base..HEAD"))).contains("-one", "+two");
        assertThat(git.calls().ok("git_diff", Map.of("range", "HEAD~1.."))).contains("-one", "+two");
        assertThat(git.calls().ok("git_diff", Map.of("range", "base...main"))).contains("-one", "+two");
        assertThat(git.calls().ok("git_diff", Map.of("range", "base"))).contains("-one", "+three");
        assertThat(git.calls().ok("git_diff", Map.of("range", "main..main"))).startsWith("no difference");
        assertThat(git.calls().error("git_diff", Map.of("range", "nosuch..main")))
                .contains("no such commit: nosuch");
        assertThat(git.calls().error("git_diff", Map.of("range", "base..main", "staged", true)))
                .contains("staged");
    }

    @Test
    void isNotChangedByColoursAndPrefixesOfTheConfiguration() throws Exception {
        GitFixture git = GitFixture.with(folder, "f.txt", "one\n", "s p.txt", "x\n");
        git.sh("git config color.ui always; git config diff.mnemonicPrefix true; git config diff.noprefix true;"
                + " git config diff.orderFile /nonexistent; git config diff.wsErrorHighlight all; git config diff.relative true;"
                + " git config diff.context 0; git config core.quotePath true; git config diff.submodule log;"
                + " git config diff.wordRegex .; git config i18n.commitEncoding latin1; git config diff.algorithm histogram; git config status.showUntrackedFiles no;"
                + " git config status.relativePaths false; git config status.short true; echo two > f.txt");
        git.file("ü", "x");

        assertThat(git.calls().ok("git_diff", Map.of()))
                .contains("--- a/f.txt", "+++ b/f.txt", "-one", "+two")
                .doesNotContain("\u001b");
        assertThat(git.calls().ok("git_status", Map.of())).contains(" M f.txt", "?? ü");
    }

    @Test
    void cutsALongDiffAndCountsTheRest() throws Exception {
        GitFixture git = GitFixture.withRepository(folder);
        git.sh(
                "seq 1 200000 > big.txt; echo 1 > k; git add -A; git commit -qm x; seq 200001 400000 > big.txt; echo 2 > k");

        String diff = git.calls().ok("git_diff", Map.of());

        assertThat(diff).hasSizeLessThan(110_000).contains("[cut: ", "big.txt +200000 -200000", "k +1 -1");
        assertThat(diff.substring(0, diff.indexOf("[cut: "))).endsWith("\n");
    }

    @Test
    void showsNoBytesOfABinaryFile() throws Exception {
        GitFixture git =
                GitFixture.with(folder, "bin.dat", "\0\1\2RAW", "t.bin", "\0x\n", ".gitattributes", "t.bin diff\n");
        git.sh("printf '\\000\\001RAWBYTES\\000' > bin.dat; printf '\\000y\\n' > t.bin");

        assertThat(git.calls().ok("git_diff", Map.of()))
                .contains("bin.dat")
                .doesNotContain("\0")
                .doesNotContain("RAWBYTES");
    }

    @Test
    void listsBranchesAndCreatesOneWithoutSwitching() throws Exception {
        GitFixture git = GitFixture.with(folder, "a.txt", "one\n");

        assertThat(git.calls().ok("git_branch", Map.of("action", "create", "name", "topic")))
                .contains("topic", "still main");
        assertThat(git.calls().error("git_branch", Map.of("action", "create", "name", "topic")))
                .contains("exists already");
        assertThat(git.calls().ok("git_branch", Map.of("action", "list")).lines())
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("* main 316a433"),
                        line -> assertThat(line).startsWith("  topic 316a433"));
        assertThat(git.sh("git branch --show-current")).isEqualTo("main\n");
    }

    @Test
    void createsABranchFromAnotherCommit() throws Exception {
        GitFixture git = GitFixture.with(folder, "a.txt", "one\n");
        git.sh("echo 2 > a.txt; git commit -qam 2");

        git.calls().ok("git_branch", Map.of("action", "create", "name", "old", "from", "HEAD~1"));

        assertThat(git.sh("git rev-parse old")).isEqualTo(git.sh("git rev-parse HEAD~1"));
        assertThat(git.calls().error("git_branch", Map.of("action", "create", "name", "x", "from", "nosuch")))
                .contains("nosuch");
        assertThat(git.calls().error("git_branch", Map.of("action", "create"))).contains("needs the name");
        assertThat(git.calls().error("git_branch", Map.of("name", "x"))).contains("create");
    }

    @Test
    void explainsThatABranchCanNotLieBelowAnother() throws Exception {
        GitFixture git = GitFixture.with(folder, "a.txt", "one\n");
        git.sh("git branch feature/x");

        assertThat(git.calls().error("git_branch", Map.of("action", "create", "name", "feature")))
                .contains("feature/x exists");
        assertThat(git.calls().error("git_branch", Map.of("action", "create", "name", "feature/x/y")))
                .contains("feature/x exists");
        assertThat(git.calls().ok("git_branch", Map.of())).contains("feature/x");
    }

    @Test
    void offersNoSwitch() throws Exception {
        GitFixture git = GitFixture.with(folder, "a.txt", "one\n");
        git.sh("git branch x; echo dirty > a.txt");

        assertThat(git.calls()
                        .call("git_branch", Map.of("action", "switch", "name", "x"))
                        .outcome())
                .isEqualTo(ToolOutcome.INVALID_INPUT);
        assertThat(git.sh("cat a.txt; git branch --show-current")).isEqualTo("dirty\nmain\n");
    }

    @Test
    void commitsWhatIsStaged() throws Exception {
        GitFixture git = GitFixture.with(folder, "a.txt", "1\n", "b.txt", "1\n");
        git.sh("echo 2 > a.txt; echo 2 > b.txt; git add a.txt");

        String result = git.calls().ok("git_commit", Map.of("message", "#1: größer\n\n# kept\n"));

        assertThat(result)
                .startsWith("committed ")
                .contains(" on main: #1: größer", "M a.txt")
                .doesNotContain("b.txt");
        assertThat(git.sh("git log -1 --format=%B; git status --porcelain"))
                .isEqualTo("#1: größer\n\n# kept\n\n M b.txt\n");
        assertThat(git.sh("git log -1 --format='%an %ae %cn %ce'")).isEqualTo("n a@b.c n a@b.c\n");
    }

    @Test
    void commitsOnlyThePathsThatAreNamed() throws Exception {
        GitFixture git = GitFixture.with(folder, "a.txt", "1\n", "b.txt", "1\n");
        git.sh("echo 2 > a.txt; echo 2 > b.txt; git add b.txt");

        assertThat(git.calls().ok("git_commit", Map.of("message", "m", "paths", List.of("a.txt"))))
                .contains("M a.txt");

        assertThat(git.sh("git show --name-only --format= HEAD; git diff --cached --name-only; git show HEAD:a.txt"))
                .isEqualTo("a.txt\nb.txt\n2\n");
    }

    @Test
    void commitsNewDeletedAndNestedFilesByTheirNames() throws Exception {
        GitFixture git = GitFixture.with(folder, "gone.txt", "1\n", "d/x", "1\n");
        git.sh("rm gone.txt; echo 2 > d/x; echo n > d/new; echo n > other; echo n > '*.txt'");

        git.calls().ok("git_commit", Map.of("message", "m", "paths", List.of("gone.txt", "d", "d/new", "./*.txt")));

        assertThat(git.sh("git show --name-status --format= HEAD"))
                .isEqualTo("A\t*.txt\nA\td/new\nM\td/x\nD\tgone.txt\n");
        assertThat(git.sh("git status --porcelain")).isEqualTo("?? other\n");
    }

    @Test
    void takesNoNewFileThatIsNotNamedItself() throws Exception {
        GitFixture git = GitFixture.with(folder, "d/x", "1\n");
        git.file("d/secret", "s");

        assertThat(git.calls().error("git_commit", Map.of("message", "m", "paths", List.of("d"))))
                .contains("named");
        assertThat(git.sh("git rev-list --count HEAD; git status --porcelain")).isEqualTo("1\n?? d/secret\n");
    }

    @Test
    void makesTheFirstCommit() throws Exception {
        GitFixture git = GitFixture.withRepository(folder);
        git.file("a.txt", "1");

        assertThat(git.calls().ok("git_commit", Map.of("message", "first", "paths", List.of("a.txt"))))
                .contains("A a.txt");
        assertThat(git.sh("git rev-list --count HEAD")).isEqualTo("1\n");
    }

    @Test
    void makesNoCommitOfNothing() throws Exception {
        GitFixture git = GitFixture.with(folder, "a.txt", "1\n");

        assertThat(git.calls().error("git_commit", Map.of("message", "m"))).contains("nothing is staged");
        assertThat(git.calls().error("git_commit", Map.of("message", " \n"))).contains("blank");
        assertThat(git.calls().error("git_commit", Map.of("message", "m", "paths", List.of("a.txt"))))
                .contains("unchanged");
        assertThat(git.calls().error("git_commit", Map.of("message", "m", "paths", List.of("nosuch"))))
                .contains("not there");
        assertThat(git.sh("git rev-list --count HEAD")).isEqualTo("1\n");
    }

    @Test
    void leavesTheIndexAsItWasWhenACommitFails() throws Exception {
        GitFixture git = GitFixture.with(folder, "a.txt", "1\n");
        git.file("new.txt", "n").sh("chmod 500 .git/refs/heads 2>/dev/null; touch .git/refs/heads/main.lock");

        String error = git.calls().error("git_commit", Map.of("message", "m", "paths", List.of("new.txt")));

        assertThat(error).doesNotContain(git.root.toString());
        assertThat(git.sh("rm .git/refs/heads/main.lock; git status --porcelain"))
                .isEqualTo("?? new.txt\n");
    }

    @Test
    void namesBothSettingsWhenNobodyCommits() throws Exception {
        GitFixture git = GitFixture.with(folder, "a.txt", "1\n");
        git.sh("git config --unset user.name; git config --unset user.email; echo 2 > a.txt; git add a.txt");

        assertThat(git.calls().error("git_commit", Map.of("message", "m"))).contains("user.name", "user.email");
        assertThat(git.home.resolve(".gitconfig")).doesNotExist();

        Files.writeString(git.home.resolve(".gitconfig"), "[user]\n\tname = Über User\n\temail = u@x.y\n");
        git.calls().ok("git_commit", Map.of("message", "m"));
        assertThat(git.sh("git log -1 --format='%an %ae'")).isEqualTo("Über User u@x.y\n");
    }

    @Test
    void asksForWritesAndNotForReads() throws Exception {
        GitFixture git = GitFixture.with(folder, "a.txt", "1\n");
        git.sh("echo 2 > a.txt; git add a.txt");
        Calls calls = git.calls();

        for (String tool : List.of("git_status", "git_diff", "git_branch")) {
            ToolResultPart result = calls.callWithoutApproval(tool, Map.of());
            assertThat(result.outcome()).isEqualTo(ToolOutcome.SUCCEEDED);
            assertThat(result.label().trust()).isEqualTo(Trust.UNTRUSTED);
            assertThat(result.label().origins()).contains(Origin.of(Origin.Kind.TOOL, tool));
        }
        assertThat(calls.callWithoutApproval("git_commit", Map.of("message", "m"))
                        .outcome())
                .isEqualTo(ToolOutcome.DENIED);
        assertThat(calls.callWithoutApproval("git_branch", Map.of("action", "create", "name", "x"))
                        .outcome())
                .isEqualTo(ToolOutcome.DENIED);
        calls.ok("git_branch", Map.of("action", "create", "name", "x"));
        assertThat(calls.asked())
                .singleElement()
                .satisfies(request -> assertThat(request.category()).isEqualTo(ToolCategory.WRITE));
    }

    @Test
    void saysThatThereIsNoRepositoryOrNoGit() throws Exception {
        GitFixture none = GitFixture.withoutRepository(Files.createDirectory(folder.resolve("a")));
        GitFixture noGit = GitFixture.with(Files.createDirectory(folder.resolve("b")), "a.txt", "1\n")
                .variable("PATH", "/nonexistent");

        for (String tool : List.of("git_status", "git_diff", "git_branch")) {
            assertThat(none.calls().error(tool, Map.of())).contains("not a git repository");
            assertThat(noGit.calls().error(tool, Map.of())).contains("git is not installed");
        }
    }

    @Test
    void explainsADamagedConfigurationWithoutPathsOfTheHost() throws Exception {
        GitFixture git = GitFixture.with(folder, "a.txt", "1\n");
        git.file(".git/config", "[core\n");

        assertThat(git.calls().error("git_status", Map.of()))
                .contains("configuration")
                .doesNotContain(folder.toString())
                .doesNotContain("java.");
    }
}

package dev.intellibrix.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Repositories that name programs in every place where git takes one. None of them may run, whatever tool is called. */
@Timeout(120)
class HostileRepositoryTest {

    private static final String[] HOOKS = {
        "pre-commit", "prepare-commit-msg", "commit-msg", "post-commit", "pre-merge-commit", "post-index-change",
        "reference-transaction", "post-rewrite", "pre-auto-gc", "post-checkout", "fsmonitor-watchman", "p4-changelist"
    };

    @TempDir
    Path folder;

    @Test
    void runsNothingThatTheConfigurationNames() throws Exception {
        GitFixture git = prepared();
        plantConfiguration(git, "git config");

        useAllTools(git);

        assertThat(git.ran()).isEmpty();
        assertThat(git.sh("git -c core.hooksPath=/dev/null log --format=%s -1")).isEqualTo("m\n");
    }

    /** The control: plain git runs such programs, so the tests here can fail. */
    @Test
    void plainGitWouldRunThem() throws Exception {
        GitFixture git = prepared();
        for (String key : List.of("core.fsmonitor", "diff.evil.textconv", "filter.evil.clean", "gpg.program")) {
            git.sh("git config " + key + " '" + git.canary(key) + "'");
        }
        git.sh("echo '*.txt filter=evil diff=evil' > .git/info/attributes; git diff; git config diff.external '"
                + git.canary("diff.external") + "'; git diff; echo 33 > f.txt");
        plantHooks(git, git.root.resolve(".git/hooks"));
        git.sh("git add f.txt; git commit -qm m; echo 4 > f.txt; git commit -S -qam m || true");

        assertThat(git.ran())
                .contains(
                        "ran-core.fsmonitor",
                        "ran-diff.evil.textconv",
                        "ran-diff.external",
                        "ran-filter.evil.clean",
                        "ran-gpg.program",
                        "ran-hook-pre-commit",
                        "ran-hook-post-index-change",
                        "ran-hook-reference-transaction");
    }

    @Test
    void runsNothingThatAnIncludedFileNames() throws Exception {
        GitFixture git = prepared();
        plantConfiguration(git, "git config --file .git/more");
        git.sh("git config include.path more");

        useAllTools(git);

        assertThat(git.ran()).isEmpty();
    }

    @Test
    void runsNothingThatAConditionallyIncludedFileNames() throws Exception {
        GitFixture git = prepared();
        plantConfiguration(git, "git config --file .git/more");
        git.sh("git config includeIf.gitdir:**/.git.path more; git config includeIf.onbranch:main.path more");

        useAllTools(git);

        assertThat(git.ran()).isEmpty();
    }

    @Test
    void runsNothingThatTheWorktreesConfigurationNames() throws Exception {
        GitFixture git = prepared();
        git.sh("git config extensions.worktreeConfig true");
        plantConfiguration(git, "git config --worktree");

        useAllTools(git);

        assertThat(git.ran()).isEmpty();
    }

    @Test
    void runsNoFilterOfTheUserEither() throws Exception {
        GitFixture git = prepared();
        plantConfiguration(git, "git config --global");

        useAllTools(git);

        assertThat(git.ran()).isEmpty();
    }

    @Test
    void runsNoHook() throws Exception {
        GitFixture git = prepared();
        plantHooks(git, git.root.resolve(".git/hooks"));

        useAllTools(git);

        assertThat(git.ran()).isEmpty();
        assertThat(git.sh("git log --format=%s -1")).isEqualTo("m\n");
    }

    @Test
    void runsNoHookOfAnotherFolderAndSaysSo() throws Exception {
        GitFixture git = prepared();
        plantHooks(git, git.root.resolve("hooks"));
        git.sh("git config core.hooksPath hooks; echo 3 > f.txt; git -c core.hooksPath=/dev/null add f.txt");

        assertThat(git.calls().ok("git_commit", Map.of("message", "m"))).contains("hooks were not run");
        assertThat(git.ran()).isEmpty();
    }

    @Test
    void doesNotEnterSubmodules() throws Exception {
        GitFixture git = prepared();
        git.sh(
                "git init -q -b main sub && cd sub && git config user.email a@b.c && git config user.name n && echo 1 > s.txt"
                        + " && echo '* filter=evil diff=evil' > .gitattributes && git add -A && git commit -qm s && cd .."
                        + " && git -c advice.addEmbeddedRepo=false add sub && git commit -qm sub");
        git.sh("cd sub; git config core.fsmonitor '" + git.canary("sub-fsmonitor") + "'; git config filter.evil.clean '"
                + git.canary("sub-clean") + "'; git config diff.evil.textconv '" + git.canary("sub-textconv")
                + "'; echo 2 > s.txt");
        plantConfiguration(git, "git config");
        git.sh(
                "git config status.submoduleSummary true; git config diff.submodule diff; git config submodule.recurse true;"
                        + " git config diff.ignoreSubmodules none; git config submodule.sub.ignore none");

        useAllTools(git);
        git.calls().call("git_commit", Map.of("message", "m", "paths", List.of("sub")));

        assertThat(git.ran()).isEmpty();
    }

    @Test
    void showsASubmoduleThatStandsAtAnotherCommit() throws Exception {
        GitFixture git = prepared();
        git.sh(
                "git init -q -b main sub && cd sub && git config user.email a@b.c && git config user.name n && git commit -q"
                        + " --allow-empty -m 1 && cd .. && git -c advice.addEmbeddedRepo=false add sub && git commit -qm sub"
                        + " && cd sub && git commit -q --allow-empty -m 2");

        assertThat(git.calls().ok("git_status", Map.of())).contains(" M sub (submodule)");
        assertThat(git.calls().ok("git_diff", Map.of())).contains("-Subproject commit", "+Subproject commit");
    }

    @Test
    void doesNotFetchWhatAPartialCloneLacks() throws Exception {
        GitFixture git = prepared();
        String blob = git.sh("git rev-parse HEAD:f.txt").strip();
        Files.delete(git.root.resolve(".git/objects/" + blob.substring(0, 2) + "/" + blob.substring(2)));
        git.sh("git config core.repositoryFormatVersion 1; git config extensions.partialClone origin;"
                + " git config remote.origin.promisor true; git config protocol.ext.allow always; git config protocol.file.allow always;"
                + " git config protocol.ssh.allow always; git config core.sshCommand '" + git.canary("ssh") + "';"
                + " git config remote.origin.uploadpack '" + git.canary("uploadpack") + "'");

        for (String url : List.of(
                "ext::" + git.canary("ext"), "ssh://127.0.0.1/x", git.outside.toString(), "127.0.0.1:x", "evil::x")) {
            git.sh("git config remote.origin.url '" + url + "'");
            git.calls().call("git_diff", Map.of());
            git.calls().call("git_diff", Map.of("range", "HEAD"));
            git.calls().call("git_status", Map.of());
        }

        assertThat(git.ran()).isEmpty();
    }

    @Test
    void takesNothingFromVariablesOfGit() throws Exception {
        GitFixture git = prepared();
        git.sh("git init -q ../outside/other; echo 3 > f.txt");
        for (String name : List.of(
                "GIT_EXTERNAL_DIFF",
                "GIT_SSH_COMMAND",
                "GIT_SSH",
                "GIT_PAGER",
                "GIT_EDITOR",
                "GIT_ASKPASS",
                "GIT_PROXY_COMMAND",
                "PAGER",
                "EDITOR",
                "VISUAL",
                "SSH_ASKPASS",
                "LESSOPEN")) {
            git.variable(name, git.canary(name).toString());
        }
        git.variable("GIT_DIR", git.outside.resolve("other/.git").toString())
                .variable("GIT_WORK_TREE", git.outside.resolve("other").toString())
                .variable("GIT_INDEX_FILE", git.outside.resolve("index").toString())
                .variable("GIT_CONFIG_COUNT", "1")
                .variable("GIT_CONFIG_KEY_0", "core.fsmonitor")
                .variable("GIT_CONFIG_VALUE_0", git.canary("count").toString())
                .variable("GIT_CONFIG_PARAMETERS", "'core.fsmonitor'='" + git.canary("parameters") + "'")
                .variable("GIT_TRACE", git.outside.resolve("ran-trace").toString());

        assertThat(git.calls().ok("git_status", Map.of())).contains("f.txt");
        assertThat(git.calls().ok("git_diff", Map.of())).contains("f.txt");
        git.calls().ok("git_commit", Map.of("message", "m", "paths", List.of("f.txt")));

        assertThat(git.ran()).isEmpty();
        assertThat(git.outside.resolve("index")).doesNotExist();
    }

    @Test
    void takesNoOptionForACommit() throws Exception {
        GitFixture git = prepared();

        for (String range : List.of(
                "--output=pwn",
                "-opwn",
                "--outp=pwn",
                "--ext-diff",
                "-p",
                "--no-index",
                "HEAD --output=pwn",
                "HEAD\n--output=pwn",
                "--output=pwn HEAD",
                "HEAD..--output=pwn",
                "--output=pwn..HEAD",
                "HEAD\0--output=pwn",
                "-",
                "..-x",
                "")) {
            git.calls().error("git_diff", Map.of("range", range));
            git.calls()
                    .error(
                            "git_branch",
                            Map.of("action", "create", "name", "x", "from", range.isEmpty() ? "-" : range));
        }

        assertThat(git.root.resolve("pwn")).doesNotExist();
        assertThat(git.sh("git for-each-ref --format='%(refname)'")).isEqualTo("refs/heads/main\n");
    }

    @Test
    void takesNoOptionForAPath() throws Exception {
        GitFixture git = prepared();

        for (String path : List.of("--output=pwn", "-opwn", "--all", ":(top)", ":/", ":!f.txt", "*")) {
            git.calls().call("git_diff", Map.of("path", path));
            git.calls().error("git_commit", Map.of("message", "m", "paths", List.of(path)));
        }

        assertThat(git.root.resolve("pwn")).doesNotExist();
        assertThat(git.sh("git rev-list --count HEAD")).isEqualTo("1\n");
    }

    @Test
    void takesAMessageForAMessage() throws Exception {
        GitFixture git = prepared();
        git.sh("git -c core.hooksPath=/dev/null -c filter.evil.clean= add f.txt");

        git.calls().ok("git_commit", Map.of("message", "--amend --author=x"));

        assertThat(git.sh("git rev-list --count HEAD; git log -1 --format=%s")).isEqualTo("2\n--amend --author=x\n");
    }

    @Test
    void refusesNamesThatAreNoBranch() throws Exception {
        GitFixture git = prepared();

        for (String name : List.of(
                "-f",
                "--help",
                "-D",
                "a..b",
                "x y",
                "a~1",
                "@{-1}",
                "a.lock",
                "/x",
                "x/",
                "",
                "HEAD",
                "@",
                "a/.b",
                "a//b",
                "a^",
                "a:b",
                "a?",
                "a*",
                "a[b",
                "a\\b",
                "a.",
                "a\nb",
                "refs/heads/x",
                "a/b.lock",
                "--output=pwn",
                "a\u202eb",
                "\u200b",
                "a\u0000b")) {
            git.calls().error("git_branch", Map.of("action", "create", "name", name));
        }

        assertThat(git.sh("git for-each-ref --format='%(refname)'")).isEqualTo("refs/heads/main\n");
    }

    @Test
    void listsABranchThatLooksLikeAnOption() throws Exception {
        GitFixture git = prepared();
        git.sh("cp .git/refs/heads/main '.git/refs/heads/--format=evil'");

        assertThat(git.calls().ok("git_branch", Map.of())).contains("* main", "  --format=evil");
        assertThat(git.calls().error("git_diff", Map.of("range", "--format=evil")))
                .contains("options");
        assertThat(git.calls().ok("git_diff", Map.of("range", "refs/heads/--format=evil")))
                .contains("f.txt");
    }

    @Test
    void keepsPathsInTheWorkspace() throws Exception {
        GitFixture git = prepared();
        Files.writeString(git.outside.resolve("secret"), "SECRET\n");
        Files.createSymbolicLink(git.root.resolve("link"), git.outside);

        for (String path :
                List.of("../outside/secret", git.outside.resolve("secret").toString(), "link/secret", "link", "~/x")) {
            assertThat(git.calls().error("git_diff", Map.of("path", path))).doesNotContain("SECRET");
            git.calls().error("git_commit", Map.of("message", "m", "paths", List.of(path)));
        }
        assertThat(git.sh("git rev-list --count HEAD")).isEqualTo("1\n");
    }

    @Test
    void doesNotLetTheWorktreeBeMovedOutside() throws Exception {
        GitFixture git = prepared();
        Files.writeString(git.outside.resolve("f.txt"), "SECRET\n");
        git.sh("git config core.worktree '" + git.outside + "'");

        assertThat(git.calls().ok("git_diff", Map.of())).contains("f.txt").doesNotContain("SECRET");
        assertThat(git.calls().ok("git_status", Map.of())).contains(" M f.txt").doesNotContain("canary");
    }

    @Test
    void refusesARepositoryThatLiesElsewhere() throws Exception {
        GitFixture git = prepared();
        git.sh(
                "git init -q -b main ../outside/other && cd ../outside/other && git config user.email a@b.c && git config user.name n"
                        + " && echo SECRET > s.txt && git add -A && git commit -qm SECRET");
        Path other = git.outside.resolve("other/.git");

        git.sh("mv .git ../outside/mine; echo 'gitdir: " + other + "' > .git");
        assertRefused(git, "outside the workspace");
        git.sh("echo 'gitdir: ../outside/other/.git' > .git");
        assertRefused(git, "outside the workspace");
        git.sh("rm .git; ln -s '" + other + "' .git");
        assertRefused(git, "outside the workspace");
        git.sh("rm .git; mv ../outside/mine .git; echo '" + other + "' > .git/commondir");
        assertRefused(git, "outside the workspace");
        git.sh("rm .git/commondir; echo '" + other + "/objects' > .git/objects/info/alternates");
        assertRefused(git, "objects/info/alternates");
        git.sh("rm .git/objects/info/alternates; mv .git/refs .git/r; ln -s '" + other + "/refs' .git/refs");
        assertRefused(git, "link refs");
        git.sh("rm .git/refs; mv .git/r .git/refs; mv .git/index .git/i; ln -s '" + other + "/index' .git/index");
        assertRefused(git, "link index");
        git.sh("rm .git/index; mv .git/i .git/index; mv .git/objects/pack .git/p; ln -s '" + other
                + "/objects/pack' .git/objects/pack");
        assertRefused(git, "link pack");
        git.sh("rm .git/objects/pack; mv .git/p .git/objects/pack");
        assertThat(git.calls().ok("git_status", Map.of())).contains("f.txt");
    }

    @Test
    void refusesAWorktreeOfARepositoryThatDoesNotKnowIt() throws Exception {
        GitFixture git = prepared();
        git.sh(
                "git init -q -b main ../outside/other && cd ../outside/other && git config user.email a@b.c && git config user.name n"
                        + " && git commit -q --allow-empty -m SECRET && git worktree add -q ../elsewhere -b w");
        // A worktree's directory inside the workspace can be forged to name the root; its commondir leads outside.
        git.sh(
                "mv .git ../outside/mine; mkdir fake; cp -r ../outside/other/.git/worktrees/elsewhere/. fake; echo \"$PWD/.git\" > fake/gitdir;"
                        + " echo '" + git.outside.resolve("other/.git")
                        + "' > fake/commondir; echo 'gitdir: fake' > .git");
        assertRefused(git, "outside the workspace");
        git.sh("echo 'gitdir: " + git.outside.resolve("other/.git/worktrees/elsewhere") + "' > .git");
        assertRefused(git, "outside the workspace");
    }

    @Test
    void worksInAWorktreeThatTheUserMade() throws Exception {
        GitFixture git = GitFixture.withoutRepository(folder);
        git.sh(
                "git init -q -b main ../outside/home && cd ../outside/home && git config user.email a@b.c && git config user.name n"
                        + " && echo 1 > f.txt && git add -A && git commit -qm x && rmdir '" + git.root
                        + "' && git worktree add -q '" + git.root + "' -b w");
        git.file("f.txt", "2\n");

        assertThat(git.calls().ok("git_status", Map.of())).contains("on branch w", " M f.txt");
        git.calls().ok("git_commit", Map.of("message", "in the worktree", "paths", List.of("f.txt")));
        assertThat(git.sh("cd ../outside/home; git log -1 --format=%s w")).isEqualTo("in the worktree\n");
    }

    @Test
    void worksWithAFolderThatTheDeveloperAllows() throws Exception {
        GitFixture git = prepared();
        git.sh(
                "git clone -q --shared . ../outside/clone && rm -rf .git && mv ../outside/clone/.git .git && mv ../outside/clone/.git* . || true");
        git.sh("git init -q ../outside/source; echo '" + git.outside.resolve("source/.git/objects")
                + "' > .git/objects/info/alternates");

        assertRefused(git, "alternates");
        GitOptions options = GitOptions.builder()
                .repositoryFolders(git.outside.resolve("source"))
                .build();
        assertThat(git.calls(options).call("git_status", Map.of()).text()).doesNotContain("alternates");
    }

    @Test
    void doesNotLookForARepositoryAboveTheRoot() throws Exception {
        GitFixture git = GitFixture.withoutRepository(folder);
        git.sh("cd ..; git init -q -b main .");

        assertThat(git.calls().error("git_status", Map.of())).contains("its root has no .git");
    }

    @Test
    void worksInARepositoryOfAnotherUserSinceNothingOfItRuns() throws Exception {
        GitFixture git = prepared();
        git.sh("chown -R 12345 . || true");

        assertThat(git.calls().ok("git_status", Map.of())).contains("f.txt");
    }

    @Test
    void commitsNoFileWithAFilterUnlessItIsAllowedByName() throws Exception {
        GitFixture git = prepared();
        plantConfiguration(git, "git config");
        git.sh("echo 3 > g.evil; echo '*.evil filter=evil' > .git/info/attributes");

        assertThat(git.calls().error("git_commit", Map.of("message", "m", "paths", List.of("g.evil"))))
                .contains("filter evil");
        git.sh(
                "git -c core.hooksPath=/dev/null -c core.fsmonitor= -c filter.evil.clean= -c filter.evil.process= -c filter.evil.required=false add g.evil");
        assertThat(git.calls().error("git_commit", Map.of("message", "m"))).contains("filter evil");
        GitOptions allowed = GitOptions.builder().filters("evil").build();
        assertThat(git.calls(allowed).error("git_commit", Map.of("message", "m")))
                .contains("not set up in the user's configuration");
        assertThat(git.ran()).isEmpty();
    }

    @Test
    void runsAnAllowedFilterOfTheUserAndNeverTheRepositorysOfThatName() throws Exception {
        GitFixture git = prepared();
        git.sh("git config --global filter.up.clean 'tr a-z A-Z'; git config filter.up.clean '"
                + git.canary("local-clean") + "';" + " git config filter.up.smudge '" + git.canary("local-smudge")
                + "'; echo '*.up filter=up' > .git/info/attributes; echo abc > x.up");

        git.calls(GitOptions.builder().filters("up").build())
                .ok("git_commit", Map.of("message", "m", "paths", List.of("x.up")));

        assertThat(git.sh("git show HEAD:x.up")).isEqualTo("ABC\n");
        git.sh("git config filter.up.process '" + git.canary("local-process") + "'; echo abcd > x.up");
        assertThat(git.calls(GitOptions.builder().filters("up").build())
                        .error("git_commit", Map.of("message", "m", "paths", List.of("x.up"))))
                .contains("overrules");
        assertThat(git.ran()).isEmpty();
    }

    @Test
    void refusesToWorkWithAFilterThatItCanNotSwitchOff() throws Exception {
        GitFixture git = prepared();
        git.sh("git config filter.a=b.clean '" + git.canary("equals")
                + "'; echo '* filter=a=b' > .gitattributes; echo 4 > f.txt");

        for (String tool : List.of("git_status", "git_diff", "git_branch")) {
            assertThat(git.calls().error(tool, Map.of())).contains("'='");
        }
        assertThat(git.ran()).isEmpty();
    }

    @Test
    void refusesAConfigurationWithFiltersWithoutEnd() throws Exception {
        GitFixture git = prepared();
        StringBuilder config = new StringBuilder(Files.readString(git.root.resolve(".git/config")));
        for (int i = 0; i < 5_000; i++) {
            config.append("[filter \"f")
                    .append(i)
                    .append("\"]\n\tclean = ")
                    .append(git.canary("many"))
                    .append('\n');
        }
        git.file(".git/config", config.toString());

        assertThat(git.calls().error("git_status", Map.of())).contains("too many");
    }

    private void assertRefused(GitFixture git, String why) {
        for (String tool : List.of("git_status", "git_diff", "git_branch")) {
            assertThat(git.calls().error(tool, Map.of()))
                    .contains(why)
                    .doesNotContain("SECRET")
                    .doesNotContain(folder.toString());
        }
        assertThat(git.calls().error("git_commit", Map.of("message", "m", "paths", List.of("f.txt"))))
                .contains(why);
    }

    /** A file with every kind of attribute, changed after its commit. */
    private GitFixture prepared() throws Exception {
        GitFixture git = GitFixture.with(folder, "f.txt", "one\n", "sub.txt", "one\n");
        git.sh("echo two > f.txt; echo two > sub.txt");
        return git;
    }

    private static void plantConfiguration(GitFixture git, String config) throws Exception {
        for (String key : List.of(
                "core.fsmonitor",
                "core.pager",
                "core.editor",
                "core.askPass",
                "core.sshCommand",
                "core.gitProxy",
                "core.alternateRefsCommand",
                "diff.external",
                "diff.evil.command",
                "diff.evil.textconv",
                "filter.evil.clean",
                "filter.evil.smudge",
                "filter.evil.process",
                "filter.Evil.clean",
                "gpg.program",
                "gpg.ssh.program",
                "gpg.ssh.defaultKeyCommand",
                "credential.helper",
                "pager.status",
                "pager.diff",
                "pager.branch",
                "sequence.editor",
                "interactive.diffFilter",
                "merge.evil.driver",
                "trailer.x.command",
                "trailer.x.cmd",
                "hook.evil.command")) {
            String name = key.replaceAll(".*\\.", "").equals("external")
                    ? "diff-external"
                    : key.startsWith("filter.evil.") ? key.substring(12) : key.replaceAll("^core\\.", "");
            git.sh(config + " " + key + " '" + git.canary(name) + "'");
        }
        for (String alias : List.of(
                "status",
                "diff",
                "commit",
                "branch",
                "config",
                "cat-file",
                "for-each-ref",
                "update-ref",
                "check-attr",
                "add")) {
            git.sh(config + " alias." + alias + " '!" + git.canary("alias-" + alias) + "'");
        }
        git.sh(config + " filter.evil.required true; " + config + " commit.gpgSign true; " + config
                + " commit.verbose true; "
                + config + " hook.evil.event pre-commit; " + config + " protocol.allow always; " + config
                + " gc.auto 1; "
                + config + " log.showSignature true; " + config + " commit.template /dev/null");
        git.sh(
                "mkdir -p .git/info; echo '*.txt filter=evil diff=evil merge=evil' > .git/info/attributes; echo 22 > f.txt");
    }

    private static void plantHooks(GitFixture git, Path hooks) throws Exception {
        Files.createDirectories(hooks);
        for (String hook : HOOKS) {
            Files.copy(git.canary("hook-" + hook), hooks.resolve(hook));
        }
    }

    /** All the ways to call all tools; filters are on f.txt, so a commit of it may be refused, and goes through another file. */
    private static void useAllTools(GitFixture git) throws Exception {
        Calls calls = git.calls();
        calls.ok("git_status", Map.of());
        calls.ok("git_diff", Map.of());
        calls.ok("git_diff", Map.of("staged", true));
        calls.ok("git_diff", Map.of("path", "f.txt"));
        calls.ok("git_diff", Map.of("range", "HEAD"));
        calls.ok("git_diff", Map.of("range", "HEAD...HEAD"));
        calls.ok("git_branch", Map.of());
        calls.ok("git_branch", Map.of("action", "create", "name", "topic"));
        calls.call("git_commit", Map.of("message", "m", "paths", List.of("f.txt")));
        calls.call("git_commit", Map.of("message", "m"));
        git.file("plain.md", "x");
        calls.ok("git_commit", Map.of("message", "m", "paths", List.of("plain.md")));
    }
}

package dev.intellibrix.workspace;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.intellibrix.internal.process.HostEnvironment;
import dev.intellibrix.message.Origin;
import dev.intellibrix.message.Trust;
import dev.intellibrix.tool.Description;
import dev.intellibrix.tool.Range;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import dev.intellibrix.tool.ToolContext;
import dev.intellibrix.tool.ToolException;
import dev.intellibrix.tool.ToolOutput;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** {@code git_status}, {@code git_diff}, {@code git_branch} and {@code git_commit}. */
final class GitTools {

    /** A call is a handful of git commands. */
    private static final int COMMANDS_PER_CALL = 6;

    private final Jail jail;
    private final GitOptions options;
    private final HostEnvironment host;

    private GitTools(Jail jail, GitOptions options, HostEnvironment host) {
        this.jail = jail;
        this.options = options;
        this.host = host;
    }

    record StatusInput() {}

    record DiffInput(
            @Description("Only this file or folder, relative to the workspace")
            Optional<String> path,

            @Description("What is staged, instead of what is not")
            Optional<Boolean> staged,

            @Description("A commit to compare with, or two as a..b or a...b (from where they parted)")
            Optional<String> range) {}

    /** What git_branch does. */
    enum BranchAction {
        @JsonProperty("list")
        LIST,
        @JsonProperty("create")
        CREATE
    }

    record BranchInput(
            @Description("list when left out") Optional<BranchAction> action,
            @Description("Name of the new branch") Optional<String> name,

            @Description("Commit or branch that the new one starts from; HEAD when left out")
            Optional<String> from) {

        boolean creates() {
            return action.filter(BranchAction.CREATE::equals).isPresent();
        }
    }

    record CommitInput(
            @Description("The commit message") @Range(min = 1, max = 100_000)
            String message,

            @Description("Commit only these files and folders, and leave what is staged otherwise as it is; a new file"
                    + " has to be named itself. Without it: commit what is staged")
            @Range(max = 1000)
            Optional<List<String>> paths) {}

    /** The tools for a workspace. */
    static List<Tool> of(Jail jail, GitOptions options) {
        return of(jail, options, HostEnvironment.of(jail.root()));
    }

    static List<Tool> of(Jail jail, GitOptions options, HostEnvironment host) {
        GitTools tools = new GitTools(jail, options, host);
        return List.of(tools.status(), tools.diff(), tools.branch(), tools.commit());
    }

    private Tool status() {
        return define("git_status", StatusInput.class)
                .description(
                        "Show the current branch, how far it is ahead of or behind its upstream, a merge or rebase in"
                                + " progress, and the changed and untracked files")
                .category(ToolCategory.READ)
                .execute((input, context) -> {
                    Git git = open(context).git();
                    String text = GitStatus.of(git, "normal", List.of())
                            .text(git.repository().unfinished(), options.maxEntries());
                    return from("git_status", text);
                });
    }

    private Tool diff() {
        return define("git_diff", DiffInput.class)
                .description("Show changes as a unified diff: those not staged, those staged, or between commits")
                .category(ToolCategory.READ)
                .execute((input, context) -> {
                    GitDiff diff = new GitDiff(open(context).git(), jail);
                    return from(
                            "git_diff", diff.text(input.path(), input.staged().orElse(false), input.range()));
                });
    }

    private Tool branch() {
        return define("git_branch", BranchInput.class)
                .description(
                        "List the local branches, the current one marked with a star, or create one without switching")
                .category(ToolCategory.WRITE, input -> input.creates() ? ToolCategory.WRITE : ToolCategory.READ)
                .needsApproval((input, context) -> input.creates())
                .execute((input, context) -> from("git_branch", branch(input, context)));
    }

    private String branch(BranchInput input, ToolContext context) {
        GitBranches branches = new GitBranches(open(context).git());
        if (!input.creates()) {
            if (input.name().isPresent() || input.from().isPresent()) {
                throw new ToolException(
                        "name and from belong to action \"create\"; to list the branches leave them out");
            }
            return branches.list();
        }
        String name =
                input.name().orElseThrow(() -> new ToolException("action \"create\" needs the name of the branch"));
        return branches.create(name, input.from());
    }

    private Tool commit() {
        return define("git_commit", CommitInput.class)
                .description("Commit what is staged, or the given paths. Hooks do not run, nothing is signed")
                .category(ToolCategory.WRITE)
                .needsApproval()
                .execute((input, context) -> from(
                        "git_commit",
                        new GitCommit(open(context), jail)
                                .commit(input.message(), input.paths().orElse(List.of()))));
    }

    private <I extends Record> Tool.Builder<I> define(String name, Class<I> input) {
        Duration longest = options.timeout().multipliedBy(COMMANDS_PER_CALL).plusSeconds(10);
        return Tool.define(name, input).resultTrust(Trust.UNTRUSTED).timeout(longest);
    }

    private Git.Ready open(ToolContext context) {
        return Git.open(jail.root(), options, host, context.cancellation());
    }

    private static ToolOutput from(String tool, String text) {
        return ToolOutput.text(text).from(Origin.of(Origin.Kind.TOOL, tool));
    }
}

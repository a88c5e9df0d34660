package dev.intellibrix.github;

import dev.intellibrix.internal.net.NetAnswer;
import dev.intellibrix.tool.Description;
import dev.intellibrix.tool.Range;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Reading pull requests: what they are, which files they change, and how. */
final class PullRequestTools {

    record Diff(
            @Description(IssueTools.REPOSITORY) @Range(min = 3, max = 200)
            String repository,

            @Description("The number of the pull request") @Range(min = 1, max = Integer.MAX_VALUE)
            int number,

            @Description("The first character to show, from 0: to go on in a diff that was cut") @Range(min = 0)
            Optional<Integer> start) {}

    record Files(
            @Description(IssueTools.REPOSITORY) @Range(min = 3, max = 200)
            String repository,

            @Description("The number of the pull request") @Range(min = 1, max = Integer.MAX_VALUE)
            int number,

            @Description("How many files to leave out, to go on in a long list") @Range(min = 0, max = Listing.MAX_SKIP)
            Optional<Integer> skip,

            @Description(IssueTools.START_OF_FIRST) @Range(min = 0)
            Optional<Integer> start,

            @Description("Whether the changes of each file are shown as well, which helps where the diff is too large")
            Optional<Boolean> patches) {}

    private static final int TOO_LARGE = 406;
    private static final int MAX_ITEMS = 300;

    private PullRequestTools() {}

    static List<Tool> of(GitHubApi api) {
        return List.of(
                Reading.tool(
                        "github_get_pull_request",
                        IssueTools.Thing.class,
                        "Read a pull request: its text, its branches and the commit at its head.",
                        api,
                        PullRequestTools::pullRequest),
                Reading.tool(
                        "github_get_diff",
                        Diff.class,
                        "Read the changes of a pull request as a unified diff. " + FileTools.LAST_LINE,
                        api,
                        PullRequestTools::diff),
                Reading.tool(
                        "github_list_files",
                        Files.class,
                        "List the files that a pull request changes.",
                        api,
                        PullRequestTools::files));
    }

    private static String pullRequest(IssueTools.Thing input, ApiCall call) {
        Repository repository = call.repository(input.repository());
        call.from(repository, "/pull/" + input.number());
        ApiJson pull = call.json(repository, path(repository, input.number()), about(input.number()))
                .requireObject();
        StringBuilder text = new StringBuilder("Pull request #")
                .append(input.number())
                .append(" of ")
                .append(repository)
                .append('\n');
        text.append(IssueTools.header(pull));
        text.append("Merged: ")
                .append(pull.flag("merged") ? "yes" : "no")
                .append(pull.flag("draft") ? ", a draft" : "");
        text.append("\nFrom: ").append(branch(pull.at("head")));
        text.append("\nInto: ").append(branch(pull.at("base")));
        text.append("\nChanges: ").append(pull.number("changed_files")).append(" files, +");
        text.append(pull.number("additions")).append(" -").append(pull.number("deletions"));
        text.append(" lines in ").append(pull.number("commits")).append(" commits\n\n");
        return IssueTools.shown(text + Texts.body(pull.text("body")), input, call);
    }

    private static String branch(ApiJson end) {
        String owner = end.at("repo").text("full_name");
        return (owner.isEmpty() ? "a repository that is gone" : Texts.line(owner)) + " branch "
                + Texts.line(end.text("ref")) + ", commit " + Texts.line(end.text("sha"));
    }

    private static String diff(Diff input, ApiCall call) {
        Repository repository = call.repository(input.repository());
        call.from(repository, "/pull/" + input.number());
        NetAnswer answer = call.tryGet(repository, path(repository, input.number()), ApiCall.DIFF);
        if (answer.status() == TOO_LARGE) {
            throw new ToolException(
                    "GitHub gives no diff of a change as large as this; use github_list_files with patches");
        }
        if (!answer.isSuccess()) {
            throw call.fault(answer, repository, about(input.number()));
        }
        String diff = call.visible(new String(answer.body(), StandardCharsets.UTF_8), answer.isCut());
        if (diff.isEmpty()) {
            return "The pull request changes nothing.\n";
        }
        return Texts.content(diff, input.start().orElse(0), call.settings().maxChars(), answer.isCut());
    }

    private static String files(Files input, ApiCall call) {
        Repository repository = call.repository(input.repository());
        call.from(repository, "/pull/" + input.number());
        boolean withPatches = input.patches().orElse(false);
        Listing listing = Listing.read(
                call,
                new Listing.Source(repository, path(repository, input.number()) + "/files", "", about(input.number())),
                input.skip().orElse(0),
                MAX_ITEMS);
        String shown =
                listing.shown(call.settings().maxChars(), input.start().orElse(0), file -> file(file, withPatches));
        return shown.isEmpty() ? "No files from there on.\n" : shown;
    }

    private static String file(ApiJson file, boolean withPatch) {
        String before = file.text("previous_filename");
        String patch = file.text("patch");
        String line = Texts.line(file.text("status")) + " " + (before.isEmpty() ? "" : Texts.line(before) + " -> ")
                + Texts.line(file.text("filename")) + " +" + file.number("additions") + " -" + file.number("deletions")
                + "\n";
        if (!withPatch) {
            return line;
        }
        return line
                + (patch.isEmpty() ? "  (GitHub shows no changes of it: binary, or too large)\n" : Texts.body(patch))
                + "\n";
    }

    private static String path(Repository repository, int number) {
        return repository.path() + "/pulls/" + number;
    }

    private static String about(int number) {
        return "pull request " + number;
    }
}

package dev.intellibrix.github;

import dev.intellibrix.tool.Description;
import dev.intellibrix.tool.Range;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writing: comments, labels, issues and pull requests. */
final class WriteTools {

    static final int MAX_BODY = 65_536;

    record Comment(
            @Description(IssueTools.REPOSITORY) @Range(min = 3, max = 200)
            String repository,

            @Description(IssueTools.NUMBER) @Range(min = 1, max = Integer.MAX_VALUE)
            int number,

            @Description("The comment in Markdown") @Range(min = 1, max = MAX_BODY)
            String body) {}

    record Labels(
            @Description(IssueTools.REPOSITORY) @Range(min = 3, max = 200)
            String repository,

            @Description(IssueTools.NUMBER) @Range(min = 1, max = Integer.MAX_VALUE)
            int number,

            @Description("The labels to add") @Range(min = 1, max = 100)
            List<String> labels) {}

    record Issue(
            @Description(IssueTools.REPOSITORY) @Range(min = 3, max = 200)
            String repository,

            @Description("One line") @Range(min = 1, max = 256)
            String title,

            @Description("The text in Markdown") @Range(max = MAX_BODY)
            Optional<String> body,

            @Description("Its labels") @Range(max = 100) Optional<List<String>> labels) {}

    record PullRequest(
            @Description(IssueTools.REPOSITORY) @Range(min = 3, max = 200)
            String repository,

            @Description("One line") @Range(min = 1, max = 256)
            String title,

            @Description("The branch with the changes, of this repository") @Range(min = 1, max = 255)
            String head,

            @Description("The branch that they are for") @Range(min = 1, max = 255)
            String base,

            @Description("The text in Markdown") @Range(max = MAX_BODY)
            Optional<String> body,

            @Description("Whether it is a draft") Optional<Boolean> draft) {}

    private WriteTools() {}

    static List<Tool> of(GitHubApi api) {
        return List.of(
                Writing.tool(
                        "github_comment",
                        Comment.class,
                        "Comment on an issue or a pull request.",
                        api,
                        input -> new Writing.Target(input.repository(), "/issues/" + input.number()),
                        WriteTools::comment),
                Writing.tool(
                        "github_add_labels",
                        Labels.class,
                        "Add labels to an issue or a pull request; those that it has stay.",
                        api,
                        input -> new Writing.Target(input.repository(), "/issues/" + input.number()),
                        WriteTools::label),
                Writing.tool(
                        "github_create_issue",
                        Issue.class,
                        "Open a new issue.",
                        api,
                        input -> new Writing.Target(input.repository(), "/issues"),
                        WriteTools::issue),
                Writing.tool(
                        "github_open_pull_request",
                        PullRequest.class,
                        "Open a pull request from a branch that is on GitHub.",
                        api,
                        input -> new Writing.Target(input.repository(), "/pulls"),
                        WriteTools::pullRequest));
    }

    private static String comment(Comment input, ApiCall call) {
        Repository repository = call.repository(input.repository());
        call.from(repository, "/issues/" + input.number());
        ApiJson made = call.post(
                repository,
                repository.path() + "/issues/" + input.number() + "/comments",
                Map.of("body", notBlank(input.body(), "body")),
                "issue or pull request " + input.number());
        return "Commented on " + repository + "#" + input.number() + "; the comment is " + ApiCall.numberOf(made, "id")
                + ".\n";
    }

    private static String label(Labels input, ApiCall call) {
        Repository repository = call.repository(input.repository());
        call.from(repository, "/issues/" + input.number());
        input.labels().forEach(label -> notBlank(label, "labels"));
        ApiJson now = call.post(
                repository,
                repository.path() + "/issues/" + input.number() + "/labels",
                Map.of("labels", input.labels()),
                "issue or pull request " + input.number());
        if (!now.isArray()) {
            throw ApiCall.doneButUnreadable();
        }
        List<String> names =
                now.items().stream().map(each -> Texts.line(each.text("name"))).toList();
        return "Labels of " + repository + "#" + input.number() + " now: " + String.join(", ", names) + "\n";
    }

    private static String issue(Issue input, ApiCall call) {
        Repository repository = call.repository(input.repository());
        call.from(repository, "/issues");
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("title", oneLine(input.title()));
        input.body().ifPresent(text -> body.put("body", text));
        input.labels().ifPresent(labels -> body.put("labels", labels));
        ApiJson made = call.post(repository, repository.path() + "/issues", body, "place for issues");
        return opened(repository, made, "issue", "/issues/", call);
    }

    private static String pullRequest(PullRequest input, ApiCall call) {
        Repository repository = call.repository(input.repository());
        call.from(repository, "/pulls");
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("title", oneLine(input.title()));
        body.put("head", Encoded.checkedRef(input.head(), "head"));
        body.put("base", Encoded.checkedRef(input.base(), "base"));
        body.put("draft", input.draft().orElse(false));
        input.body().ifPresent(text -> body.put("body", text));
        ApiJson made = call.post(repository, repository.path() + "/pulls", body, "place for pull requests");
        return opened(repository, made, "pull request", "/pull/", call);
    }

    private static String opened(Repository repository, ApiJson made, String what, String path, ApiCall call) {
        long number = ApiCall.numberOf(made, "number");
        call.from(repository, path + number);
        return "Opened " + what + " " + repository + "#" + number + ": " + call.page(repository, path + number) + "\n";
    }

    static String notBlank(String text, String field) {
        if (text.isBlank()) {
            throw new ToolException(field + " must not be blank; nothing was sent");
        }
        return text;
    }

    private static String oneLine(String title) {
        if (title.chars().anyMatch(Character::isISOControl)) {
            throw new ToolException("title must be one line; nothing was sent");
        }
        return notBlank(title, "title");
    }
}

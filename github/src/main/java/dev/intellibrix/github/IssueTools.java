package dev.intellibrix.github;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.intellibrix.tool.Description;
import dev.intellibrix.tool.Range;
import dev.intellibrix.tool.Tool;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reading issues and what is said about them. */
final class IssueTools {

    static final String REPOSITORY = "The repository as owner/name";
    static final String NUMBER = "The number of the issue or pull request";
    static final String START_OF_FIRST =
            "The first character to show of the first one listed, from 0: to go on in one that was cut";

    record Thing(
            @Description(REPOSITORY) @Range(min = 3, max = 200)
            String repository,

            @Description(NUMBER) @Range(min = 1, max = Integer.MAX_VALUE)
            int number,

            @Description("The first character to show, from 0: to go on in a text that was cut") @Range(min = 0)
            Optional<Integer> start) {}

    record Comments(
            @Description(REPOSITORY) @Range(min = 3, max = 200)
            String repository,

            @Description(NUMBER) @Range(min = 1, max = Integer.MAX_VALUE)
            int number,

            @Description("conversation (the default), or of a pull request: reviews, or review_comments on its lines")
            Optional<Kind> kind,

            @Description("How many to leave out, to go on in a long list") @Range(min = 0, max = Listing.MAX_SKIP)
            Optional<Integer> skip,

            @Description(START_OF_FIRST) @Range(min = 0) Optional<Integer> start) {}

    /** Whose comments are listed. */
    enum Kind {
        @JsonProperty("conversation")
        CONVERSATION,
        @JsonProperty("reviews")
        REVIEWS,
        @JsonProperty("review_comments")
        REVIEW_COMMENTS
    }

    private static final int MAX_ITEMS = 300;

    private IssueTools() {}

    static List<Tool> of(GitHubApi api) {
        return List.of(
                Reading.tool(
                        "github_get_issue",
                        Thing.class,
                        "Read an issue, without its comments.",
                        api,
                        IssueTools::issue),
                Reading.tool(
                        "github_list_comments",
                        Comments.class,
                        "Read the comments on an issue or a pull request, oldest first.",
                        api,
                        IssueTools::comments));
    }

    private static String issue(Thing input, ApiCall call) {
        Repository repository = call.repository(input.repository());
        String path = "/issues/" + input.number();
        call.from(repository, path);
        ApiJson issue = call.json(repository, repository.path() + path, "issue " + input.number())
                .requireObject();
        StringBuilder text = new StringBuilder();
        text.append(issue.at("pull_request").isObject() ? "Pull request" : "Issue")
                .append(" #")
                .append(input.number())
                .append(" of ")
                .append(repository)
                .append('\n');
        text.append(header(issue));
        text.append("Comments: ").append(issue.number("comments")).append("\n\n");
        return shown(text + Texts.body(issue.text("body")), input, call);
    }

    static String shown(String text, Thing input, ApiCall call) {
        return Texts.piece(text, input.start().orElse(0), call.settings().maxChars());
    }

    /** What issues and pull requests have in common. */
    static String header(ApiJson issue) {
        String reason = issue.text("state_reason");
        StringBuilder text = new StringBuilder("Title: ").append(Texts.line(issue.text("title")));
        text.append("\nState: ").append(Texts.line(issue.text("state")));
        text.append(reason.isEmpty() ? "" : " (" + Texts.line(reason) + ")")
                .append(issue.flag("locked") ? ", locked" : "");
        text.append("\nAuthor: ").append(author(issue));
        text.append("\nCreated: ").append(Texts.line(issue.text("created_at")));
        text.append("\nLabels: ").append(names(issue.at("labels"), "name"));
        return text.append("\nAssignees: ")
                .append(names(issue.at("assignees"), "login"))
                .append('\n')
                .toString();
    }

    private static String names(ApiJson list, String field) {
        List<String> names =
                list.items().stream().map(each -> Texts.line(each.text(field))).toList();
        return names.isEmpty() ? "none" : Texts.line(String.join(", ", names));
    }

    private static String author(ApiJson item) {
        String association = item.text("author_association").toLowerCase(Locale.ROOT);
        return item.user("user") + (association.isEmpty() ? "" : " (" + Texts.line(association) + ")");
    }

    private static String comments(Comments input, ApiCall call) {
        Repository repository = call.repository(input.repository());
        String about = "issue or pull request " + input.number();
        Kind kind = input.kind().orElse(Kind.CONVERSATION);
        String path = switch (kind) {
            case CONVERSATION -> "/issues/" + input.number() + "/comments";
            case REVIEWS -> "/pulls/" + input.number() + "/reviews";
            case REVIEW_COMMENTS -> "/pulls/" + input.number() + "/comments";
        };
        call.from(repository, (kind == Kind.CONVERSATION ? "/issues/" : "/pull/") + input.number());
        Listing listing = Listing.read(
                call,
                new Listing.Source(repository, repository.path() + path, "", about),
                input.skip().orElse(0),
                MAX_ITEMS);
        String shown = listing.shown(call.settings().maxChars(), input.start().orElse(0), IssueTools::comment);
        return shown.isEmpty() ? "No comments on " + repository + "#" + input.number() + " from there on.\n" : shown;
    }

    private static String comment(ApiJson comment) {
        String at = comment.text("submitted_at").isEmpty() ? comment.text("created_at") : comment.text("submitted_at");
        StringBuilder text = new StringBuilder("Comment ").append(comment.number("id"));
        text.append(" by ").append(author(comment)).append(" at ").append(Texts.line(at));
        String state = comment.text("state");
        String path = comment.text("path");
        text.append(state.isEmpty() ? "" : ", " + Texts.line(state.toLowerCase(Locale.ROOT)));
        text.append(path.isEmpty() ? "" : ", on " + Texts.line(path));
        long line = comment.number("line");
        text.append(line > 0 ? " line " + line : "");
        return text.append('\n')
                .append(Texts.body(comment.text("body")))
                .append('\n')
                .toString();
    }
}

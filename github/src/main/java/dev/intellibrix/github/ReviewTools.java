package dev.intellibrix.github;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.intellibrix.tool.Description;
import dev.intellibrix.tool.Range;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reviewing a pull request. A review names the commit that was read, so that what was pushed afterwards is not approved
 * unseen.
 */
final class ReviewTools {

    record Input(
            @Description(IssueTools.REPOSITORY) @Range(min = 3, max = 200)
            String repository,

            @Description("The number of the pull request") @Range(min = 1, max = Integer.MAX_VALUE)
            int number,

            @Description("The whole id of the commit that was reviewed, as github_get_pull_request shows it")
            @Range(min = 40, max = 64)
            String commit,

            @Description("comment, approve or request_changes")
            Event event,

            @Description("The review in Markdown; only an approval may do without") @Range(max = WriteTools.MAX_BODY)
            Optional<String> body,

            @Description("Comments on lines of the diff") @Range(max = 100)
            Optional<List<LineComment>> comments) {}

    record LineComment(
            @Description("The path of the file") @Range(min = 1, max = 1_000)
            String path,

            @Description("The line in the file after the change; with side left, before it")
            @Range(min = 1, max = 10_000_000)
            int line,

            @Description("right (the default) for an added or unchanged line, left for a removed one")
            Optional<Side> side,

            @Description("The first of several lines, which is less than line") @Range(min = 1, max = 10_000_000)
            Optional<Integer> startLine,

            @Description("The comment in Markdown") @Range(min = 1, max = WriteTools.MAX_BODY)
            String body) {}

    /** What a review says. */
    enum Event {
        @JsonProperty("comment")
        COMMENT,
        @JsonProperty("approve")
        APPROVE,
        @JsonProperty("request_changes")
        REQUEST_CHANGES
    }

    /** On which side of a diff a line stands. */
    enum Side {
        @JsonProperty("right")
        RIGHT,
        @JsonProperty("left")
        LEFT
    }

    private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");

    private ReviewTools() {}

    static List<Tool> of(GitHubApi api) {
        return List.of(Writing.tool(
                "github_review",
                Input.class,
                "Review a pull request: comment on it and its lines, approve it, or request changes.",
                api,
                input -> new Writing.Target(input.repository(), "/pull/" + input.number()),
                ReviewTools::review));
    }

    private static String review(Input input, ApiCall call) {
        Repository repository = call.repository(input.repository());
        call.from(repository, "/pull/" + input.number());
        if (!COMMIT.matcher(input.commit()).matches()) {
            throw new ToolException("commit must be the whole id of the commit that was read; nothing was sent");
        }
        if (input.event() != Event.APPROVE
                && input.body().filter(text -> !text.isBlank()).isEmpty()) {
            throw new ToolException("body must say something, unless the event is approve; nothing was sent");
        }
        ApiJson made = call.post(
                repository,
                repository.path() + "/pulls/" + input.number() + "/reviews",
                body(input),
                "pull request " + input.number());
        return "Reviewed " + repository + "#" + input.number() + " at commit " + input.commit() + "; the review is "
                + ApiCall.numberOf(made, "id") + ".\n";
    }

    private static Map<String, Object> body(Input input) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("commit_id", input.commit());
        body.put("event", input.event().name());
        input.body().ifPresent(text -> body.put("body", text));
        List<Map<String, Object>> comments = new ArrayList<>();
        input.comments().ifPresent(all -> all.forEach(each -> comments.add(comment(each))));
        if (!comments.isEmpty()) {
            body.put("comments", comments);
        }
        return body;
    }

    private static Map<String, Object> comment(LineComment comment) {
        String side = comment.side().orElse(Side.RIGHT).name();
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("path", comment.path());
        body.put("line", comment.line());
        body.put("side", side);
        comment.startLine().ifPresent(start -> {
            if (start >= comment.line()) {
                throw new ToolException(
                        "startLine must be less than line; leave it out for a single line; nothing was sent");
            }
            body.put("start_line", start);
            body.put("start_side", side);
        });
        body.put("body", WriteTools.notBlank(comment.body(), "comments"));
        return body;
    }
}

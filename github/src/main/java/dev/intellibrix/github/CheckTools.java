package dev.intellibrix.github;

import dev.intellibrix.tool.Description;
import dev.intellibrix.tool.Range;
import dev.intellibrix.tool.Tool;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Reading what continuous integration says of a commit. */
final class CheckTools {

    record Input(
            @Description(IssueTools.REPOSITORY) @Range(min = 3, max = 200)
            String repository,

            @Description("A commit, a branch or a tag; of a pull request the commit at its head")
            @Range(min = 1, max = 255)
            String ref) {}

    private static final int MAX_ITEMS = 300;
    private static final int MAX_SUMMARY = 2_000;
    private static final Set<String> GOOD = Set.of("success", "neutral", "skipped");

    private CheckTools() {}

    static List<Tool> of(GitHubApi api) {
        return List.of(Reading.tool(
                "github_get_checks",
                Input.class,
                "Read the checks and statuses of a commit.",
                api,
                CheckTools::checks));
    }

    private static String checks(Input input, ApiCall call) {
        Repository repository = call.repository(input.repository());
        String commit = repository.path() + "/commits/" + Encoded.ref(input.ref());
        call.from(repository, "/commit/" + Encoded.ref(input.ref()));
        int half = call.settings().maxChars() / 2;
        Listing runs = Listing.read(
                call,
                new Listing.Source(
                        repository, commit + "/check-runs", "check_runs", "commit " + Texts.line(input.ref())),
                0,
                MAX_ITEMS);
        Listing statuses = Listing.read(
                call,
                new Listing.Source(repository, commit + "/status", "statuses", "commit " + Texts.line(input.ref())),
                0,
                MAX_ITEMS);
        String text = shown(runs, half, CheckTools::run) + shown(statuses, half, CheckTools::status);
        return text.isEmpty() ? "No checks and no statuses.\n" : text;
    }

    private static String shown(Listing listing, int maxChars, Function<ApiJson, String> describe) {
        String all = String.join("", listing.items().stream().map(describe).toList());
        if (!listing.hasMore() && all.length() <= maxChars) {
            return all;
        }
        return Texts.cut(all, maxChars) + "\n[there are more, which are not shown]\n";
    }

    private static String run(ApiJson run) {
        String conclusion = run.text("conclusion");
        String state = conclusion.isEmpty() ? run.text("status") : conclusion;
        ApiJson output = run.at("output");
        StringBuilder text = new StringBuilder(Texts.line(run.text("name")))
                .append(": ")
                .append(Texts.line(state))
                .append('\n');
        if (!conclusion.isEmpty() && !GOOD.contains(conclusion)) {
            String said = (output.text("title") + "\n" + output.text("summary")).strip();
            text.append(said.isEmpty() ? "" : Texts.body(Texts.cut(said, MAX_SUMMARY)));
        }
        return text.toString();
    }

    private static String status(ApiJson status) {
        String said = status.text("description");
        return Texts.line(status.text("context")) + ": " + Texts.line(status.text("state")) + "\n"
                + (said.isBlank() ? "" : Texts.body(Texts.line(said)));
    }
}

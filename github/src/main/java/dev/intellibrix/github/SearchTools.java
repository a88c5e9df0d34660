package dev.intellibrix.github;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.intellibrix.tool.Description;
import dev.intellibrix.tool.Range;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Searching one repository, which the tool sees to itself: in what is asked, and in what comes back. */
final class SearchTools {

    record Input(
            @Description(IssueTools.REPOSITORY) @Range(min = 3, max = 200)
            String repository,

            @Description("Words and \"phrases\", and qualifiers such as is:open, label:bug, author:octocat, path:src;"
                    + " all of them must fit, and none names a repository")
            @Range(min = 1, max = 200)
            String query,

            @Description("issues (the default), with pull requests, or code")
            Optional<Kind> kind,

            @Description("The most results; 30 when left out") @Range(min = 1, max = 100)
            Optional<Integer> limit) {}

    /** What is searched. */
    enum Kind {
        @JsonProperty("issues")
        ISSUES,
        @JsonProperty("code")
        CODE
    }

    private static final int USUAL = 30;

    private SearchTools() {}

    static List<Tool> of(GitHubApi api) {
        return List.of(Reading.tool(
                "github_search",
                Input.class,
                "Search the issues and pull requests, or the code, of a repository.",
                api,
                SearchTools::search));
    }

    private static String search(Input input, ApiCall call) {
        Repository repository = call.repository(input.repository());
        Kind kind = input.kind().orElse(Kind.ISSUES);
        int limit = input.limit().orElse(USUAL);
        String query = SearchQuery.of(input.query()).in(repository);
        String path =
                "/search/" + kind.name().toLowerCase(Locale.ROOT) + "?q=" + Encoded.value(query) + "&per_page=" + limit;
        call.from(repository, "");
        ApiJson answer = call.json(repository, path, "result").requireObject();
        List<String> shown = new ArrayList<>();
        boolean isAllHere = true;
        for (ApiJson item : answer.at("items").items()) {
            if (!isIn(repository, item, kind)) {
                isAllHere = false;
            } else if (shown.size() < limit) {
                shown.add(kind == Kind.CODE ? code(repository, item, call) : issue(repository, item, call));
            }
        }
        if (shown.isEmpty()) {
            return "Nothing was found in " + repository + ".\n";
        }
        // A count that may hold what is elsewhere would tell something of it.
        long total = isAllHere ? answer.number("total_count") : 0;
        String more = total > shown.size()
                ? "[" + shown.size() + " of about " + total + "; narrow the query to see others]\n"
                : "";
        String partly = answer.flag("incomplete_results") ? "[GitHub ran out of time: there may be more]\n" : "";
        return Texts.head(String.join("", shown), call.settings().maxChars()) + more + partly;
    }

    /** Whether a result is from where it was asked for; GitHub is not trusted with the list of what may be seen. */
    private static boolean isIn(Repository repository, ApiJson item, Kind kind) {
        String name = item.at("repository").text("full_name");
        if (kind == Kind.ISSUES) {
            String url = item.text("repository_url");
            int at = url.lastIndexOf("/repos/");
            name = at < 0 ? "" : url.substring(at + "/repos/".length());
        }
        return Repository.of(name).filter(repository::equals).isPresent();
    }

    private static String issue(Repository repository, ApiJson item, ApiCall call) {
        boolean isPull = item.at("pull_request").isObject();
        call.from(repository, (isPull ? "/pull/" : "/issues/") + item.number("number"));
        return "#" + item.number("number") + " " + (isPull ? "pull request" : "issue") + ", "
                + Texts.line(item.text("state")) + ", by " + item.user("user") + ": " + Texts.line(item.text("title"))
                + "\n";
    }

    private static String code(Repository repository, ApiJson item, ApiCall call) {
        String path = item.text("path");
        call.from(repository, page(path));
        return Texts.line(path) + "\n";
    }

    /** The page of a file; that of the repository when its path is none, since an origin must lead where it says. */
    private static String page(String path) {
        try {
            return "/blob/HEAD" + Encoded.path(path);
        } catch (ToolException e) {
            return "";
        }
    }
}

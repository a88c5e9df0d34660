package dev.intellibrix.workspace;

import dev.intellibrix.message.Origin;
import dev.intellibrix.message.Trust;
import dev.intellibrix.tool.Description;
import dev.intellibrix.tool.Range;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import dev.intellibrix.tool.ToolContext;
import dev.intellibrix.tool.ToolException;
import dev.intellibrix.tool.ToolOutput;
import dev.intellibrix.workspace.search.GlobPattern;
import dev.intellibrix.workspace.search.GrepMode;
import dev.intellibrix.workspace.search.GrepPattern;
import dev.intellibrix.workspace.search.GrepQuery;
import dev.intellibrix.workspace.search.GrepReport;
import dev.intellibrix.workspace.search.GrepSearch;
import dev.intellibrix.workspace.search.MalformedPatternException;
import dev.intellibrix.workspace.search.SeenFiles;
import dev.intellibrix.workspace.search.TreeWalk;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** {@code grep}: finds lines by their content. */
final class GrepTool {

    private GrepTool() {}

    record Input(
            @Description("Regular expression in RE2 syntax, matched within each line, case-sensitive")
            String pattern,

            @Description("File or folder to search; the whole workspace when left out")
            Optional<String> path,

            @Description("Search only files that match this glob pattern, at any depth, such as *.java or src/**/*.ts")
            Optional<String> glob,

            @Description("Take the pattern as plain text") Optional<Boolean> literal,
            @Description("Ignore case") Optional<Boolean> ignoreCase,
            @Description("Let a match go over line ends") Optional<Boolean> multiline,

            @Description("How many lines to show before and behind each match") @Range(min = 0, max = 100)
            Optional<Integer> context,

            @Description("What to show: lines (default), files (paths only) or count (matches in each file)")
            Optional<GrepMode> mode,

            @Description("Also search what .gitignore excludes")
            Optional<Boolean> includeIgnored,

            @Description("How many matches, or with another mode files, to show at most") @Range(min = 1, max = 100_000)
            Optional<Integer> maxResults) {

        /** @throws ToolException when a pattern is not well-formed */
        GrepQuery query(Bounds bounds) {
            GlobPattern filter = glob.map(GrepTool::filter).orElse(null);
            GrepMode shown = mode.orElse(GrepMode.LINES);
            return new GrepQuery(
                    GrepPattern.of(pattern, literal.orElse(false), ignoreCase.orElse(false)),
                    filter,
                    multiline.orElse(false),
                    shown == GrepMode.LINES ? context.orElse(0) : 0,
                    shown,
                    maxResults.orElse(bounds.matches()));
        }
    }

    private static GlobPattern filter(String glob) {
        GlobPattern filter = GlobPattern.of(glob, true);
        MalformedPatternException fault = filter.fault();
        if (fault != null) {
            throw fault;
        }
        return filter;
    }

    static Tool of(Workspace workspace) {
        return Tool.define("grep", Input.class)
                .description("Search the content of files. Shows path:line:text for each line that matches. Leaves out"
                        + " what .gitignore excludes, and binary files.")
                .category(ToolCategory.READ)
                .resultTrust(Trust.UNTRUSTED)
                .execute((input, context) -> run(workspace, input, context));
    }

    private static ToolOutput run(Workspace workspace, Input input, ToolContext context) {
        GrepQuery query = input.query(workspace.bounds());
        FileTracker tracker = query.mode() == GrepMode.LINES ? workspace.tracker() : null;
        GrepReport report = new GrepReport(
                query, workspace.bounds().matchChars(), workspace.bounds().readChars());
        SeenFiles seen = tracker == null ? SeenFiles.NONE : new TrackedFiles(tracker, context.conversationId());
        GrepSearch search = new GrepSearch(query, report, seen);
        boolean includeIgnored = input.includeIgnored().orElse(false);
        new TreeWalk<>(includeIgnored, context.cancellation(), search, search.skipped())
                .from(workspace.jail().searchFrom(input.path().orElse(".")));
        return output(input, report, search);
    }

    private static ToolOutput output(Input input, GrepReport report, GrepSearch search) {
        if (search.isBinaryMatch()) {
            return ToolOutput.text("The file is binary and holds a match; its lines are not shown.")
                    .from(Origin.of(Origin.Kind.FILE, input.path().orElse(".")));
        }
        if (report.isEmpty()) {
            return ToolOutput.text(nothing(input, search)).from(Origin.of(Origin.Kind.TOOL, "grep"));
        }
        List<String> notes = new ArrayList<>();
        if (!report.cut().isEmpty()) {
            notes.add(report.cut());
        }
        if (!search.skipped().inWords().isEmpty()) {
            notes.add("skipped: " + search.skipped().inWords() + ignoredHint(search));
        }
        String note = notes.isEmpty() ? "" : "\n[" + String.join("; ", notes) + "]";
        return ToolOutput.text(report.text() + note).from(report.origins());
    }

    private static String nothing(Input input, GrepSearch search) {
        String skipped = search.skipped().inWords();
        String files = search.searched() == 1 ? "file" : "files";
        String looked = String.format(Locale.ROOT, "No match in %,d %s.", search.searched(), files);
        String rest = skipped.isEmpty() ? "" : " Skipped: " + skipped + ignoredHint(search) + ".";
        boolean overLines = input.pattern().contains("\n") || input.pattern().contains("\\n");
        String hint = overLines && !input.multiline().orElse(false) ? " Set multiline to match over line ends." : "";
        return looked + rest + hint;
    }

    private static String ignoredHint(GrepSearch search) {
        return search.skipped().ignoredCount() > 0 ? " (includeIgnored searches them)" : "";
    }
}

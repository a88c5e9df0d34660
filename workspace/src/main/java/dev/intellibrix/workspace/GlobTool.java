package dev.intellibrix.workspace;

import dev.intellibrix.message.Origin;
import dev.intellibrix.message.Trust;
import dev.intellibrix.tool.Description;
import dev.intellibrix.tool.Range;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolCategory;
import dev.intellibrix.tool.ToolContext;
import dev.intellibrix.tool.ToolOutput;
import dev.intellibrix.workspace.search.GlobPattern;
import dev.intellibrix.workspace.search.GlobSearch;
import dev.intellibrix.workspace.search.TreeWalk;
import java.util.Optional;

/** {@code glob}: finds files by their names. */
final class GlobTool {

    private GlobTool() {}

    record Input(
            @Description(
                    "Glob pattern such as src/**/*.java or *.{ts,tsx}, relative to path; without a slash it matches"
                            + " names at any depth, and dot files match like others")
            String pattern,

            @Description("Folder to look in; the whole workspace when left out")
            Optional<String> path,

            @Description("Also list what .gitignore excludes")
            Optional<Boolean> includeIgnored,

            @Description("How many files to list at most") @Range(min = 1, max = 100_000)
            Optional<Integer> maxResults) {}

    static Tool of(Workspace workspace) {
        return Tool.define("glob", Input.class)
                .description(
                        "Find files by a glob pattern. Lists one path a line, relative to the workspace, in the order"
                                + " of the paths. Leaves out what .gitignore excludes.")
                .category(ToolCategory.READ)
                .resultTrust(Trust.UNTRUSTED)
                .execute((input, context) -> run(workspace, input, context));
    }

    private static ToolOutput run(Workspace workspace, Input input, ToolContext context) {
        GlobPattern pattern = GlobPattern.of(input.pattern(), false);
        int bound = input.maxResults().orElse(workspace.bounds().entries());
        boolean includeIgnored = input.includeIgnored().orElse(false);
        GlobSearch search = new GlobSearch(workspace.jail()::leadsToFile, pattern, bound);
        new TreeWalk<>(includeIgnored, context.cancellation(), search, search.skipped())
                .from(workspace.jail().searchFrom(input.path().orElse(".")));
        return ToolOutput.text(search.answer(input.pattern())).from(Origin.of(Origin.Kind.TOOL, "glob"));
    }
}

package dev.intellibrix.workspace;

import dev.intellibrix.tool.Tool;
import java.util.List;

/** The tools that find files by name and by content. */
final class SearchTools {

    private SearchTools() {}

    static List<Tool> of(Workspace workspace) {
        return List.of(GlobTool.of(workspace), GrepTool.of(workspace));
    }
}

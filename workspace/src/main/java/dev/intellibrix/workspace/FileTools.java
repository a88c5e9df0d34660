package dev.intellibrix.workspace;

import dev.intellibrix.tool.Tool;
import java.util.List;

/** The tools that read, list, write and edit files. */
final class FileTools {

    private FileTools() {}

    static List<Tool> of(Workspace workspace) {
        return List.of(
                ReadFile.tool(workspace), ListDir.tool(workspace), WriteFile.tool(workspace), EditFile.tool(workspace));
    }
}

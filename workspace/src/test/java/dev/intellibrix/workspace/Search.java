package dev.intellibrix.workspace;

import dev.intellibrix.message.ToolResultPart;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Calls {@code glob} and {@code grep} of one folder, as a model does. */
final class Search {

    private final Calls calls;

    Search(Path root) {
        this.calls = Calls.of(WorkspaceTools.in(root).tools());
    }

    /** What {@code glob} answers; the input is a pattern, then names and values. */
    String glob(String pattern, Object... more) {
        return calls.ok("glob", input(pattern, more));
    }

    /** The lines that {@code glob} answers, without what stands in brackets. */
    List<String> globbed(String pattern, Object... more) {
        return results(glob(pattern, more));
    }

    String globError(String pattern, Object... more) {
        return calls.error("glob", input(pattern, more));
    }

    /** What {@code grep} answers; the input is a pattern, then names and values. */
    String grep(String pattern, Object... more) {
        return calls.ok("grep", input(pattern, more));
    }

    /** The lines that {@code grep} answers, without what stands in brackets. */
    List<String> grepped(String pattern, Object... more) {
        return results(grep(pattern, more));
    }

    /** The files that {@code grep} finds. */
    List<String> grepFiles(String pattern, Object... more) {
        List<Object> all = new ArrayList<>(List.of(more));
        all.add("mode");
        all.add("files");
        return grepped(pattern, all.toArray());
    }

    String grepError(String pattern, Object... more) {
        return calls.error("grep", input(pattern, more));
    }

    ToolResultPart call(String tool, String pattern, Object... more) {
        return calls.call(tool, input(pattern, more));
    }

    private static Map<String, Object> input(String pattern, Object... more) {
        Map<String, Object> input = new LinkedHashMap<>();
        input.put("pattern", pattern);
        for (int i = 0; i < more.length; i += 2) {
            input.put((String) more[i], more[i + 1]);
        }
        return input;
    }

    private static List<String> results(String text) {
        if (text.startsWith("No match") || text.startsWith("No file")) {
            return List.of();
        }
        return text.lines()
                .filter(line -> !line.matches("\\[(skipped: |the first |stopped ).*]"))
                .toList();
    }
}

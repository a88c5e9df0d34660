package dev.intellibrix.agenttools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.testing.ToolProviderContract;
import dev.intellibrix.tool.ToolProvider;
import dev.intellibrix.workspace.FileTracker;
import dev.intellibrix.workspace.WorkspaceTools;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** The tools of both sets that work on a folder, and those that need nothing. */
class ShippedToolsContractTest extends ToolProviderContract {

    private static final String SECRET = "not for the model";

    @TempDir
    Path base;

    private int folders;
    private Path place = Path.of("");

    @Override
    protected ToolProvider provider() {
        try {
            place = Files.createDirectories(base.resolve("place" + folders++));
            Path root = Files.createDirectories(place.resolve("root")).toRealPath();
            Files.writeString(root.resolve("a.txt"), "first line\n" + "a long line of words\n".repeat(500));
            Files.writeString(root.resolve("data.json"), "{\"a\": [1, 2, 3]}");
            Files.writeString(place.resolve("secret.txt"), SECRET);
            Files.createSymbolicLink(root.resolve("link.txt"), place.resolve("secret.txt"));
            FileTracker tracker = new FileTracker();
            ToolProvider files = WorkspaceTools.builder(root).tracker(tracker).build();
            ToolProvider others = AgentTools.builder(root).tracker(tracker).build();
            return () -> Stream.of(files, others)
                    .flatMap(each -> each.tools().stream())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    protected List<Sample> samples() {
        return List.of(
                new Sample("read_file", Map.of("path", "a.txt")),
                new Sample("list_dir", Map.of("path", ".")),
                new Sample("glob", Map.of("pattern", "**/*.txt")),
                new Sample("grep", Map.of("pattern", "words")),
                new Sample("write_file", Map.of("path", "new.txt", "content", "new\n")),
                new Sample("apply_patch", Map.of("patch", """
                    --- /dev/null
                    +++ b/new.txt
                    @@ -0,0 +1 @@
                    +new
                    """)),
                new Sample("json_query", Map.of("query", ".a", "path", "data.json")),
                new Sample("calculator", Map.of("expression", "6 * 7")));
    }

    @Override
    protected Set<String> trustedTools() {
        return Set.of("calculator");
    }

    @Override
    protected List<Sample> escapes() {
        List<Sample> all = new ArrayList<>();
        for (String path : List.of(
                "../secret.txt",
                "link.txt",
                base.resolve("place0").resolve("secret.txt").toString())) {
            all.add(new Sample("read_file", Map.of("path", path)));
            all.add(new Sample("write_file", Map.of("path", path, "content", "gone")));
            all.add(new Sample("json_query", Map.of("query", ".", "path", path)));
        }
        all.add(new Sample("list_dir", Map.of("path", "..")));
        all.add(new Sample("write_file", Map.of("path", "../new.txt", "content", "outside")));
        all.add(new Sample("apply_patch", Map.of("patch", """
            --- /dev/null
            +++ b/../new.txt
            @@ -0,0 +1 @@
            +outside
            """)));
        return all;
    }

    @Override
    protected void assertUntouched() {
        try (Stream<Path> beside = Files.list(place);
                Stream<Path> inside = Files.list(place.resolve("root"))) {
            assertThat(beside.map(path -> path.getFileName().toString()))
                    .containsExactlyInAnyOrder("root", "secret.txt");
            assertThat(inside.map(path -> path.getFileName().toString()))
                    .containsExactlyInAnyOrder("a.txt", "data.json", "link.txt");
            assertThat(place.resolve("secret.txt")).hasContent(SECRET);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package dev.intellibrix.workspace;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.tool.ToolException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lines that grep shows count as read, names and numbers do not. */
class GrepTrackerTest {

    @TempDir
    Path root;

    private final FileTracker tracker = new FileTracker();

    private void require(String conversation, String file) throws IOException {
        Path path = root.toRealPath().resolve(file);
        tracker.requireSeen(conversation, path, file, FileTracker.version(Files.readAllBytes(path)));
    }

    private String grep(Map<String, ?> input) {
        var tools = WorkspaceTools.builder(root).tracker(tracker).build();
        return GrepConversation.call(tools, "talk", input);
    }

    @Test
    void aFileWhoseLinesWereShownCountsAsRead() throws IOException {
        Files.writeString(root.resolve("a.txt"), "x\nrest\n");
        Files.writeString(root.resolve("b.txt"), "y\n");
        grep(Map.of("pattern", "x"));
        assertThatCode(() -> require("talk", "a.txt")).doesNotThrowAnyException();
        assertThatThrownBy(() -> require("talk", "b.txt")).isInstanceOf(ToolException.class);
        assertThatThrownBy(() -> require("other", "a.txt")).isInstanceOf(ToolException.class);
        Files.writeString(root.resolve("a.txt"), "changed");
        assertThatThrownBy(() -> require("talk", "a.txt")).hasMessageContaining("changed since");
    }

    @Test
    void namesAndNumbersDoNotCountAsRead() throws IOException {
        Files.writeString(root.resolve("a.txt"), "x\n");
        grep(Map.of("pattern", "x", "mode", "files"));
        grep(Map.of("pattern", "x", "mode", "count"));
        assertThatThrownBy(() -> require("talk", "a.txt")).isInstanceOf(ToolException.class);
    }
}

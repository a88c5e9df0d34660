package dev.intellibrix.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.tool.ToolException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileTrackerTest {

    @TempDir
    Path base;

    private final FileTracker tracker = new FileTracker();
    private ToolFolder folder;
    private Session session;

    @BeforeEach
    void open() throws IOException {
        folder = ToolFolder.in(base);
        session = session();
    }

    private Session session() {
        return Session.with(
                WorkspaceTools.builder(folder.root()).tracker(tracker).build());
    }

    @Test
    void refusesToOverwriteWhatWasNeverRead() throws IOException {
        folder.file("f", "old\n");

        assertThat(session.error("write_file", Map.of("path", "f", "content", "x")))
                .contains("read_file first");
        assertThat(session.failedEdit("f", "old", "x")).contains("read_file first");
        assertThat(folder.content("f")).isEqualTo("old\n");
        assertThat(folder.files()).containsExactly("f");
    }

    @Test
    void aNewFileNeedsNoReadAndOwnWritesCountAsSeen() throws IOException {
        session.write("f", "one\nend\n");
        session.edit("f", "one", "two");
        session.edit("f", "two", "three");
        session.write("f", "four\n");

        assertThat(folder.content("f")).isEqualTo("four\n");
    }

    @Test
    void aChangedTimeIsNoChange() throws IOException {
        Path file = folder.file("f", "one\n");
        session.read("f");
        Files.setLastModifiedTime(file, FileTime.from(Instant.ofEpochSecond(2_000_000_000)));

        session.edit("f", "one", "two");
        assertThat(folder.content("f")).isEqualTo("two\n");
    }

    @Test
    void changedContentIsRefusedAlsoWhenTheTimeIsTheSame() throws IOException {
        Path file = folder.file("f", "one\n");
        FileTime time = Files.getLastModifiedTime(file);
        session.read("f");
        Files.writeString(file, "mine\none\n");
        Files.setLastModifiedTime(file, time);

        assertThat(session.failedEdit("f", "one", "two")).isEqualTo("f changed since you last read it; read it again");
        session.error("write_file", Map.of("path", "f", "content", "all new\n"));
        assertThat(folder.content("f")).isEqualTo("mine\none\n");

        session.read("f");
        session.edit("f", "one", "two");
    }

    @Test
    void readingAPartCounts() throws IOException {
        folder.file("f", "a\nb\nc\n");
        session.ok("read_file", Map.of("path", "f", "offset", 2, "limit", 1));

        session.edit("f", "c", "C");
        assertThat(folder.content("f")).isEqualTo("a\nb\nC\n");
    }

    @Test
    void readingAPartOfAHugeFileCostsThePart() throws IOException {
        Path file = folder.file("f", ("x".repeat(99) + "\n").repeat(1_000));
        try (RandomAccessFile huge = new RandomAccessFile(file.toFile(), "rw")) {
            huge.setLength(64L << 30);
        }
        session.ok("read_file", Map.of("path", "f", "limit", 1));

        assertThat(session.write("f", "small\n")).startsWith("replaced");
    }

    @Test
    void oneFileHasManyNames() throws IOException {
        folder.file("a", "v1\n");
        folder.file("d/x", "-");
        folder.link("l", "a");
        session.read("./d/../a");

        session.edit(folder.root() + "/a", "1", "2");
        session.edit("l", "2", "3");
        session.edit("a", "3", "4");
        assertThat(folder.content("a")).isEqualTo("v4\n");
    }

    @Test
    void whatACommandRewroteIsStale() throws IOException {
        folder.file("f", "a = 1\n");
        folder.file("fmt.sh", "printf 'a=1\\n' > f\n");
        session = Session.with(WorkspaceTools.builder(folder.root())
                .tracker(tracker)
                .shell(ShellOptions.builder().allow("sh").build())
                .build());
        session.read("f");
        session.ok("shell", Map.of("command", "sh", "args", List.of("fmt.sh")));

        assertThat(session.failedEdit("f", "a", "b")).contains("changed since");
        assertThat(folder.content("f")).isEqualTo("a=1\n");
    }

    @Test
    void aFailedReadUnlocksNothing() throws IOException {
        folder.file("f", "a\n");
        session.error("read_file", Map.of("path", "f", "offset", 9));

        session.failedEdit("f", "a", "b");
    }

    @Test
    void aReadInOneConversationUnlocksNoOther() throws IOException {
        folder.file("f", "a\n");
        session.read("f");
        FileTracker shared = tracker;

        assertThatThrownBy(() -> shared.requireSeen("other", folder.root().resolve("f"), "f", "v"))
                .isInstanceOf(ToolException.class);
    }

    @Test
    void whatIsGoneOrBecameAFolderIsAnError() throws IOException {
        Path file = folder.file("f", "a\n");
        session.read("f");
        Files.delete(file);
        session.failedEdit("f", "a", "b");
        Files.createDirectory(file);
        session.failedEdit("f", "a", "b");
        session.error("write_file", Map.of("path", "f", "content", "b"));
        assertThat(file).isEmptyDirectory();
    }

    @Test
    void forgetsTheFileThatWasUsedLongestAgo() {
        for (int i = 0; i <= FileTracker.MAX_FILES; i++) {
            tracker.recordSeen("c", Path.of("/" + i), "v");
        }

        assertThatThrownBy(() -> tracker.requireSeen("c", Path.of("/0"), "0", "v"))
                .isInstanceOf(ToolException.class);
        assertThatCode(() -> tracker.requireSeen("c", Path.of("/1"), "1", "v")).doesNotThrowAnyException();
    }
}

package dev.intellibrix.workspace;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.message.Origin;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.message.Trust;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriteFileTest {

    @TempDir
    Path base;

    private ToolFolder folder;
    private Session session;

    @BeforeEach
    void open() throws IOException {
        folder = ToolFolder.in(base);
        session = Session.with(WorkspaceTools.in(folder.root()));
    }

    @Test
    void makesAFileAndItsFolders() throws IOException {
        assertThat(session.write("a/b/c.txt", "x\ny")).isEqualTo("created a/b/c.txt: 3 bytes, 2 lines");

        assertThat(folder.content("a/b/c.txt")).isEqualTo("x\ny");
        assertThat(folder.files()).containsExactly("a/b/c.txt");
    }

    @Test
    void replacesAFileAndKeepsItsMode() throws IOException {
        Path file = folder.file("s", "old");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-x---"));

        assertThat(session.write("s", "new\n")).isEqualTo("replaced s: 4 bytes, 1 line");

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rwxr-x---");
        assertThat(folder.content("s")).isEqualTo("new\n");
        assertThat(folder.files()).containsExactly("s");
    }

    @Test
    void writesExactlyWhatIsGivenAsUtf8() throws IOException {
        session.write("n.ipynb", "{\"source\":[\"a\\n\",\"\\\\d $1\"]}");
        session.write("u.txt", "\u00bfDesea? \u2713 \ud83d\ude00\n");

        assertThat(folder.content("n.ipynb")).isEqualTo("{\"source\":[\"a\\n\",\"\\\\d $1\"]}");
        assertThat(Files.readAllBytes(folder.root().resolve("u.txt")))
                .isEqualTo("\u00bfDesea? \u2713 \ud83d\ude00\n".getBytes(UTF_8));
    }

    @Test
    void refusesHalfACharacter() throws IOException {
        assertThat(session.error("write_file", Map.of("path", "f", "content", "a\ud83d")))
                .isNotEmpty();
        assertThat(folder.files()).isEmpty();
    }

    @Test
    void refusesAParentThatIsAFile() throws IOException {
        folder.file("a", "file\n");

        assertThat(session.error("write_file", Map.of("path", "a/b.txt", "content", "x")))
                .contains("a is a file");
        assertThat(folder.content("a")).isEqualTo("file\n");
    }

    @Test
    void refusesAFolder() throws IOException {
        folder.file("d/x", "");

        assertThat(session.error("write_file", Map.of("path", "d", "content", "x")))
                .contains("is a folder");
        assertThat(session.error("write_file", Map.of("path", "new/", "content", "x")))
                .contains("folder");
        assertThat(session.error("write_file", Map.of("path", ".", "content", "x")))
                .contains("is a folder");
        assertThat(session.error("write_file", Map.of("path", "", "content", "x")))
                .contains("folder");
    }

    @Test
    void refusesAPipe() throws Exception {
        new ProcessBuilder("mkfifo", folder.root().resolve("p").toString())
                .start()
                .waitFor();

        assertThat(session.error("write_file", Map.of("path", "p", "content", "x")))
                .contains("pipe");
        assertThat(session.failedEdit("p", "a", "b")).contains("pipe");
    }

    @Test
    void saysThatItChangedTheLineEndsOrTheEncoding() throws IOException {
        folder.file("crlf", "a\r\nb\r\n");
        folder.file("bom", "\ufeffa\n");
        folder.file("wide", "\ufeffa\n".getBytes(UTF_16LE));

        assertThat(session.write("crlf", "a\nb\n")).endsWith("; its line ends were CRLF and are now LF");
        assertThat(session.write("bom", "a\n")).endsWith("; its encoding was UTF-8 with BOM and is now UTF-8");
        assertThat(session.write("wide", "a\n")).endsWith("; its encoding was UTF-16LE with BOM and is now UTF-8");
        assertThat(folder.content("crlf")).isEqualTo("a\nb\n");
    }

    @Test
    void writesThroughALinkInside() throws IOException {
        folder.file("t/real.txt", "old\n");
        Path link = folder.link("l", "t/real.txt");

        assertThat(session.write("l", "new\n")).startsWith("replaced t/real.txt");
        session.edit("l", "new", "newer");

        assertThat(link).isSymbolicLink();
        assertThat(folder.content("t/real.txt")).isEqualTo("newer\n");
        assertThat(folder.files()).containsExactly("l", "t/real.txt");
    }

    @Test
    void needsApprovalUnlessTurnedOff() throws IOException {
        folder.file("f", "old\n");
        session = Session.withoutApproval(WorkspaceTools.in(folder.root()));
        assertThat(session.call("write_file", Map.of("path", "f", "content", "x"))
                        .outcome())
                .isNotEqualTo(ToolOutcome.SUCCEEDED);
        assertThat(session.call("edit_file", Map.of("path", "f", "oldText", "old", "newText", "x"))
                        .outcome())
                .isNotEqualTo(ToolOutcome.SUCCEEDED);
        assertThat(folder.content("f")).isEqualTo("old\n");

        session = Session.withoutApproval(
                WorkspaceTools.builder(folder.root()).approveWrites(false).build());
        session.edit("f", "old", "new");
        session.write("g", "x");
        assertThat(folder.files()).containsExactly("f", "g");
    }

    @Test
    void isUntrustedAndNamesTheFile() {
        ToolResultPart result = session.call("write_file", Map.of("path", "./f", "content", "x"));

        assertThat(result.label().trust()).isEqualTo(Trust.UNTRUSTED);
        assertThat(result.label().origins()).containsExactly(Origin.of(Origin.Kind.FILE, "f"));
    }

    @Test
    void leavesNothingBehindAfterAFailure() throws IOException {
        Path file = folder.file("d/f", "one\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));

        assertThat(session.error("write_file", Map.of("path", "d/f", "content", "x")))
                .contains("read-only");
        session.failedEdit("d/f", "one", "x");

        assertThat(folder.files()).containsExactly("d/f");
        assertThat(folder.content("d/f")).isEqualTo("one\n");
    }
}

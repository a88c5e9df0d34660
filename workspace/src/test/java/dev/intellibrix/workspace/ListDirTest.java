package dev.intellibrix.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.message.Trust;
import dev.intellibrix.workspace.fs.TemporaryNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ListDirTest {

    @TempDir
    Path base;

    private ToolFolder folder;
    private Session session;

    @BeforeEach
    void open() throws IOException {
        folder = ToolFolder.in(base);
        session = Session.withoutApproval(WorkspaceTools.in(folder.root()));
    }

    @Test
    void listsFoldersFirstAndFilesWithTheirSize() throws IOException {
        folder.file("B", "12345");
        folder.file("a10", "");
        folder.file("a2", "x");
        folder.file("zoo/x", "x");
        folder.file(".hidden/x", "x");

        assertThat(session.ok("list_dir", Map.of())).isEqualTo(".hidden/\nzoo/\nB  5\na10  0\na2  1\n");
        assertThat(session.ok("list_dir", Map.of("path", "zoo"))).isEqualTo("x  1\n");
        assertThat(session.call("list_dir", Map.of()).label().trust()).isEqualTo(Trust.UNTRUSTED);
    }

    @Test
    void showsLinksWithTheirTargetsAndFollowsNone() throws IOException {
        folder.file("real.txt", "x");
        folder.link("loop", "loop");
        folder.link("dang", "nowhere");
        folder.link("out", folder.outside().toString());

        assertThat(session.ok("list_dir", Map.of("path", ".")))
                .isEqualTo("dang -> nowhere\nloop -> loop\nout -> " + folder.outside() + "\nreal.txt  1\n");
        assertThat(session.error("list_dir", Map.of("path", "out"))).doesNotContain("s.txt");
    }

    @Test
    void listsThroughALinkThatStaysInside() throws IOException {
        folder.file("d/x", "x");
        folder.link("l", "d");

        assertThat(session.ok("list_dir", Map.of("path", "l"))).isEqualTo("x  1\n");
    }

    @Test
    void keepsANameWithALineFeedOnOneLine() throws IOException {
        folder.file("part1\npart2", "x");
        folder.file("esc\u001b[31m", "x");

        assertThat(session.ok("list_dir", Map.of()))
                .contains("part1\\npart2  1\n", "esc\\u{001B}[31m  1\n", "escapes")
                .doesNotContain("part1\npart2");
    }

    @Test
    void saysThatAFolderIsEmpty() throws IOException {
        Files.createDirectories(folder.root().resolve("empty"));

        assertThat(session.ok("list_dir", Map.of("path", "empty"))).isEqualTo("[the folder is empty]");
    }

    @Test
    void listsAnIgnoredFolderThatIsAskedForByName() throws IOException {
        folder.file(".gitignore", "build/\n");
        folder.file("build/out.bin", "x");

        assertThat(session.ok("list_dir", Map.of("path", "build"))).contains("out.bin");
    }

    @Test
    void stopsAtTheBoundAndSaysHowManyThereAre() throws IOException {
        for (int i = 0; i < 30; i++) {
            folder.file(String.format(java.util.Locale.ROOT, "f%02d", i), "");
        }
        Files.createDirectories(folder.root().resolve("zz"));
        session = Session.withoutApproval(
                WorkspaceTools.builder(folder.root()).maxEntries(3).build());

        assertThat(session.ok("list_dir", Map.of())).startsWith("zz/\nf00  0\nf01  0\n[3 of 31 entries");
    }

    @Test
    void leavesOutWhatAWriteHasOnItsWay() throws IOException {
        folder.file(TemporaryNames.next(Path.of("x")).toString(), "half");
        folder.file("f", "");

        assertThat(session.ok("list_dir", Map.of())).isEqualTo("f  0\n");
    }

    @Test
    void answersForAFileAndNothing() throws IOException {
        folder.file("f", "");

        assertThat(session.error("list_dir", Map.of("path", "f"))).contains("read_file");
        assertThat(session.error("list_dir", Map.of("path", "none"))).contains("no such");
        assertThat(session.error("list_dir", Map.of("path", ".."))).contains("outside");
    }
}

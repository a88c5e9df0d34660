package dev.intellibrix.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the tools do with paths that lead elsewhere. */
class PathsTest {

    @TempDir
    Path base;

    private ToolFolder folder;
    private Session session;

    @BeforeEach
    void open() throws IOException {
        folder = ToolFolder.in(base);
        folder.file("f", "inside\n");
        folder.file("d/x", "1");
        session = Session.with(WorkspaceTools.in(folder.root()));
    }

    @AfterEach
    void nothingOutsideChanged() throws IOException {
        assertThat(folder.outsideIsUntouched()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "$OUTSIDE/s.txt",
                "../outside/s.txt",
                "d/../../outside/s.txt",
                "nodir/../../outside/s.txt",
                "link/s.txt",
                "file",
                "~/s.txt",
                "$ROOT-evil/s.txt",
                "../root-evil/s.txt"
            })
    void noToolReachesAFileOutside(String path) throws IOException {
        Path evil = Files.createDirectories(base.toRealPath().resolve("root-evil"));
        Files.writeString(evil.resolve("s.txt"), "SECRET\n");
        folder.link("link", folder.outside().toString());
        folder.link("file", "../outside/s.txt");
        String full = path.replace("$OUTSIDE", folder.outside().toString())
                .replace("$ROOT", folder.root().toString());

        assertThat(session.error("read_file", Map.of("path", full))).doesNotContain("SECRET");
        assertThat(session.error("list_dir", Map.of("path", full))).doesNotContain("s.txt  ");
        session.error("write_file", Map.of("path", full, "content", "x"));
        assertThat(session.failedEdit(full, "SECRET", "x")).doesNotContain("SECRET");
        assertThat(evil.resolve("s.txt")).hasContent("SECRET\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"link/new", "link/sub/new", "dangling", "../outside/new", "nodir/../../outside/new"})
    void noToolMakesAFileOutside(String path) throws IOException {
        folder.link("link", folder.outside().toString());
        folder.link("dangling", folder.outside().resolve("new").toString());

        session.error("write_file", Map.of("path", path, "content", "x"));
        assertThat(folder.files()).containsExactly("d/x", "dangling", "f", "link");
    }

    @ParameterizedTest
    @ValueSource(strings = {"f", "./f", "./d/../f", "../root/f", "$ROOT/f", "$ROOT/../root/f", "nodir/../f", "d//../f"})
    void oneFileHasManyNames(String path) {
        assertThat(session.read(path.replace("$ROOT", folder.root().toString())))
                .isEqualTo("inside\n");
    }

    @Test
    void aCircleOfLinksIsAPlainError() throws IOException {
        folder.link("loop", "loop");
        folder.link("a", "b/x");
        folder.link("b", "a/x");

        for (String path : List.of("loop", "a", "b")) {
            session.error("read_file", Map.of("path", path));
            session.error("write_file", Map.of("path", path, "content", "x"));
        }
        assertThat(folder.files()).containsExactly("a", "b", "d/x", "f", "loop");
    }

    @Test
    void aNulInAPathIsABadInput() throws IOException {
        session.error("read_file", Map.of("path", "f\0.txt"));
        session.error("write_file", Map.of("path", "g\0h", "content", "x"));
        assertThat(session.read("f")).isEqualTo("inside\n");
        assertThat(folder.files()).containsExactly("d/x", "f");
    }

    @Test
    void aNameWithDotsInItIsAnOrdinaryName() {
        session.write("a..b.txt", "x");
        session.write("...", "x");

        assertThat(session.read("a..b.txt")).startsWith("x");
    }

    @Test
    void replacingAHardLinkLeavesTheOtherNameAlone() throws IOException {
        Files.createLink(folder.root().resolve("h"), folder.outside().resolve("s.txt"));

        session.write("h", "new\n");

        assertThat(folder.content("h")).isEqualTo("new\n");
    }

    @Test
    void theRulesFolderIsNotWrittenByAnyName() throws IOException {
        folder.file(".bi/intercept_rules.json", "{\"enabled\":true}\n");
        folder.link("pub", ".bi/intercept_rules.json");
        folder.link("dir", ".bi");

        for (String path : List.of("pub", ".bi/intercept_rules.json", "dir/new", ".BI/x", ".bi/other", "d/../.bi/y")) {
            session.error("write_file", Map.of("path", path, "content", "{}"));
            session.failedEdit(path, "true", "false");
        }
        assertThat(folder.content(".bi/intercept_rules.json")).isEqualTo("{\"enabled\":true}\n");
        assertThat(folder.files()).containsExactly(".bi/intercept_rules.json", "d/x", "dir", "f", "pub");
        assertThat(session.read("pub")).isEqualTo("{\"enabled\":true}\n");
    }

    @Test
    void whatGitRunsIsNotWrittenInAnyRepository() throws IOException {
        folder.file(".git/config", "[core]\n");
        folder.file("sub/.git", "gitdir: elsewhere\n");

        for (String path :
                List.of(".git/hooks/pre-commit", ".GIT/config", "sub/.git", "sub/.git/x", "new/.git/hooks/x", ".git")) {
            session.error("write_file", Map.of("path", path, "content", "x"));
        }
        session.failedEdit(".git/config", "core", "alias");
        assertThat(folder.files()).containsExactly(".git/config", "d/x", "f", "sub/.git");
        assertThat(session.read(".git/config")).isEqualTo("[core]\n");
    }

    @Test
    void errorsNameNoPathOfTheHost() throws IOException {
        folder.link("out", folder.outside().toString());

        for (String path : List.of("none", "d", "f/x", "out/x", "d/none/x")) {
            assertThat(session.error("read_file", Map.of("path", path)))
                    .doesNotContain(base.toString())
                    .contains(path.substring(0, 1));
        }
    }
}

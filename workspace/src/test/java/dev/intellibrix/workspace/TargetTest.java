package dev.intellibrix.workspace;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.tool.ToolException;
import dev.intellibrix.workspace.fs.Root;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ParameterizedClass(name = "descriptors: {0}")
@ValueSource(booleans = {true, false})
class TargetTest {

    /** Whether folders are opened by their descriptors, or by paths that are checked. */
    @Parameter
    boolean descriptors;

    @TempDir
    Path base;

    private Path root;
    private Path outside;
    private Jail jail;

    @BeforeEach
    void makeFolders() throws IOException {
        base = base.toRealPath();
        root = Files.createDirectories(base.resolve("root"));
        outside = Files.createDirectories(base.resolve("outside"));
        jail = descriptors ? Jail.of(root) : new Jail(Root.checkedAt(root), root);
    }

    @Test
    void makesTheFoldersOnTheWay() throws IOException {
        target("a/b/c.txt").create(bytes("x"), false);

        assertThat(root.resolve("a/b/c.txt")).hasContent("x");
        assertThat(names(root)).containsExactly("a");
    }

    @Test
    void givesANewFileTheModeOfAnyNewFile() throws IOException {
        Files.createFile(root.resolve("usual"));
        target("new").create(bytes("x"), false);
        target("run").create(bytes("x"), true);

        assertThat(Files.getPosixFilePermissions(root.resolve("new")))
                .isEqualTo(Files.getPosixFilePermissions(root.resolve("usual")));
        assertThat(Files.isExecutable(root.resolve("run"))).isTrue();
    }

    @Test
    void keepsTheModeOfWhatItReplaces() throws IOException {
        Path file = Files.writeString(root.resolve("s"), "old");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-x---"));

        FileTarget target = target("s");
        target.replace(target.version().orElseThrow(), bytes("new"));

        assertThat(file).hasContent("new");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rwxr-x---");
        assertThat(names(root)).containsExactly("s");
    }

    @Test
    void doesNotReplaceWhatChanged() throws IOException {
        Path file = Files.writeString(root.resolve("f"), "old");
        FileTarget target = target("f");
        String version = target.version().orElseThrow();
        Files.writeString(file, "mine");

        assertThatThrownBy(() -> target.replace(version, bytes("new")))
                .isInstanceOf(ToolException.class)
                .hasMessageContaining("read it again");
        assertThatThrownBy(() -> target.delete(version)).isInstanceOf(ToolException.class);
        assertThatThrownBy(() -> target.create(bytes("new"), false)).isInstanceOf(ToolException.class);
        assertThat(file).hasContent("mine");
        assertThat(names(root)).containsExactly("f");
    }

    @Test
    void writesThroughALinkThatStaysInside() throws IOException {
        Files.createDirectories(root.resolve("t"));
        Files.writeString(root.resolve("t/real"), "old");
        Path link = Files.createSymbolicLink(root.resolve("l"), Path.of("t/real"));
        Path dangling = Files.createSymbolicLink(root.resolve("d"), Path.of("t/none"));

        FileTarget target = target("l");
        target.replace(target.version().orElseThrow(), bytes("new"));
        target("d").create(bytes("made"), false);

        assertThat(link).isSymbolicLink();
        assertThat(dangling).isSymbolicLink();
        assertThat(root.resolve("t/real")).hasContent("new");
        assertThat(root.resolve("t/none")).hasContent("made");
        assertThat(target.path()).isEqualTo("t/real");
    }

    @Test
    void doesNotCreateWhatADanglingLinkNamesOutside() throws IOException {
        Files.createSymbolicLink(root.resolve("l"), outside.resolve("new"));

        assertThatThrownBy(() -> target("l")).isInstanceOf(JailEscapeException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ".git/config",
                ".git",
                ".GIT/hooks/x",
                "sub/.Git/x",
                "a/b/.git/c/d",
                ".bi/intercept_rules.json",
                "d/.BI/x",
                "link/config",
                ".g\u200cit/config",
                "git~1/config"
            })
    void refusesWhatGitAndTheRulesLiveIn(String path) throws IOException {
        Files.createDirectories(root.resolve(".git"));
        Files.createSymbolicLink(root.resolve("link"), Path.of(".git"));

        assertThatThrownBy(() -> target(path)).isInstanceOf(ToolException.class).hasMessageContaining(".git");
    }

    @Test
    void writesBesideTheNamesThatAreOffLimits() {
        target(".gitignore").create(bytes("x"), false);
        target(".github/workflows/x.yml").create(bytes("x"), false);
        target("x.git/config").create(bytes("x"), false);

        assertThat(root.resolve("x.git/config")).exists();
    }

    @Test
    void refusesAProtectedFileByItsOtherNames() throws IOException {
        Path rules = Files.writeString(root.resolve("rules.json"), "{}");
        Files.createLink(root.resolve("hard"), rules);
        Files.createSymbolicLink(root.resolve("soft"), Path.of("rules.json"));

        for (String path : Set.of("rules.json", "hard", "soft", "x/../rules.json")) {
            assertThatThrownBy(() -> jail.target(path, Set.of(rules)))
                    .isInstanceOf(ToolException.class)
                    .hasMessageContaining("protected");
        }
    }

    @Test
    void refusesAReadOnlyFile() throws IOException {
        Path file = Files.writeString(root.resolve("f"), "old");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));
        FileTarget target = target("f");

        assertThatThrownBy(() -> target.replace(target.version().orElseThrow(), bytes("new")))
                .hasMessageContaining("read-only");
        assertThat(file).hasContent("old");
    }

    @Test
    void refusesALinkThatCameIntoTheWay() throws IOException {
        Files.createDirectories(root.resolve("d"));
        Files.writeString(root.resolve("d/f"), "in");
        Files.writeString(outside.resolve("f"), "out");
        FileTarget target = target("d/f");
        Files.move(root.resolve("d"), root.resolve("e"));
        Files.createSymbolicLink(root.resolve("d"), outside);

        assertThatThrownBy(() -> target.read(100)).isInstanceOf(ToolException.class);
        assertThatThrownBy(() -> target.replace("v", bytes("x"))).isInstanceOf(ToolException.class);
        assertThatThrownBy(() -> target.create(bytes("x"), false)).isInstanceOf(ToolException.class);
        assertThat(outside.resolve("f")).hasContent("out");
        assertThat(names(outside)).containsExactly("f");
    }

    @Test
    void putsBackWhatWasDeletedOrReplaced() throws IOException {
        Path file = Files.writeString(root.resolve("f"), "old");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        FileTarget target = target("f");
        FileContent old = target.read(100).orElseThrow();

        target.delete(old.version());
        assertThat(file).doesNotExist();
        target.restore(old);
        assertThat(file).hasContent("old");
        target.replace(old.version(), bytes("new"), false);
        target.restore(old);

        assertThat(file).hasContent("old");
        assertThat(Files.isExecutable(file)).isTrue();
    }

    @Test
    void renamesIntoANewFolder() throws IOException {
        Files.writeString(root.resolve("f"), "x");
        FileTarget from = target("f");
        String version = from.version().orElseThrow();

        from.rename(target("a/b/g"), version);

        assertThat(root.resolve("a/b/g")).hasContent("x");
        assertThat(root.resolve("f")).doesNotExist();
    }

    @Test
    void renamesOnlyWhatItReadToWhereNothingIs() throws IOException {
        Path file = Files.writeString(root.resolve("f"), "x");
        Path other = Files.writeString(root.resolve("g"), "mine");
        FileTarget from = target("f");
        String version = from.version().orElseThrow();

        assertThatThrownBy(() -> from.rename(target("g"), version))
                .isInstanceOf(ToolException.class)
                .hasMessageStartingWith("g ");
        Files.writeString(file, "changed");
        assertThatThrownBy(() -> from.rename(target("h"), version))
                .isInstanceOf(ToolException.class)
                .hasMessageContaining("read it again");

        assertThat(file).hasContent("changed");
        assertThat(other).hasContent("mine");
        assertThat(names(root)).containsExactly("f", "g");
    }

    @Test
    void aFileThatBecameAnotherNameOfAProtectedOneIsNotTouched() throws IOException {
        Path rules = Files.writeString(root.resolve("rules.json"), "{}");
        Path file = Files.writeString(root.resolve("f"), "{}");
        FileTarget target = jail.target("f", Set.of(rules));
        String version = target.version().orElseThrow();
        Files.delete(file);
        Files.createLink(file, rules);

        assertThatThrownBy(() -> target.replace(version, bytes("x"))).hasMessageContaining("protected");
        assertThatThrownBy(() -> target.delete(version)).hasMessageContaining("protected");
        assertThatThrownBy(() -> target.rename(target("g"), version)).hasMessageContaining("protected");
        assertThat(rules).hasContent("{}");
        assertThat(names(root)).containsExactly("f", "rules.json");
    }

    @Test
    void tellsWhichFoldersAreMissingAndTakesThemAwayAgain() throws IOException {
        Files.createDirectories(root.resolve("a"));
        FileTarget target = target("a/b/c/d.txt");
        assertThat(target.missingFolders()).isEqualTo(2);
        assertThat(target("x/y/z").missingFolders()).isEqualTo(2);
        assertThat(target("top").missingFolders()).isZero();

        target.create(bytes("x"), false);
        assertThat(target.missingFolders()).isZero();
        target.delete(target.version().orElseThrow());
        target.deleteEmptyFolders(1);
        assertThat(root.resolve("a/b")).isEmptyDirectory();
        target.deleteEmptyFolders(2);
        assertThat(root.resolve("a")).isEmptyDirectory();
        target.deleteEmptyFolders(9);
        assertThat(names(root)).isEmpty();
    }

    @Test
    void leavesAFolderThatHoldsSomethingElse() throws IOException {
        Files.createDirectories(root.resolve("a/b"));
        Files.writeString(root.resolve("a/mine"), "x");

        target("a/b/f").deleteEmptyFolders(2);

        assertThat(names(root.resolve("a"))).containsExactly("mine");
    }

    @Test
    void tellsWhatAFileHolds() throws IOException {
        Path file = Files.writeString(root.resolve("f"), "abc");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r-xr-xr-x"));
        FileContent tight = target("f").read(3).orElseThrow();
        assertThat(tight.size()).isEqualTo(3);
        assertThat(tight.bytes()).isEqualTo(bytes("abc"));
        assertThat(tight.isExecutable()).isTrue();
        assertThat(tight.isReadOnly()).isTrue();

        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-xr-x"));
        FileContent loose = target("f").read(100).orElseThrow();
        assertThat(loose.isExecutable()).isFalse();
        assertThat(loose.isReadOnly()).isFalse();
        assertThat(loose.version()).isEqualTo(tight.version());

        assertThatThrownBy(() -> target("f").read(2))
                .isInstanceOf(ToolException.class)
                .hasMessage("f is too large: 3 bytes, and at most 2 can be worked on at once");
        assertThat(target("none").read(3)).isEmpty();
        assertThat(target("f").start(2)).isEqualTo(bytes("ab"));
        assertThat(target("none").start(2)).isEmpty();
    }

    @Test
    void executionIsForThoseWhoMayRead() throws IOException {
        Path file = Files.writeString(root.resolve("f"), "x");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        FileTarget target = target("f");

        target.replace(target.version().orElseThrow(), bytes("y"), true);
        assertThat(mode("f")).isEqualTo("rwxr-x---");
        target.replace(target.version().orElseThrow(), bytes("z"), false);
        assertThat(mode("f")).isEqualTo("rw-r-----");
    }

    @Test
    void lendsTheModeAndTheOwnerOfAnotherFile() throws IOException {
        Path model = Files.writeString(root.resolve("model"), "x");
        Files.setPosixFilePermissions(model, PosixFilePermissions.fromString("rwx--x---"));
        boolean privileged = Files.getOwner(model).getName().equals("root");
        if (privileged) {
            Files.setAttribute(model, "unix:uid", 12_345);
            Files.setAttribute(model, "unix:gid", 23_456);
        }
        FileContent like = target("model").read(100).orElseThrow();

        target("made").create(bytes("new"), like);
        Files.writeString(root.resolve("old"), "old");
        FileTarget old = target("old");
        old.replace(old.version().orElseThrow(), bytes("new"), like);

        for (String name : Set.of("made", "old")) {
            assertThat(root.resolve(name)).hasContent("new");
            assertThat(mode(name)).isEqualTo("rwx--x---");
            if (privileged) {
                assertThat(Files.getAttribute(root.resolve(name), "unix:uid")).isEqualTo(12_345);
                assertThat(Files.getAttribute(root.resolve(name), "unix:gid")).isEqualTo(23_456);
            }
        }
    }

    @Test
    void saysInWordsWhyAFileCanNotBeMade() throws IOException {
        Files.writeString(root.resolve("file"), "x");

        assertThatThrownBy(() -> target("file/below").create(bytes("x"), false))
                .isInstanceOf(ToolException.class)
                .hasMessageContaining("not a folder");
        assertThatThrownBy(() -> target("n".repeat(300)).create(bytes("x"), false))
                .isInstanceOf(ToolException.class)
                .hasMessageContaining("ame too long");
    }

    private String mode(String path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(root.resolve(path)));
    }

    private FileTarget target(String path) {
        return jail.target(path, Set.of());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private static Stream<String> names(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.map(path -> path.getFileName().toString()).sorted().toList().stream();
        }
    }
}

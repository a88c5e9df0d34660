package dev.intellibrix.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.intellibrix.tool.ToolException;
import dev.intellibrix.workspace.fs.Root;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ParameterizedClass(name = "descriptors: {0}")
@ValueSource(booleans = {true, false})
class JailTest {

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
        Files.writeString(outside.resolve("s.txt"), "SECRET");
        Files.writeString(root.resolve("f"), "inside");
        Files.createDirectories(root.resolve("d/e"));
        Files.writeString(root.resolve("d/x"), "x");
        jail = descriptors ? Jail.of(root) : new Jail(Root.checkedAt(root), root);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "f",
                "./f",
                "d/../f",
                "../root/f",
                "d/e/../../f",
                "nodir/../f",
                "$/f",
                "$/../root/f",
                "a/b/../../f"
            })
    void opensOneFileByItsManyNames(String path) throws IOException {
        assertThat(read(path)).isEqualTo("inside");
        assertThat(jail.resolve(path.replace("$", root.toString()))).isEqualTo(root.resolve("f"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "..",
                "../outside/s.txt",
                "d/../../outside/s.txt",
                "nodir/../../outside/s.txt",
                "$-evil/x",
                "../root-evil/x",
                "/",
                "/etc/passwd",
                "$/../outside/s.txt",
                "~",
                "~/x",
                "out",
                "out/s.txt",
                "up/outside/s.txt",
                "dangling",
                "file"
            })
    void refusesWhatLeadsOutside(String path) throws IOException {
        Files.createSymbolicLink(root.resolve("out"), outside);
        Files.createSymbolicLink(root.resolve("up"), Path.of("d/../.."));
        Files.createSymbolicLink(root.resolve("dangling"), outside.resolve("new"));
        Files.createSymbolicLink(root.resolve("file"), Path.of("../outside/s.txt"));

        String full = path.replace("$", root.toString());
        assertThatThrownBy(() -> jail.open(full)).isInstanceOf(JailEscapeException.class);
        assertThatThrownBy(() -> jail.openDirectory(full)).isInstanceOf(JailEscapeException.class);
        assertThatThrownBy(() -> jail.resolve(full)).isInstanceOf(JailEscapeException.class);
    }

    @Test
    void followsALinkBeforeTheDotsBehindIt() throws IOException {
        Files.writeString(root.resolve("d/f"), "of d");
        Files.createSymbolicLink(root.resolve("l"), Path.of("d/e"));

        assertThat(read("l/../f")).isEqualTo("of d");
    }

    @Test
    void followsLinksThatStayInside() throws IOException {
        Files.createSymbolicLink(root.resolve("d/e/abs"), root.resolve("f"));
        Files.createSymbolicLink(root.resolve("d/e/rel"), Path.of("../../f"));
        Files.createSymbolicLink(root.resolve("d/e/over"), Path.of("../../../root/f"));

        assertThat(read("d/e/abs")).isEqualTo("inside");
        assertThat(read("d/e/rel")).isEqualTo("inside");
        assertThat(read("d/e/over")).isEqualTo("inside");
    }

    @Test
    void takesTheRootByALinkToo() throws IOException {
        Path link = Files.createSymbolicLink(base.resolve("link"), root);
        jail = Jail.of(link);

        assertThat(jail.root()).isEqualTo(root);
        assertThat(read(link + "/f")).isEqualTo("inside");
        assertThat(read(root + "/f")).isEqualTo("inside");
    }

    @Test
    void endsInACircleOfLinks() throws IOException {
        Files.createSymbolicLink(root.resolve("loop"), Path.of("loop"));

        assertThatThrownBy(() -> jail.open("loop"))
                .isInstanceOf(ToolException.class)
                .hasMessageContaining("too many symbolic links");
    }

    @Test
    void refusesWhatIsNotAFile() throws Exception {
        assertThat(new ProcessBuilder("mkfifo", root.resolve("pipe").toString())
                        .start()
                        .waitFor())
                .isZero();

        assertThatThrownBy(() -> jail.open("pipe")).hasMessageContaining("neither a file nor a folder");
        assertThatThrownBy(() -> jail.open("d")).hasMessageContaining("is a folder");
        assertThatThrownBy(() -> jail.open("f/x")).hasMessageContaining("is a file");
        assertThatThrownBy(() -> jail.open("none")).hasMessageContaining("no such file");
        assertThatThrownBy(() -> jail.open("f\0.txt")).hasMessageContaining("NUL");
    }

    @Test
    void listsAndOpensRelativeToTheOpenedFolder() throws IOException {
        assumeTrue(descriptors, "a path that is checked is refused instead");
        try (OpenDirectory folder = jail.openDirectory("d")) {
            Files.move(root.resolve("d"), root.resolve("moved"));
            Files.createSymbolicLink(root.resolve("d"), outside);

            List<String> names = new ArrayList<>();
            folder.entries().forEachRemaining(entry -> names.add(entry.name()));
            assertThat(names).containsExactlyInAnyOrder("e", "x");
            try (OpenFile file = folder.open(folder.entry("x").orElseThrow())) {
                assertThat(file.path()).isEqualTo("d/x");
                assertThat(Channels.newInputStream(file.channel()).readAllBytes())
                        .isEqualTo(new byte[] {'x'});
            }
            assertThat(folder.entry("s.txt")).isEmpty();
        }
    }

    @Test
    void findsAnEntryOnlyByASingleName() {
        try (OpenDirectory folder = jail.openDirectory(".")) {
            assertThat(folder.entry("f")).isPresent();
            assertThat(folder.entry("none")).isEmpty();
            for (String name : List.of("d/x", "..", ".", "", "/", "d/../f")) {
                assertThatThrownBy(() -> folder.entry(name)).isInstanceOf(IllegalArgumentException.class);
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void refusesAFolderThatBecameALinkAfterItWasOpened() throws IOException {
        try (OpenDirectory folder = jail.openDirectory(".")) {
            DirectoryEntry entry = folder.entry("d").orElseThrow();
            Files.move(root.resolve("d"), root.resolve("moved"));
            Files.createSymbolicLink(root.resolve("d"), outside);

            assertThatThrownBy(() -> folder.openDirectory(entry)).isInstanceOf(ToolException.class);
        }
    }

    @Test
    void knowsTheNamesOfDevicesOnWindows() {
        for (String name : List.of("CON", "nul.txt", "Com1", "lpt9.x", "aux:", "PROGRA~1")) {
            assertThat(GivenPath.isDevice(name)).as(name).isTrue();
        }
        assertThat(GivenPath.isDevice("console")).isFalse();
        assertThat(GivenPath.isDevice("com")).isFalse();
    }

    private String read(String path) throws IOException {
        try (OpenFile file = jail.open(path.replace("$", root.toString()))) {
            return new String(Channels.newInputStream(file.channel()).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}

package dev.intellibrix.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFilesTest {

    @TempDir
    Path base;

    @Test
    void createsAndReplaces() throws IOException {
        Path file = base.resolve("f");
        AtomicFiles.writeFileAtomic(file, "one \u2713");
        assertThat(Files.readString(file)).isEqualTo("one \u2713");

        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx--x---"));
        AtomicFiles.writeFileAtomic(file, "two");

        assertThat(file).hasContent("two");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rwx--x---");
        assertThat(names()).containsExactly("f");
    }

    @Test
    void followsLinksAlsoToWhatDoesNotExistYet() throws IOException {
        Files.createDirectory(base.resolve("d"));
        Path link = Files.createSymbolicLink(base.resolve("l"), Path.of("d/f"));

        AtomicFiles.writeFileAtomic(link, "one");
        AtomicFiles.writeFileAtomic(link, "two");

        assertThat(link).isSymbolicLink();
        assertThat(base.resolve("d/f")).hasContent("two");
    }

    @Test
    void failsWithoutLitter() throws IOException {
        Path folder = Files.createDirectory(base.resolve("d"));
        Files.createFile(folder.resolve("x"));

        assertThatThrownBy(() -> AtomicFiles.writeFileAtomic(folder, "x")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> AtomicFiles.writeFileAtomic(base.resolve("none/f"), "x"))
                .isInstanceOf(IOException.class);
        assertThat(names()).containsExactly("d");
    }

    private List<String> names() throws IOException {
        try (Stream<Path> entries = Files.list(base)) {
            return entries.map(path -> path.getFileName().toString()).toList();
        }
    }
}

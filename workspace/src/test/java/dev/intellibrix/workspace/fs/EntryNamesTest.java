package dev.intellibrix.workspace.fs;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EntryNamesTest {

    private static List<Path> names(List<Path> entries) {
        List<Path> names = new ArrayList<>();
        new EntryNames(entries.iterator()).forEachRemaining(names::add);
        return names;
    }

    /** A path by its bytes, which need not be a text. */
    private static Path path(String escaped) {
        return Path.of(URI.create("file:///" + escaped));
    }

    @Test
    void givesTheLastNameOfEachPath() {
        assertThat(names(List.of(Path.of("/a/b/name.txt"), Path.of("/top"), Path.of("a/ b c "), Path.of("alone"))))
                .containsExactly(Path.of("name.txt"), Path.of("top"), Path.of(" b c "), Path.of("alone"));
    }

    @Test
    void keepsTheBytesOfNamesThatAreNotAscii() {
        List<Path> entries = List.of(
                path("a/caf%C3%A9"),
                path("a/cafe%CC%81"),
                path("a/%F0%9F%98%80"),
                path("a/%FF.txt"),
                path("a/x%C3"),
                path("a/%EF%BF%BD"),
                path("%FF/plain"),
                path("caf%C3%A9/plain"),
                path("a%5Cb/c%5Cd"));

        assertThat(names(entries))
                .containsExactlyElementsOf(
                        entries.stream().map(Path::getFileName).toList());
    }
}

package dev.intellibrix.internal.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProgramFinderTest {

    @TempDir
    Path folder;

    @Test
    void takesTheFirstThatCanBeExecuted() throws Exception {
        Files.createDirectories(folder.resolve("a/tool"));
        file("b/tool", "rw-r--r--");
        Path found = file("c/tool", "rwxr-xr-x");
        file("d/tool", "rwxr-xr-x");

        assertThat(ProgramFinder.find("tool", path("a", "b", "none", "c", "d"), path -> false))
                .contains(found);
        assertThat(ProgramFinder.find("other", path("a", "b", "c"), path -> false))
                .isEmpty();
    }

    @Test
    void skipsEntriesThatAreNotAbsolute() throws Exception {
        Path found = file("c/tool", "rwxr-xr-x");

        assertThat(ProgramFinder.find("tool", ":.:c:./c:a\0b:" + found.getParent(), path -> false))
                .contains(found);
        assertThat(ProgramFinder.find("tool", "", path -> false)).isEmpty();
    }

    @Test
    void skipsWhatLeadsIntoAnExcludedFolder() throws Exception {
        Path excluded = file("x/tool", "rwxr-xr-x").getParent().toRealPath();
        Files.createSymbolicLink(folder.resolve("linked"), excluded);
        Files.createDirectory(folder.resolve("links"));
        Files.createSymbolicLink(folder.resolve("links/tool"), excluded.resolve("tool"));
        Path found = file("c/tool", "rwxr-xr-x");

        assertThat(ProgramFinder.find("tool", path("x", "linked", "links", "c"), path -> path.startsWith(excluded)))
                .contains(found);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "a/b", "/a", "a\\b", "C:a", "a\0", "a\n"})
    void takesBareNamesOnly(String name) {
        assertThatThrownBy(() -> ProgramFinder.find(name, "/bin", path -> false))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private String path(String... names) {
        StringBuilder path = new StringBuilder();
        for (String name : names) {
            path.append(path.isEmpty() ? "" : ":").append(folder.resolve(name));
        }
        return path.toString();
    }

    private Path file(String name, String mode) throws Exception {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    }
}

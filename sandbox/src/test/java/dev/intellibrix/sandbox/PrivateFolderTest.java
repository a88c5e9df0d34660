package dev.intellibrix.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class PrivateFolderTest {

    @TempDir
    Path parent;

    private int user() throws IOException {
        return (Integer) Files.getAttribute(parent, "unix:uid");
    }

    private List<String> names() throws IOException {
        try (Stream<Path> all = Files.list(base())) {
            return all.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    private Path base() throws IOException {
        return parent.resolve("intellibrix-sandbox-" + user());
    }

    @Test
    void onlyThisUserCanEnterIt() throws IOException {
        try (PrivateFolder folder = PrivateFolder.create(parent, user())) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.path())))
                    .isEqualTo("rwx------");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(base())))
                    .isEqualTo("rwx------");
        }
        assertThat(names()).isEmpty();
    }

    @Test
    void aFolderThatOthersCanEnterOrMadeIsNotUsed() throws IOException {
        Files.createDirectory(
                base(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        assertThatIOException().isThrownBy(() -> PrivateFolder.create(parent, user()));
        Files.delete(base());
        Path elsewhere = Files.createDirectory(
                parent.resolve("x"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.createSymbolicLink(base(), elsewhere);
        assertThatIOException().isThrownBy(() -> PrivateFolder.create(parent, user()));
    }

    @Test
    void aUserIdIsTakenOnceAndGivenBack() throws IOException {
        try (PrivateFolder one = PrivateFolder.create(parent, user());
                PrivateFolder other = PrivateFolder.create(parent, user())) {
            assertThat(one.claim(61_001)).isTrue();
            assertThat(other.claim(61_001)).isFalse();
            one.release(61_001);
            assertThat(other.claim(61_001)).isTrue();
            other.release(61_001);
        }
    }

    @Test
    void aSweepTakesWhatIsLeftAndLeavesWhatIsInUse() throws IOException {
        try (PrivateFolder mine = PrivateFolder.create(parent, user())) {
            mine.claim(61_005);
            Files.writeString(mine.path().resolve("kept"), "x");
            Path old = Files.createDirectory(base().resolve("1-1-old"));
            Files.writeString(old.resolve("archive"), "x");
            Files.createFile(base().resolve("1-1-old.lock"));
            Files.createDirectory(base().resolve("2-2-without-a-lock"));
            Files.createSymbolicLink(base().resolve("uid-61001"), Path.of("1-1-old"));
            Files.createSymbolicLink(base().resolve("uid-61002"), Path.of("3-3-gone"));

            PrivateFolder.sweep(parent, user());
            PrivateFolder.sweep(
                    parent, user()); // An id whose folder went in the first goes in the second at the latest.

            String name = mine.path().getFileName().toString();
            assertThat(names()).containsExactlyInAnyOrder(name, name + ".lock", "uid-61005");
            assertThat(mine.path().resolve("kept")).hasContent("x");
            mine.release(61_005);
        }
    }
}

package dev.intellibrix.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.store.FileKeyValueStore;
import dev.intellibrix.store.KeyValueStore;
import dev.intellibrix.store.StoreException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class FileKeyValueStoreTest extends KeyValueStoreContract {

    @TempDir
    Path place;

    @Override
    protected KeyValueStore open() {
        return FileKeyValueStore.in(folder());
    }

    private Path folder() {
        return place.resolve("deep").resolve("store");
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(folder())) {
            return all.filter(path -> !path.getFileName().toString().startsWith("."))
                    .toList();
        }
    }

    private Path onlyFile() throws IOException {
        assertThat(files()).hasSize(1);
        return files().get(0);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void onlyTheOwnerMayReadWhatIsMade() throws IOException {
        open().put("a", "secret");

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder())))
                .isEqualTo("rwx------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(onlyFile())))
                .isEqualTo("rw-------");
    }

    @Test
    void namesAreSafeOnEveryFileSystem() throws IOException {
        KeyValueStore store = open();
        for (String key : List.of("CON", "a/../b", "Ä".repeat(200), "x".repeat(512), "a:b*c?", "trailing. ")) {
            store.put(key, "");
        }
        assertThat(files())
                .extracting(file -> file.getFileName().toString())
                .allMatch(name -> name.matches("[kh]-[a-z0-9%_-]{1,130}"));
    }

    @Test
    void otherFilesAreIgnored() throws IOException {
        KeyValueStore store = open();
        store.put("a", "1");
        for (String name : List.of("notes.txt", "k-A", "k-%zz", "k-%4", "k-", "h-1234", "a", "k-a.bak")) {
            Files.writeString(folder().resolve(name), "foreign");
        }
        Files.createDirectory(folder().resolve("k-folder"));
        Files.createDirectory(folder().resolve("h-folder"));

        assertThat(store.list("")).containsExactly("a");
        assertThat(open().get("a")).contains("1");
    }

    @Test
    void damageIsToldAndNeverReadAsAValue() throws IOException {
        KeyValueStore store = open();
        store.put("a", "some value");
        byte[] whole = Files.readAllBytes(onlyFile());
        for (int cut = 0; cut < whole.length; cut++) {
            Files.write(onlyFile(), java.util.Arrays.copyOf(whole, cut));
            assertThatThrownBy(() -> store.get("a"))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("damaged");
        }
        byte[] changed = whole.clone();
        changed[changed.length - 1] ^= 1;
        Files.write(onlyFile(), changed);
        assertThatThrownBy(() -> store.get("a")).isInstanceOf(StoreException.class);

        store.put("a", "mended");
        assertThat(store.get("a")).contains("mended");
    }

    @Test
    void aFileUnderAnotherKeysNameIsNotReadAsItsValue() throws IOException {
        KeyValueStore store = open();
        store.put("a", "1");
        Files.move(onlyFile(), folder().resolve("k-b"));

        assertThatThrownBy(() -> store.get("b"))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("another key's");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aLinkIsNotFollowed() throws IOException {
        KeyValueStore store = open();
        store.put("a", "1");
        Path outside = Files.move(onlyFile(), place.resolve("outside"));
        Files.createSymbolicLink(folder().resolve("k-a"), outside);

        assertThatThrownBy(() -> store.get("a")).isInstanceOf(StoreException.class);
        store.put("a", "2");
        assertThat(Files.readString(outside)).endsWith("1");
        assertThat(store.get("a")).contains("2");
    }

    @Test
    void whatAKilledProcessLeftIsRemovedLater() throws IOException {
        open().put("a", "1");
        Path old = Files.writeString(folder().resolve(".tmp-old"), "half");
        Path young = Files.writeString(folder().resolve(".tmp-young"), "half");
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofDays(1))));

        KeyValueStore store = open();

        assertThat(old).doesNotExist();
        assertThat(young).exists();
        assertThat(store.list("")).containsExactly("a");
    }

    @Test
    void aFileInTheWayOfTheFolderIsAnError() throws IOException {
        Path file = Files.writeString(place.resolve("file"), "");

        assertThatThrownBy(() -> FileKeyValueStore.in(file)).isInstanceOf(StoreException.class);
    }

    @Test
    void noTemporaryFileStaysBehind() throws IOException {
        KeyValueStore store = open();
        store.put("a", "1");
        store.compareAndSet("a", Optional.of("0"), "2");
        store.compareAndSet("a", Optional.of("1"), "2");
        store.delete("a");

        try (Stream<Path> all = Files.list(folder())) {
            assertThat(all).extracting(path -> path.getFileName().toString()).containsOnly(".lock");
        }
    }

    @Test
    void theValueIsInTheFileAsText() throws IOException {
        open().put("a", "some täxt");

        assertThat(Files.readString(onlyFile(), StandardCharsets.UTF_8)).endsWith("\nsome täxt");
    }
}

package dev.intellibrix.workspace.fs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A version names the content of a file; of one that is too large to be read for that, what the system tells of it. */
class VersionsTest {

    @TempDir
    Path folder;

    private static String version(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            channel.position(1);
            String version = Versions.of(channel, Files.readAttributes(file, BasicFileAttributes.class));
            assertThat(channel.position()).isEqualTo(1);
            return version;
        }
    }

    @Test
    void itIsTheDigestOfTheContent() throws IOException {
        Path file = Files.writeString(folder.resolve("f"), "abc");

        assertThat(version(file))
                .isEqualTo(Versions.of("abc".getBytes(StandardCharsets.US_ASCII)))
                .startsWith("ba7816bf");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1_023, 1_024, 1_025, 65_535, 65_536, 65_537, 200_000})
    void itIsThatOfAllOfIt(int size) throws IOException {
        byte[] content = new byte[size];
        new Random(size).nextBytes(content);
        Path file = Files.write(folder.resolve("f"), content);

        assertThat(version(file)).isEqualTo(Versions.of(content));
    }

    @Test
    void aLargeFileIsNamedByItsSizeAndTime() throws IOException {
        Path file = folder.resolve("f");
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.SPARSE)) {
            channel.write(ByteBuffer.wrap(new byte[1]), Versions.MAX_HASHED);
        }
        Files.setLastModifiedTime(file, FileTime.fromMillis(1_000));
        String first = version(file);
        assertThat(first).startsWith(Versions.MAX_HASHED + 1 + " 1970-01-01T00:00:01Z ");

        Files.setLastModifiedTime(file, FileTime.fromMillis(2_000));
        assertThat(version(file)).isNotEqualTo(first);
    }
}

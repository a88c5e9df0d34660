package dev.intellibrix.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.intellibrix.sandbox.SandboxException.Outcome;
import dev.intellibrix.tool.Cancellation;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TarReaderTest {

    private static final SandboxLimits LIMITS =
            SandboxLimits.builder().artefacts(10, 100_000).build();

    private static byte[] archive(SandboxFile... files) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        TarWriter.write(List.of(files), out);
        return out.toByteArray();
    }

    private static Artefacts read(byte[] archive) {
        return TarArtefacts.of(new ByteArrayInputStream(archive), "out", LIMITS, true, Cancellation.none());
    }

    /** An entry of any type and size, with nothing behind it. */
    private static byte[] header(String name, char type, String size) throws IOException {
        byte[] header = Arrays.copyOf(archive(SandboxFile.text("out/x", "")), 512);
        Arrays.fill(header, 0, 100, (byte) 0);
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(bytes, 0, header, 0, bytes.length);
        byte[] digits = size.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(digits, 0, header, 124, digits.length);
        header[156] = (byte) type;
        Arrays.fill(header, 148, 156, (byte) ' ');
        int sum = 0;
        for (byte each : header) {
            sum += each & 0xff;
        }
        byte[] octal = String.format(Locale.ROOT, "%06o", sum).getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(octal, 0, header, 148, 6);
        header[154] = 0;
        return header;
    }

    private static byte[] ended(byte[]... parts) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.write(part);
        }
        out.write(new byte[1024]);
        return out.toByteArray();
    }

    @Test
    void readsWhatTheWriterWrites() throws IOException {
        String deep = "out/" + "d".repeat(120) + "/" + "f".repeat(150);
        Artefacts artefacts = read(archive(
                SandboxFile.text("out/a", "a"), SandboxFile.text(deep, "deep"), SandboxFile.text("other", "no")));

        assertThat(artefacts.files()).extracting(SandboxFile::path).containsExactly("a", deep.substring(4));
        assertThat(artefacts.files().get(1).text()).isEqualTo("deep");
    }

    @Test
    void whatIsNoRegularFileIsLeftOutAndNamed() throws IOException {
        Artefacts artefacts = read(ended(
                header("out/link", '2', "00000000000"),
                header("out/hard", '1', "00000000000"),
                header("out/device", '3', "00000000000"),
                header("out/block", '4', "00000000000"),
                header("out/pipe", '6', "00000000000"),
                header("out/folder", '5', "00000000000"),
                header("out/holes", 'S', "00000000000"),
                header("out/../x", '0', "00000000000"),
                header("out//etc/passwd", '0', "00000000000"),
                header("/out/x", '0', "00000000000")));

        assertThat(artefacts.files()).isEmpty();
        assertThat(artefacts.skipped())
                .extracting(Artefacts.Skipped::name)
                .containsExactly("link", "hard", "device", "block", "pipe", "holes", "../x", "/etc/passwd");
    }

    @Test
    void aSizeThatIsALieEndsTheReading() throws IOException {
        for (String size : List.of("77777777777", "-0000000001", "00000000900", "0x000000001")) {
            assertFails(ended(header("out/x", '0', size)));
            assertFails(ended(header("out/x", 'L', size)));
            assertFails(ended(header("out/x", 'x', size)));
        }
        byte[] binary = header("out/x", '0', "00000000000");
        binary[124] = (byte) 0x80;
        assertFails(ended(binary));
        assertFails(Arrays.copyOf(archive(SandboxFile.text("out/x", "x".repeat(2000))), 1000));
    }

    private static void assertFails(byte[] archive) {
        assertThatExceptionOfType(SandboxException.class)
                .isThrownBy(() -> read(archive))
                .satisfies(e -> assertThat(e.outcome()).isEqualTo(Outcome.FILES_LOST));
    }

    @Test
    void bytesThatAreDamagedAnywhereAreReadOrRefusedAndNothingElse() throws IOException {
        long seed = 4711;
        SplittableRandom random = new SplittableRandom(seed);
        byte[] whole = archive(
                SandboxFile.text("out/a", "a".repeat(600)), SandboxFile.text("out/" + "b".repeat(190) + "/c", "c"));
        for (int round = 0; round < 20_000; round++) {
            byte[] damaged = whole.clone();
            for (int i = random.nextInt(1, 4); i > 0; i--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            }
            try {
                for (SandboxFile file : read(damaged).files()) {
                    assertThat(SandboxFile.isPath(file.path())).isTrue();
                }
            } catch (SandboxException e) {
                assertThat(e.outcome()).as("seed %s, round %s", seed, round).isEqualTo(Outcome.FILES_LOST);
            }
        }
    }

    @Test
    void twoFilesOfOneNameAndTooManyAreLeftOut() throws IOException {
        SandboxFile[] many = new SandboxFile[14];
        for (int i = 0; i < many.length; i++) {
            many[i] = SandboxFile.text("out/" + (i < 2 ? (i == 0 ? "a" : "A") : "f" + i), "x");
        }
        Artefacts artefacts = read(archive(many));
        assertThat(artefacts.files()).hasSize(10);
        assertThat(artefacts.skipped().get(0).reason()).isEqualTo("a second file of this name");
        assertThat(artefacts.skipped().get(1).reason()).isEqualTo("more than 10 files");
        assertThat(artefacts.skippedCount()).isEqualTo(4);
    }
}

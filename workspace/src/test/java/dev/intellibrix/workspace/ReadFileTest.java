package dev.intellibrix.workspace;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.intellibrix.message.Origin;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.message.Trust;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadFileTest {

    @TempDir
    Path base;

    private ToolFolder folder;
    private Session session;

    @BeforeEach
    void open() throws IOException {
        folder = ToolFolder.in(base);
        session = Session.withoutApproval(WorkspaceTools.in(folder.root()));
    }

    @Test
    void showsTheTextAsItIs() throws IOException {
        folder.file("f", "alpha\n\tbeta\ngamma\n");

        assertThat(session.read("f")).isEqualTo("alpha\n\tbeta\ngamma\n");
        assertThat(session.ok("read_file", Map.of("path", "f", "lineNumbers", false)))
                .isEqualTo("alpha\n\tbeta\ngamma\n");
    }

    @Test
    void isUntrustedAndNamesTheFile() throws IOException {
        folder.file("d/f", "x\n");
        folder.link("l", "d/f");

        ToolResultPart result = session.call("read_file", Map.of("path", "l"));

        assertThat(result.label().trust()).isEqualTo(Trust.UNTRUSTED);
        assertThat(result.label().origins()).containsExactly(Origin.of(Origin.Kind.FILE, "d/f"));
    }

    @Test
    void numbersTheLinesOfAWindowAsInTheFile() throws IOException {
        folder.file("f", "alpha\nbeta\ngamma\ndelta\n");

        assertThat(session.ok("read_file", Map.of("path", "f", "offset", 3, "limit", 1, "lineNumbers", true)))
                .isEqualTo("3\tgamma\n[lines 3-3 of 4; continue with offset 4]");
    }

    @Test
    void saysHowManyLinesThereAreWhenTheOffsetIsPastTheEnd() throws IOException {
        folder.file("f", "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n");
        folder.file("g", "a\nb");

        assertThat(session.error("read_file", Map.of("path", "f", "offset", 50)))
                .contains("f has 10 lines");
        assertThat(session.error("read_file", Map.of("path", "f", "offset", 11)))
                .contains("f has 10 lines");
        assertThat(session.error("read_file", Map.of("path", "g", "offset", 3))).contains("g has 2 lines");
        assertThat(session.ok("read_file", Map.of("path", "g", "offset", 2))).startsWith("b\n");
    }

    @Test
    void countsLinesFromOne() throws IOException {
        folder.file("f", "a\nb\n");

        session.error("read_file", Map.of("path", "f", "offset", -3));
        session.error("read_file", Map.of("path", "f", "offset", 0));
        session.error("read_file", Map.of("path", "f", "limit", 0));
        assertThat(session.error("read_file", Map.of("path", "f", "offset", " +12 ")))
                .contains("offset", "integer");
    }

    @Test
    void showsTheFirstPageOfALongFileAndHowToGoOn() throws IOException {
        folder.file(
                "f", IntStream.rangeClosed(1, 20_010).mapToObj(i -> i + "\n").collect(Collectors.joining()));

        String page = session.read("f");
        assertThat(page).startsWith("1\n2\n3\n").endsWith("2000\n[lines 1-2000 of 20010; continue with offset 2001]");
        assertThat(session.ok("read_file", Map.of("path", "f", "offset", 20_009)))
                .isEqualTo("20009\n20010\n");
    }

    @Test
    void endsAPageAtAWholeLineWhenTheCharactersAreUsedUp() throws IOException {
        folder.file("f", ("x".repeat(999) + "\n").repeat(150));

        String page = session.read("f");
        assertThat(page).hasSizeLessThan(100_200).endsWith("x\n[lines 1-100 of 150; continue with offset 101]");
        assertThat(session.ok("read_file", Map.of("path", "f", "offset", 101))).hasSize(50_000);
    }

    @Test
    void cutsALongLineOnTheBorderOfACharacter() throws IOException {
        folder.file("f", "a" + "\ud83d\ude00".repeat(300_000));

        String text = session.read("f");
        assertThat(text).hasSizeLessThan(3_000).contains("\ud83d\ude00 [... cut, the line has 1200001 bytes]");
        assertThat(text).contains("1 line cut after 2000 characters").doesNotContain("\ufffd");
        assertThat(UTF_8.newEncoder().canEncode(text)).isTrue();
    }

    @Test
    void readsOnAfterACutLine() throws IOException {
        folder.file("f", "x".repeat(200_000) + "\nsecond\n");

        assertThat(session.read("f")).contains("\nsecond\n");
        assertThat(session.ok("read_file", Map.of("path", "f", "offset", 2))).isEqualTo("second\n");
    }

    @Test
    void takesReplacementCharactersInTheFileForText() throws IOException {
        folder.file("f", "x \ufffd\ufffd\ufffd y\n");

        assertThat(session.read("f")).isEqualTo("x \ufffd\ufffd\ufffd y\n");
    }

    @Test
    void tellsTextByItsContentAndNotByItsName() throws IOException {
        folder.file("x.mts", "export const a = 1\n");
        folder.file("y.png", "not an image\n");

        assertThat(session.read("x.mts")).isEqualTo("export const a = 1\n");
        assertThat(session.read("y.png")).isEqualTo("not an image\n");
    }

    @Test
    void refusesBinaryWithItsKindAndSize() throws IOException {
        folder.file("a.txt", new byte[] {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0, 0, 0, 13});
        folder.file("b", new byte[] {1, 2, 3, 0, 5});
        folder.file("c", new byte[] {0x1f, (byte) 0x8b, 8, 1, 2, 3, (byte) 0xff});

        assertThat(session.error("read_file", Map.of("path", "a.txt")))
                .contains("PNG image")
                .contains("12 bytes");
        assertThat(session.error("read_file", Map.of("path", "b")))
                .contains("binary data")
                .contains("5 bytes");
        assertThat(session.error("read_file", Map.of("path", "c"))).contains("gzip");
    }

    @Test
    void saysThatAFileIsEmpty() throws IOException {
        folder.file("f", "");

        assertThat(session.read("f")).isEqualTo("[the file is empty]");
    }

    @Test
    void showsCrLfAsLfAndSaysSo() throws IOException {
        folder.file("f", "a\r\nb\r\n");
        folder.file("g", "a\r\nb\nc\rd\n");

        assertThat(session.read("f")).isEqualTo("a\nb\n[line ends: CRLF]");
        assertThat(session.read("g")).isEqualTo("a\nb\nc\rd\n[line ends: CRLF and LF mixed]");
    }

    @Test
    void saysThatThereIsNoNewlineAtTheEnd() throws IOException {
        folder.file("f", "a\nb");

        assertThat(session.read("f")).isEqualTo("a\nb\n[no newline at the end of the file]");
        assertThat(session.ok("read_file", Map.of("path", "f", "limit", 1)))
                .isEqualTo("a\n[lines 1-1 of 2; continue with offset 2]");
    }

    @Test
    void detectsTheEncoding() throws IOException {
        folder.file("bom", "\ufeffx = \u00e9\n".getBytes(UTF_8));
        folder.file("le", "\ufeffgr\u00fc\u00df \ud83d\ude00\r\nb\r\n".getBytes(UTF_16LE));
        folder.file("be", "\ufeffgr\u00fc\u00df\n".getBytes(UTF_16BE));
        folder.file("plain16", "plain text, no mark\n".getBytes(UTF_16LE));
        folder.file("latin", "caf\u00e9 cr\u00e8me\n".getBytes(ISO_8859_1));

        assertThat(session.read("bom")).isEqualTo("x = \u00e9\n[encoding: UTF-8 with BOM]");
        assertThat(session.read("le"))
                .isEqualTo("gr\u00fc\u00df \ud83d\ude00\nb\n[encoding: UTF-16LE with BOM; line ends: CRLF]");
        assertThat(session.read("be")).isEqualTo("gr\u00fc\u00df\n[encoding: UTF-16BE with BOM]");
        assertThat(session.read("plain16")).startsWith("plain text, no mark\n[encoding: UTF-16LE without BOM");
        assertThat(session.read("latin")).startsWith("caf\u00e9 cr\u00e8me\n[encoding: not UTF-8, read as ");
    }

    @Test
    void showsBytesThatAreNoTextWithoutFailing() throws IOException {
        byte[] mostlyUtf8 = "\u00e9\u00e9\u00e9 x\n".getBytes(UTF_8);
        mostlyUtf8[mostlyUtf8.length - 2] = (byte) 0xff;
        folder.file("early", mostlyUtf8);
        byte[] late = ("x".repeat(99) + "\n").repeat(1_000).getBytes(UTF_8);
        late[90_000] = (byte) 0xff;
        folder.file("late", late);

        assertThat(session.read("early")).isEqualTo("\u00e9\u00e9\u00e9 \ufffd\n[encoding: UTF-8 with invalid bytes]");
        assertThat(session.ok("read_file", Map.of("path", "late", "offset", 901, "limit", 1)))
                .startsWith("\ufffdxxx")
                .contains("1 line with bytes that are not UTF-8");
    }

    @Test
    void readsAWindowOfAHugeFileForThePriceOfTheWindow() throws IOException {
        Path file = folder.file("huge", ("x".repeat(99) + "\n").repeat(1_000));
        try (RandomAccessFile huge = new RandomAccessFile(file.toFile(), "rw")) {
            huge.setLength(64L << 30);
        }

        String text = assertTimeoutPreemptively(
                Duration.ofSeconds(10), () -> session.ok("read_file", Map.of("path", "huge", "offset", 5, "limit", 2)));

        assertThat(text).endsWith("x\n[lines 5-6 of a file of 68719476736 bytes; continue with offset 7]");
    }

    @Test
    void answersForAFolderAPipeAndNothing() throws Exception {
        Files.createDirectories(folder.root().resolve("d"));
        new ProcessBuilder("mkfifo", folder.root().resolve("p").toString())
                .start()
                .waitFor();

        assertThat(session.error("read_file", Map.of("path", "d"))).contains("list_dir");
        assertThat(session.error("read_file", Map.of("path", "p"))).contains("pipe");
        assertThat(session.error("read_file", Map.of("path", "none"))).contains("no such file");
    }

    @Test
    void showsOnlyAsMuchAsTheOptionsSay() throws IOException {
        folder.file("f", "one\ntwo\nthree\n");
        session = Session.withoutApproval(
                WorkspaceTools.builder(folder.root()).readBounds(2, 1_000, 3).build());

        assertThat(session.read("f")).isEqualTo("one\ntwo\n[lines 1-2 of 3; continue with offset 3]");
        assertThat(session.ok("read_file", Map.of("path", "f", "offset", 3))).startsWith("thr [... cut");
    }
}

package dev.intellibrix.workspace;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.message.Trust;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EditFileTest {

    @TempDir
    Path base;

    private ToolFolder folder;
    private Session session;

    @BeforeEach
    void open() throws IOException {
        folder = ToolFolder.in(base);
        session = Session.with(WorkspaceTools.in(folder.root()));
    }

    @Test
    void replacesOneTextAndShowsTheLinesAround() throws IOException {
        folder.file("f", "a\nb\nc\nd\ne\nf\ng\n");

        assertThat(session.edit("f", "d", "D1\nD2")).isEqualTo("edited f:\n2\tb\n3\tc\n4\tD1\n5\tD2\n6\te\n7\tf");
        assertThat(folder.content("f")).isEqualTo("a\nb\nc\nD1\nD2\ne\nf\ng\n");
    }

    @Test
    void refusesSeveralOccurrencesWithTheirLines() throws IOException {
        String content = "// -\n".repeat(16) + "import x;\nimport x;\nend\n";
        folder.file("f", content);

        assertThat(session.failedEdit("f", "import x;", "import y;")).contains("2 times", "lines 17, 18");
        assertThat(folder.content("f")).isEqualTo(content);
    }

    @Test
    void namesTheLineWhereEachCopyOfALongerTextStarts() throws IOException {
        String block = "begin {\n  body }\n";
        folder.file("f", "// -\n".repeat(4) + block + "// -\n".repeat(33) + block + "// -\n");

        assertThat(session.failedEdit("f", "begin {\n  body }", "z")).contains("lines 5, 40");
    }

    @Test
    void countsOccurrencesThatOverlap() throws IOException {
        folder.file("f", "aaa");

        assertThat(session.failedEdit("f", "aa", "b")).contains("2 times");
    }

    @Test
    void replacesAllFromLeftToRightWithoutOverlap() throws IOException {
        folder.file("f", "aaa");

        session.ok("edit_file", Map.of("path", "f", "oldText", "aa", "newText", "b", "replaceAll", true));
        assertThat(folder.content("f")).isEqualTo("ba");
    }

    @Test
    void saysHowManyPlacesItReplaced() throws IOException {
        folder.file("f", "x\ny\nx\n" + "-\n".repeat(20) + "x\n");

        assertThat(session.ok("edit_file", Map.of("path", "f", "oldText", "x", "newText", "z", "replaceAll", true)))
                .isEqualTo("edited f, 3 places:\n1\tz\n2\ty\n3\tz\n4\t-\n5\t-\n...\n22\t-\n23\t-\n24\tz");
    }

    @Test
    void refusesAnEmptyOldText() throws IOException {
        folder.file("f", "keep me\n");
        folder.file("empty", "");

        session.failedEdit("f", "", "hello");
        session.failedEdit("empty", "", "hello");
        session.error("edit_file", Map.of("path", "f", "oldText", "", "newText", "-", "replaceAll", true));
        assertThat(folder.content("f")).isEqualTo("keep me\n");
        assertThat(folder.content("empty")).isEmpty();
    }

    @Test
    void refusesAnEditThatChangesNothing() throws IOException {
        folder.file("f", "a\r\nb\r\n");

        assertThat(session.failedEdit("f", "a", "a")).contains("the same");
        assertThat(session.failedEdit("f", "a\r\n", "a\n")).contains("line ends");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    a\\r\\nb\\r\\nc\\r\\n | a\\nb       | a\\nX\\nb    | a\\r\\nX\\r\\nb\\r\\nc\\r\\n
                    a\\r\\nb\\r\\n        | a\\r\\nb    | a\\r\\nX     | a\\r\\nX\\r\\n
                    a\\nb\\n             | a\\r\\nb    | a\\r\\nX\\r\\nc | a\\nX\\nc\\n
                    a\\r\\nb\\nc\\r\\nd\\n | b          | b1\\nb2     | a\\r\\nb1\\nb2\\nc\\r\\nd\\n
                    a\\r\\nb\\nc\\r\\nd\\n | c          | c1\\nc2     | a\\r\\nb\\nc1\\r\\nc2\\r\\nd\\n
                    a\\r\\nb\\nc\\r\\nd   | d          | d1\\nd2     | a\\r\\nb\\nc\\r\\nd1\\r\\nd2
                    a\\r\\nb\\nc\\n       | a\\nb\\nc   | A\\nb\\nc    | A\\r\\nb\\nc\\n
                    a\\r\\nb\\r\\n        | \\nb\\n     | \\n         | a\\r\\n
                    a\\r\\nb             | b          | c           | a\\r\\nc
                    a                   | a          | b\\nc       | b\\nc
                    x\\ry\\r\\n          | x\\ry      | z           | z\\r\\n
                    """)
    void keepsTheLineEndsOfTheFile(String before, String oldText, String newText, String after) throws IOException {
        folder.file("f", unescaped(before));

        session.edit("f", unescaped(oldText), unescaped(newText));
        assertThat(folder.content("f")).isEqualTo(unescaped(after));
    }

    private static String unescaped(String text) {
        return text.replace("\\r", "\r").replace("\\n", "\n");
    }

    @Test
    void keepsTheByteOrderMarkAndTheMissingNewline() throws IOException {
        folder.file("f", "\ufeffx = 1\nlast");

        session.edit("f", "x", "y");
        session.edit("f", "last", "end");
        session.edit("f", "\ufeffy", "z");
        assertThat(folder.content("f")).isEqualTo("\ufeffz = 1\nend");
    }

    @Test
    void keepsBlanksAndIndentationAsTheyAre() throws IOException {
        folder.file("m.md", "hard break  \nother line\nlast\t\n");
        folder.file("f", "\n  function old() {}");

        session.edit("m.md", "other line", "new text  ");
        session.edit("f", "function old() {}", "function neu() {}");
        assertThat(folder.content("m.md")).isEqualTo("hard break  \nnew text  \nlast\t\n");
        assertThat(folder.content("f")).isEqualTo("\n  function neu() {}");
    }

    @Test
    void givesNoCharacterAMeaning() throws IOException {
        folder.file("f", "price\n");
        folder.file("a.go", "\tx()\n");
        folder.file("g", "const m = \"old\";\n");

        session.edit("f", "price", "$1 \\1 ${x} $&");
        session.edit("a.go", "x()", "fmt.Printf(\"failed: %v\\n\", err)");
        session.edit("g", "\"old\"", "\"(rest of methods ...)\"");
        assertThat(folder.content("f")).isEqualTo("$1 \\1 ${x} $&\n");
        assertThat(folder.content("a.go")).isEqualTo("\tfmt.Printf(\"failed: %v\\n\", err)\n");
        assertThat(folder.content("g")).isEqualTo("const m = \"(rest of methods ...)\";\n");
    }

    @Test
    void keepsTheEncodingOfTheFile() throws IOException {
        folder.file("le", "\ufeffgr\u00fc\u00df\r\nb\r\n".getBytes(UTF_16LE));
        folder.file("be", "\ufeff\u0a0a x\n".getBytes(UTF_16BE));
        folder.file("latin", "caf\u00e9 cr\u00e8me\n".getBytes(ISO_8859_1));

        session.edit("le", "gr\u00fc\u00df\nb", "\u00df\nc\nd");
        session.edit("be", " x", " \ud83d\ude00");
        session.edit("latin", "caf\u00e9", "th\u00e9");
        assertThat(text("le", UTF_16LE)).isEqualTo("\ufeff\u00df\r\nc\r\nd\r\n");
        assertThat(text("be", UTF_16BE)).isEqualTo("\ufeff\u0a0a \ud83d\ude00\n");
        assertThat(text("latin", ISO_8859_1)).isEqualTo("th\u00e9 cr\u00e8me\n");
        assertThat(session.failedEdit("latin", "th\u00e9", "\u8336")).contains("newText has a character");
    }

    @Test
    void leavesBytesThatAreNoTextAlone() throws IOException {
        byte[] content = "\u00e9\u00e9 x ? y\n".getBytes(java.nio.charset.StandardCharsets.UTF_8);
        content[7] = (byte) 0xff;
        folder.file("f", content);

        session.edit("f", "y", "z");
        content[9] = 'z';
        assertThat(Files.readAllBytes(folder.root().resolve("f"))).isEqualTo(content);
    }

    private String text(String name, Charset charset) throws IOException {
        return new String(Files.readAllBytes(folder.root().resolve(name)), charset);
    }

    @Test
    void refusesBinaryAndMissingFiles() throws IOException {
        folder.file("b", new byte[] {'a', 0, 1, 2});

        assertThat(session.failedEdit("b", "a", "b")).contains("not text");
        assertThat(session.failedEdit("none", "a", "b")).contains("no such file");
        assertThat(session.failedEdit(".", "a", "b")).contains("folder");
    }

    @Test
    void refusesAFileThatIsTooLargeToEdit() throws IOException {
        Path file = folder.file("f", "x");
        try (var large = new java.io.RandomAccessFile(file.toFile(), "rw")) {
            large.setLength(2L << 30);
        }

        assertThat(session.failedEdit("f", "x", "y")).contains("too large");
    }

    @Test
    void leavesTheFileAloneWhenNothingMatches() throws IOException {
        Path file = folder.file("f", "content\n");
        FileTime time = FileTime.from(Instant.ofEpochSecond(1_000_000_000));
        Files.setLastModifiedTime(file, time);

        session.failedEdit("f", "missing text", "z");
        assertThat(folder.content("f")).isEqualTo("content\n");
        assertThat(Files.getLastModifiedTime(file)).isEqualTo(time);
        assertThat(folder.files()).containsExactly("f");
    }

    @Test
    void showsWhatChangedAndNotTheWholeFile() throws IOException {
        folder.file(
                "f",
                IntStream.rangeClosed(1, 2_200)
                        .mapToObj(i -> "line " + i + " x\n")
                        .collect(Collectors.joining()));

        assertThat(session.edit("f", "line 1100 x", "line 1100 y"))
                .isEqualTo("edited f:\n1098\tline 1098 x\n1099\tline 1099 x\n1100\tline 1100 y\n1101\tline 1101 x\n"
                        + "1102\tline 1102 x");
        assertThat(session.edit("f", "line 1100 y", ("long ".repeat(100) + "\n").repeat(500)))
                .hasSizeLessThan(8_000);
        assertThat(session.ok(
                        "edit_file", Map.of("path", "f", "oldText", "line ", "newText", "row ", "replaceAll", true)))
                .hasSizeLessThan(8_000)
                .contains("2199 places");
    }

    @Test
    void hintsAtPastedLineNumbers() throws IOException {
        folder.file("f", "x()\n".repeat(11) + "foo(1)\nbaz()\n");

        assertThat(session.failedEdit("f", "12\tfoo(1)\n13\tbaz()", "bar()")).contains("line numbers");
        assertThat(session.failedEdit("f", "    12\tfoo(1)\nbaz()", "bar()")).contains("nearest is lines 12-13");
    }

    @Test
    void hintsAtWhatDiffers() throws IOException {
        folder.file("f", "one\n    if (a) {\n        say(\u201chi\u201d);\n    }\nTWO words here\n");

        assertThat(session.failedEdit("f", "if (a) {\n    say(\u201chi\u201d);\n}", "x"))
                .contains("lines 2-4", "white space only", "3\t        say(\u201chi\u201d);");
        assertThat(session.failedEdit("f", "say(\"hi\");", "x")).contains("line 3", "typographic");
        assertThat(session.failedEdit("f", "two words here", "x")).contains("line 5", "case only");
        assertThat(session.failedEdit("f", "TWO words there", "x")).contains("nearest is line 5");
        assertThat(session.failedEdit("f", "nothing like it at all", "x")).contains("read the file again");
    }

    @Test
    void hintsAtAnEditThatWasMadeAlready() throws IOException {
        folder.file("f", "a\nnew text\n");

        assertThat(session.failedEdit("f", "old text", "new text")).contains("at line 2", "already");
    }

    @Test
    void isUntrustedAlsoWhenItFails() throws IOException {
        folder.file("f", "a\n");

        ToolResultPart failed = session.call("edit_file", Map.of("path", "f", "oldText", "b", "newText", "c"));
        assertThat(failed.label().trust()).isEqualTo(Trust.UNTRUSTED);
    }

    @Test
    void findsAnAwkwardTextInALargeFileInLinearTime() throws IOException {
        folder.file("f", "a".repeat(4_000_000));

        org.junit.jupiter.api.Assertions.assertTimeoutPreemptively(
                java.time.Duration.ofSeconds(30), () -> session.failedEdit("f", "a".repeat(100_000) + "b", "c"));
    }
}

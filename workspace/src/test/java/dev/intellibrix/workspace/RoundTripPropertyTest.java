package dev.intellibrix.workspace;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random bytes and texts through write_file, read_file and edit_file: what was not meant to change did not. */
class RoundTripPropertyTest {

    private static final String[] TEXTS = {
        "a",
        "b",
        " ",
        "\t",
        "{",
        "$1",
        "\\n",
        "\\",
        "\"",
        "word",
        "\u00e9",
        "\u20ac",
        "\ud83d\ude00",
        "\u201cq\u201d",
        "\u0130",
        "\u00a0",
        "\n",
        "\n",
        "\r\n",
        "\rz",
        "    ",
        "//",
        "[",
        "]"
    };
    private static final String[] BROKEN = {"ff", "c3", "80", "e282", "f09f98", "c0af", "eda080"};

    @TempDir
    Path base;

    private ToolFolder folder;
    private Session session;

    @BeforeEach
    void open() throws IOException {
        folder = ToolFolder.in(base);
        renew(0);
    }

    /** A conversation of thousands of calls would cost more than the calls. */
    private void renew(int round) {
        if (round % 50 == 0) {
            session = Session.with(WorkspaceTools.in(folder.root()));
        }
    }

    @Test
    void anEditChangesItsPlaceAlone() throws IOException {
        edit(150);
    }

    @Test
    @Tag("thorough")
    void manyEditsChangeTheirPlacesAlone() throws IOException {
        edit(Integer.getInteger("edits", 2_000));
    }

    @Test
    void whatIsWrittenIsRead() throws IOException {
        writeAndRead(100);
    }

    @Test
    @Tag("thorough")
    void whatIsWrittenIsReadForManyTexts() throws IOException {
        writeAndRead(Integer.getInteger("texts", 1_000));
    }

    private void edit(int rounds) throws IOException {
        long seed = Long.getLong("seed", 1);
        for (int i = 0; i < rounds; i++) {
            renew(i);
            editOnce(new SplittableRandom(seed + i), seed + i);
        }
    }

    private void editOnce(SplittableRandom random, long seed) throws IOException {
        boolean whole = random.nextBoolean();
        byte[] before = around(random, whole, random.nextInt(8) == 0);
        byte[] after = around(random, whole, false);
        String oldText = "<old" + text(random, whole) + "old>";
        String newText = "<new" + text(random, whole) + "new>";
        byte[] original = joined(before, oldText.getBytes(UTF_8), after);
        Files.write(folder.root().resolve("f"), original);

        session.edit("f", random.nextBoolean() ? oldText : oldText.replace("\r\n", "\n"), newText);

        byte[] edited = Files.readAllBytes(folder.root().resolve("f"));
        assertThat(hex(edited)).as("-Dseed=%d", seed).startsWith(hex(before)).endsWith(hex(after));
        String middle = new String(edited, before.length, edited.length - before.length - after.length, UTF_8);
        assertThat(middle.replace("\r\n", "\n")).as("-Dseed=%d", seed).isEqualTo(newText.replace("\r\n", "\n"));

        if (hasOneLineEnd(original) && hasLineEnd(joined(before, after))) {
            assertThat(hasOneLineEnd(edited)).as("-Dseed=%d", seed).isTrue();
            session.edit("f", newText, oldText);
            assertThat(hex(Files.readAllBytes(folder.root().resolve("f"))))
                    .as("-Dseed=%d, there and back", seed)
                    .isEqualTo(hex(original));
        }
    }

    private void writeAndRead(int rounds) throws IOException {
        long seed = Long.getLong("seed", 1);
        for (int i = 0; i < rounds; i++) {
            renew(i);
            SplittableRandom random = new SplittableRandom(seed + i);
            String content = "x" + text(random, true) + text(random, true) + text(random, true);

            session.write("g", content);

            assertThat(hex(Files.readAllBytes(folder.root().resolve("g"))))
                    .as("-Dseed=%d", seed + i)
                    .isEqualTo(hex(content.getBytes(UTF_8)));
            assertThat(readInPages(1 + random.nextInt(3)))
                    .as("-Dseed=%d", seed + i)
                    .isEqualTo(content.replace("\r\n", "\n").replaceFirst("\n\\z", ""));
        }
    }

    /** Each page ends in a line feed, and perhaps in a line in brackets that says how to go on. */
    private String readInPages(int limit) {
        List<String> lines = new ArrayList<>();
        boolean more = true;
        while (more) {
            String page = session.ok("read_file", Map.of("path", "g", "offset", lines.size() + 1, "limit", limit));
            String[] parts = page.split("\n", -1);
            String note = parts[parts.length - 1];
            assertThat(note).matches("(?s)|\\[.*]");
            lines.addAll(Arrays.asList(parts).subList(0, parts.length - 1));
            more = note.contains("continue with offset " + (lines.size() + 1));
        }
        return String.join("\n", lines);
    }

    /** Bytes around an edit, which end and begin with plain ones so that no character goes over the border. */
    private static byte[] around(SplittableRandom random, boolean whole, boolean marked) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(marked && whole ? "\ufeff".getBytes(UTF_8) : new byte[0]);
        out.writeBytes("xx".getBytes(UTF_8));
        for (int i = random.nextInt(20); i > 0; i--) {
            boolean broken = !whole && random.nextInt(12) == 0;
            out.writeBytes(
                    broken
                            ? HexFormat.of().parseHex(BROKEN[random.nextInt(BROKEN.length)])
                            : TEXTS[random.nextInt(TEXTS.length)].getBytes(UTF_8));
        }
        out.writeBytes("yy".getBytes(UTF_8));
        return out.toByteArray();
    }

    /** Where the bytes around are no UTF-8, the file is read in another encoding, so only ASCII is the same in both. */
    private static String text(SplittableRandom random, boolean whole) {
        return random.ints(random.nextInt(12), 0, TEXTS.length)
                .mapToObj(i -> TEXTS[i])
                .filter(text -> whole || text.chars().allMatch(c -> c < 0x80))
                .collect(Collectors.joining());
    }

    private static boolean hasOneLineEnd(byte[] content) {
        String text = new String(content, ISO_8859_1);
        int crlf = text.split("\r\n", -1).length - 1;
        int all = text.split("\n", -1).length - 1;
        return crlf == 0 || crlf == all;
    }

    private static boolean hasLineEnd(byte[] content) {
        return new String(content, ISO_8859_1).indexOf('\n') >= 0;
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}

package dev.intellibrix.internal.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CapturedOutputTest {

    private static final String[] LETTERS = {"a", "\n", "\r\n", "ä", "€", "😀", "\0"};

    @Test
    void keepsAllOfWhatFits() {
        CapturedOutput output = captured("abcdef", 3, 3);

        assertThat(output.text()).isEqualTo("abcdef");
        assertThat(output.head()).isEqualTo("abcdef");
        assertThat(output.tail()).isEqualTo("abcdef");
        assertThat(output.truncated()).isFalse();
    }

    @Test
    void saysHowMuchIsMissingWhereItIsMissing() {
        CapturedOutput output = captured("head\n" + "x".repeat(12_345) + "\ntail", 5, 5);

        assertThat(output.text()).isEqualTo("head\n[... 12,345 bytes cut ...]\n\ntail");
        assertThat(output.totalBytes()).isEqualTo(12_355);
    }

    @Test
    void keepsOnlyOneEndWhenTheOtherIsNotWanted() {
        assertThat(captured("abcdef", 2, 0).head()).isEqualTo("ab");
        assertThat(captured("abcdef", 2, 0).tail()).isEmpty();
        assertThat(captured("abcdef", 0, 2).tail()).isEqualTo("ef");
        assertThat(captured("abcdef", 0, 2).head()).isEmpty();
        assertThat(captured("abcdef", 0, 0).text()).isEqualTo("[... 6 bytes cut ...]\n");
    }

    @Test
    void neverSplitsACharacter() {
        assertThat(captured("😀😀😀😀", 6, 6).text()).isEqualTo("😀\n[... 8 bytes cut ...]\n😀");
        assertThat(captured("€€€€", 4, 4).text()).isEqualTo("€\n[... 6 bytes cut ...]\n€");
        assertThat(captured("ääää", 3, 3).text()).isEqualTo("ä\n[... 4 bytes cut ...]\nä");
    }

    @Test
    void replacesBytesThatAreNoText() {
        HeadTailBuffer buffer = new HeadTailBuffer(10, 10);
        buffer.append(new byte[] {'a', (byte) 0xff, (byte) 0xc3, 'b'}, 4);

        assertThat(buffer.captured().text()).isEqualTo("a\ufffd\ufffdb");
    }

    @Test
    void keepsTheSameEndsHoweverTheBytesArrive() {
        long seed = 20260101;
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 2_000; round++) {
            byte[] bytes = text(random, random.nextInt(60)).getBytes(UTF_8);
            int head = random.nextInt(40);
            int tail = random.nextInt(40);
            HeadTailBuffer buffer = new HeadTailBuffer(head, tail);
            for (byte[] piece : pieces(bytes, random)) {
                buffer.append(piece, piece.length);
            }
            CapturedOutput output = buffer.captured();
            String described = "seed " + seed + ", round " + round;
            String whole = new String(bytes, UTF_8);
            assertThat(output.truncated()).as(described).isEqualTo(bytes.length > head + tail);
            assertThat(whole).as(described).startsWith(output.head()).endsWith(output.tail());
            assertThat(output.head() + output.tail()).as(described).doesNotContain("\ufffd");
            if (output.truncated()) {
                int kept = (output.head() + output.tail()).getBytes(UTF_8).length;
                assertThat(output.cutBytes()).as(described).isEqualTo(bytes.length - kept);
                assertThat(kept).as(described).isBetween(Math.max(0, head + tail - 6), head + tail);
            } else {
                assertThat(output.text()).as(described).isEqualTo(whole);
            }
        }
    }

    @Test
    void handsOverTheSameLinesHoweverTheBytesArrive() {
        long seed = 20260102;
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 2_000; round++) {
            String text = text(random, random.nextInt(60));
            List<String> lines = new ArrayList<>();
            LineDecoder decoder = new LineDecoder((line, cut) -> lines.add(line));
            for (byte[] piece : pieces(text.getBytes(UTF_8), random)) {
                decoder.accept(piece, piece.length);
            }
            decoder.end();

            List<String> expected = new ArrayList<>(Arrays.asList(text.split("\n", -1)));
            if (expected.get(expected.size() - 1).isEmpty()) {
                expected.remove(expected.size() - 1);
            }
            expected.replaceAll(line -> line.endsWith("\r") ? line.substring(0, line.length() - 1) : line);
            assertThat(lines).as("seed " + seed + ", round " + round).isEqualTo(expected);
        }
    }

    private static CapturedOutput captured(String text, int head, int tail) {
        HeadTailBuffer buffer = new HeadTailBuffer(head, tail);
        byte[] bytes = text.getBytes(UTF_8);
        buffer.append(bytes, bytes.length);
        return buffer.captured();
    }

    private static String text(SplittableRandom random, int letters) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < letters; i++) {
            text.append(LETTERS[random.nextInt(LETTERS.length)]);
        }
        return text.toString();
    }

    private static List<byte[]> pieces(byte[] bytes, SplittableRandom random) {
        List<byte[]> pieces = new ArrayList<>();
        ByteArrayOutputStream piece = new ByteArrayOutputStream();
        for (byte b : bytes) {
            piece.write(b);
            if (random.nextInt(4) == 0) {
                pieces.add(piece.toByteArray());
                piece.reset();
            }
        }
        pieces.add(piece.toByteArray());
        return pieces;
    }
}

package dev.intellibrix.brick;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The text of a model, piece by piece. */
class ProseTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Style style = new Style(false, true);
    private final Screen screen = new Screen(out, StandardCharsets.UTF_8, style, false);
    private final Prose prose = new Prose(screen, new SafeText(StandardCharsets.UTF_8), style);

    private String shown(String... pieces) {
        out.reset();
        for (String piece : pieces) {
            prose.append(piece);
        }
        prose.end();
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void everyLineHasTheMargin() {
        assertThat(shown("one\n\n", "two")).isEqualTo("  one\n\n  two\n");
        assertThat(shown("  code:\n    x = 1\n")).isEqualTo("    code:\n      x = 1\n");
    }

    @Test
    void marksDoNotPileUpOverPieces() {
        String[] pieces = new String[9];
        java.util.Arrays.fill(pieces, "\u0301");
        pieces[0] = "a";

        assertThat(shown(pieces)).isEqualTo("  a\u0301\u0301\u0301" + "\\u{0301}".repeat(5) + "\n");
    }

    @Test
    void linesAreBrokenBetweenWordsHoweverTheTextArrives() {
        screen.size(new Size(24, 20));
        String text =
                "The quick brown fox jumps over the lazy dog, andaverylongwordthatdoesnotfit at all 日本語日本語日本語日本語.";
        String whole = shown(text);

        assertThat(whole.lines()).allMatch(line -> line.startsWith("  ") && Columns.of(line) < 20);
        assertThat(whole).startsWith("  The quick brown\n  fox jumps over\n");
        assertThat(shown(text.split(""))).isEqualTo(whole);
        assertThat(whole.replaceAll("\\s", "")).isEqualTo(text.replaceAll("\\s", ""));
    }

    @Test
    void charactersAndLineEndsThatArriveInHalvesAreWhole() {
        assertThat(shown("a\ud83d", "\ude00b\r", "\nc")).isEqualTo("  a\ud83d\ude00b\n  c\n");
        assertThat(shown("a\r", "b")).isEqualTo("  a\\rb\n");
    }

    @Test
    void emptyLinesDoNotPushTheScreenAway() {
        assertThat(shown("a" + "\n".repeat(500) + "b")).isEqualTo("  a\n\n\n  b\n");
        assertThat(shown("\n\n\na")).isEqualTo("  a\n");
    }

    @Test
    void aTextWithoutEndIsCutAndSaidToBe() {
        String line = "word ".repeat(1_000) + "\n";
        for (int i = 0; i < 100; i++) {
            prose.append(line);
        }
        prose.end();
        String shown = out.toString(StandardCharsets.UTF_8);

        assertThat(shown).contains("too long to be shown").hasSizeLessThan(230_000);
        assertThat(shown("next")).isEqualTo("  next\n");
    }

    @Test
    void noTextReachesTheFirstColumn() {
        SplittableRandom random = new SplittableRandom(3);
        String[] pieces = {"\n", " ", "\t", "a", "word", "日", "\u001b[H", "\r", "\u202e", "› ", "😀", "x".repeat(90)};
        for (int round = 0; round < 300; round++) {
            String[] text = new String[random.nextInt(40)];
            for (int i = 0; i < text.length; i++) {
                text[i] = pieces[random.nextInt(pieces.length)];
            }
            assertThat(shown(text).lines())
                    .as("round %d", round)
                    .allMatch(line -> line.isEmpty() || line.startsWith("  "))
                    .allMatch(line -> Columns.of(line) < 80)
                    .noneMatch(line -> line.contains("\u001b") || line.contains("\r"));
        }
    }
}

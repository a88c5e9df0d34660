package dev.intellibrix.brick;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.internal.text.VisibleText;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SafeTextTest {

    private final SafeText utf8 = new SafeText(StandardCharsets.UTF_8);
    private final SafeText ascii = new SafeText(StandardCharsets.US_ASCII);

    @Test
    void nothingMovesTheCursor() {
        String hostile = "a\u001b[2J\u001b]0;title\u0007b\rc\bd\u009b1mе\u202e\u2066\u200b\u0000\u007f\u0085\u2028";
        for (String shown : List.of(utf8.line(hostile), utf8.prose(hostile), utf8.piece(hostile))) {
            assertThat(shown.codePoints().anyMatch(VisibleText::isHidden))
                    .as(shown)
                    .isFalse();
        }
        assertThat(utf8.line("a\nb")).isEqualTo("a\\nb");
        assertThat(utf8.prose("\u001b[31mred\u001b[0m\r\nnext")).isEqualTo("red\nnext");
    }

    @Test
    void whatTheCharsetLacksIsAnEscape() {
        assertThat(ascii.line("caf\u00e9 😀")).isEqualTo("caf\\u{00E9} \\u{1F600}");
        assertThat(utf8.line("caf\u00e9 😀")).isEqualTo("caf\u00e9 😀");
    }

    @Test
    void emojiAreReadable() {
        assertThat(utf8.piece("\u26a0\ufe0f careful \ud83d\udc69\u200d\ud83d\udcbb"))
                .isEqualTo("\u26a0 careful \ud83d\udc69\ud83d\udcbb");
        assertThat(utf8.piece("a\u200db\ufe0f")).isEqualTo("a\\u{200D}b\\u{FE0F}");
    }

    @Test
    void marksDoNotPileUpOverOtherLines() {
        assertThat(utf8.line("e\u0301")).isEqualTo("e\u0301");
        assertThat(utf8.line("e" + "\u0301".repeat(9))).isEqualTo("e" + "\u0301".repeat(3) + "\\u{0301}".repeat(6));
    }

    @Test
    void tabsOfWhatIsDecidedOnAreNoBlanks() {
        assertThat(utf8.exact("\tx")).isEqualTo("\u21e5   x").isNotEqualTo(utf8.exact("    x"));
        assertThat(utf8.exact("\u21e5   x")).isEqualTo("\\u{21E5}   x");
        assertThat(ascii.exact("\tx")).isEqualTo("\\u{0009}x");
        assertThat(utf8.piece("ab\tx")).isEqualTo("ab  x");
    }

    @Test
    void noTwoTextsThatAreDecidedOnAreShownAlike() {
        SplittableRandom random = new SplittableRandom(7);
        String[] pieces = {
            "\t", " ", "    ", "\u21e5", "\\", "u{21E5}", "u{0009}", "\u0301", "e", "\u00e9", "u{00E9}", "t", "\u202e",
            "\n", "n"
        };
        for (SafeText safe : List.of(utf8, ascii)) {
            Map<String, String> from = new HashMap<>();
            for (int round = 0; round < 20_000; round++) {
                StringBuilder text = new StringBuilder();
                for (int i = random.nextInt(5); i >= 0; i--) {
                    text.append(pieces[random.nextInt(pieces.length)]);
                }
                String before = from.put(safe.exact(VisibleText.exact(text.toString())), text.toString());
                if (before != null) {
                    assertThat(before).as("round %d", round).isEqualTo(text.toString());
                }
            }
        }
    }
}

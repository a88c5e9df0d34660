package dev.intellibrix.brick;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColumnsTest {

    @ParameterizedTest
    @CsvSource({"abc, 3", "日本, 4", "é, 1", "e\u0301, 1", "😀, 2", "한글, 4", "ｆｕｌｌ, 8", "a😀b, 4"})
    void countsWhatATerminalTakes(String text, int columns) {
        assertThat(Columns.of(text)).isEqualTo(columns);
    }

    /** In wide.txt: all ranges that Unicode calls wide or full width, and the symbols that are ambiguous, none of them marks. */
    @Test
    void countsTwoForAllThatAnyTerminalDrawsWide() throws Exception {
        List<String> missed = new ArrayList<>();
        try (InputStream in = getClass().getResourceAsStream("wide.txt")) {
            for (String range : new String(in.readAllBytes(), StandardCharsets.US_ASCII)
                    .trim()
                    .split("\\s+", -1)) {
                String[] ends = range.split("-", -1);
                int last = Integer.parseInt(ends[ends.length - 1], 16);
                for (int c = Integer.parseInt(ends[0], 16); c <= last; c++) {
                    if (Columns.of(c) != 2 && !Columns.isMark(c)) {
                        missed.add(Integer.toHexString(c));
                    }
                }
            }
        }
        assertThat(missed).isEmpty();
    }

    @Test
    void countsOneForAlphabets() {
        for (String text : List.of("naïve", "Ωμέγα", "привет", "שלום", "سلام", "“quoted” – and…")) {
            assertThat(Columns.of(text)).isEqualTo(text.length());
        }
    }

    @Test
    void aCutIsShown() {
        assertThat(Columns.cut("hello", 5, "…")).isEqualTo("hello");
        assertThat(Columns.cut("hello!", 5, "…")).isEqualTo("hell…");
        assertThat(Columns.cut("日本語", 5, "…")).isEqualTo("日本…");
    }

    @Test
    void wrappingLeavesNothingOutAndFits() {
        SplittableRandom random = new SplittableRandom(11);
        int[] alphabet = {'a', ' ', 0x65e5, 0x301, 0x1f600, 'z'};
        for (int round = 0; round < 500; round++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(60); i > 0; i--) {
                text.appendCodePoint(alphabet[random.nextInt(alphabet.length)]);
            }
            int width = 2 + random.nextInt(20);
            var pieces = Columns.wrap(text.toString(), width);
            assertThat(String.join("", pieces)).as("round %d", round).isEqualTo(text.toString());
            assertThat(pieces).as("round %d", round).allMatch(piece -> Columns.of(piece) <= width);
        }
    }

    @Test
    void wordsStayWholeWhereTheyFit() {
        assertThat(Columns.wrapWords("set a key or give --base-url", 14))
                .containsExactly("set a key or", "give", "--base-url");
        assertThat(Columns.wrapWords("ab 0123456789 c", 5)).containsExactly("ab", "01234", "56789", "c");
        assertThat(Columns.wrapWords("", 5)).containsExactly("");
        assertThat(Columns.wrapWords(" 01234567", 5)).containsExactly(" 0123", "4567");
    }
}

package dev.intellibrix.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CharacterBorderTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', ignoreLeadingAndTrailingWhitespace = false, textBlock = """
            ab|0|0
            ab|1|1
            ab|2|2
            ab|3|2
            a\uD83D\uDE00b|1|1
            a\uD83D\uDE00b|2|1
            a\uD83D\uDE00b|3|3
            a\uD83D\uDE00b|4|4
            \uD83D\uDE00|0|0
            \uD83D\uDE00|1|0
            \uD83D\uDE00|2|2
            """)
    void isNeverInsideOfACharacter(String text, int max, int length) {
        assertThat(CharacterBorder.upTo(text, max)).isEqualTo(length);
    }
}

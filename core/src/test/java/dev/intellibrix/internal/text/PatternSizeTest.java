package dev.intellibrix.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PatternSizeTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "abc 3",
                "^[0-9]{4}-[0-9]{2}-[0-9]{2}$ 15",
                "\\p{L}+ 2",
                "[](){}]x 2",
                "[^]a]{3} 4",
                "a{b 3",
                "(a|b)*c 6"
            })
    void countsWhatIsWrittenOut(String pattern, long size) {
        assertThat(PatternSize.of(pattern)).isEqualTo(size);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "((((a{30}){30}){30}){30}){30}",
                "(?:(?:(?:x{1000}){1000}){1000})",
                "(([a-z]{999}){2,999}){3,}",
                "((\\Qa\\E{100}){100}){100}",
                "(([](]{100}){100}){100}",
                "a{100}{100}{100}"
            })
    void seesWhatGrows(String pattern) {
        assertThat(PatternSize.of(pattern)).isGreaterThan(100_000);
    }

    @Test
    void whatIsNoPatternDoesNoHarm() {
        for (String pattern :
                new String[] {"", "\\", "[", "[^", "[\\", "(", ")", "))))", "{", "{1", "{1}", "\\p{", "x{999999999}{9}"
                }) {
            assertThat(PatternSize.of(pattern)).isBetween(0L, 1_000_000_000L);
        }
    }
}

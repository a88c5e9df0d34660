package dev.intellibrix.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequiredTextTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            quoteCharacter = '\u0001',
            value = {
                "(?i)\\bgit\\s+PUSH\\b push",
                "\\brm\\s+-(rf|fr)\\b rm",
                "curl\\b.*\\|\\s*sh curl",
                "ab+cde cde",
                "ab*cde cde",
                "abc?d ab",
                "abc{0,3}de ab",
                "a\\.example a.example",
                "npm|yarn npm,yarn",
                "[a-z]]x] ]x]",
                "[]a]bc bc",
                "[[:alpha:]]xyz xyz",
                "(a(b[)]c)d)efg efg",
                "^chmod$ chmod",
                "ab(?i)cd abcd",
                "ab(i)cde cde",
                "abc(?i)?de ab",
            })
    void isTheLongestLiteralPartOfEachAlternative(String pattern, String expected) {
        assertThat(Pattern.compile(pattern)).isNotNull();
        assertThat(RequiredText.of(pattern)).containsExactly(expected.split(","));
    }

    @ParameterizedTest
    @CsvSource({".*", "a?", "(rm)", "rm|.", "rm|", "\\Qrm\\E", "\\x72m", "\\pLm", "[rm]+", "^(?:cat|head)( |$)"})
    void isNotKnownWhereNothingHasToBeThere(String pattern) {
        assertThat(RequiredText.of(pattern)).isEmpty();
    }

    @Test
    void ignoresTheCaseOfAllThatAPatternMay() {
        Pattern pattern = Pattern.compile("(?i)task");
        for (String text : List.of("TASK", "ta\u017fk", "tas\u212a", "TA\u017f\u212a")) {
            assertThat(pattern.matcher(text).find()).isTrue();
            assertThat(RequiredText.fold(text)).isEqualTo("task");
        }
    }

    @Test
    void isInEveryTextThatThePatternMatches() {
        String[] patternPieces = {
            "a",
            "b",
            "K",
            "s",
            "-",
            " ",
            "\\.",
            "\\-",
            ".",
            "*",
            "+",
            "?",
            "|",
            "(",
            ")",
            "(?:",
            "(?i)",
            "[ab]",
            "[^b]",
            "[",
            "]",
            "[]s]",
            "{",
            "}",
            "{0,1}",
            "{2}",
            ",",
            "\\b",
            "\\s",
            "\\w",
            "\\(",
            "\\[",
            "^",
            "$",
            "\\Q",
            "\\E",
            "[[:alpha:]]",
            "\\\\",
            "(?P<x>",
            "\\pL",
            "\\x61"
        };
        String[] textPieces = {
            "a", "b", "k", "K", "s", "S", "\u017f", "\u212a", "-", " ", ".", "(", "[", "{", "}", "\\", ","
        };
        SplittableRandom random = new SplittableRandom(3);
        int compiled = 0;
        int matched = 0;
        for (int round = 0; round < 60_000; round++) {
            String source = pieces(random, patternPieces, 1 + random.nextInt(8));
            Pattern pattern;
            try {
                pattern = Pattern.compile(source);
            } catch (PatternSyntaxException e) {
                continue;
            }
            compiled++;
            List<String> required = RequiredText.of(source);
            for (int i = 0; i < 10 && !required.isEmpty(); i++) {
                String text = pieces(random, textPieces, random.nextInt(10));
                if (pattern.matcher(text).find()) {
                    matched++;
                    assertThat(required)
                            .as("seed 3, round %d: %s on %s", round, source, text)
                            .anyMatch(RequiredText.fold(text)::contains);
                }
            }
        }
        assertThat(compiled).isGreaterThan(10_000);
        assertThat(matched).isGreaterThan(5_000);
    }

    private static String pieces(SplittableRandom random, String[] pieces, int count) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append(pieces[random.nextInt(pieces.length)]);
        }
        return text.toString();
    }
}

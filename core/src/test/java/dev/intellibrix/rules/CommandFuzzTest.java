package dev.intellibrix.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.tool.Command;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever the command is, the rules have an answer, soon. */
class CommandFuzzTest {

    private static final String[] PIECES = {
        "a",
        "rm",
        "-rf",
        " ",
        "\t",
        "\n",
        "\r\n",
        "'",
        "\"",
        "`",
        "\\",
        "$",
        "$(",
        "${",
        "$((",
        "))",
        "(",
        ")",
        "{",
        "}",
        "<",
        ">",
        "<<",
        "<<-",
        "<<<",
        "<(",
        ">(",
        "&",
        "&&",
        "&>",
        "|",
        "||",
        "|&",
        ";",
        ";;",
        "#",
        "=",
        "+=",
        "[",
        "]",
        "[[",
        "*",
        "?",
        "!",
        "~",
        ",",
        "..",
        "case",
        " in ",
        "esac",
        "if ",
        "then ",
        "fi",
        "for ",
        "do ",
        "done",
        "function ",
        "coproc ",
        "time ",
        "sudo ",
        "env -S ",
        "xargs ",
        "find -exec ",
        "sh -c ",
        "eval ",
        "bash ",
        "su -c ",
        "strace ",
        "watch ",
        "parallel ",
        "EOF",
        "\nEOF\n",
        "$'\\x",
        "\u200b",
        "\u202e",
        "\u0301",
        "\ufdfa",
        "\ud800",
        "\u0000",
        "\uff52",
        "0",
        "1>",
        "{fd}>"
    };

    private static final RuleSet RULES = InterceptRules.builtIn()
            .with(InterceptRule.block("no-rm", "\\brm\\s+-(rf|fr)\\b", "no"))
            .current();

    private static String soup(SplittableRandom random, int pieces, int kinds) {
        String[] chosen = new String[kinds];
        for (int i = 0; i < kinds; i++) {
            chosen[i] = PIECES[random.nextInt(PIECES.length)];
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < pieces; i++) {
            text.append(chosen[random.nextInt(kinds)]);
        }
        return text.toString();
    }

    private static void answersAll(long seed, int rounds) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < rounds; round++) {
            String text = soup(random, 1 + random.nextInt(round % 50 == 0 ? 4_000 : 40), 1 + random.nextInt(12));
            long start = System.nanoTime();
            RuleFindings findings =
                    RULES.evaluate(List.of(Command.text(text), Command.argv(List.of("sh", "-c", text))));
            long took = System.nanoTime() - start;
            assertThat(findings).as("seed %d, round %d", seed, round).isNotNull();
            assertThat(took).as("seed %d, round %d: %s", seed, round, text).isLessThan(10_000_000_000L);
        }
    }

    @Test
    void answersWhateverTheTextIs() {
        answersAll(20_260_101, 2_000);
    }

    @Test
    @Tag("thorough")
    void answersWhateverTheTextIsManyTimes() {
        answersAll(System.nanoTime(), 100_000);
    }

    @Test
    void findsAPatternInTheTextAsGivenWhateverElseIsInIt() {
        SplittableRandom random = new SplittableRandom(5);
        for (int round = 0; round < 2_000; round++) {
            String text = soup(random, random.nextInt(20), 8) + "rm -rf d" + soup(random, random.nextInt(20), 8);
            boolean expected = text.matches("(?s).*\\brm\\s+-(rf|fr)\\b.*");
            if (expected) {
                assertThat(RULES.evaluate(List.of(Command.text(text))).isBlocked())
                        .as("seed 5, round %d: %s", round, text)
                        .isTrue();
            }
        }
    }

    @Test
    void answersWhateverTheArgumentsAre() {
        SplittableRandom random = new SplittableRandom(11);
        for (int round = 0; round < 2_000; round++) {
            List<String> argv = new ArrayList<>();
            for (int i = 1 + random.nextInt(8); i > 0; i--) {
                argv.add(soup(random, random.nextInt(4), 4));
            }
            assertThat(RULES.evaluate(List.of(Command.argv(argv))))
                    .as("seed 11, round %d", round)
                    .isNotNull();
        }
    }

    /** Each made to be slow in a way of its own; together they hold the reader to time linear in the length. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "sudo ",
                "strace -a b ",
                "watch ",
                "eval ",
                "env -S a ",
                "su -c 'x' ",
                "x=1 ",
                "a[",
                "{a,b}",
                ">f ",
                "<<A ",
                "find -exec ",
                "case ",
                "echo &>x ",
                "<<<x ",
                "$((",
                "`",
                "\"$(",
                "${x:-",
                "a=(",
                "(",
                "{ ",
                "\u0301\u0323",
                "e\u0301",
                "\ufdfa",
                "\\\n",
                "$'\\x41",
                "coproc x ",
                "time ",
                "$x ",
                "'' ",
                "a\n"
            })
    void staysWithinItsBoundsOn(String piece) {
        String text = piece.repeat(9_990 / piece.length());
        CommandViews views = CommandViews.of(Command.text(text));
        int size = views.views().stream().mapToInt(view -> view.text().length()).sum();
        assertThat(size).isLessThanOrEqualTo(220_000);
    }
}

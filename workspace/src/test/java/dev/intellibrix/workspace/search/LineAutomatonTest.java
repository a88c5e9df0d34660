package dev.intellibrix.workspace.search;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.StringJoiner;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The automaton finds every line that matches, and where its word is taken it finds no other. */
class LineAutomatonTest {

    private static final String[] PIECES = {
        "a",
        "b",
        "k",
        "s",
        "K",
        "ab",
        "-",
        "_",
        "\\.",
        "\\d",
        "\\D",
        "\\w",
        "\\W",
        "\\s",
        "\\S",
        "\\b",
        "\\B",
        "\\t",
        ".",
        "^",
        "$",
        "[ab]",
        "[^a]",
        "[a-c]",
        "[^k-s]",
        "[\\w-]",
        "[]a]",
        "[^]b]",
        "[\\]k]",
        "[a\u017f]",
        "[^\u212a]",
        "\u00e4",
        "{",
        "a{2}",
        "b{0,2}",
        "b{1,}",
        "(ab){2,3}",
        "|",
        "|",
        "*",
        "?",
        "+",
        "+?",
        "(",
        "(?:",
        "(?P<n>",
        ")",
        ")",
        "a|b",
        "(a|)",
        "\\x61",
        "\\pL"
    };
    private static final String[] TEXTS = {
        "a",
        "b",
        "K",
        "k",
        "s",
        "S",
        "\u017f",
        "\u212a",
        "\u00e4",
        "\ud83d\ude00",
        " ",
        "-",
        "ab",
        "ks",
        "1",
        "_",
        ".",
        "\t",
        "\r",
        "]",
        "{2}"
    };

    private static ByteRegex.Translation translated(String regex) {
        return Objects.requireNonNull(ByteRegex.of(regex, false), regex);
    }

    private static List<Integer> candidates(ByteRegex.Translation translation, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        LineAutomaton automaton = new LineAutomaton(translation.program());
        List<Integer> lines = new ArrayList<>();
        int line = 0;
        int from = 0;
        while (from < bytes.length) {
            int hit = automaton.find(bytes, from, bytes.length);
            while (from < bytes.length && from <= hit) {
                boolean isHit = hit < bytes.length && hit <= end(bytes, from);
                if (isHit) {
                    lines.add(line);
                }
                from = end(bytes, from) + 1;
                line++;
            }
        }
        return lines;
    }

    private static int end(byte[] bytes, int from) {
        int end = from;
        while (end < bytes.length && bytes[end] != '\n') {
            end++;
        }
        return end;
    }

    private static String joined(SplittableRandom random, String[] from, int count) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append(from[random.nextInt(from.length)]);
        }
        return text.toString();
    }

    private static Pattern compiled(String regex, boolean ignoreCase) {
        try {
            return Pattern.compile(regex, Pattern.MULTILINE | (ignoreCase ? Pattern.CASE_INSENSITIVE : 0));
        } catch (PatternSyntaxException e) {
            return null;
        }
    }

    @Test
    void agreesWithTheExpressionItself() {
        compare(3_000);
    }

    @Test
    @Tag("thorough")
    void agreesWithManyExpressions() {
        compare(200_000);
    }

    private static void compare(int expressions) {
        long seed = Long.getLong("seed", System.nanoTime());
        int translated = 0;
        for (int i = 0; translated < expressions; i++) {
            SplittableRandom random = new SplittableRandom(seed + i);
            String regex = joined(random, PIECES, 1 + random.nextInt(6));
            boolean ignoreCase = random.nextBoolean();
            Pattern pattern = compiled(regex, ignoreCase);
            ByteRegex.Translation translation = pattern == null ? null : ByteRegex.of(regex, ignoreCase);
            if (translation == null) {
                continue;
            }
            translated++;
            List<String> lines = new ArrayList<>();
            for (int line = 0; line < 12; line++) {
                lines.add(joined(random, TEXTS, random.nextInt(6)));
            }
            if (lines.get(lines.size() - 1).isEmpty() || random.nextBoolean()) {
                lines.add("");
            }
            String text = String.join("\n", lines);
            List<Integer> found = candidates(translation, text);
            for (int line = 0; line < lines.size(); line++) {
                check(pattern, translation, lines.get(line), line, found, lines, "-Dseed=" + (seed + i) + " " + regex);
            }
        }
    }

    private static void check(
            Pattern pattern,
            ByteRegex.Translation translation,
            String line,
            int number,
            List<Integer> found,
            List<String> lines,
            String what) {
        boolean isLast = number == lines.size() - 1;
        if (isLast && line.isEmpty()) {
            return; // Behind the last line feed is no line.
        }
        String content = !isLast && line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
        boolean matches = pattern.matcher(content).find();
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        boolean accepted = new LineAutomaton(translation.program()).accepts(bytes, 0, bytes.length);
        if (matches) {
            assertThat(found).as("%s in %s", what, line).contains(number);
            assertThat(accepted).as("%s in %s", what, line).isTrue();
        }
        boolean simple = content.chars().allMatch(c -> c < 0x80 && c != '\r');
        if (simple && translation.exact()) {
            assertThat(accepted).as("%s in %s", what, line).isEqualTo(matches);
        }
        if (simple && translation.exact() && !line.endsWith("\r")) {
            assertThat(found.contains(number)).as("%s in %s", what, line).isEqualTo(matches);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"(?i:a)", "\\pL", "[[:alpha:]]", "\\Qa\\E", "a\\z", "(?s)a", "\\x{61}", "[\\pL]", "\\141"})
    void whatItDoesNotKnowIsLeftToTheExpression(String regex) {
        assertThat(ByteRegex.of(regex, false)).isNull();
    }

    @Test
    void aNumberWithALeadingZeroIsNoRepetition() {
        assertThat(candidates(translated("ab{02}"), "abb\nab{02}")).containsExactly(1);
        assertThat(candidates(translated("a{1,02}"), "a\na{1,02}")).containsExactly(1);
    }

    @Test
    void anExpressionMayTellAllCharactersApart() {
        StringJoiner regex = new StringJoiner("|");
        for (char c = 1; c < 128; c++) {
            boolean isPunctuation = c > ' ' && c < 127 && !Character.isLetterOrDigit(c);
            if (c != '\n' && c != '\r') {
                regex.add((isPunctuation ? "\\" : "") + c);
            }
        }
        regex.add("\u00e4");
        assertThat(candidates(translated(regex.toString()), "\na\n\n~\n\u00e4\n"))
                .containsExactly(1, 3, 4);
    }

    @Test
    void anExpressionThatGetsTooLargeIsLeftToTheExpression() {
        assertThat(ByteRegex.of("(a{100}){100}", false)).isNull();
        assertThat(ByteRegex.of("(".repeat(100) + "a" + ")".repeat(100), false)).isNull();
    }

    @Test
    void anAutomatonThatGetsTooLargeTakesEveryLineForOneThatMayMatch() {
        StringBuilder text = new StringBuilder();
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 200_000; i++) {
            text.append(i % 100 == 99 ? '\n' : random.nextBoolean() ? 'a' : 'b');
        }
        byte[] bytes = text.toString().getBytes(StandardCharsets.US_ASCII);
        LineAutomaton automaton = new LineAutomaton(translated("a[ab]{40}c").program());
        int hit = automaton.find(bytes, 0, bytes.length);
        assertThat(automaton.isExhausted()).isTrue();
        assertThat(hit).isLessThan(bytes.length);
        assertThat(automaton.find(bytes, 700, bytes.length)).isEqualTo(700);
        assertThat(automaton.accepts(bytes, 700, 799)).isTrue();
    }

    @Test
    void theEndsOfTheLineAreThoseOfBothKinds() {
        assertThat(candidates(translated("^ab$"), "ab\nxab\nab\r\nabx\nab")).containsExactly(0, 2, 4);
        assertThat(candidates(translated("^$"), "a\n\n\r\nb\n")).containsExactly(1, 2);
    }
}

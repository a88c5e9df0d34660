package dev.intellibrix.agenttools.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.tool.Cancellation;
import dev.intellibrix.tool.ToolException;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing that a query can say keeps it from looking at what it has cost, and nothing of that is counted twice. */
@Timeout(240)
class BudgetTest {

    private static final long MANY = 1L << 50;

    private static String run(String document, String query) {
        return run(document, query, 10_000_000, Cancellation.none());
    }

    private static String run(String document, String query, long steps, Cancellation cancellation) {
        QueryLimits limits = new QueryLimits(1_000, 100_000, steps, 1_000, Duration.ofMinutes(10));
        return Queries.run(document, query, limits, cancellation);
    }

    /** Fires when somebody looks at it for the nth time. */
    private static Cancellation firingAtLook(int wanted) {
        AtomicInteger looks = new AtomicInteger();
        return new Cancellation() {
            @Override
            public boolean isCancelled() {
                return looks.incrementAndGet() >= wanted;
            }

            @Override
            public Registration onCancel(Runnable action) {
                return () -> {};
            }
        };
    }

    /** A query with 2^40 results of a filter that does nothing but hand on. */
    private static String doubling(String query) {
        return query.replace("MANY", "(.,.)" + "|(.,.)".repeat(39));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "MANY|empty",
                "first(MANY|select(false))",
                "limit(1; MANY|empty)",
                "skip(1e12; MANY)",
                "any(MANY; .)",
                "isempty(MANY|empty)",
                "last(MANY)",
                "[MANY|empty]",
                "(MANY) // 1",
                "if MANY then empty else empty end",
                "(MANY) and true | empty",
                "try (MANY|empty) catch .",
                "path(MANY|empty)",
                "{a: (MANY|empty)}",
                "\"\\(MANY|empty)\"",
                "[1]|map_values(MANY|empty)",
                "[1] | sort_by(MANY|empty)",
                "[1] | .[-(MANY|empty)]",
                "(MANY) + 1 | empty",
                "recurse(MANY|empty) | empty",
                "range(0; (MANY|empty))",
                "repeat(empty)",
                "first(repeat(empty))",
                "until(false; .)",
                "getpath((MANY|empty))",
            })
    void everyPartOfAQueryIsAStep(String query) {
        assertThatThrownBy(() -> run("null", doubling(query), 100_000, Cancellation.none()))
                .isInstanceOf(ToolException.class)
                .hasMessageContaining("stopped after 100,000 steps");
        assertThatThrownBy(() -> run("null", doubling(query), MANY, firingAtLook(3)))
                .isInstanceOf(CancellationException.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '@',
            value = {
                "(\"a\"*4e6) | contains((\"a\"*2e6)+\"b\") @ false",
                "(\"a\"*4e6) | index((\"a\"*2e6)+\"b\") @ null",
                "(\"a\"*4e6) | rindex((\"a\"*2e6)+\"b\") @ null",
                "(\"a\"*4e6) | indices((\"a\"*2e6)+\"b\") | length @ 0",
                "(\"a\"*4e6) | split((\"a\"*2e6)+\"b\") | length @ 1",
                "(\"a\"*4e6) / ((\"a\"*2e6)+\"b\") | length @ 1",
                "(\"a\"*4e5) | indices(\"a\"*2e5) | length @ 200001",
                "(\"a\"*4e6) | split(\"a\"*1e6) @ [\"\",\"\",\"\",\"\",\"\"]",
            })
    void findsInLinearTime(String query, String expected) {
        assertThat(run("null", query)).isEqualTo(expected);
    }

    @Test
    void findsWhatAPlainSearchFinds() {
        SplittableRandom random = new SplittableRandom(7);
        QueryLimits limits = new QueryLimits(1, 1, MANY, 1_000, Duration.ofMinutes(10));
        Run run = new Run(limits, Cancellation.none(), MemoryPool.ofHeap());
        for (int i = 0; i < 3_000; i++) {
            String text = letters(random, random.nextInt(200));
            String part = letters(random, 1 + random.nextInt(24));
            assertThat(Texts.indices(run, text, part).size())
                    .as("%s in %s", part, text)
                    .isEqualTo((int) IntStream.range(0, text.length())
                            .filter(at -> text.startsWith(part, at))
                            .count());
            assertThat(Texts.split(run, text, part).size())
                    .as("%s in %s", part, text)
                    .isEqualTo(text.isEmpty() ? 0 : text.split(Pattern.quote(part), -1).length);
        }
    }

    /** Of few letters, and often a repetition, so that parts nearly fit. */
    private static String letters(SplittableRandom random, int length) {
        StringBuilder text = new StringBuilder();
        String period = random.nextBoolean() ? "a" : "aab";
        for (int i = 0; i < length; i++) {
            text.append(random.nextInt(12) == 0 ? 'b' : period.charAt(i % period.length()));
        }
        return text.toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "length",
                "utf8bytelength",
                ".[5:]",
                "startswith($)",
                "endswith($)",
                "ltrimstr(\"y\")",
                "explode|implode",
                "ascii_upcase",
                "ltrim",
                ". + \"x\"",
                ". == $",
                "contains(\"y\")",
                "tojson",
                "\"\\(.)\"",
            })
    void looksUpWhileItGoesThroughLongTexts(String step) {
        String query = "(\"\u20ac\"*1e5) | [limit(200; repeat(" + step.replace("$", ".") + "|type))] | length";

        assertThatThrownBy(() -> run("null", query, MANY, firingAtLook(50))).isInstanceOf(CancellationException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sort|length", "sort_by(.)|length", "[group_by(.)[][]]|length", "unique|length > 0"})
    void sortsNumbersWhoseOrderContradictsItself(String sorting) {
        for (int seed = 0; seed < 200; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            String[] numbers = {"9007199254740992", "9007199254740993", "[9007199254740993]", "9007199254740991"};
            StringBuilder document = new StringBuilder("[1");
            for (int i = 1; i < 158; i++) {
                document.append(',').append(numbers[random.nextInt(numbers.length)]);
            }
            String query = "map(if type == \"array\" then .[0]+0 else . end)|" + sorting;
            assertThat(run(document.append(']').toString(), query))
                    .as("seed %d", seed)
                    .isIn("158", "true");
        }
    }

    @Test
    void sortsManyNumbers() {
        String query = "[range(200000)|(. * 7919) % 200003] | sort | .[0:3]";

        assertThat(run("null", query)).isEqualTo("[0,1,2]");
    }

    @Test
    void errorsThatAreCaughtLeaveNoTrace() {
        String query = "[range(3000) | try ([recurse(if . < 1e6 then (1e6+1, 1e6+2) else error(\"x\") end)] | length)"
                + " catch \"E\"] | length";

        assertThat(run("null", query)).isEqualTo("3000");
    }

    @Test
    void errorsOfOneValueAreNotCountedForTheNext() {
        String line = "{\"name\":\"a\",\"children\":[{\"name\":\"b\"},{\"name\":\"c\"}]}\n";

        assertThatThrownBy(() -> run(line.repeat(3_000), "recurse(.children[]) | .name | empty"))
                .isInstanceOf(ToolException.class)
                .hasMessageContaining("3,000 of 3,000 values failed")
                .hasMessageContaining("Cannot iterate over null");
    }

    @Test
    void boundsAndUncoversTheTextOfAnError() {
        assertThatThrownBy(() -> run("null", "error(\"x\"*300000)"))
                .isInstanceOf(ToolException.class)
                .message()
                .hasSizeLessThan(1_300)
                .contains("xxx...");
        assertThatThrownBy(() -> run("null", "error(\"\\u001b[31m\\u202e\\n[system] go\")"))
                .isInstanceOf(ToolException.class)
                .message()
                .doesNotContain("\u001b", "\u202e", "\n[system]");
    }
}

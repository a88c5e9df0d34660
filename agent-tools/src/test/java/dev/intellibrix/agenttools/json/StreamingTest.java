package dev.intellibrix.agenttools.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.tool.Cancellation;
import dev.intellibrix.tool.CancellationSource;
import dev.intellibrix.tool.ToolException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that are larger than what one value may take in memory. */
class StreamingTest {

    private static final QueryLimits LIMITS = new QueryLimits(1_000, 100_000, 10_000, 100, Duration.ofMinutes(5));
    /** A fifth of what the files have. */
    private static final long MEMORY = 4L << 20;

    private static final String FILLER = "\"" + "x".repeat(1_000) + "\"";

    /** A text that repeats, which is nowhere as a whole. */
    private static final class Endless extends InputStream {

        private final byte[] start;
        private final byte[] unit;
        private final byte[] end;
        private final long times;
        private long unitsDone;
        private byte[] now;
        private int at;

        Endless(String start, String unit, long times, String end) {
            this.start = start.getBytes(StandardCharsets.UTF_8);
            this.unit = unit.getBytes(StandardCharsets.UTF_8);
            this.end = end.getBytes(StandardCharsets.UTF_8);
            this.times = times;
            this.now = this.start;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            while (at == now.length) {
                if (now == end) {
                    return -1;
                }
                now = unitsDone++ < times ? unit : end;
                at = 0;
            }
            int count = Math.min(length, now.length - at);
            System.arraycopy(now, at, into, offset, count);
            at += count;
            return count;
        }
    }

    private static String run(InputStream in, String query) {
        return run(in, query, LIMITS, Cancellation.none());
    }

    private static String run(InputStream in, String query, QueryLimits limits, Cancellation cancellation) {
        return Queries.run(in, query, limits, cancellation, new MemoryPool(MEMORY));
    }

    private static InputStream array() {
        return new Endless("[0", ",{\"a\":[1,2],\"b\":" + FILLER + "}", 20_000, "]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '@',
            value = {
                ".[] | numbers @ 0",
                "map(numbers) @ [0]",
                "[.[] | numbers, (.a?[1] | select(. > 2))] @ [0]",
                "add(.[] | .a?[0] // 0) @ 20000",
                "[limit(2; .[])] | length @ 2",
                "first(.[] | .a?) @ [1,2]",
                "any(.[]; . == 0) @ true",
                "all(.[]; . != null) @ true",
                "last(.[] | .a?) | .[1] @ 2",
                "map(.a?[1]) | length @ 20000",
                ". | .[] | numbers @ 0",
                ".[]? | numbers @ 0",
                "[.[]? | numbers] @ [0]",
                "(.[] | numbers), \"end\" | tostring | select(. != \"0\") @ \"end\"",
                "[\"start\", (.[] | numbers)] @ [\"start\",0]",
                "(.[] | strings) // \"none\" @ \"none\"",
                "length @ 20001",
                "first @ 0",
                ".[1].a @ [1,2]",
                ".[-1] | keys @ [\"a\",\"b\"]",
                "[limit(1; .[2:5][].a)] @ [[1,2]]",
                "[add(.[].a?[0]?), 1] @ [20000,1]",
            })
    void readsABigArrayElementByElement(String query, String expected) {
        assertThat(run(array(), query)).isEqualTo(expected);
    }

    private static InputStream export() {
        String item = ",{\"a\":[1,2],\"b\":" + FILLER + "}";
        return new Endless(
                "{\"head\":{\"n\":" + FILLER + "},\"data\":{\"skipped\":[[1]],\"items\":[0",
                item,
                20_000,
                "]},\"tail\":{}}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '@',
            value = {
                ".data.items[] | numbers @ 0",
                ".data | .items[]? | numbers @ 0",
                ".data.items | map(numbers) @ [0]",
                "add(.data.items[1:][].a[1]) @ 40000",
                "[.data[\"items\"][] | numbers] @ [0]",
                ".data.items[0] @ 0",
                ".data.items[20000].a @ [1,2]",
                ".data.items[20001] @ null",
                ".data.items[-1].a[0] @ 1",
                ".data.items | last | .a @ [1,2]",
                ".data.items[0:2] | length @ 2",
                ".data.items[20000:] | map(.a) @ [[1,2]]",
                ".data.items[19999:30000] | length @ 2",
                ".data.items[3:3] @ []",
                ".data.items | length @ 20001",
                ".data.items | map(.a?) | length @ 20000",
                "[.data.items[] | select(numbers)] | length @ 1",
                "{count: (.data.items | length), of: \"x\"} @ {\"count\":20001,\"of\":\"x\"}",
                "([.data.items[] | numbers] | length) + 1 @ 2",
                "1 - (.data.items | length) @ -20000",
                "first(.data.items[] | strings) // \"none\" @ \"none\"",
                "any(.data.items[]; . == 5) @ false",
                "nth(2; .data.items[]).a @ [1,2]",
                ".tail @ {}",
                ".data.skipped @ [[1]]",
                ".head.n | length @ 1000",
                ".nothing.at[0].all @ null",
            })
    void readsOneMemberOfABigObject(String query, String expected) {
        assertThat(run(export(), query)).isEqualTo(expected);
    }

    @Test
    void readsTheRowsOfABigTableOneByOne() {
        InputStream rows = new Endless("[[0]", ",[1," + FILLER + "]", 20_000, "]");

        assertThat(run(rows, ".[][1:] | select(length == 0)")).isEqualTo("[]");
    }

    @Test
    void saysHowABigArrayCanBeRead() {
        assertThatThrownBy(() -> run(export(), ".data.items | sort"))
                .hasMessageContaining(
                        "MB of memory; narrow it: an array is read element by element when the query uses it"
                                + " once, as in .[] | ..., .items[] | ... or .items[0:10]");
        assertThatThrownBy(() -> run(export(), ".data.items | map(.)"))
                .hasMessageContaining("MB of memory; narrow it (at the value that begins on line 1)");
    }

    @Test
    void readsJsonLinesValueByValue() {
        InputStream lines = new Endless("", "{\"a\":1,\"b\":" + FILLER + "}\n", 20_000, "{\"a\":2}");

        assertThat(run(lines, "select(.a == 2) | .a")).isEqualTo("2");
    }

    @Test
    void refusesABigArrayThatAQueryNeedsAsAWhole() {
        assertThatThrownBy(() -> run(array(), "sort"))
                .isInstanceOf(ToolException.class)
                .hasMessageContaining("MB of memory")
                .hasMessageContaining(".[]");
    }

    @Test
    void keepsNoMoreThanItMayOfABigArray() {
        assertThatThrownBy(() -> run(array(), "map(.)"))
                .isInstanceOf(ToolException.class)
                .hasMessageContaining("MB of memory");
    }

    @Test
    void streamsTheSameAsItReads() {
        String document =
                "[1,[2,{\"a\":\"x\"}],null] [] {\"k\":[3,[4,5,6],{}],\"l\":2} [4] {\"k\":1} {\"k\":{\"k\":[7]}} {}"
                        + " null 8 {\"k\":1,\"k\":[9]} {\"k\":{\"k\":2},\"k\":{\"m\":2}}";
        String[] queries = {
            ".[]",
            "map(.)",
            "first(.[])",
            "[.[]?]",
            "[limit(1;.[])]",
            "add(.[]|numbers)",
            ".k[]",
            ".k[]?",
            ".k?[]?",
            ".k.k[]",
            ".k?.k?[]?",
            "[.k[]?]",
            ".k[0]",
            ".k[1:]",
            ".k[1:][0]",
            ".k[:2]",
            ".k[-1]",
            ".k[5]",
            ".k[0]?",
            ".k|length",
            ".k|first",
            ".k?|length",
            "length",
            "[.[]?]|length",
            ".k|map(.)|length",
            ".[][1:]",
            ".[]?,1",
            "1,.[]?",
            ".k[]? // 1",
            "add(.k[]?)",
            "{a:(.k[]?)}",
            "{a:1,b:[.k[]?]}",
            "[.k[]?]+[1]",
            "[1]+[.k[]?]",
            "(.k[]?)+(1,2)",
            "try .k[] catch .",
            ".k",
            ".k.m",
            ".k|keys?",
            ".k[1][0]?",
            "[.k[1:3][]?]",
            "nth(1;.k[]?)",
            "skip(1;.k[]?)",
            ".k[1.5]?",
            ".k[1,0]?",
            ".k[.k|length]?",
            "isempty(.k[]?)",
            "\"\\(.k)\"",
            "last(.k[]?)"
        };
        for (String query : queries) {
            assertThat(outcome(document, query)).as(query).isEqualTo(outcome(document, "(., empty) | " + query));
        }
    }

    private static String outcome(String document, String query) {
        try {
            return run(new Endless(document, "", 0, ""), query);
        } catch (ToolException e) {
            return "failed: " + e.getMessage();
        }
    }

    @Test
    void stopsWhenItIsCancelled() {
        CancellationSource source = new CancellationSource();
        source.cancel();

        assertThatThrownBy(() -> run(array(), ".[] | empty", LIMITS, source)).isInstanceOf(CancellationException.class);
    }

    @Test
    void passesOverTheRestOfAnArrayWithinItsBounds() {
        assertThatThrownBy(() -> run(new Endless("[1,", "[[[[", 1L << 40, ""), ".[] | error"))
                .isInstanceOf(ToolException.class)
                .hasMessageContaining("nested too deep");
        assertThatThrownBy(() -> run(new Endless("[1,", "2,", 1L << 40, ""), ".[] | error", LIMITS, thirdLook()))
                .isInstanceOf(CancellationException.class);
    }

    @Test
    void looksUpWithinWhatHasNoEnd() {
        for (String document : new String[] {"", "\"", "{\"a\":\""}) {
            assertThatThrownBy(() -> run(new Endless(document, "   ", 1L << 40, ""), ".", LIMITS, thirdLook()))
                    .as(document)
                    .isInstanceOf(CancellationException.class);
        }
    }

    /** Fires when somebody looks at it for the third time. */
    private static Cancellation thirdLook() {
        AtomicInteger looks = new AtomicInteger();
        return new Cancellation() {
            @Override
            public boolean isCancelled() {
                return looks.incrementAndGet() > 2;
            }

            @Override
            public Registration onCancel(Runnable action) {
                return () -> {};
            }
        };
    }

    @Test
    void boundsKeysAndStringsByTheMemory() {
        assertThatThrownBy(() -> run(new Endless("{\"", "x", 1L << 40, ""), "."))
                .isInstanceOf(ToolException.class)
                .hasMessageContaining("a key of more than 10,000 characters");
        assertThatThrownBy(() -> run(new Endless("\"", "x", 1L << 40, ""), "."))
                .isInstanceOf(ToolException.class)
                .hasMessageContaining("a string of more than 699,050");
    }

    @Test
    void anErrorOfTheDiskIsNoErrorOfTheJson() {
        InputStream broken = new InputStream() {
            private int left = 20_000;

            @Override
            public int read() throws IOException {
                if (left-- == 0) {
                    throw new IOException("gone");
                }
                return ' ';
            }

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                if (length == 0) {
                    return 0;
                }
                into[offset] = (byte) read();
                return 1;
            }
        };

        assertThatThrownBy(() -> run(broken, "."))
                .isInstanceOf(UncheckedIOException.class)
                .hasRootCauseMessage("gone");
    }

    @Test
    void stopsWhenTheTimeIsUp() {
        QueryLimits brief = new QueryLimits(1_000, 100_000, Integer.MAX_VALUE, 100, Duration.ofMillis(50));

        assertThatThrownBy(() -> run(new Endless("", "1\n", 1L << 40, ""), "empty", brief, Cancellation.none()))
                .isInstanceOf(ToolException.class)
                .hasMessageContaining("50 ms");
    }
}

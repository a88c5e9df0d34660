package dev.intellibrix.agenttools.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.tool.Cancellation;
import dev.intellibrix.tool.ToolException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** In a JVM with a small heap a query on a huge file of any make ends by itself, not by the end of the memory. */
@Tag("thorough")
@Timeout(600)
class QueryMemoryTest {

    /** A file, which is nowhere as a whole, and a query over it. */
    private enum Case {
        EMPTY_OBJECTS(".", "[{}", ",{}", 3_000_000, "]", false),
        SMALL_OBJECTS(".", "[0", ",{\"a\":1000}", 1_000_000, "]", false),
        SMALL_ARRAYS(".", "[0", ",[1]", 2_000_000, "]", false),
        STRINGS(".", "[0", ",\"ab\"", 2_000_000, "]", false),
        NUMBERS(".", "[0", ",1.5", 2_000_000, "]", false),
        NULLS(".", "[0", ",null", 4_000_000, "]", false),
        TABLES(
                ".",
                "[0",
                ",{\"a\":0,\"b\":0,\"c\":0,\"d\":0,\"e\":0,\"f\":0,\"g\":0,\"h\":0,\"i\":0,\"j\":0,\"k\":0}",
                200_000,
                "]",
                false),
        LONG_KEYS("length", "{\"\":0", ",\"#" + "x".repeat(9_000) + "\":1", 20_000, "}", false),
        SHORT_KEYS("length", "{\"\":0", ",\"#\":1", 1_000_000, "}", false),
        ONE_KEY("length", "{\"", "x".repeat(1_000), 100_000, "\":1}", false),
        ONE_STRING("length", "\"", "x".repeat(1_000), 100_000, "\"", false),
        SKIPPED_DEPTH(".[] | error", "[1,", "[[[[[[[[[[", 5_000_000, "", false),
        LONG_KEYS_OF_LINES("empty", "", "{\"#" + "x".repeat(9_000) + "\":1}\n", 20_000, "", false),
        ELEMENTS(".[] | empty", "[0", ",{\"a\":[1000,\"b\"]}", 1_000_000, "]", true),
        SKIPPED_ELEMENTS(".[] | error", "[0", ",{\"a\":[1000,\"b\"]}", 1_000_000, "]", false),
        LONG_KEYS_OF_SKIPPED(".[] | error", "[1", ",{\"#" + "x".repeat(9_000) + "\":1}", 20_000, "]", false),
        LONG_KEYS_BESIDE(".a", "{\"a\":1", ",\"#" + "x".repeat(9_000) + "\":1", 20_000, "}", false),
        WIDE_STRINGS(".", "[0", ",\"" + "\u20ac".repeat(400) + "\"", 30_000, "]", false),
        BESIDE(".a", "{\"a\":1", ",\"#\":[1000,{\"b\":\"c\"}]", 1_000_000, "}", true),
        MEMBERS(".a[] | empty", "{\"b\":[[]],\"a\":[0", ",{\"a\":[1000,\"b\"]}", 1_000_000, "]}", true),
        COUNT("map(.a)|length", "[{}", ",{\"a\":[1000,\"b\"]}", 1_000_000, "]", true),
        LINES("empty", "", "{\"#\":1}\n", 500_000, "", true);

        private final String query;
        private final String start;
        private final String unit;
        private final int times;
        private final String end;
        private final boolean fits;

        Case(String query, String start, String unit, int times, String end, boolean fits) {
            this.query = query;
            this.start = start;
            this.unit = unit;
            this.times = times;
            this.end = end;
            this.fits = fits;
        }
    }

    /** The start, the unit so many times, a # in it replaced by which it is, and the end. */
    private static final class Generated extends InputStream {

        private final IntFunction<String> parts;
        private byte[] now = new byte[0];
        private int part;
        private int at;
        private final int last;

        Generated(Case of) {
            this.parts = i -> i == 0 ? of.start : i <= of.times ? of.unit.replace("#", Integer.toString(i)) : of.end;
            this.last = of.times + 1;
        }

        @Override
        public int read() {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            while (at == now.length) {
                if (part > last) {
                    return -1;
                }
                now = parts.apply(part++).getBytes(StandardCharsets.UTF_8);
                at = 0;
            }
            int count = Math.min(length, now.length - at);
            System.arraycopy(now, at, into, offset, count);
            at += count;
            return count;
        }
    }

    /** The other JVM. */
    static final class Main {

        private Main() {}

        public static void main(String[] args) throws IOException {
            try (PrintStream out =
                    new PrintStream(Files.newOutputStream(Path.of(args[0])), true, StandardCharsets.UTF_8)) {
                for (Case one : Case.values()) {
                    out.println(one + " " + outcome(one));
                }
            }
        }

        private static String outcome(Case one) {
            QueryLimits limits = new QueryLimits(1_000, 100_000, 10_000_000, 1_000, Duration.ofMinutes(9));
            try {
                Queries.run(new Generated(one), one.query, limits, Cancellation.none(), MemoryPool.ofHeap());
                return "fits";
            } catch (ToolException e) {
                return "refused";
            } catch (OutOfMemoryError e) {
                return "out of memory";
            }
        }
    }

    @Test
    void endsByItself(@TempDir Path folder) throws Exception {
        assertThat(ChildJvm.lines(folder, Main.class, "-Xmx64m"))
                .containsExactly(Arrays.stream(Case.values())
                        .map(one -> one + (one.fits ? " fits" : " refused"))
                        .toArray(String[]::new));
    }
}

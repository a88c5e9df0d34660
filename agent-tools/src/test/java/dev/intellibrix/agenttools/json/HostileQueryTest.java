package dev.intellibrix.agenttools.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.agenttools.Workbench;
import dev.intellibrix.tool.Cancellation;
import dev.intellibrix.tool.ToolException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Queries and documents that are made to take all of the time, the memory or the stack. */
@Timeout(240)
class HostileQueryTest {

    @TempDir
    private Path base;

    private Workbench bench;

    @BeforeEach
    void open() throws IOException {
        bench = Workbench.in(base);
    }

    private String error(String document, String query) throws IOException {
        return bench.file("d.json", document).error("json_query", Map.of("path", "d.json", "query", query));
    }

    private String ok(String document, String query) throws IOException {
        return bench.file("d.json", document).ok("json_query", Map.of("path", "d.json", "query", query));
    }

    /** What a query ends with. */
    private enum End {
        STEPS("the query was stopped after 10,000,000 steps on one value; narrow it, or put limit(n; ...) around"
                + " what does not end"),
        MEMORY("the query was stopped because one value and what is made of it take more than 64 MB of memory; narrow"
                + " it"),
        TEXT("the query was stopped because it makes a text of more than 100,000,000 characters; narrow it"),
        PARTS("the query was stopped because it makes a value of more than 20,000,000 parts; narrow it"),
        DEEP("nested too deep: more than 1,000 levels"),
        TANGLED("the query was stopped because it is nested too deep: more than 1,400 of its parts and of the levels"
                + " of a value are under way within each other");

        private final String message;

        End(String message) {
            this.message = message + " (at the value that begins on line 1)";
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '@',
            quoteCharacter = '`',
            value = {
                "STEPS @ range(1e12)|select(. < 0)",
                "MEMORY @ [range(1e12)]",
                "MEMORY @ [limit(1e9; repeat(1))]",
                "STEPS @ repeat(empty)",
                "MEMORY @ [repeat(1)]",
                "MEMORY @ [recurse(.;true)]",
                "STEPS @ last(recurse(.))",
                "STEPS @ until(false; .)",
                "MEMORY @ [while(true; .)]",
                "TEXT @ \"a\" * 1e9",
                "MEMORY @ [\"abcdefghij\" * 1e7 | explode]",
                "MEMORY @ last(\"a\" | recurse(. + .))",
                "MEMORY @ last([1] | recurse(. + .))",
                "DEEP @ last([] | recurse([.]))",
                "PARTS @ last([1] | recurse([., .]))",
                "DEEP @ last({} | recurse({a: .}))",
                "TANGLED @ first(recurse(., .) | select(false))",
                "STEPS @ [range(100000)] | . - [range(100000)] | empty",
                "MEMORY @ [range(30)|[0,1]] | [.[0][] + .[1][] + .[2][] + range(1e9)]",
                "MEMORY @ setpath([1e8]; 1)",
                "DEEP @ setpath([range(5000)|0]; 1)",
                "PARTS @ last(null | recurse({a: .} | setpath([\"a\", \"b\"]; .)))",
                "PARTS @ [limit(30; [1] | recurse([., .]))] | last | tojson",
                "MEMORY @ \"x\" * 1e6 | [limit(1e6; repeat(. + \"y\"))]",
                "MEMORY @ [range(2000000) | tostring] |"
                        + " join(\"-----------------------------------------------------\")",
            })
    void endsWithinItsBudget(End end, String program) {
        QueryLimits limits = new QueryLimits(1_000, 100_000, 10_000_000, 1_000, Duration.ofMinutes(4));
        InputStream document = new ByteArrayInputStream("null".getBytes(StandardCharsets.UTF_8));

        assertThatThrownBy(() -> Queries.run(document, program, limits, Cancellation.none(), new MemoryPool(64L << 20)))
                .isInstanceOf(ToolException.class)
                .hasMessage(end.message);
    }

    @Test
    void aHostileQueryHarmsNoOther() throws IOException {
        assertThat(error("null", "first(recurse(., .) | select(false))")).isEqualTo(End.TANGLED.message);
        assertThat(error("null", "\"a\" * 1e9")).isEqualTo(End.TEXT.message);
        assertThat(error("null", "last([] | recurse([.]))")).isEqualTo(End.DEEP.message);
        assertThat(error("null", "setpath([1e12]; 1)")).contains("Array index too large");
        assertThat(ok("1", ".")).isEqualTo("1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '@',
            quoteCharacter = '`',
            value = {
                "( @ nests too deep: more than 250 levels",
                "[ @ nests too deep: more than 250 levels",
                "{a: @ nests too deep: more than 250 levels",
                "- @ nests too deep: more than 250 levels",
                "..| @ nests too deep: more than 250 levels",
                "1+ @ has too long a chain: more than 250 links",
                "if . then @ nests too deep: more than 250 levels",
                "try @ nests too deep: more than 250 levels",
                ".a.b @ has too long a chain: more than 250 links",
                "[.[ @ nests too deep: more than 250 levels",
                "\"\\( @ nests too deep: more than 250 levels",
                "not| @ nests too deep: more than 250 levels",
                "1, @ has too long a chain: more than 250 links",
            })
    void refusesLongQueries(String piece, String complaint) throws IOException {
        String query = (piece + " ").repeat(19_000 / (piece.length() + 1));

        assertThat(error("null", query)).isEqualTo("query: the query " + complaint);
    }

    @Test
    void refusesQueriesOfMoreThanTwentyThousandCharacters() throws IOException {
        assertThat(error("null", ".".repeat(20_001))).isEqualTo("query: the query is longer than 20000 characters");
    }

    @Test
    void refusesDeepDocuments() throws IOException {
        assertThat(error("[".repeat(200_000), ".")).contains("nested too deep", "1,000");
        assertThat(error("{\"a\":".repeat(200_000), ".a")).contains("nested too deep", "1,000");
        assertThat(ok("[".repeat(1_000) + "]".repeat(1_000), "[..|length]|length"))
                .isEqualTo("1000");
        assertThat(ok(
                        "[".repeat(900) + "]".repeat(900),
                        "(. == .), (tojson|length), ([paths]|length), (flatten|length)"))
                .isEqualTo("true\n1800\n899\n0");
    }

    @Test
    void takesHugeNumbersAsTheyAre() throws IOException {
        assertThat(ok("[1e1000000000,-1e1000000000,1e-1000000000,1e99999999999999999999]", "map(. * 1)"))
                .isEqualTo("[1.7976931348623157e+308,-1.7976931348623157e+308,0,1.7976931348623157e+308]");
        assertThat(ok("[1e1000000000,2e1000000000,1e999999999]", "sort|length")).isEqualTo("3");
        assertThat(ok("9".repeat(5_000), "[., . == .]")).isEqualTo("[" + "9".repeat(5_000) + ",true]");
        assertThat(error("9".repeat(100_000), ".")).contains("line 1", "digits");
    }

    @Test
    void manyKeysWithOneHashCodeStayFast() throws IOException {
        StringBuilder document = new StringBuilder("{");
        for (int i = 0; i < 1 << 16; i++) {
            document.append(i == 0 ? "" : ",").append('"');
            for (int bit = 0; bit < 16; bit++) {
                document.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            }
            document.append("\":").append(i);
        }

        assertThat(ok(document.append('}').toString(), "(keys|length), (to_entries|from_entries|length), (add(.[]))"))
                .isEqualTo("65536\n65536\n2147450880");
    }

    @Test
    void aChainOfStepsNeedsNoStack() throws IOException {
        assertThat(ok("0", "last(limit(1000000; recurse(.+1)))")).isEqualTo("999999");
        assertThat(ok("0", "[limit(5; recurse(.+1, .+10))]")).isEqualTo("[0,1,2,3,4]");
        assertThat(ok("0", "until(. >= 1000000; .+1)")).isEqualTo("1000000");
    }
}

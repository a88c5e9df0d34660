package dev.intellibrix.agenttools.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.agenttools.Workbench;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "range(1e12)|select(. < 0)",
                "[range(1e12)]",
                "[limit(1e9; repeat(1))]",
                "repeat(empty)",
                "[repeat(1)]",
                "[recurse(.;true)]",
                "last(recurse(.))",
                "until(false; .)",
                "[while(true; .)]",
                "\"a\" * 1e9",
                "[\"abcdefghij\" * 1e7 | explode]",
                "last(\"a\" | recurse(. + .))",
                "last([1] | recurse(. + .))",
                "last([] | recurse([.]))",
                "last([1] | recurse([., .]))",
                "last({} | recurse({a: .}))",
                "first(recurse(., .) | select(false))",
                "[range(100000)] | . - [range(100000)] | empty",
                "[range(30)|[0,1]] | [.[0][] + .[1][] + .[2][] + range(1e9)]",
                "[range(1000000)] | combinations",
                "setpath([1e8]; 1)",
                "setpath([1e12]; 1)",
                "setpath([range(5000)|0]; 1)",
                "last(null | recurse({a: .} | setpath([\"a\", \"b\"]; .)))",
                "[limit(30; [1] | recurse([., .]))] | last | tojson",
                "\"x\" * 1e6 | [limit(1e6; repeat(. + \"y\"))]",
                "[range(2000000) | tostring] | join(\"" + "-----------------------------------------------------"
                        + "\")",
            })
    void endsWithinItsBudget(String program) throws IOException {
        assertThat(error("null", program)).hasSizeLessThan(400).doesNotContain("StackOverflow", "OutOfMemory");
        assertThat(ok("1", ".")).isEqualTo("1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(",
                "[",
                "{a:",
                "-",
                "..|",
                "1+",
                "if ",
                "try ",
                ".a.b",
                "[.[",
                "\"\\(",
                "not|",
                "1,",
                "1 as $x|"
            })
    void survivesLongQueries(String piece) throws IOException {
        assertThat(error("null", piece.repeat(19_000 / piece.length()))).startsWith("query: ");
        assertThat(error("null", ".".repeat(20_001))).contains("longer than");
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

package dev.intellibrix.agenttools.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.agenttools.AgentTools;
import dev.intellibrix.agenttools.JsonQueryOptions;
import dev.intellibrix.agenttools.Workbench;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Origin;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.message.Trust;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonQueryTest {

    @TempDir
    private Path base;

    private Workbench bench;

    @BeforeEach
    void open() throws IOException {
        bench = Workbench.in(base);
    }

    private String query(String document, String query) throws IOException {
        return bench.file("d.json", document).ok("json_query", Map.of("path", "d.json", "query", query));
    }

    private String error(String document, String query) throws IOException {
        return bench.file("d.json", document).error("json_query", Map.of("path", "d.json", "query", query));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '@',
            value = {
                "[0,1,2,3] @ [.[1:3], .[-2:], .[:2], .[10:]] @ [[1,2],[2,3],[0,1],[]]",
                "{} @ .a.b.c @ null",
                "null @ [null+1, (null|length), null+null] @ [1,0,null]",
                "[1,2,2,3] @ . - [2] @ [1,3]",
                "{\"a\":{\"b\":1}} @ . * {\"a\":{\"c\":2}} @ {\"a\":{\"b\":1,\"c\":2}}",
                "{\"a\":{\"b\":1}} @ . + {\"a\":{\"c\":2}} @ {\"a\":{\"c\":2}}",
                "[{\"a\":1},[1],\"a\",2,true,false,null] @ sort @ [null,false,true,2,\"a\",[1],{\"a\":1}]",
                "null @ [(1,2)+(10,20)] @ [11,12,21,22]",
                "{\"b\":1,\"a\":2} @ [keys, keys_unsorted] @ [[\"a\",\"b\"],[\"b\",\"a\"]]",
                "[{\"a\":2,\"i\":1},{\"a\":1,\"i\":2},{\"a\":2,\"i\":3}] @ group_by(.a)|map(map(.i)) @ [[2],[1,3]]",
                "[{\"a\":2,\"i\":1},{\"a\":1,\"i\":2}] @ [min_by(.a).i, max_by(.a).i] @ [2,1]",
                "{\"a\":1,\"a\":2} @ . @ {\"a\":2}",
                "\"ab\" @ indices(\"\") @ []",
                "\"\" @ index(\"\") @ null",
                "null @ [limit(0; 1,2)] @ []",
                "100000000000000000000 @ . @ 100000000000000000000",
                "{\"x\":9007199254740993} @ [.x, .x == 9007199254740992] @ [9007199254740993,false]",
                "1.10 @ . @ 1.10",
                "1.10 @ -. @ -1.10",
                "0 @ [if . then 1 end, if false then 1 end, if \"\" then 2 else 3 end] @ [1,0,2]",
                "[\"1\",\"5.43\",\"-2e3\",\"+5.43\"] @ map(tonumber) @ [1,5.43,-2E+3,5.43]",
                "[\" 1\",\"1 \",\"0x1\"] @ map(try tonumber catch \"E\") @ [\"E\",\"E\",\"E\"]",
                "\"a\u00e9b\" @ index(\"b\") @ 2",
                "\"\u00e9\u20ac\ud83d\ude00\" @ [length, utf8bytelength, (explode|length)] @ [3,9,3]",
                "\"\u00e9\u20ac\ud83d\ude00\" @ .[1:] @ \"\u20ac\ud83d\ude00\"",
                "[[1],[2,3]] @ [transpose, flatten, add] @ [[[1,2],[null,3]],[1,2,3],[1,2,3]]",
                "{\"a\":[1]} @ [[paths], [paths(type==\"number\")]] @ [[[\"a\"],[\"a\",0]],[[\"a\",0]]]",
                "[1,2,3] @ del(.[nan]) @ [1,2,3]",
                "[0,1,2,3,4,5,6,7,8,9] @ del(.[1], .[-6], .[2], .[-3:9]) @ [0,3,5,6,9]",
                "\"abc\\u0000def\" @ length @ 7",
                "[3,1] @ [.[]|.+1] @ [4,2]",
                "[1,[2]] @ [..] @ [[1,[2]],1,[2],2]",
                "{\"a\":1} @ with_entries({key: (.key+\"x\"), value}) @ {\"ax\":1}",
                "{\"a\":1,\"b\":null} @ \"\\(.a)-\\(.b) \\(keys)\" @ \"1-null [\\\"a\\\",\\\"b\\\"]\"",
                "null @ {(\"a\",\"b\"): (1,2)}|tojson @ \"{\\\"a\\\":1}\" ~ \"{\\\"a\\\":2}\" ~ \"{\\\"b\\\":1}\" ~"
                        + " \"{\\\"b\\\":2}\"",
                "[1,null] @ [.[] // 5] @ [1]",
                "[1,2] @ [limit(3; repeat(.[0]))] @ [1,1,1]",
                "0 @ [until(. > 100000; .+1), (last(limit(50000; recurse(.+1))))] @ [100001,49999]",
                "[1,\"x\",2] @ [.[]|tonumber?] @ [1,2]",
                "\"x\" @ try (1,error) catch [.] @ 1 ~ [\"x\"]",
                "{\"if\":1,\"and\":{\"then\":2}} @ .if, .and.then @ 1 ~ 2",
                "1 @ . as_is @ -",
                "[0,0.0,1e-400] @ map(-.) @ [0,0.0,-1E-400]",
                "-0 @ length @ 0",
                "[1e-400,1e-500,0] @ [.[0] == .[1], .[0] == .[2], (sort|map(. * 1)), (unique|length)] @"
                        + " [false,false,[0,0,0],3]",
                "null @ [skip(1.5;1,2,3)], [nth(1.5;1,2,3)] @ [2,3] ~ [2]",
                "null @ [.[]?, try (limit(nan;1), skip(nan;1)) catch \"E\"] @ [\"E\"]",
                "[[1]] @ try flatten(nan) catch \"E\" @ \"E\"",
                "null @ try limit(\"a\";1) catch . @ \"string (\\\"a\\\") and number (1) cannot be subtracted\"",
                "[1e1000000000,1e999999999,1e99999999999999999999] @ .[] @ 1.7976931348623157e+308 ~ 1E+999999999 ~"
                        + " 1.7976931348623157e+308",
            })
    void meansWhatJqMeans(String document, String program, String expected) throws IOException {
        if (expected.equals("-")) {
            assertThat(error(document, program)).startsWith("query: unexpected text");
        } else {
            assertThat(query(document, program)).isEqualTo(expected.replace(" ~ ", "\n"));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '@',
            value = {
                "(1,2) as $x | $x @ as is not supported",
                "1+3 as $a|($a*2) @ as is not supported",
                "$ENV @ variables",
                "$__prog_args @ variables",
                "reduce range(5) as $x (0; .+1) @ reduce is not supported",
                "foreach .[] as $x (0; 1) @ foreach is not supported",
                "def f: 1; f @ def is not supported",
                "label $f | 1 @ label is not supported",
                "test(\"(.*a){25}$\") @ regular expressions",
                "gsub(\"\";\"-\") @ regular expressions",
                "split(\"a\";\"g\") @ regular expressions",
                "env @ environment",
                "input_filename @ environment",
                "input @ one value",
                "import \"x\" as x; . @ import is not supported",
                "include \"y\"; . @ include is not supported",
                "fromdate @ datetime",
                "tostream @ streams",
                ".[1:3]=[\"x\"] @ assignment (=)",
                "(.[]|select(.>=2))|=empty @ assignment (|=)",
                ".[536870912]=1 @ assignment (=)",
                "nosuch @ there is no function nosuch",
                "map @ map takes 1 arguments, not 0",
                "{(1): 2} @ Cannot use number (1) as object key",
                "1.a @ unexpected text",
                "1 == 1 == 1 @ can not be chained",
                ".[ @ at the end of the query",
            })
    void namesWhatIsOutsideTheSubset(String program, String complaint) throws IOException {
        assertThat(error("null", program)).startsWith("query: ").contains(complaint);
    }

    @ParameterizedTest
    @ValueSource(strings = {"@csv", "[.]|@sh", "@uri \"x\\(.)\"", "{@base64d \"a\": 1}"})
    void namesFormatsAsOutsideTheSubset(String program) throws IOException {
        assertThat(error("null", program)).startsWith("query: formats (@...) are not supported");
    }

    @ParameterizedTest
    @ValueSource(strings = {".a", ".[0]", "keys", ". - 1", "tonumber", "limit(-1; 1)", "error(\"x\")", "{} | has(0)"})
    void tellsThatAQueryFailed(String program) throws IOException {
        assertThat(error("\"x\"", program)).startsWith("the query failed on the value that begins on line 1: ");
    }

    @Test
    void aBackslashContinuesAComment() throws IOException {
        assertThat(query("null", "1 # a \\\n+ 1")).isEqualTo("1");
        assertThat(query("null", "1 # a \\\\\n+ 1")).isEqualTo("2");
        assertThat(query("null", "1 # a \\\r\n+ 1")).isEqualTo("1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '@',
            value = {
                "{'a':1} @ Unexpected character ('''",
                "[1,2,] @ Unexpected character (']'",
                "{\"a\":1 \"b\":2} @ was expecting comma",
                "[\"\001\"] @ Illegal unquoted character",
                "[nan] @ Unrecognized token 'nan'",
            })
    void saysWhatIsNotJsonAndWhere(String document, String complaint) throws IOException {
        assertThat(error(document, "."))
                .startsWith("line 1 is not valid JSON: ")
                .contains(complaint)
                .containsPattern("\\(near column \\d+\\)")
                .doesNotContain("enable", "Feature", "\001");
    }

    @Test
    void readsJsonLinesWithBlankLinesMarksAndCarriageReturns() throws IOException {
        assertThat(query("\ufeff{\"a\":1}\r\n\r\n   \n{\"a\":2}", ".a")).isEqualTo("1\n2");
        assertThat(query("{\"a\":1}{\"a\":2} [3]", "length")).isEqualTo("1\n1\n1");
    }

    @Test
    void readsUtf16() throws IOException {
        bench.file("d.json", "\ufeff{\"a\":\"\u00e9\"}".getBytes(StandardCharsets.UTF_16LE));

        assertThat(bench.ok("json_query", Map.of("path", "d.json", "query", ".a")))
                .isEqualTo("\"\u00e9\"");
    }

    @Test
    void namesTheLineThatIsNotJsonAndShowsTheResultsBeforeIt() throws IOException {
        assertThat(query("{\"a\":1}\n{bad\n{\"a\":3}\n", ".a")).startsWith("1\n[line 2 is not valid JSON: ");
        assertThat(error("{bad\n{\"a\":3}\n", ".a")).startsWith("line 1 is not valid JSON: ");
    }

    @Test
    void saysThatTheLastLineIsCutOff() throws IOException {
        assertThat(query("{\"a\":1}\n{\"a\":", ".a"))
                .isEqualTo("1\n[the value that begins on line 2 is incomplete: the file ends within it]");
        assertThat(error("[1,2", ".")).contains("line 1", "ends within a value");
    }

    @Test
    void goesOnWithTheOtherValuesAfterAFailure() throws IOException {
        assertThat(query("{\"a\":1}\n[2]\n{\"a\":3}\n", ".a"))
                .startsWith("1\n3\n[the query failed on the value that begins on line 2: Cannot index array");
        assertThat(error("[1]\n5\n\"x\"\n", ".a")).contains("line 1", "\n3 of 3 values failed\n");
    }

    @Test
    void saysWhenThereIsNothing() throws IOException {
        assertThat(query("[]", ".[]")).isEqualTo("[no results]");
        assertThat(query(" \n", ".")).isEqualTo("[the file has no JSON values]");
    }

    @Test
    void cutsResultsAndSaysSo() throws IOException {
        assertThat(query("null", "range(1001)"))
                .endsWith("\n999\n[cut after 1,000 results; there are more: narrow the query]");
        assertThat(query("null", "range(1000)")).endsWith("\n999");
        assertThat(query("\"x\"", ". * 200000")).hasSizeLessThan(100_200).contains("[cut at 100,000 characters");
        bench.file("d.json", "[1,2,3]");
        assertThat(bench.ok("json_query", Map.of("path", "d.json", "query", ".[]", "maxResults", 2)))
                .isEqualTo("1\n2\n[cut after 2 results; there are more: narrow the query, or raise maxResults, up to"
                        + " 1,000]");
    }

    @Test
    void resultsAreUntrustedAndComeFromTheFile() throws IOException {
        for (String document : new String[] {"1", "1 \001", "1 [] []", "1 \"x\"", "1 " + "[".repeat(2_000), "1 ["}) {
            ToolResultPart result =
                    bench.file("d.json", document).call("json_query", Map.of("path", "d.json", "query", ". + 1"));

            assertThat(result.text()).startsWith("2");
            assertThat(result.trust()).isEqualTo(Trust.UNTRUSTED);
            assertThat(result.label().origins().toString()).contains("d.json");
        }
    }

    @Test
    void aFailureComesFromTheFileThatItQuotes() throws IOException {
        String[] documents = {"\"ignore all\"", "{ignore all", "[1] {\"ignore all\":1}", "[".repeat(2_000)};
        for (String document : documents) {
            ToolResultPart result =
                    bench.file("d.json", document).call("json_query", Map.of("path", "d.json", "query", ".[0:1].a"));

            assertThat(result.outcome()).isEqualTo(ToolOutcome.FAILED);
            assertThat(result.label()).isEqualTo(Label.untrusted(Origin.of(Origin.Kind.FILE, "d.json")));
        }
    }

    @Test
    void aByteOrderMarkAloneIsNoValue() throws IOException {
        byte[][] marks = {
            {(byte) 0xef, (byte) 0xbb, (byte) 0xbf}, {(byte) 0xfe, (byte) 0xff}, {(byte) 0xff, (byte) 0xfe}, {}
        };
        for (byte[] mark : marks) {
            bench.file("d.json", mark);
            assertThat(bench.ok("json_query", Map.of("path", "d.json", "query", ".")))
                    .isEqualTo("[the file has no JSON values]");
        }
        assertThat(query("\ufeff1", ".")).isEqualTo("1");
        assertThat(query("\ufeff\n", ".")).isEqualTo("[the file has no JSON values]");
    }

    @Test
    void halfOfASurrogatePairIsReadAsTheReplacementCharacter() throws IOException {
        String half = "\\ud83d";
        assertThat(query("[\"" + half + "x\",\"" + half + half + "\\ude00\"]", "map(explode, utf8bytelength)"))
                .isEqualTo("[[65533,120],4,[65533,128512],7]");
        assertThat(query("\"" + half + "\"", ". == \"\\ufffd\", . == \"" + half + "\""))
                .isEqualTo("true\ntrue");
        // A parser that compares keys as bytes has none for it.
        assertThat(error("{\"" + half + "\":1}", ".")).startsWith("line 1 is not valid JSON: Broken surrogate pair");
    }

    @Test
    void theLastOfTwoEqualKeysCountsAlsoWhereElementsWereUsed() throws IOException {
        assertThat(query("{\"a\":[1,2],\"b\":0,\"a\":[3]}", ".a[]")).isEqualTo("3");
        assertThat(query("{\"a\":[1,2],\"a\":null}", ".a[]?")).isEqualTo("[no results]");
        assertThat(query("{\"a\":{\"b\":[1]},\"a\":{\"b\":[2]}} {\"a\":{\"b\":[4]}}", ".a.b[]"))
                .isEqualTo("2\n4");
        assertThat(query("{\"a\":1,\"a\":[2]}", ".a[0]")).isEqualTo("2");
    }

    @Test
    void saysEveryComplaint() throws IOException {
        assertThat(query("{\"a\":1}\n[2]\n{\"a\":", ".a"))
                .startsWith("1\n[")
                .contains("on line 2: Cannot index array", "line 3 is incomplete");
        assertThat(query("{\"a\":1}\n[2]\n{bad", ".a")).contains("line 2: Cannot index", "line 3 is not valid JSON");
        assertThat(error("[2]\n{\"a\":1}", ".a | first(range(1e12)|select(. < 0))"))
                .contains("line 1: Cannot index", "10,000,000 steps", "line 2");
    }

    @Test
    void staysInTheWorkspace() throws IOException {
        Files.writeString(base.resolve("secret.json"), "\"hidden\"");

        assertThat(bench.error("json_query", Map.of("path", "../secret.json", "query", ".")))
                .doesNotContain("hidden");
    }

    @Test
    void takesItsBoundsFromTheOptions() throws IOException {
        JsonQueryOptions options = JsonQueryOptions.builder()
                .maxResults(3)
                .maxChars(10)
                .maxSteps(100)
                .maxDepth(2)
                .build();
        Workbench bounded = Workbench.with(
                bench.root(),
                AgentTools.builder(bench.root())
                        .jsonQuery(options.toBuilder().build())
                        .build());
        bounded.file("d.json", "[[1]]");

        assertThat(bounded.ok("json_query", Map.of("path", "d.json", "query", "range(9)")))
                .contains("cut after 3");
        assertThat(bounded.ok("json_query", Map.of("path", "d.json", "query", "\"abcdefghijklm\"")))
                .contains("cut at 10 characters");
        assertThat(bounded.error("json_query", Map.of("path", "d.json", "query", "[range(200)]")))
                .contains("100 steps");
        assertThat(bounded.error("json_query", Map.of("path", "d.json", "query", "[.]")))
                .contains("more than 2 levels");
    }
}

package dev.intellibrix.agenttools.json;

import java.util.SplittableRandom;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Makes documents, and programs of the subset that end soon on any of them. */
final class QueryGenerator {

    private static final String[] KEYS = {"a", "b", "c", "key", "value"};
    private static final String[] SCALARS = {
        "null",
        "true",
        "false",
        "0",
        "1",
        "-1",
        "2",
        "3.5",
        "1.10",
        "10000000000000000001",
        "1e3",
        "-0.25",
        "\"\"",
        "\"a\"",
        "\"b\"",
        "\"abc\"",
        "\"\u00e9\ud83d\ude00x\"",
        "\" 12 \"",
        "\"12\"",
        "\"a,b,a\"",
        "-0",
        "0.0",
        "1e400",
        "-1e400",
        "1e-400",
        "9007199254740993",
        "100000000000000000000000",
        "0.1",
        "1.5",
        "4",
        "\"\\ude00\"",
        "\"a\\u0000b\"",
        "\"A\\tB\\\"\"",
        "\"\u00e9\"",
        "\"1e2\"",
        "\"-inf\"",
        "\"nan\"",
        "\"[1,{}]\"",
        "\"\u00a0 x \"",
        "[]",
        "{}",
        "[[1],[0,2]]",
        "{\"key\":\"k\",\"value\":1}",
        "{\"start\":1,\"end\":null}"
    };
    private static final String[] FUNCTIONS = {
        "length",
        "keys",
        "keys_unsorted",
        "not",
        "type",
        "add",
        "any",
        "all",
        "flatten",
        "sort",
        "unique",
        "min",
        "max",
        "reverse",
        "to_entries",
        "from_entries",
        "tostring",
        "tojson",
        "tonumber",
        "floor",
        "ceil",
        "round",
        "sqrt",
        "abs",
        "ascii_downcase",
        "ascii_upcase",
        "explode",
        "implode",
        "trim",
        "ltrim",
        "rtrim",
        "transpose",
        "first",
        "last",
        "recurse",
        "empty",
        "error",
        "numbers",
        "strings",
        "arrays",
        "objects",
        "nulls",
        "booleans",
        "iterables",
        "scalars",
        "values",
        "utf8bytelength",
        "toboolean",
        "[paths]",
        "isnan",
        "tojson|fromjson",
        "nth(1)",
        "finites",
        "normals",
        "isnormal",
        "isinfinite",
        "nan",
        "infinite",
        "null",
        "true",
        "first(empty)",
        "fromjson",
        "log2",
        "trunc",
        "fabs",
        "-.",
        "[..]",
        ".[0:1]",
        "[.[]?]",
        "error(null)",
        "map(.)",
        "any(.[]; .)",
        "all(.[]; . == .)",
        "recurse(.[]?; . != null)",
        "[limit(4; while(true; [.]))]",
        "[limit(4; recurse(if type == \"number\" then . + 1 else empty end))]",
        "until(length > 2; [., 1, 2])",
        "[range(0; 3; 2)]",
        "[range(3; 0; -1)]",
        "[range(0, 1; 3, 4)]",
        "tojson",
        "not | not",
        "to_entries | from_entries",
        "paths",
        "\"\\(.)\""
    };
    private static final String[] WITH_FILTER = {
        "map(%s)",
        "select(%s)",
        "map_values(%s)",
        "sort_by(%s)",
        "group_by(%s)",
        "unique_by(%s)",
        "min_by(%s)",
        "max_by(%s)",
        "any(%s)",
        "all(%s)",
        "first(%s)",
        "last(%s)",
        "isempty(%s)",
        "add(%s)",
        "with_entries(%s)",
        "[paths(%s)]",
        "has(%s)",
        "contains(%s)",
        "inside(%s)",
        "index(%s)",
        "rindex(%s)",
        "indices(%s)",
        "join(%s)",
        "split(%s)",
        "startswith(%s)",
        "endswith(%s)",
        "ltrimstr(%s)",
        "rtrimstr(%s)",
        "trimstr(%s)",
        "flatten(%s)",
        "error(%s)",
        "in(%s)",
        "[limit(3; %s)]",
        "[skip(1; %s)]",
        "nth(1; %s)",
        "try (%s) catch .",
        "(%s)?",
        "IN(%s)",
        "walk(%s)",
        "[first(range(5) | %s)]",
        "-(%s)",
        "bsearch(%s)",
        "pow(.; %s)",
        "delpaths(%s)",
        "delpaths([%s])",
        "setpath(%s; 1)",
        "setpath([%s]; .)",
        "getpath(%s)",
        "getpath([%s])",
        ".[%s]",
        ".[%s]?",
        ".[(%s):]",
        ".[0:(%s)]?",
        "[limit((%s); .[]?)]",
        "[skip((%s); 1, 2, 3)]",
        "nth((%s); 1, 2, 3)",
        "[limit(5; range(%s))]",
        "any(%s; .)",
        "all(.[]?; %s)",
        "IN(.[]?; %s)",
        "isempty(error(%s))",
        "try error(%s)",
        "try (%s)",
        "[.[]? | try (%s) catch .]",
        "try error(\"\\(%s)\") catch .",
        "first(%s)?",
        "[paths(%s)] | length",
        "[recurse(if type == \"array\" then .[] else empty end) | %s]",
        "to_entries | map(%s)",
        "{(%s): 1}",
        "{a: 1, b: (%s)}",
        "{\"a\": (%s)} | .a",
        "[%s, %s]",
        "[.[]? | select(%s)]",
        "(%s) // \"none\"",
        "not, (%s)",
        "[limit(3; repeat(1, (%s)))]",
        "map_values(%s)?",
        "ltrimstr(%s) | rtrimstr(\"a\")",
        "%s, 1 + 2 * 3 - 4 / 2",
        "1 - 2 - %s",
        ". == %s and . != 1 or false"
    };
    private static final String[] PATHS = {
        ".",
        ".a",
        ".b",
        ".[0]",
        ".[-1]",
        ".[1:]",
        ".[]",
        ".[]?",
        "..",
        ".a.b",
        ".a[0]",
        ".[:2]",
        ".[-2:1]",
        "first",
        "last",
        ".a?",
        "(.a, .b)",
        "(.a // .b)",
        ".[0]?",
        "select(.a?)",
        "recurse",
        "if . then .a? else .b? end",
        "getpath([\"a\"])",
        ".[1.7]",
        "(.[] | select(. != null))",
        "limit(2; .[])",
        ".[]?.a?",
        ".\"a\"",
        ".\"a\"?",
        ".[\"a\"]",
        ".[\"a\", \"b\"]",
        ".[1, 0]",
        ".a.\"b\"",
        ".a?.b?[0]?",
        "..?",
        ".[0][1:]",
        ".[-1:][0]",
        ".[null:2]",
        ".[[1]]",
        ".[{}]",
        ".[null]",
        ".[true]?",
        ".[1:][1:]",
        ".[2:1]",
        ".a[]?",
        ".[]?[]?",
        "empty",
        "null",
        "1",
        "[1]",
        "\"a\"",
        ".[nan]",
        ".[1e9]",
        ".[-5]",
        "if .a? then .b? end",
        "if null then .a elif true then .[0]? else 1 end",
        "try .a catch .",
        "try error(\"x\") catch .",
        "first(.[]?)",
        "last(.[]?)",
        "nth(0; .[]?)",
        "skip(1; .[]?)",
        "paths",
        "getpath([0])",
        "getpath([\"a\", \"b\"])",
        "(.[]? // .a?)",
        "recurse(.[]?)",
        "recurse(.a?; . != null)",
        "select(. == null)",
        ".a?, .b?",
        "(.a | .b)?",
        "(.a?)?",
        ".a??",
        ".. | numbers"
    };
    private static final String[] OPERATORS = {
        "+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "and", "or", "//", ",", "|", "|", "|"
    };

    /**
     * What jq 1.6 has not, or does otherwise: it takes errors of what comes after a {@code ?} for errors before it, prints
     * numbers as doubles, counts some positions in bytes, keeps something where nothing is asked for, and sorts keys in passing.
     */
    private static final Pattern NEW = Pattern.compile(String.join(
            "|",
            "\\?|try|error\\(null|paths\\(|isempty|^[*%]$|\\* 3",
            "abs|toboolean|trim|pick|skip|nth\\(|limit\\(\\(|last\\(|add\\(|finites|normals|isn|isinf",
            "implode|bsearch|index|indices|from_entries|with_entries|walk|map_values",
            "1e9|e[34]|e-4|1\\.10|^-0$|0\\.0|000|740993|nan|inf",
            "\u00e9|\u00a0| 12 |ude00|\\.\\\""));

    private final SplittableRandom random;
    private final boolean old;

    /** A generator for what all of jq 1.7 and later has, and for what it has alike in 1.6. */
    QueryGenerator(SplittableRandom random, boolean old) {
        this.random = random;
        this.old = old;
    }

    private String one(String... choices) {
        String choice = choices[random.nextInt(choices.length)];
        while (old && NEW.matcher(choice).find()) {
            choice = choices[random.nextInt(choices.length)];
        }
        return choice;
    }

    String document(int depth) {
        int size = random.nextInt(4);
        switch (depth == 0 ? 0 : random.nextInt(5)) {
            case 1, 2 -> {
                return IntStream.range(0, size)
                        .mapToObj(i -> document(depth - 1))
                        .collect(Collectors.joining(",", "[", "]"));
            }
            case 3, 4 -> {
                return IntStream.range(0, size)
                        .mapToObj(i -> '"' + one(KEYS) + "\":" + document(depth - 1))
                        .collect(Collectors.joining(",", "{", "}"));
            }
            default -> {
                return one(SCALARS);
            }
        }
    }

    String program(int depth) {
        if (depth == 0) {
            return one(one(PATHS), one(PATHS), one(SCALARS), one(FUNCTIONS));
        }
        String inner = program(depth - 1);
        return switch (random.nextInt(13)) {
            case 0, 1 -> one(WITH_FILTER).replace("%s", inner);
            case 2, 3 -> "(" + inner + " " + one(OPERATORS) + " " + program(depth - 1) + ")";
            case 4 ->
                "(" + one(one(PATHS), one(SCALARS)) + " " + one(OPERATORS) + " " + one(one(PATHS), one(SCALARS)) + " "
                        + one(OPERATORS) + " " + one(one(PATHS), one(SCALARS)) + ")";
            case 5 -> "[" + inner + "]";
            case 6 ->
                "{" + one(KEYS) + ": (" + inner + "), (" + one("\"x\"", "\"x\", \"y\"", "type") + "): "
                        + one("1", ".", "(1, 2)") + "}";
            case 7 ->
                "if " + inner + " then " + program(depth - 1)
                        + (old || random.nextBoolean() ? " else " + one(FUNCTIONS) : "") + " end";
            case 8 -> "\"<\\(" + inner + ")-\\(" + one(PATHS) + ")>\"";
            case 9 -> one("[path(%s)]", "del(%s)", "pick(%s)").replace("%s", one(PATHS) + one("", " | " + one(PATHS)));
            case 10 ->
                one("[range(%s)]", "[.[]?][%s]", ".[%s:]", ".[:%s]").replace("%s", one("0", "2", "1, 3", "-1", "1.5"));
            default -> inner + " | " + one(FUNCTIONS);
        };
    }
}

package dev.intellibrix.agenttools.checks;

import dev.intellibrix.agenttools.contract.CheckParserContract;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What all parsers have to do, of those that the SDK has. */
class ParsersContractTest {

    private static final Map<String, String> REPORTS = Map.of(
            "target/surefire-reports/TEST-p.ATest.xml",
            "<testsuite><testcase name='adds' classname='p.ATest'><failure message='expected: &lt;4&gt;'>x\n"
                    + "\tat p.ATest.adds(ATest.java:12)</failure></testcase></testsuite>");

    static Stream<Arguments> named() {
        return Stream.of(
                parser(
                        "tsc",
                        "src/a.ts(1,1): error TS2345: Argument of type 'A'.",
                        "  Types of property 'x' are incompatible.",
                        "src/b.ts:12:5 - error TS2322: Type 'string' is not assignable.",
                        "error TS18003: No inputs were found."),
                parser(
                        "vitest",
                        " FAIL  |unit| test/a.test.ts > suite > adds",
                        "AssertionError: expected 3 to be 4",
                        " \u276f test/a.test.ts:5:13",
                        "\u23af\u23af\u23af Unhandled Errors \u23af\u23af\u23af",
                        "Error: late",
                        "{\"numTotalTests\":1,\"testResults\":[{\"name\":\"t/b.js\",\"status\":\"failed\",\"message\":\"no\"}]}"),
                parser(
                        "jest",
                        "FAIL test/a.test.js (5.1 s)",
                        "  \u25cf suite \u203a adds",
                        "    Expected: 4",
                        "      at Object.<anonymous> (test/a.test.js:6:15)",
                        "{\"numTotalTests\":1,\"testResults\":[{\"name\":\"t/b.js\",\"status\":\"failed\",\"message\":\"no\"}]}"),
                parser("eslint", "/w/src/a.js", "  1:10  error  'x' is not defined  no-undef", "", "1 problem"),
                parser(
                        "javac",
                        "src/F.java:4: error: cannot find symbol",
                        "        int a = b;",
                        "                ^",
                        "  symbol:   variable b",
                        "error: invalid source release: 99"),
                parser(
                        "maven",
                        "[ERROR] /w/src/main/java/F.java:[12,5] cannot find symbol",
                        "  symbol:   class Foo",
                        "[ERROR] Tests run: 2, Failures: 1",
                        "[ERROR]   ATest.adds:12 expected: <4> but was: <3>",
                        "[ERROR] Failed to execute goal org.apache.maven.plugins:maven-compiler-plugin:3.13.0:compile"),
                parser("surefire", "[ERROR] Failures: ", "[ERROR]   ATest.adds:12 expected: <4> but was: <3>"),
                parser(
                        "gradle",
                        "> Task :compileJava FAILED",
                        "/w/src/main/java/F.java:3: error: ';' expected",
                        "e: file:///w/src/main/kotlin/F.kt:1:2 Unresolved reference: x",
                        "* What went wrong:",
                        "Execution failed for task ':compileJava'."),
                parser("junit-xml", "nothing that counts"),
                parser(
                        "pytest",
                        "=================================== FAILURES ===================================",
                        "_______________________________ test_x[1 - a b] __________________________________",
                        ">       assert 1 == 2",
                        "E       assert 1 == 2",
                        "tests/test_a.py:7: AssertionError",
                        "=========================== short test summary info ============================",
                        "FAILED tests/test_a.py::test_x[1 - a b] - assert 1 == 2",
                        "ERROR tests/test_b.py - ModuleNotFoundError: No module named 'missing'"),
                parser(
                        "ruff",
                        "src/a.py:1:8: F401 `os` imported but unused",
                        "F841 x",
                        "  --> src/b.py:3:5",
                        "Found 2 errors."),
                parser(
                        "go",
                        "# example.com/p",
                        "./a.go:3:5: undefined: x",
                        "--- FAIL: TestX (0.00s)",
                        "    a_test.go:9: got 1, want 2",
                        "FAIL\texample.com/p\t0.01s",
                        "panic: boom",
                        "\t/w/a.go:12 +0x1d"),
                parser(
                        "cargo",
                        "error[E0425]: cannot find value `x` in this scope",
                        " --> src/lib.rs:3:5",
                        "---- tests::one stdout ----",
                        "thread 'tests::one' panicked at src/lib.rs:10:9:",
                        "assertion failed"),
                parser("generic", "a.c:11:4: error: expected ';'", "a.x:2: bad", "  foo(", "     ^"));
    }

    private static Arguments parser(String name, String... output) {
        return Arguments.of(name, List.of(output));
    }

    @Nested
    @ParameterizedClass
    @MethodSource("dev.intellibrix.agenttools.checks.ParsersContractTest#named")
    class Named extends CheckParserContract {
        @Parameter(0)
        String name;

        @Parameter(1)
        List<String> output;

        @Override
        protected CheckParser parser() {
            return CheckParser.named(name);
        }

        @Override
        protected List<String> output() {
            return output;
        }

        @Override
        protected Map<String, String> reports() {
            return parser().wantsReports() ? REPORTS : Map.of();
        }
    }

    @Nested
    class Several extends CheckParserContract {
        @Override
        protected CheckParser parser() {
            return CheckParser.all(List.of(CheckParser.named("generic"), CheckParser.named("junit-xml")));
        }

        @Override
        protected List<String> output() {
            return List.of("a.c:11:4: error: expected ';'");
        }

        @Override
        protected Map<String, String> reports() {
            return REPORTS;
        }
    }

    @Nested
    class OfLines extends CheckParserContract {
        @Override
        protected CheckParser parser() {
            return CheckParser.ofLines(line ->
                    line.startsWith("BAD ") ? List.of(CheckFailure.of("bad: " + line.substring(4))) : List.of());
        }

        @Override
        protected List<String> output() {
            return List.of("2 files", "BAD a.txt");
        }
    }
}

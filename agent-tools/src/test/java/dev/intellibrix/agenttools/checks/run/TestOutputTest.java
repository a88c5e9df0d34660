package dev.intellibrix.agenttools.checks.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What test runners print. */
class TestOutputTest {

    @TempDir
    Path folder;

    ParserBench bench;

    @BeforeEach
    void open() throws IOException {
        bench = ParserBench.in(folder);
    }

    @Test
    void readsVitestWithTheFirstFrameOfTheProject() {
        assertThat(bench.failures(
                        "vitest",
                        " RUN  v3.0.0 /w",
                        " \u276f test/a.test.ts  (2 tests | 1 failed) 5ms",
                        "   \u00d7 suite > adds",
                        "     \u2192 expected 3 to be 4",
                        "\u23af\u23af\u23af\u23af Failed Tests 1 \u23af\u23af\u23af\u23af",
                        "",
                        " FAIL  |unit| test/a.test.ts > suite > adds",
                        "AssertionError: expected 3 to be 4 // Object.is equality",
                        "",
                        "- Expected",
                        "+ Received",
                        "",
                        " \u276f check node_modules/lib/x.js:1:1",
                        " \u276f adds test/a.test.ts:7:15",
                        "      7|     expect(r).toBe(4)",
                        " \u276f test/a.test.ts:20:1",
                        "\u23af\u23af\u23af\u23af[1/1]\u23af"))
                .containsExactly(
                        "test/a.test.ts:7:15 suite > adds: AssertionError: expected 3 to be 4 // Object.is equality");
    }

    @Test
    void readsVitestsTestsThatFailInTheSameWayAndSuitesThatDoNotLoad() {
        assertThat(bench.failures(
                        "vitest",
                        " FAIL  test/a.test.ts > one",
                        " FAIL  test/a.test.ts > two",
                        "Error: boom",
                        " \u276f src/a.ts:3:9",
                        "\u23af\u23af\u23af[1/2]\u23af",
                        " FAIL  test/b.test.ts [ test/b.test.ts ]",
                        "Error: Failed to load url ./missing",
                        "\u23af\u23af\u23af[2/2]\u23af",
                        "\u23af\u23af\u23af Unhandled Errors \u23af\u23af\u23af",
                        "Error: late",
                        " \u276f src/c.ts:1:2"))
                .containsExactly(
                        "src/a.ts:3:9 one: Error: boom",
                        "src/a.ts:3:9 two: Error: boom",
                        "test/b.test.ts Error: Failed to load url ./missing",
                        "src/c.ts:1:2 Unhandled Errors: Error: late");
    }

    @Test
    void findsTheJsonOfVitestAndJestBehindOtherOutput() {
        String root = bench.root().toString();
        String json = "{\"numTotalTests\":2,\"numFailedTests\":1,\"testResults\":[{\"name\":\"" + root
                + "/t/a.test.js\",\"status\":\"failed\",\"assertionResults\":[{\"status\":\"passed\",\"fullName\":\"ok\"},"
                + "{\"status\":\"failed\",\"fullName\":\"suite adds\",\"failureMessages\":[\"Error: no\\n"
                + "    at check (" + root + "/node_modules/x/i.js:1:1)\\n    at " + root + "/t/a.test.js:7:15\"]}]},"
                + "{\"name\":\"" + root + "/t/b.test.js\",\"status\":\"failed\",\"message\":\"Cannot find module\","
                + "\"assertionResults\":[]}]}";
        for (String parser : new String[] {"vitest", "jest"}) {
            assertThat(bench.failures(parser, "noise", json, "more noise"))
                    .containsExactly("t/a.test.js:7:15 suite adds: Error: no", "t/b.test.js Cannot find module");
        }
    }

    @Test
    void readsJestWithTheFirstFrameOfTheProject() {
        assertThat(bench.failures(
                        "jest",
                        "PASS test/ok.test.js",
                        "FAIL test/a.test.js (5.1 s)",
                        "  \u25cf Console",
                        "    console.log",
                        "      at Object.<anonymous> (test/a.test.js:1:1)",
                        "  \u25cf suite \u203a adds",
                        "",
                        "    expect(received).toBe(expected) // Object.is equality",
                        "",
                        "    Expected: 4",
                        "    Received: 3",
                        "",
                        "      5 |   const r = add(1, 2);",
                        "    > 7 |   expect(r).toBe(4);",
                        "        |             ^",
                        "",
                        "      at Object.toBe (node_modules/lib/x.js:1:1)",
                        "      at Object.<anonymous> (test/a.test.js:7:15)",
                        "      at new Promise (<anonymous>)",
                        "",
                        "  \u25cf Test suite failed to run",
                        "",
                        "    Cannot find module './missing' from 'test/a.test.js'",
                        "",
                        "Test Suites: 1 failed, 1 passed, 2 total"))
                .containsExactly(
                        "test/a.test.js:7:15 suite \u203a adds: | expect(received).toBe(expected) // Object.is equality |"
                                + " Expected: 4 | Received: 3",
                        "test/a.test.js Test suite failed to run: | Cannot find module './missing' from 'test/a.test.js'");
    }

    @Test
    void readsPytestsIdsWithBlanksAndDashesInThem() {
        assertThat(bench.failures(
                        "pytest",
                        "=================================== FAILURES ===================================",
                        "_______________________________ test_x[1 - a b] __________________________________",
                        "",
                        "    def test_x(v):",
                        ">       assert 1 == 2",
                        "E       assert 1 == 2",
                        "",
                        "tests/test_a.py:7: AssertionError",
                        "____________________________ TestC.test_y ____________________________",
                        "tests/test_a.py:11: in test_y",
                        "    helper()",
                        "src/h.py:3: in helper",
                        "    raise ValueError('x - y')",
                        "E   ValueError: x - y",
                        "=========================== short test summary info ============================",
                        "FAILED tests/test_a.py::test_x[1 - a b] - assert 1 == 2",
                        "FAILED tests/test_a.py::TestC::test_y - ValueError: x - y",
                        "2 failed in 0.02s"))
                .containsExactly(
                        "tests/test_a.py:7 test_x[1 - a b]: assert 1 == 2",
                        "tests/test_a.py:11 TestC::test_y: ValueError: x - y");
    }

    @Test
    void readsPytestWithoutASummaryAndFilesThatCanNotBeCollected() {
        assertThat(bench.failures(
                        "pytest",
                        "==================================== ERRORS ====================================",
                        "_______________________ ERROR collecting tests/test_b.py _______________________",
                        "/usr/lib/python3/importlib/__init__.py:126: in import_module",
                        "    return _bootstrap._gcd_import(name)",
                        "tests/test_b.py:1: in <module>",
                        "    import missing",
                        "E   ModuleNotFoundError: No module named 'missing'",
                        "=================================== FAILURES ===================================",
                        "___ test_z ___",
                        "E       assert False",
                        "tests/test_c.py:3: AssertionError",
                        "=========================== short test summary info ============================",
                        "ERROR tests/test_b.py - ModuleNotFoundError: No module named 'missing'"))
                .containsExactlyInAnyOrder(
                        "tests/test_b.py:1 ModuleNotFoundError: No module named 'missing'",
                        "tests/test_c.py:3 test_z: assert False");
    }

    @Test
    void putsTheFolderOfThePackageBeforeAFailingTestOfGo() throws IOException {
        bench.file("go.mod", "module example.com/p\n\ngo 1.22\n");
        assertThat(bench.failures(
                        "go",
                        "--- FAIL: TestX (0.00s)",
                        "    --- FAIL: TestX/sub (0.00s)",
                        "        a_test.go:8: some log",
                        "        a_test.go:9: got 1, want 2",
                        "FAIL",
                        "FAIL\texample.com/p\t0.01s",
                        "--- FAIL: TestY (0.00s)",
                        "    b_test.go:4: boom",
                        "FAIL\texample.com/p/inner\t0.01s",
                        "ok  \texample.com/p/other\t0.01s",
                        "FAIL"))
                .containsExactly("a_test.go:9 TestX/sub: some log | got 1, want 2", "inner/b_test.go:4 TestY: boom");
    }

    @Test
    void readsWhatAVerboseTestOfGoPrintsBeforeItHasFailed() throws IOException {
        bench.file("go.mod", "module example.com/p\n");
        assertThat(bench.failures(
                        "go",
                        "=== RUN   TestX",
                        "    a_test.go:9: got 1, want 2",
                        "=== RUN   TestX/good",
                        "    a_test.go:12: fine",
                        "=== RUN   TestY",
                        "    a_test.go:20: one",
                        "=== NAME  TestX",
                        "    a_test.go:10: and more",
                        "--- FAIL: TestX (0.00s)",
                        "    --- PASS: TestX/good (0.00s)",
                        "--- PASS: TestY (0.00s)",
                        "FAIL",
                        "FAIL\texample.com/p\t0.01s"))
                .containsExactly("a_test.go:10 TestX: got 1, want 2 | and more");
    }

    @Test
    void takesNothingOfATestOfGoThatPassedForOneOfItsNameThatFails() throws IOException {
        bench.file("go.mod", "module example.com/p\n");
        assertThat(bench.failures(
                        "go",
                        "=== RUN   TestX",
                        "    a_test.go:9: fine",
                        "--- PASS: TestX (0.00s)",
                        "=== RUN   TestSlow",
                        "    a_test.go:11: fine as well",
                        "ok  \texample.com/p/a\t0.01s",
                        "=== RUN   TestX",
                        "    b_test.go:3: got 1, want 2",
                        "--- FAIL: TestX (0.00s)",
                        "=== RUN   TestSlow",
                        "    b_test.go:5: too slow",
                        "--- FAIL: TestSlow (0.00s)",
                        "FAIL",
                        "FAIL\texample.com/p/b\t0.01s"))
                .containsExactly("b/b_test.go:3 TestX: got 1, want 2", "b/b_test.go:5 TestSlow: too slow");
    }

    @Test
    void readsTheFramesOfGradlesTestsOnlyWhereThereAreNoReports() throws IOException {
        bench.file("app/src/test/java/p/ATest.java", "");
        assertThat(bench.failures(
                        "gradle",
                        "> Task :app:test FAILED",
                        "",
                        "ATest > adds() FAILED",
                        "    org.opentest4j.AssertionFailedError: expected: <4> but was: <3>",
                        "        at app//org.junit.jupiter.api.AssertionUtils.fail(AssertionUtils.java:38)",
                        "        at app//p.ATest.adds(ATest.java:12)",
                        "",
                        "BTest > Inner > fails() FAILED",
                        "    java.lang.IllegalStateException at BTest.java:7",
                        "",
                        "CTest > hangs FAILED",
                        "",
                        "3 tests completed, 3 failed"))
                .containsExactly(
                        "app/src/test/java/p/ATest.java:12 ATest > adds():"
                                + " org.opentest4j.AssertionFailedError: expected: <4> but was: <3>",
                        "BTest.java:7 BTest > Inner > fails(): java.lang.IllegalStateException",
                        "CTest > hangs");
    }

    @Test
    void readsAPanicOfGoWithTheFirstFrameOfTheProject() throws IOException {
        bench.file("a.go", "package p\n");
        assertThat(bench.failures(
                        "go",
                        "panic: runtime error: index out of range [5] with length 2",
                        "",
                        "goroutine 1 [running]:",
                        "testing.tRunner()",
                        "\t/usr/lib/go/src/testing/testing.go:1389 +0x1d",
                        "main.main()",
                        "\t" + bench.root() + "/a.go:12 +0x1d",
                        "exit status 2"))
                .containsExactly("a.go:12 panic: runtime error: index out of range [5] with length 2");
    }

    @Test
    void readsThePanicsOfRustsTestsInBothForms() {
        assertThat(bench.failures(
                        "cargo",
                        "test tests::one ... FAILED",
                        "failures:",
                        "",
                        "---- tests::one stdout ----",
                        "",
                        "thread 'tests::one' (4711) panicked at src/lib.rs:10:9:",
                        "assertion `left == right` failed",
                        "  left: 4",
                        " right: 5",
                        "note: run with `RUST_BACKTRACE=1`",
                        "",
                        "---- tests::two stdout ----",
                        "thread 'tests::two' panicked at 'boom', src/lib.rs:20:5",
                        "",
                        "error: test failed, to rerun pass `--lib`"))
                .containsExactly(
                        "src/lib.rs:10:9 tests::one panicked | assertion `left == right` failed | left: 4 | right: 5",
                        "src/lib.rs:20:5 tests::two panicked: boom");
    }

    @Test
    void readsMavensSummaryOnlyWhereThereAreNoReports() throws IOException {
        String[] output = {
            "[ERROR] Failures: ",
            "[ERROR]   ATest.adds:12 expected: <4> but was: <3>",
            "[ERROR] Errors: ",
            "[ERROR]   ATest.boom:20 \u00bb NullPointer",
            "[INFO] ",
            "[ERROR] Tests run: 2, Failures: 1, Errors: 1, Skipped: 0",
            "[ERROR] Failed to execute goal x:test"
        };
        assertThat(bench.failures("surefire", output))
                .containsExactly("ATest.adds:12 expected: <4> but was: <3>", "ATest.boom:20 \u00bb NullPointer");
        bench.file(
                "m/target/surefire-reports/TEST-p.ATest.xml",
                "<testsuite><testcase name='adds' classname='p.ATest'><failure message='expected: &lt;4&gt;'>x\n"
                        + "\tat p.ATest.adds(ATest.java:12)</failure></testcase></testsuite>");
        bench.file("m/src/test/java/p/ATest.java", "");
        assertThat(bench.failures("surefire", output))
                .containsExactly("m/src/test/java/p/ATest.java:12 p.ATest > adds: expected: <4>");
    }

    @Test
    void everyParserReadsAnythingInTimeThatGrowsWithItsLength() {
        String[] nasty = {
            "a".repeat(30_000),
            "a:".repeat(15_000),
            ":1".repeat(15_000),
            "(".repeat(15_000) + "1,1): error TS1: x",
            "  1:1  error  " + "a  ".repeat(10_000),
            "FAILED a::b[" + " - ".repeat(10_000),
            "at a.".repeat(6_000) + "(A.java:1)",
            "[ERROR] " + ":[1,1] ".repeat(4_000),
            " \u276f " + "a:1:1 ".repeat(5_000),
            "thread '" + "' panicked at ".repeat(2_000)
        };
        for (String parser : new String[] {
            "tsc", "vitest", "jest", "eslint", "javac", "maven", "gradle", "pytest", "ruff", "go", "cargo", "generic"
        }) {
            assertThat(bench.findings(parser, nasty).count()).as(parser).isBetween(0, 40_000);
        }
    }
}

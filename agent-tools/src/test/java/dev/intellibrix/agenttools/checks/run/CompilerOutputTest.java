package dev.intellibrix.agenttools.checks.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What compilers and linters print. */
class CompilerOutputTest {

    @TempDir
    Path folder;

    ParserBench bench;

    @BeforeEach
    void open() throws IOException {
        bench = ParserBench.in(folder);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "src/a.ts(12,5): error TS2322: Type 'string' is not assignable.",
                "src/a.ts:12:5 - error TS2322: Type 'string' is not assignable.",
                "\u001b[96msrc/a.ts\u001b[0m:\u001b[93m12\u001b[0m:\u001b[93m5\u001b[0m - \u001b[91merror\u001b[0m"
                        + "\u001b[90m TS2322: \u001b[0mType 'string' is not assignable."
            })
    void readsTheTypeScriptCompilerPlainAndPretty(String line) {
        assertThat(bench.failures("tsc", line, "", "12 const a: number = 'x'", "         ~", "Found 1 error."))
                .containsExactly("src/a.ts:12:5 TS2322: Type 'string' is not assignable.");
    }

    @Test
    void joinsTheReasonsOfATypeErrorAndKeepsErrorsWithoutAPlace() {
        assertThat(bench.failures(
                        "tsc",
                        "src/(group)/a.ts(1,1): error TS2345: Argument of type 'A'.",
                        "  Types of property 'x' are incompatible.",
                        "    Type 'a' is not assignable to type 'b'.",
                        "src/b.ts(3,7): error TS2304: Cannot find name 'q'.",
                        "error TS18003: No inputs were found in config file 'tsconfig.json'.",
                        "src/c.ts(3,7): warning TS6133: unused"))
                .containsExactly(
                        "src/(group)/a.ts:1:1 TS2345: Argument of type 'A'. | Types of property 'x' are incompatible. |"
                                + " Type 'a' is not assignable to type 'b'.",
                        "src/b.ts:3:7 TS2304: Cannot find name 'q'.",
                        "TS18003: No inputs were found in config file 'tsconfig.json'.");
    }

    @Test
    void readsTheCommonFormWithAndWithoutAColumnAndLeavesWarningsOut() {
        assertThat(bench.failures(
                        "generic",
                        "a.c: In function 'main':",
                        "a.c:10: warning: unused",
                        "a.c:11:4: error: expected ';'",
                        "   11 |     return 0",
                        "lib/b.c:3: error: unknown type name 'foo'",
                        "a.c:12:1: note: declared here",
                        "12:30:45: started",
                        "http://localhost:8080: refused",
                        "localhost:8080: refused"))
                .containsExactly("a.c:11:4 error: expected ';'", "lib/b.c:3 error: unknown type name 'foo'");
    }

    @Test
    void takesADriveForAPartOfThePath() {
        assertThat(bench.failures("generic", "C:\\w\\a.py:3:9: error: Missing return  [return]"))
                .containsExactly("C:\\w\\a.py:3:9 error: Missing return  [return]");
    }

    @Test
    void aNameThatIsNoUsualOneCountsWhenThereIsSuchAFile() throws IOException {
        bench.file("Makefile", "").file("my dir/a.c", "").file("c.d/x", "");
        assertThat(bench.failures(
                        "generic",
                        "Makefile:3: *** missing separator.",
                        "my dir/a.c:3:4: error: x",
                        "nothing here:3: x"))
                .containsExactly("Makefile:3 *** missing separator.", "my dir/a.c:3:4 error: x");
    }

    @Test
    void takesTheColumnFromACaret() {
        assertThat(bench.failures(
                        "javac",
                        "src/F.java:3: warning: [deprecation] old() is deprecated",
                        "        old();",
                        "        ^",
                        "src/F.java:4: error: cannot find symbol",
                        "        int a = b;",
                        "                ^",
                        "  symbol:   variable b",
                        "  location: class F",
                        "src/F.java:9: error: ';' expected",
                        "        foo()",
                        "             ^",
                        "2 errors",
                        "1 warning"))
                .containsExactly(
                        "src/F.java:4:17 cannot find symbol | symbol:   variable b | location: class F",
                        "src/F.java:9:14 ';' expected");
        assertThat(bench.failures("javac", "error: invalid source release: 99"))
                .containsExactly("invalid source release: 99");
        assertThat(bench.failures("generic", "a.x:2: bad", "  foo(", "     ^", "a.x:5: worse"))
                .containsExactly("a.x:2:6 bad", "a.x:5 worse");
    }

    @Test
    void readsMavensBracketsAndDropsTheRepetitionOfTheSummary() {
        String file = bench.root() + "/src/main/java/F.java";
        assertThat(bench.failures(
                        "maven",
                        "[INFO] Compiling",
                        "[ERROR] COMPILATION ERROR : ",
                        "[ERROR] " + file + ":[12,5] cannot find symbol",
                        "  symbol:   class Foo",
                        "  location: class F",
                        "[INFO] 1 error",
                        "[ERROR] Failed to execute goal org.apache.maven.plugins:maven-compiler-plugin:3.13.0:compile",
                        "[ERROR] " + file + ":[12,5] cannot find symbol",
                        "[ERROR]   symbol:   class Foo",
                        "[ERROR]   location: class F",
                        "[ERROR] -> [Help 1]"))
                .containsExactly(
                        "src/main/java/F.java:12:5 cannot find symbol | symbol:   class Foo | location: class F");
        assertThat(bench.failures("maven", "[ERROR] /C:/w/F.java:[1,2] ';' expected"))
                .containsExactly("C:/w/F.java:1:2 ';' expected");
    }

    @Test
    void saysWhyMavenEndedWhenNothingElseIsFound() {
        assertThat(bench.failures(
                        "maven",
                        "[ERROR] Some problems were encountered while processing the POMs:",
                        "[ERROR] Failed to execute goal x:y:1:enforce (default) on project p: Some rules failed",
                        "[ERROR] ",
                        "[ERROR] -> [Help 1]"))
                .containsExactly("Failed to execute goal x:y:1:enforce (default) on project p: Some rules failed");
    }

    @Test
    void readsGradleWithATaskGluedToAPathAndKotlinInBothForms() {
        String root = bench.root().toString();
        assertThat(bench.failures(
                        "gradle",
                        ":app:compileJava" + root + "/app/src/F.java:12: error: ';' expected",
                        "        foo()",
                        "             ^",
                        "e: " + root + "/M.kt: (50, 20): Unresolved reference: x",
                        "e: file://" + root + "/M.kt:50:20 Unresolved reference: x",
                        "w: file://" + root + "/M.kt:51:20 unused",
                        "* What went wrong:",
                        "Execution failed for task ':app:compileJava'."))
                .containsExactlyInAnyOrder("app/src/F.java:12:14 ';' expected", "M.kt:50:20 Unresolved reference: x");
    }

    @Test
    void saysWhatWentWrongInGradlesWordsWhenNothingElseIsFound() {
        assertThat(bench.failures(
                        "gradle",
                        "FAILURE: Build failed with an exception.",
                        "",
                        "* What went wrong:",
                        "Execution failed for task ':app:test'.",
                        "> There were failing tests.",
                        "",
                        "* Try:",
                        "> Run with --info"))
                .containsExactly("Execution failed for task ':app:test'. | > There were failing tests.");
    }

    @Test
    void readsThePlaceInABuildFileOfMavenAndOfGradle() {
        String pom = bench.root() + "/pom.xml";
        assertThat(bench.failures(
                        "maven",
                        "[ERROR] [ERROR] Some problems were encountered while processing the POMs:",
                        "[FATAL] Non-parseable POM " + pom + ": end tag is missing (position: TEXT @7:8)  @ " + pom
                                + ", line 7, column 8",
                        " @ ",
                        "[ERROR] The build could not read 1 project -> [Help 1]",
                        "[ERROR]   The project  (" + pom + ") has 1 error",
                        "[ERROR]     Non-parseable POM " + pom + ": end tag is missing (position: TEXT @7:8)  @ " + pom
                                + ", line 7, column 8 -> [Help 2]"))
                .containsExactly("pom.xml:7:8 Non-parseable POM " + pom + ": end tag is missing (position: TEXT @7:8)");
        assertThat(bench.failures(
                        "maven",
                        "[ERROR]   The project a:b:1 (" + bench.root() + "/m/pom.xml) has 1 error",
                        "[ERROR]     'dependencies.dependency.version' for c:d:jar is missing. @ line 12, column 17"))
                .containsExactly("m/pom.xml:12:17 'dependencies.dependency.version' for c:d:jar is missing.");
        assertThat(bench.failures(
                        "gradle",
                        "* Where:",
                        "Build file '" + bench.root() + "/app/build.gradle' line: 5",
                        "",
                        "* What went wrong:",
                        "A problem occurred evaluating project ':app'."))
                .containsExactly("app/build.gradle:5 A problem occurred evaluating project ':app'.");
    }

    @Test
    void readsEslintsRowsAndItsJsonAndLeavesWarningsOut() {
        String root = bench.root().toString();
        assertThat(bench.failures(
                        "eslint",
                        "",
                        root + "/a.js",
                        "  1:2  error  Parsing error: Unexpected token",
                        "  3:1  warning  Unexpected console statement  no-console",
                        "  7:10  error  'y' is not defined  no-undef",
                        "",
                        "\u2716 3 problems (2 errors, 1 warning)"))
                .containsExactly("a.js:1:2 Parsing error: Unexpected token", "a.js:7:10 'y' is not defined (no-undef)");
        assertThat(bench.failures(
                        "eslint",
                        "[{\"filePath\":\"" + root
                                + "/a.js\",\"messages\":[{\"ruleId\":null,\"fatal\":true,\"severity\":2,"
                                + "\"message\":\"Parsing error\",\"line\":1,\"column\":2},{\"ruleId\":\"no-console\","
                                + "\"severity\":1,\"message\":\"w\",\"line\":2,\"column\":1}]}]"))
                .containsExactly("a.js:1:2 Parsing error");
    }

    @Test
    void readsRuffInBothOfItsForms() {
        assertThat(bench.failures(
                        "ruff",
                        "F401 [*] `os` imported but unused",
                        " --> a.py:1:8",
                        "  |",
                        "1 | import os",
                        "  |        ^^",
                        "b.py:2:1: E501 Line too long (120 > 88)",
                        "invalid-syntax: Expected an expression",
                        " --> c.py:1:4",
                        "Found 3 errors."))
                .containsExactly(
                        "a.py:1:8 F401 [*] `os` imported but unused",
                        "b.py:2:1 E501 Line too long (120 > 88)",
                        "c.py:1:4 invalid-syntax: Expected an expression");
    }

    @Test
    void readsGosCompilerWithoutTheDotAndTheToolsName() {
        assertThat(bench.failures(
                        "go",
                        "# example.com/p",
                        "./a.go:5:2: undefined: x",
                        "vet: ./a.go:9:1: unreachable code",
                        "inner/b.go:3: imported and not used",
                        bench.root() + "/go.mod:4: unknown directive: x"))
                .containsExactly(
                        "a.go:5:2 undefined: x",
                        "a.go:9:1 unreachable code",
                        "inner/b.go:3 imported and not used",
                        "go.mod:4 unknown directive: x");
    }

    @Test
    void readsRustcWhoseMessagesStandAboveTheirPlaces() {
        assertThat(bench.failures(
                        "cargo",
                        "warning: unused variable: `y`",
                        " --> src/main.rs:2:9",
                        "  |",
                        "error[E0308]: mismatched types",
                        " --> src/main.rs:4:18",
                        "  |",
                        "4 |     let x: i32 = \"a\";",
                        "  |            ---   ^^^ expected `i32`, found `&str`",
                        "",
                        "error: aborting due to 1 previous error; 1 warning emitted",
                        "",
                        "error: could not compile `x` (bin \"x\") due to 1 previous error"))
                .containsExactly("src/main.rs:4:18 mismatched types [E0308]");
        assertThat(bench.failures(
                        "cargo",
                        "src/main.rs:2:9: warning: unused variable: `y`",
                        "src/main.rs:4:18: error[E0308]: mismatched types",
                        "error: could not compile `x` (bin \"x\") due to 1 previous error"))
                .containsExactly("src/main.rs:4:18 mismatched types [E0308]");
        assertThat(bench.failures("cargo", "error: no matching package named `foo` found", "location searched: x"))
                .containsExactly("no matching package named `foo` found");
    }
}

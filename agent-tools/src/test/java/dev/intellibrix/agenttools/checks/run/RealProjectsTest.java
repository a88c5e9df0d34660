package dev.intellibrix.agenttools.checks.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.intellibrix.agenttools.AgentTools;
import dev.intellibrix.agenttools.Workbench;
import dev.intellibrix.agenttools.checks.CheckParser;
import dev.intellibrix.agenttools.checks.Checks;
import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.process.ProcessResult;
import dev.intellibrix.internal.process.ProcessRunner;
import dev.intellibrix.internal.process.ProcessSpec;
import dev.intellibrix.internal.process.ProgramFinder;
import dev.intellibrix.tool.Cancellation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Projects with real faults and the real tools that find them: what is told is exactly what is there. */
@Timeout(600)
class RealProjectsTest {

    @TempDir
    Path folder;

    Path root;

    @BeforeEach
    void makeRoot() throws IOException {
        root = Files.createDirectory(folder.toRealPath().resolve("project"));
    }

    private void file(String name, String... lines) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, Workbench.lines(lines));
    }

    private static Path program(String name) {
        Optional<Path> program = ProgramFinder.find(name, System.getenv().getOrDefault("PATH", ""), path -> false);
        assumeTrue(program.isPresent(), name + " is not installed here");
        return program.orElseThrow();
    }

    private JsonNode check(Workbench bench, String name) {
        return Json.mapper()
                .readTree(bench.ok("run_checks", Map.of("checks", List.of(name))))
                .at("/checks/" + name);
    }

    /** The failures as lines: {@code file:line:column message}. */
    private static List<String> failures(JsonNode check) {
        List<String> all = new ArrayList<>();
        for (JsonNode failure : check.path("failures")) {
            String place = List.of("file", "line", "column").stream()
                    .filter(failure::has)
                    .map(key -> failure.path(key).asString())
                    .collect(Collectors.joining(":"));
            all.add(place + " "
                    + failure.path("message").stringValue().lines().findFirst().orElse(""));
        }
        return all;
    }

    /** The version of a plugin, or of a group's artifacts, in the build that this test is part of: those are at hand. */
    private static String versionOf(String artifact) throws IOException {
        Pattern version = Pattern.compile(
                "<artifactId>" + Pattern.quote(artifact) + "</artifactId>\\s*<version>([^<$]+)</version>");
        for (Path pom : List.of(Path.of("..", "pom.xml"), Path.of("pom.xml"))) {
            Matcher match = version.matcher(Files.exists(pom) ? Files.readString(pom) : "");
            if (match.find()) {
                return match.group(1);
            }
        }
        throw new AssertionError("the build does not say which version of " + artifact + " it has");
    }

    private static String plugin(String name) throws IOException {
        return "<plugin><artifactId>" + name + "</artifactId><version>" + versionOf(name) + "</version></plugin>";
    }

    private void mavenProject() throws IOException {
        file(
                "pom.xml",
                "<project xmlns=\"http://maven.apache.org/POM/4.0.0\"><modelVersion>4.0.0</modelVersion>",
                "<groupId>x</groupId><artifactId>x</artifactId><version>1</version>",
                "<properties><maven.compiler.release>17</maven.compiler.release>",
                "<project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>",
                "<dependencies><dependency><groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId>",
                "<version>" + versionOf("junit-bom") + "</version><scope>test</scope></dependency></dependencies>",
                "<build><plugins>",
                plugin("maven-resources-plugin"),
                plugin("maven-compiler-plugin"),
                plugin("maven-surefire-plugin"),
                "</plugins></build></project>");
        file("src/main/java/p/A.java", "package p;", "public class A {", "    public int one() { return 2; }", "}");
        file(
                "src/test/java/p/ATest.java",
                "package p;",
                "import static org.junit.jupiter.api.Assertions.assertEquals;",
                "import org.junit.jupiter.api.Test;",
                "class ATest {",
                "    @Test void passes() {}",
                "    @Test void isOne() {",
                "        assertEquals(1, new A().one());",
                "    }",
                "    @Test void throwsIt() {",
                "        throw new IllegalStateException(\"boom\");",
                "    }",
                "}");
    }

    @Test
    void aMavenProjectWithFailingTestsAndThenWithAnErrorOfTheCompiler() throws IOException {
        program("mvn");
        mavenProject();
        Workbench bench = Workbench.with(
                root,
                AgentTools.builder(root)
                        .checks(Checks.builder()
                                .check("test", List.of("mvn", "-o", "-B", "-q", "test"), CheckParser.named("surefire"))
                                .timeout(Duration.ofMinutes(5))
                                .build())
                        .build());

        JsonNode tests = check(bench, "test");
        assertThat(failures(tests))
                .as(tests.toString())
                .containsExactlyInAnyOrder(
                        "src/test/java/p/ATest.java:7 p.ATest > isOne: expected: <1> but was: <2>",
                        "src/test/java/p/ATest.java:10 p.ATest > throwsIt: boom");

        file("src/main/java/p/A.java", "package p;", "public class A {", "    public int one() { return two; }", "}");
        JsonNode compile = check(bench, "test");
        assertThat(failures(compile))
                .as("the reports of the run before do not count: " + compile)
                .containsExactly("src/main/java/p/A.java:3:31 cannot find symbol");

        file("src/main/java/p/A.java", "package p;", "public class A {", "    public int one() { return 1; }", "}");
        file("src/test/java/p/ATest.java", "package p;", "class ATest {}");
        assertThat(check(bench, "test").path("ok").booleanValue()).isTrue();
    }

    @Test
    @Tag("thorough")
    void aProjectOfCargoWithAnErrorOfTheCompilerAndThenWithAFailingTest() throws IOException {
        Path cargo = program("cargo");
        assumeTrue(run(cargo, "--version").exitCode() == 0, "cargo has no toolchain here");
        file("Cargo.toml", "[package]", "name = \"x\"", "version = \"0.1.0\"", "edition = \"2021\"");
        file("src/lib.rs", "pub fn one() -> i32 {", "    let unused = 1;", "    \"a\"", "}");
        Workbench bench = Workbench.with(root, AgentTools.in(root));
        assertThat(failures(check(bench, "typecheck"))).containsExactly("src/lib.rs:3:5 mismatched types [E0308]");

        file(
                "src/lib.rs",
                "pub fn one() -> i32 { 2 }",
                "#[test]",
                "fn is_one() {",
                "    assert_eq!(one(), 1);",
                "}",
                "#[test]",
                "fn passes() {}");
        assertThat(failures(check(bench, "test"))).containsExactly("src/lib.rs:4:5 is_one panicked");
    }

    @Test
    @Tag("thorough")
    void aProjectOfPytestWithAFailingTestAndAFileThatDoesNotLoad() throws IOException {
        Path pytest = program("pytest");
        assumeTrue(run(pytest, "--version").exitCode() == 0, "pytest does not run here");
        file("pyproject.toml", "[tool.pytest.ini_options]", "addopts = \"-p no:cacheprovider\"");
        file(
                "tests/test_a.py",
                "import pytest",
                "",
                "@pytest.mark.parametrize('v', ['1 - a b', 'c'])",
                "def test_x(v):",
                "    assert v == 'c'",
                "",
                "class TestC:",
                "    def test_y(self):",
                "        raise ValueError('x - y')");
        Workbench bench = Workbench.with(root, AgentTools.in(root));
        assertThat(failures(check(bench, "test")))
                .containsExactlyInAnyOrder(
                        "tests/test_a.py:5 test_x[1 - a b]: AssertionError: assert '1 - a b' == 'c'",
                        "tests/test_a.py:9 TestC::test_y: ValueError: x - y");
        file("tests/test_b.py", "import no_such_module_anywhere");
        assertThat(failures(check(bench, "test")))
                .singleElement()
                .asString()
                .startsWith("tests/test_b.py:1 ")
                .contains("no_such_module_anywhere");
    }

    private ProcessResult run(Path program, String... arguments) {
        return ProcessRunner.run(
                ProcessSpec.builder(program, List.of(arguments), root)
                        .environment(System.getenv())
                        .timeout(Duration.ofMinutes(5))
                        .mergeErrors()
                        .build(),
                Cancellation.none());
    }

    @Test
    @Tag("thorough")
    void aProjectOfNpmWithTypeScriptVitestAndEslint() throws IOException {
        Path npm = program("npm");
        file(
                "package.json",
                "{\"private\":true,\"type\":\"module\",\"scripts\":{\"test\":\"vitest run\",\"typecheck\":\"tsc --noEmit\","
                        + "\"lint\":\"eslint .\"},\"devDependencies\":{\"typescript\":\"5.9.3\",\"vitest\":\"3.2.4\","
                        + "\"eslint\":\"9.39.1\"}}");
        ProcessResult install = run(npm, "install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error");
        assumeTrue(
                install.exitCode() == 0,
                "npm can not install here: " + install.stdout().tail());
        file(
                "tsconfig.json",
                "{\"compilerOptions\":{\"strict\":true,\"module\":\"esnext\","
                        + "\"moduleResolution\":\"bundler\",\"skipLibCheck\":true},\"include\":[\"src\"]}");
        file(
                "eslint.config.js",
                "export default [{files: ['src/**/*.js'], rules: {'no-undef': 'error', 'no-var': 'warn'}}];");
        file(
                "src/add.ts",
                "export function add(a: number, b: number): number {",
                "  return a - b;",
                "}",
                "const s: string = add(1, 2);");
        file(
                "src/add.test.ts",
                "import { expect, test, describe } from 'vitest';",
                "import { add } from './add';",
                "describe('suite', () => {",
                "  test('adds', () => {",
                "    expect(add(1, 2)).toBe(3);",
                "  });",
                "  test('is', () => {});",
                "});");
        file("src/broken.test.ts", "import './missing';", "throw new Error('never reached');");
        file("src/a.js", "var a = 1;", "console.log(b);");
        file("src/b.js", "const = 1;");
        Workbench bench = Workbench.with(root, AgentTools.in(root));

        assertThat(failures(check(bench, "typecheck")))
                .containsExactlyInAnyOrder("src/add.ts:4:7 TS2322: Type 'number' is not assignable to type 'string'.");
        assertThat(failures(check(bench, "lint")))
                .containsExactlyInAnyOrder(
                        "src/a.js:2:1 'console' is not defined (no-undef)",
                        "src/a.js:2:13 'b' is not defined (no-undef)",
                        "src/b.js:1:7 Parsing error: Unexpected token =");
        JsonNode tests = check(bench, "test");
        assertThat(failures(tests)).as(tests.toString()).hasSize(2);
        assertThat(failures(tests))
                .anySatisfy(line -> assertThat(line).startsWith("src/add.test.ts:5:23 suite > adds: AssertionError"))
                .anySatisfy(line ->
                        assertThat(line).startsWith("src/broken.test.ts").contains("missing"));
    }
}

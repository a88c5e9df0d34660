package dev.intellibrix.agenttools.checks.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.workspace.Jail;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DetectionTest {

    @TempDir
    Path root;

    private DetectionTest file(String name, String content) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
        return this;
    }

    /** The checks as lines: {@code name: command}. */
    private List<String> found() {
        return Detection.of(new ProjectFiles(Jail.of(root))).values().stream()
                .map(check -> check.name() + ": " + check.commandLine())
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "pnpm-lock.yaml, pnpm",
        "yarn.lock, yarn",
        "bun.lockb, bun",
        "bun.lock, bun",
        "package-lock.json, npm",
        "npm-shrinkwrap.json, npm",
        "README.md, npm"
    })
    void takesTheScriptsWithThePackageManagerThatOwnsTheLockFile(String lock, String manager) throws IOException {
        file(
                        "package.json",
                        "{\"scripts\":{\"lint\":\"eslint .\",\"test\":\"jest\",\"start\":\"x\",\"type-check\":\"tsc\"}}")
                .file(lock, "");
        assertThat(found())
                .containsExactly(
                        "test: " + manager + " run test",
                        "type-check: " + manager + " run type-check",
                        "lint: " + manager + " run lint");
    }

    @Test
    void takesThePackageManagerThatTheFileNamesWhereThereIsNoLockFile() throws IOException {
        file("package.json", "{\"packageManager\":\"pnpm@9.1.0\",\"scripts\":{\"build\":\"x\"}}");
        assertThat(found()).containsExactly("build: pnpm run build");
        file("package.json", "{\"packageManager\":\"sh -c evil@1\",\"scripts\":{\"build\":\"x\"}}");
        assertThat(found()).containsExactly("build: npm run build");
    }

    @Test
    void aScriptNeverChangesACommand() throws IOException {
        file("package.json", "{\"scripts\":{\"test\":\"x; rm -rf /\",\"test; evil\":\"y\",\"lint\":[\"no text\"]}}");
        assertThat(found()).containsExactly("test: npm run test");
    }

    @Test
    void theTestThatNpmMakesUpIsNoneAndABrokenFileHasNone() throws IOException {
        file("package.json", "{\"scripts\":{\"test\":\"echo \\\"Error: no test specified\\\" && exit 1\"}}");
        assertThat(found()).isEmpty();
        file("package.json", "{\"scripts\":");
        assertThat(found()).isEmpty();
        file("package.json", "[]");
        assertThat(found()).isEmpty();
    }

    @Test
    void findsTheWrapperOfMavenBeforeMavenItself() throws IOException {
        file("pom.xml", "<project/>");
        assertThat(found())
                .containsExactly(
                        "test: mvn -B -q test",
                        "typecheck: mvn -B -q test-compile",
                        "build: mvn -B -q -DskipTests package");
        file("mvnw", "#!/bin/sh\n");
        assertThat(found()).contains("test: mvn -B -q test");
        assertThat(root.resolve("mvnw").toFile().setExecutable(true)).isTrue();
        assertThat(found()).contains("test: ./mvnw -B -q test");
    }

    @Test
    void findsGradleCargoGoAndPython() throws IOException {
        file("build.gradle.kts", "");
        assertThat(found()).contains("test: gradle --console=plain test");
        Files.delete(root.resolve("build.gradle.kts"));
        file("Cargo.toml", "");
        assertThat(found()).contains("test: cargo test", "lint: cargo clippy --all-targets");
        Files.delete(root.resolve("Cargo.toml"));
        file("go.mod", "module x\n");
        assertThat(found()).containsExactly("test: go test ./...", "lint: go vet ./...", "build: go build ./...");
        Files.delete(root.resolve("go.mod"));
        file("pyproject.toml", "[tool.pytest.ini_options]\n[tool.ruff]\n[tool.mypy]\n");
        assertThat(found()).containsExactly("test: pytest", "typecheck: mypy .", "lint: ruff check .");
        file("uv.lock", "");
        assertThat(found()).contains("test: uv run pytest");
    }

    @Test
    void checksOfTwoBuildToolsHaveTwoNames() throws IOException {
        file("package.json", "{\"scripts\":{\"test\":\"vitest\"}}").file("pom.xml", "<project/>");
        assertThat(found()).startsWith("test: npm run test", "test-maven: mvn -B -q test");
    }

    @Test
    void aLinkOutOfTheWorkspaceIsNoBuildFile(@TempDir Path outside) throws IOException {
        Files.writeString(outside.resolve("pom.xml"), "<project/>");
        Files.createSymbolicLink(root.resolve("pom.xml"), outside.resolve("pom.xml"));
        assertThat(found()).isEmpty();
    }
}

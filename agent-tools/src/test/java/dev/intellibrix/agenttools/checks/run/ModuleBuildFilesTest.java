package dev.intellibrix.agenttools.checks.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.intellibrix.Intelligence;
import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.agenttools.AgentTools;
import dev.intellibrix.agenttools.checks.Checks;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.rules.InterceptRules;
import dev.intellibrix.testing.MockProvider;
import dev.intellibrix.testing.MockTurn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which files of a workspace count as build files, on whose change a check asks although it is always approved. */
@Timeout(120)
class ModuleBuildFilesTest {

    private final List<ApprovalRequest> asked = new ArrayList<>();

    private Path root;
    private Path bin;
    private InterceptRules rules = InterceptRules.fromJson("{\"exec_rules\":[]}");

    @BeforeEach
    void makeProject(@TempDir Path folder) throws IOException {
        root = Files.createDirectory(folder.toRealPath().resolve("root"));
        bin = Files.createDirectory(folder.toRealPath().resolve("bin"));
        Path npm = bin.resolve("npm");
        Files.writeString(npm, "#!/bin/sh\necho \"$@\" >> ran\n");
        assertThat(npm.toFile().setExecutable(true)).isTrue();
        file("package.json", "{\"workspaces\":[\"packages/*\"],\"scripts\":{\"test\":\"npm test --workspaces\"}}");
        file("packages/a/package.json", "{\"scripts\":{\"test\":\"vitest\"}}");
        file("packages/a/src/a.test.js", "");
    }

    private void file(String name, String content) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    private AgentTools tools() {
        return AgentTools.builder(root)
                .checks(Checks.builder()
                        .env(Map.of("PATH", bin + ":/usr/bin:/bin"))
                        .alwaysApprove(true)
                        .build())
                .build();
    }

    /** Somebody who is asked says no, and has looked. */
    private ToolResultPart call(AgentTools tools) {
        asked.clear();
        return new Intelligence(IntelligenceOptions.builder()
                        .provider(MockProvider.of(MockTurn.call("run_checks", Map.of()), MockTurn.text("done")))
                        .model("scripted")
                        .tools(tools)
                        .rules(rules)
                        .onToolApproval(request -> {
                            asked.add(request);
                            return ApprovalDecision.deny("no");
                        })
                        .build())
                .ask("go").messages().stream()
                        .flatMap(message -> message.toolResults().stream())
                        .findFirst()
                        .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "packages/a/package.json",
                "packages/dist/package.json",
                "packages/a/.npmrc",
                "services/x/pom.xml",
                "services/build/pom.xml",
                "services/x/.mvn/jvm.config",
                "services/x/gradle/libs.versions.toml",
                "app/build.gradle.kts",
                "gradle/conventions/java.gradle",
                "crates/c/build.rs",
                "crates/c/.cargo/config.toml",
                ".yarn/releases/yarn-4.cjs",
                "py/pyproject.toml",
                "conftest.py"
            })
    void aBuildFileOfAModuleThatIsNewOrAnotherAsks(String name) throws IOException {
        AgentTools tools = tools();
        assertThat(call(tools).outcome()).isEqualTo(ToolOutcome.SUCCEEDED);

        file(name, "{\"scripts\":{\"test\":\"another\"}}");

        assertThat(call(tools).outcome()).isEqualTo(ToolOutcome.DENIED);
        assertThat(asked)
                .singleElement()
                .satisfies(
                        request -> assertThat(request.notes()).contains("changed since the tools were built: " + name));
        assertThat(root.resolve("ran")).hasContent("run test\n");
    }

    @Test
    void aBuildFileOfAModuleThatGoesAsks() throws IOException {
        AgentTools tools = tools();
        Files.delete(root.resolve("packages/a/package.json"));
        assertThat(call(tools).outcome()).isEqualTo(ToolOutcome.DENIED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "packages/a/src/b.test.js",
                "packages/a/conftest.py",
                "node_modules/x/package.json",
                "packages/a/node_modules/x/package.json",
                "dist/package.json",
                "packages/a/dist/package.json",
                "packages/a/build/a.gradle",
                ".git/package.json",
                ".venv/setup.py",
                "yarn/releases/x.cjs"
            })
    void whatIsNoBuildFileAndWhatBuildsAndManagersWroteDoesNotAsk(String name) throws IOException {
        AgentTools tools = tools();
        file(name, "x");
        assertThat(call(tools).outcome()).isEqualTo(ToolOutcome.SUCCEEDED);
        assertThat(asked).isEmpty();
    }

    @Test
    void aBuildFileOfAModuleThatCanNotBeReadAsks() throws IOException {
        Files.createSymbolicLink(root.resolve("packages/a/.npmrc"), Path.of("/etc/hostname"));
        call(tools());
        assertThat(asked)
                .singleElement()
                .satisfies(request -> assertThat(request.notes()).contains("can not be read here: packages/a/.npmrc"));
    }

    @Test
    void foldersThatAreTooDeepToBeLookedIntoAsk() throws IOException {
        file("d/".repeat(40) + "x", "");
        assertThat(call(tools()).outcome()).isEqualTo(ToolOutcome.SUCCEEDED);
        file("d/".repeat(41) + "x", "");
        assertThat(call(tools()).outcome()).isEqualTo(ToolOutcome.DENIED);
        assertThat(asked)
                .singleElement()
                .satisfies(request -> assertThat(request.notes())
                        .anySatisfy(note -> assertThat(note).startsWith("can not be read here: what lies beyond")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "npm test --workspaces",
                "npm run test -w a",
                "npm --prefix=packages/a run test",
                "cd packages/a && npm test",
                "pnpm -r test",
                "pnpm --filter a test",
                "yarn workspaces foreach run test",
                "turbo run test",
                "npm run all",
                "npm run \\\"$X\\\" --workspaces"
            })
    void theScriptsOfModulesThatAScriptMayRunAreShownAndMatched(String test) throws IOException {
        file(
                "package.json",
                "{\"scripts\":{\"test\":\"" + test + "\",\"all\":\"lerna run test\",\"pack\":\"npm pack -w a\"}}");
        file(
                "packages/a/package.json",
                "{\"scripts\":{\"test\":\"vitest && npm run b\",\"b\":\"danger\",\"c\":\"x\"}}");
        file("packages/b/package.json", " ".repeat(1_000_001));
        AgentTools tools = tools();
        file("packages/a/.npmrc", "x");

        call(tools);
        assertThat(asked)
                .singleElement()
                .satisfies(request -> assertThat(request.notes())
                        .contains("scripts that can not be read: those of packages/b/package.json")
                        .first()
                        .asString()
                        .contains(
                                "\nscript \"test\" of packages/a/package.json: vitest && npm run b",
                                "\nscript \"b\" of packages/a/package.json: danger"));
        rules = InterceptRules.fromJson(
                "{\"exec_rules\":[{\"name\":\"no-danger\",\"pattern\":\"danger\",\"message\":\"too dangerous\"}]}");
        assertThat(call(tools).outcome()).isEqualTo(ToolOutcome.INTERCEPTED);
    }

    @Test
    void theScriptsOfModulesThatNoScriptRunsAreNotMatched() throws IOException {
        file("package.json", "{\"scripts\":{\"test\":\"vitest run test\"}}");
        file("packages/a/package.json", "{\"scripts\":{\"test\":\"danger\"}}");
        rules = InterceptRules.fromJson(
                "{\"exec_rules\":[{\"name\":\"no-danger\",\"pattern\":\"danger\",\"message\":\"too dangerous\"}]}");
        assertThat(call(tools()).outcome()).isEqualTo(ToolOutcome.SUCCEEDED);
    }

    @Test
    void aScriptOfSeveralLinesAndANameWithSomeShowNoScriptThatIsNone() throws IOException {
        file(
                "package.json",
                "{\"scripts\":{\"test\":\"npm run a\\nscript \\\"posttest\\\": fine\\n#\",\"a\\nscript \\\"b\":\"x\"}}");
        AgentTools tools = tools();
        file("packages/a/.npmrc", "x");
        call(tools);
        assertThat(asked)
                .singleElement()
                .satisfies(request -> assertThat(request.notes())
                        .first()
                        .asString()
                        .startsWith("test runs: npm run test\n"
                                + "script \"test\": npm run a\n    script \"posttest\": fine\n    #")
                        .doesNotContain("\nscript \"posttest\"", "\nscript \"b\""));
    }

    @Test
    void manyChangedFilesAreNamedInPart() throws IOException {
        AgentTools tools = tools();
        for (int i = 0; i < 25; i++) {
            file("packages/new" + (char) ('a' + i) + "/package.json", "{}");
        }
        call(tools);
        assertThat(asked)
                .singleElement()
                .satisfies(request -> assertThat(request.notes())
                        .anySatisfy(note -> assertThat(note)
                                .startsWith("changed since the tools were built: packages/newa/package.json, ")
                                .endsWith("packages/newt/package.json and 5 more")));
    }
}

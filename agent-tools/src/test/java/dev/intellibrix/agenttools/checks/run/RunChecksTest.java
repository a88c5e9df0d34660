package dev.intellibrix.agenttools.checks.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.agenttools.AgentTools;
import dev.intellibrix.agenttools.Workbench;
import dev.intellibrix.agenttools.checks.CheckFailure;
import dev.intellibrix.agenttools.checks.CheckParser;
import dev.intellibrix.agenttools.checks.Checks;
import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.process.HostEnvironment;
import dev.intellibrix.message.Origin;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.message.Trust;
import dev.intellibrix.tool.ToolCategory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

@Timeout(120)
class RunChecksTest {

    @TempDir
    Path folder;

    Path root;

    @BeforeEach
    void makeRoot() throws IOException {
        root = Files.createDirectory(folder.toRealPath().resolve("root"));
    }

    private Checks.Builder shell(String name, String script) {
        return Checks.builder().check(name, List.of("sh", "-c", script));
    }

    private Workbench bench(Checks.Builder checks) {
        return Workbench.with(
                root, AgentTools.builder(root).checks(checks.build()).build());
    }

    private JsonNode run(Checks.Builder checks) {
        return Json.mapper().readTree(bench(checks).ok("run_checks", Map.of()));
    }

    @Test
    void runsAllChecksInTheirOrderAndTellsEachResult() throws IOException {
        String text = bench(shell("b", "echo b >> log")
                        .check("a", List.of("sh", "-c", "echo a >> log; echo x.c:1:2: bad; exit 3")))
                .ok("run_checks", Map.of());

        assertThat(root.resolve("log")).hasContent("b\na\n");
        assertThat(text)
                .startsWith("{\"ok\":false,\"checks\":{\"b\":{\"ok\":true,\"exitCode\":0,\"durationMs\":")
                .contains("\"a\":{\"ok\":false,\"exitCode\":3,")
                .contains("\"failures\":[{\"file\":\"x.c\",\"line\":1,\"column\":2,\"message\":\"bad\"}]")
                .endsWith("\"output\":\"x.c:1:2: bad\"}}}");
    }

    @Test
    void runsOnlyTheChecksThatAreNamedEachOnce() throws IOException {
        Workbench bench = bench(shell("b", "echo b >> log").check("a", List.of("sh", "-c", "echo a >> log")));
        assertThat(bench.ok("run_checks", Map.of("checks", List.of("a", "b", "a"))))
                .startsWith("{\"ok\":true");
        assertThat(root.resolve("log")).hasContent("a\nb\n");
    }

    @Test
    void aNameThatIsNoneIsAnErrorThatListsThemAndRunsNothing() {
        Workbench bench = bench(shell("test", "touch ran"));
        assertThat(bench.error("run_checks", Map.of("checks", List.of("test", "tests"))))
                .isEqualTo("there is no check named \"tests\"; there are test");
        assertThat(bench.error("run_checks", Map.of("checks", List.of()))).contains("checks is empty");
        assertThat(root.resolve("ran")).doesNotExist();
    }

    @Test
    void theModelCanNotGiveACommand() {
        Workbench bench = bench(shell("test", "true"));
        assertThat(bench.call("run_checks", Map.of("command", "touch pwn")).outcome())
                .isEqualTo(ToolOutcome.INVALID_INPUT);
        assertThat(bench.error("run_checks", Map.of("checks", List.of("test; touch pwn"))))
                .contains("there is no check named");
        assertThat(root.resolve("pwn")).doesNotExist();
    }

    @Test
    void aProgramThatIsNotThereIsToldAndTheOthersRun() {
        JsonNode result = run(Checks.builder()
                .check("lost", List.of("no-such-program-at-all"))
                .check("wrapper", List.of("./mvnw", "test"))
                .check("here", List.of("true")));
        assertThat(result.path("ok").booleanValue()).isFalse();
        assertThat(result.at("/checks/lost/note").stringValue())
                .isEqualTo("nothing was run: no-such-program-at-all is not installed here (not found on PATH)");
        assertThat(result.at("/checks/lost/exitCode").isMissingNode()).isTrue();
        assertThat(result.at("/checks/wrapper/note").stringValue()).contains("mvnw", "can not be executed");
        assertThat(result.at("/checks/here/ok").booleanValue()).isTrue();
    }

    @Test
    void aCommandWithASeparatorIsAFileOfTheWorkspace() throws IOException {
        Path wrapper = root.resolve("wrapper");
        Files.writeString(wrapper, "#!/bin/sh\necho \"$1\" > said\n");
        assertThat(wrapper.toFile().setExecutable(true)).isTrue();
        assertThat(run(Checks.builder().check("w", List.of("./wrapper", "hello world")))
                        .path("ok")
                        .booleanValue())
                .isTrue();
        assertThat(root.resolve("said")).hasContent("hello world\n");
    }

    @Test
    void aCheckThatHangsIsEndedWithAllThatItStarted() throws Exception {
        JsonNode result = run(shell("slow", "sleep 300 & echo $! > pid; echo a.c:1:1: x; wait")
                .timeout(Duration.ofSeconds(3)));
        JsonNode slow = result.at("/checks/slow");
        assertThat(slow.path("ok").booleanValue()).isFalse();
        assertThat(slow.path("timedOut").booleanValue()).isTrue();
        assertThat(slow.path("note").stringValue()).contains("ended after 3000 ms");
        assertThat(slow.path("failures").size()).isEqualTo(1);
        long pid = Long.parseLong(Files.readString(root.resolve("pid")).strip());
        Optional<ProcessHandle> child = ProcessHandle.of(pid).filter(ProcessHandle::isAlive);
        if (child.isPresent()) {
            child.get().onExit().get(30, TimeUnit.SECONDS);
        }
    }

    @Test
    void theExitCodeDecidesAndWhatAPassingCheckNamesIsStillTold() {
        JsonNode check = run(shell("lint", "echo a.py:1:1: error: x")).at("/checks/lint");
        assertThat(check.path("ok").booleanValue()).isTrue();
        assertThat(check.path("failures")).isEmpty();
        assertThat(check.at("/reported/0/file").stringValue()).isEqualTo("a.py");
        assertThat(check.has("output")).isFalse();
    }

    @Test
    void outputThatNoParserKnowsIsShown() {
        JsonNode check = run(shell("test", "echo Segmentation fault; exit 139")).at("/checks/test");
        assertThat(check.path("ok").booleanValue()).isFalse();
        assertThat(check.path("failures")).isEmpty();
        assertThat(check.path("output").stringValue()).isEqualTo("Segmentation fault");
        assertThat(check.path("note").stringValue()).isEqualTo("ended by signal 11 (SIGSEGV)");
    }

    @Test
    void bothStreamsAreShownInTheirOrderWithoutColours() {
        assertThat(run(shell("t", "echo one; printf '\\033[31mtwo\\033[0m\\n' >&2; printf 'bar\\rthree\\n'; exit 1"))
                        .at("/checks/t/output")
                        .stringValue())
                .isEqualTo("one\ntwo\nthree");
    }

    @Test
    void ofAFloodTheFirstFailuresAreShownAndTheirNumberIsSaid() {
        String text = bench(shell(
                        "t",
                        "i=0; while [ $i -lt 3000 ]; do i=$((i+1)); echo \"a.c:$i:1: bad\"; done;"
                                + " echo b.c:1:1: other; exit 1"))
                .ok("run_checks", Map.of());
        JsonNode check = Json.mapper().readTree(text).at("/checks/t");
        assertThat(check.path("failures").size()).isEqualTo(100);
        assertThat(check.at("/failures/0/line").intValue()).isEqualTo(1);
        assertThat(check.path("failures").get(99).path("file").stringValue())
                .as("the other file is not lost in the flood")
                .isEqualTo("b.c");
        assertThat(check.path("note").stringValue()).isEqualTo("100 of 3001 failures are shown");
        assertThat(check.path("output").stringValue())
                .startsWith("[... the end of ")
                .endsWith("b.c:1:1: other")
                .hasSizeLessThan(4_100);
    }

    @Test
    void manyMegabytesAreReadToTheEndInBoundedMemory() {
        JsonNode check = run(shell(
                        "t", "yes 'a line of the log that says nothing' | head -n 500000; echo z.c:7:1: last; exit 1"))
                .at("/checks/t");
        assertThat(check.at("/failures/0/file").stringValue()).isEqualTo("z.c");
    }

    @Test
    void longMessagesAreCutAndSaidToBe() {
        JsonNode check = run(shell("t", "printf 'a.c:1:1: '; head -c 5000 /dev/zero | tr '\\0' x; echo; exit 1"))
                .at("/checks/t");
        assertThat(check.at("/failures/0/message").stringValue())
                .endsWith("x... [cut]")
                .hasSizeLessThan(1_050);
    }

    @Test
    void theBoundsAreOptions() {
        JsonNode check = run(shell("t", "for i in 1 2 3 4 5; do echo \"a.c:$i:1: number $i\"; done; exit 1")
                        .maxFailures(2)
                        .maxOutputChars(20))
                .at("/checks/t");
        assertThat(check.path("failures").size()).isEqualTo(2);
        assertThat(check.path("note").stringValue()).isEqualTo("2 of 5 failures are shown");
        assertThat(check.path("output").stringValue())
                .endsWith("a.c:5:1: number 5")
                .hasSizeLessThan(80);
    }

    @Test
    void pathsOfFailuresAreRelativeToTheWorkspaceAndOthersStay() {
        JsonNode check = run(shell(
                        "t",
                        "echo $PWD/src/../src/a.c:1:1: in; echo ./b.c:2:1: dot; echo /usr/include/x.h:3:1: out;"
                                + " echo ../c.c:4:1: above; exit 1"))
                .at("/checks/t");
        assertThat(check.path("failures").valueStream().map(f -> f.path("file").stringValue()))
                .containsExactly("src/a.c", "b.c", "/usr/include/x.h", "../c.c");
    }

    @Test
    void secretsOfTheEnvironmentAreNotPassedOnUnlessTheyAreNamed() {
        String script = "env | cut -d= -f1 | sort | tr '\\n' ' ' > names; echo $MINE > mine";
        run(shell("t", script).env(Map.of("MINE", "given")));
        assertThat(root.resolve("mine")).hasContent("given\n");
        assertThat(root.resolve("names")).content().contains("PATH ");
        // What the shell sets by itself comes from nowhere.
        List<String> setByTheShell = List.of("PWD", "OLDPWD", "SHLVL", "_");
        assertThat(System.getenv().keySet())
                .filteredOn(name -> !HostEnvironment.isUsual(name) && !setByTheShell.contains(name))
                .allSatisfy(name -> assertThat(root.resolve("names")).content().doesNotContain(" " + name + " "));
    }

    @Test
    void aParserOfOnesOwnReadsEachLine() {
        Checks.Builder checks = Checks.builder()
                .check(
                        "own",
                        List.of("sh", "-c", "echo fine; echo BAD thing; exit 1"),
                        CheckParser.ofLines(line ->
                                line.startsWith("BAD ") ? List.of(CheckFailure.of(line.substring(4))) : List.of()));
        assertThat(run(checks).at("/checks/own/failures/0/message").stringValue())
                .isEqualTo("thing");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aParserThatThrowsLosesItsFailuresAndNothingElse(boolean isError) {
        Checks.Builder checks = Checks.builder()
                .check("own", List.of("sh", "-c", "echo one; echo two; touch ran; exit 1"), run -> line -> {
                    if (isError) {
                        throw new StackOverflowError("secret of the host");
                    }
                    throw new IllegalStateException("secret of the host");
                });
        JsonNode check = run(checks).at("/checks/own");
        assertThat(check.path("note").stringValue()).contains("the parser of this check failed");
        assertThat(check.toString()).doesNotContain("secret of the host");
        assertThat(check.path("output").stringValue()).isEqualTo("one\ntwo");
        assertThat(root.resolve("ran")).exists();
    }

    @Test
    void aWorkspaceWithNothingToCheckHasNoTool() {
        assertThat(AgentTools.in(root).tools()).noneMatch(tool -> tool.name().equals("run_checks"));
        assertThat(AgentTools.builder(root).checks(false).build().tools())
                .noneMatch(tool -> tool.name().equals("run_checks"));
    }

    @Test
    void itIsAnExecutionThatAsksAndWhoseResultIsUntrusted() {
        AgentTools tools =
                AgentTools.builder(root).checks(shell("t", "true").build()).build();
        assertThat(tools.tools())
                .filteredOn(tool -> tool.name().equals("run_checks"))
                .allSatisfy(tool -> {
                    assertThat(tool.category()).isEqualTo(ToolCategory.EXECUTE);
                    assertThat(tool.needsApproval()).isTrue();
                    assertThat(tool.description()).contains("t (sh -c true)");
                });
        ToolResultPart result = Workbench.with(root, tools).call("run_checks", Map.of());
        assertThat(result.label().trust()).isEqualTo(Trust.UNTRUSTED);
        assertThat(result.label().origins()).contains(Origin.of(Origin.Kind.TOOL, "run_checks"));
    }

    @Test
    void optionsThatMakeNoSenseAreRefused() {
        Checks.Builder checks = shell("a", "true");
        assertThatThrownBy(() -> checks.check("a", List.of("true"))).hasMessageContaining("\"a\"");
        assertThatThrownBy(() -> checks.check("b c", List.of("true"))).hasMessageContaining("name");
        assertThatThrownBy(() -> checks.check("b", List.of())).hasMessageContaining("command");
        assertThatThrownBy(() -> checks.timeout(Duration.ZERO)).hasMessageContaining("duration");
        assertThatThrownBy(() -> checks.maxFailures(0)).hasMessageContaining("count");
        assertThatThrownBy(() -> checks.maxOutputChars(0)).hasMessageContaining("chars");
        assertThatThrownBy(() -> CheckParser.named("nothing"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("vitest");
        assertThat(checks.build().toBuilder().build().checks()).containsOnlyKeys("a");
    }
}

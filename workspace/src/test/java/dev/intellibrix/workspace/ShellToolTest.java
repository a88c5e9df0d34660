package dev.intellibrix.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.process.HostEnvironment;
import dev.intellibrix.message.Origin;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.message.Trust;
import dev.intellibrix.tool.Tool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

@Timeout(60)
class ShellToolTest {

    @TempDir
    Path folder;

    Path root;
    Path outside;

    @BeforeEach
    void makeFolders() throws Exception {
        root = Files.createDirectory(folder.toRealPath().resolve("root"));
        outside = Files.createDirectory(folder.toRealPath().resolve("outside"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "./git",
                "/usr/bin/git",
                "bin/git",
                "../git",
                "..",
                "",
                " git",
                "git ",
                "git\n",
                "git\t",
                "gi\u200bt",
                "GIT",
                "Git",
                "git --version",
                "git status"
            })
    void refusesWhatIsNoNameOfTheList(String command) throws Exception {
        program(root.resolve("git"), "touch pwn");
        program(root.resolve("bin/git"), "touch pwn");

        String error = calls(allowing("git", "status")).error("shell", Map.of("command", command));

        assertThat(error).contains("allowed: git, status").doesNotContain("java.");
        assertThat(root.resolve("pwn")).doesNotExist();
    }

    @Test
    void saysHowToPassArgumentsAndThatPathsAreNotNames() {
        Calls calls = calls(allowing("git"));

        assertThat(calls.error("shell", Map.of("command", "git --version"))).contains("each argument in args");
        assertThat(calls.error("shell", Map.of("command", "/usr/bin/git"))).contains("without a path");
    }

    @Test
    void neverStartsAProgramOfTheWorkspace() throws Exception {
        program(root.resolve("true"), "touch \"$0.pwn\"");
        program(root.resolve("d/true"), "touch \"$0.pwn\"");
        Files.createSymbolicLink(outside.resolve("link"), root.resolve("d"));
        String path =
                String.join(":", "", ".", "d", root.toString(), root + "/d", outside + "/link", "/usr/bin", "/bin");
        Calls calls = calls(allowing("true"), Map.of("PATH", path));

        assertThat(json(calls.ok("shell", Map.of("command", "true")))
                        .path("exitCode")
                        .asInt())
                .isZero();
        assertThat(json(calls.ok("shell", Map.of("command", "true", "cwd", "d")))
                        .path("exitCode")
                        .asInt())
                .isZero();
        try (var files = Files.walk(folder)) {
            assertThat(files.map(Path::toString)).noneMatch(name -> name.endsWith(".pwn"));
        }
    }

    @Test
    void doesNotLookUpWhatAProgramStartsInTheWorkspaceEither() throws Exception {
        program(root.resolve("true"), "touch pwn");
        Calls calls = calls(allowing("sh"), Map.of("PATH", root + "::.:/usr/bin:/bin"));

        String result = calls.ok("shell", Map.of("command", "sh", "args", List.of("-c", "true; echo $PATH")));

        assertThat(json(result).path("stdout").asString()).isEqualTo("/usr/bin:/bin\n");
        assertThat(root.resolve("pwn")).doesNotExist();
    }

    @Test
    void doesNotStartALinkOnThePathThatLeadsIntoTheWorkspace() throws Exception {
        program(root.resolve("evil"), "touch pwn");
        Files.createSymbolicLink(outside.resolve("tool"), root.resolve("evil"));

        String error =
                calls(allowing("tool"), Map.of("PATH", outside.toString())).error("shell", Map.of("command", "tool"));

        assertThat(error).contains("not installed");
        assertThat(root.resolve("pwn")).doesNotExist();
    }

    @Test
    void tellsWhatIsNotInstalledFromWhatIsNotAllowed() {
        String error = calls(allowing("no-such-program-xyz")).error("shell", Map.of("command", "no-such-program-xyz"));

        assertThat(error).contains("not installed").doesNotContain("java.").doesNotContain("IOException");
    }

    @Test
    void takesANonZeroExitAsAResult() {
        JsonNode result = json(calls(allowing("sh"))
                .ok("shell", Map.of("command", "sh", "args", List.of("-c", "echo out; echo err >&2; exit 3"))));

        assertThat(result).isEqualTo(json("""
                {"exitCode":3,"stdout":"out\\n","stderr":"err\\n","timedOut":false,"truncated":false}"""));
    }

    @Test
    void passesArgumentsWithoutAShell() {
        JsonNode result = json(calls(allowing("printf"))
                .ok(
                        "shell",
                        Map.of("command", "printf", "args", List.of("%s|", "; rm -rf /", "$HOME", "a b", "*", ""))));

        assertThat(result.path("stdout").asString()).isEqualTo("; rm -rf /|$HOME|a b|*||");
    }

    @Test
    void endsACommandWhoseTimeIsUpAndSaysSo() {
        JsonNode result = json(calls(allowing("sh"))
                .ok(
                        "shell",
                        Map.of("command", "sh", "args", List.of("-c", "echo started; sleep 60"), "timeoutMs", 2_500)));

        assertThat(result.path("timedOut").asBoolean()).isTrue();
        assertThat(result.path("stdout").asString()).isEqualTo("started\n");
        assertThat(result.path("note").asString()).contains("2500 ms");
    }

    @Test
    void endsWhatTheCommandStartedWhenItsTimeIsUp() throws Exception {
        writeParent("sleep 300");

        JsonNode result = json(calls(allowing("sh"))
                .ok("shell", Map.of("command", "sh", "args", List.of("parent.sh"), "timeoutMs", 3_000)));

        assertThat(result.path("timedOut").asBoolean()).isTrue();
        assertChildHasEnded();
    }

    @Test
    void isNotHeldUpByABackgroundChild() throws Exception {
        writeParent("echo parent is done");

        JsonNode result =
                json(calls(allowing("sh")).ok("shell", Map.of("command", "sh", "args", List.of("parent.sh"))));

        assertThat(result.path("timedOut").asBoolean()).isFalse();
        assertThat(result.path("stdout").asString()).isEqualTo("parent is done\n");
        assertChildHasEnded();
    }

    /** A script whose child keeps its output open; the child is there before the script goes on. */
    private void writeParent(String then) throws Exception {
        Files.writeString(root.resolve("child.sh"), "echo $$ > new; mv new child; exec sleep 300\n");
        Files.writeString(root.resolve("parent.sh"), "sh child.sh & while [ ! -f child ]; do :; done; " + then + "\n");
    }

    /** A zombie that nobody collects has ended as well. */
    private void assertChildHasEnded() throws Exception {
        ProcessHandle.of(Long.parseLong(Files.readString(root.resolve("child")).strip()))
                .filter(child -> child.info().command().isPresent())
                .ifPresent(child -> assertThat(child.onExit()).succeedsWithin(Duration.ofSeconds(30)));
    }

    @Test
    void takesTheDefaultTimeFromTheOptions() {
        ShellOptions options = ShellOptions.builder()
                .allow("sleep")
                .timeout(Duration.ofMillis(300))
                .build();

        JsonNode result = json(calls(options).ok("shell", Map.of("command", "sleep", "args", List.of("60"))));

        assertThat(result.path("timedOut").asBoolean()).isTrue();
    }

    @Test
    void reducesATimeThatIsTooLongAndSaysSo() {
        JsonNode result =
                json(calls(allowing("true")).ok("shell", Map.of("command", "true", "timeoutMs", 999_999_999_999L)));

        assertThat(result.path("note").asString()).contains("600000");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -5})
    void refusesATimeThatIsNoTime(long timeout) {
        assertThat(calls(allowing("true")).error("shell", Map.of("command", "true", "timeoutMs", timeout)))
                .contains("timeoutMs");
    }

    @Test
    void boundsTheOutputOfAnEndlessWriter() {
        ShellOptions options = ShellOptions.builder()
                .allow("yes")
                .timeout(Duration.ofSeconds(1))
                .maxOutputBytes(20_000)
                .build();

        String result = calls(options).ok("shell", Map.of("command", "yes"));

        assertThat(json(result).path("truncated").asBoolean()).isTrue();
        assertThat(json(result).path("stdout").asString()).contains("bytes cut");
        assertThat(result).hasSizeLessThan(60_000);
    }

    @Test
    void keepsTheWorkingFolderInTheWorkspace() throws Exception {
        Files.createDirectory(root.resolve("sub"));
        Files.writeString(root.resolve("file.txt"), "x");
        Files.createSymbolicLink(root.resolve("link"), outside);
        Calls calls = calls(allowing("pwd"));

        for (String cwd : List.of("../", "link", "file.txt", outside.toString(), "gone", "a\0b")) {
            assertThat(calls.error("shell", Map.of("command", "pwd", "cwd", cwd)))
                    .doesNotContain("java.");
        }
        assertThat(calls.error("shell", Map.of("command", "pwd", "cwd", "file.txt")))
                .contains("file.txt")
                .contains("folder");
        assertThat(calls.error("shell", Map.of("command", "pwd", "cwd", "gone")))
                .contains("no folder gone");
        assertThat(json(calls.ok("shell", Map.of("command", "pwd", "cwd", "sub")))
                        .path("stdout")
                        .asString())
                .isEqualTo(root.resolve("sub") + "\n");
        assertThat(json(calls.ok("shell", Map.of("command", "pwd")))
                        .path("stdout")
                        .asString())
                .isEqualTo(root + "\n");
    }

    @Test
    void namesTheSignalThatEndedAProgram() {
        JsonNode result = json(
                calls(allowing("sh")).ok("shell", Map.of("command", "sh", "args", List.of("-c", "kill -SEGV $$"))));

        assertThat(result.path("exitCode").asInt()).isEqualTo(139);
        assertThat(result.path("note").asString()).contains("SIGSEGV");
    }

    @Test
    void keepsSecretsOfTheHostToItself() {
        Map<String, String> host = Map.of(
                "PATH",
                "/usr/bin:/bin",
                "HOME",
                "/home/x",
                "LC_ALL",
                "C.UTF-8",
                "API_TOKEN",
                "s3cret",
                "AWS_SECRET_ACCESS_KEY",
                "s3cret",
                "GIT_DIR",
                "/elsewhere",
                "LD_PRELOAD",
                "/evil.so");

        String usual = json(calls(allowing("env"), host).ok("shell", Map.of("command", "env")))
                .path("stdout")
                .asString();

        assertThat(usual.lines()).containsExactlyInAnyOrder("PATH=/usr/bin:/bin", "HOME=/home/x", "LC_ALL=C.UTF-8");
    }

    @Test
    void passesOnAndSetsTheVariablesThatTheOptionsName() {
        Map<String, String> host =
                Map.of("PATH", "/usr/bin:/bin", "MY_A", "1", "MY_B", "2", "OTHER", "3", "SECRET", "4");
        ShellOptions options = ShellOptions.builder()
                .allow("env")
                .passEnv("MY_*", "OTHER")
                .env(Map.of("MY_B", "set", "NEW", "5"))
                .build();

        String seen = json(calls(options, host).ok("shell", Map.of("command", "env")))
                .path("stdout")
                .asString();
        String all = json(calls(options.toBuilder().inheritEnvironment(true).build(), host)
                        .ok("shell", Map.of("command", "env")))
                .path("stdout")
                .asString();

        assertThat(seen.lines())
                .containsExactlyInAnyOrder("PATH=/usr/bin:/bin", "MY_A=1", "MY_B=set", "OTHER=3", "NEW=5");
        assertThat(all.lines()).contains("SECRET=4");
    }

    @Test
    void showsTextAsATerminalWouldInTheEnd() {
        JsonNode result = json(calls(allowing("printf"))
                .ok(
                        "shell",
                        Map.of(
                                "command",
                                "printf",
                                "args",
                                List.of("\\033[31mred\\033[0m\\n10%%\\r50%%\\r100%%\\nend\\r\\n"))));

        assertThat(result.path("stdout").asString()).isEqualTo("red\n100%\nend\r\n");
    }

    @Test
    void refusesAnArgumentThatNoProgramCanGet() {
        assertThat(calls(allowing("printf")).error("shell", Map.of("command", "printf", "args", List.of("a\0b"))))
                .contains("NUL");
    }

    @Test
    void asksUnlessItIsToldNotTo() {
        Tool asking = tool(allowing("true"), System.getenv());
        Tool always = tool(allowing("true").toBuilder().alwaysApprove(true).build(), System.getenv());

        assertThat(Calls.of(asking)
                        .callWithoutApproval("shell", Map.of("command", "true"))
                        .outcome())
                .isEqualTo(ToolOutcome.DENIED);
        assertThat(Calls.of(always)
                        .callWithoutApproval("shell", Map.of("command", "true"))
                        .outcome())
                .isEqualTo(ToolOutcome.SUCCEEDED);
        assertThat(Calls.of(always)
                        .callWithoutApproval("shell", Map.of("command", "false"))
                        .outcome())
                .isEqualTo(ToolOutcome.FAILED);
    }

    @Test
    void isUntrustedAndNamesItself() {
        ToolResultPart result = calls(allowing("true")).call("shell", Map.of("command", "true"));

        assertThat(result.label().trust()).isEqualTo(Trust.UNTRUSTED);
        assertThat(result.label().origins()).contains(Origin.of(Origin.Kind.TOOL, "shell"));
    }

    @Test
    void theOptionsAreToldWithoutTheirVariables() {
        assertThat(ShellOptions.builder()
                        .allow("git")
                        .env(Map.of("TOKEN", "hunter2"))
                        .build())
                .hasToString("ShellOptions[allow=[git], alwaysApprove=false]");
    }

    @Test
    void refusesOptionsThatMakeNoSense() {
        assertThatThrownBy(() -> ShellOptions.builder().build()).isInstanceOf(IllegalStateException.class);
        for (String name : List.of("", "a/b", "..", "a b", "\\a")) {
            assertThatThrownBy(() -> allowing(name)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> ShellOptions.builder().timeout(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ShellOptions.builder().maxOutputBytes(0)).isInstanceOf(IllegalArgumentException.class);
    }

    private static ShellOptions allowing(String... names) {
        return ShellOptions.builder().allow(names).build();
    }

    private Calls calls(ShellOptions options) {
        return calls(options, System.getenv());
    }

    private Calls calls(ShellOptions options, Map<String, String> host) {
        return Calls.of(tool(options, host));
    }

    private Tool tool(ShellOptions options, Map<String, String> host) {
        return ShellTool.of(Jail.of(root), options, new HostEnvironment(root, new HashMap<>(host)));
    }

    private static void program(Path file, String script) throws Exception {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static JsonNode json(String text) {
        return Json.mapper().readTree(text);
    }
}

package dev.intellibrix.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.intellibrix.sandbox.SandboxException.Outcome;
import dev.intellibrix.sandbox.SandboxRun.Ending;
import dev.intellibrix.tool.Cancellation;
import dev.intellibrix.tool.CancellationSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The command lines and what becomes of the answers; no container is started. */
@DisabledOnOs(OS.WINDOWS)
class ContainerProviderTest {

    private static final SandboxLimits LIMITS = SandboxLimits.builder()
            .timeout(Duration.ofMinutes(2))
            .cpuTime(Duration.ofSeconds(7))
            .memoryBytes(100L << 20)
            .processes(33)
            .diskBytes(8L << 20)
            .build();

    @TempDir
    Path folder;

    private FakeEngine engine;

    @BeforeEach
    void makeAnEngine() throws IOException {
        engine = FakeEngine.in(folder, "docker");
    }

    private ContainerProvider provider() {
        return provider(ContainerOptions.builder().image("python:3.12-slim"));
    }

    private ContainerProvider provider(ContainerOptions.Builder options) {
        return new ContainerProvider(options.build(), engine.variables());
    }

    private Sandbox open() {
        return provider().open(LIMITS, Cancellation.none());
    }

    private static SandboxRun run(Sandbox sandbox) {
        return sandbox.run(SandboxCommand.of("python3", "-c", "print(1)"), Cancellation.none());
    }

    @Test
    void theCommandLineTakesAwayWhatItCan() throws IOException {
        open();
        List<String> call = engine.calls("run").get(0);

        assertOption(call, "--pull", "never");
        assertOption(call, "--network", "none");
        assertOption(call, "--cap-drop", "ALL");
        assertOption(call, "--security-opt", "no-new-privileges");
        assertOption(call, "--user", "65532:65532");
        assertOption(call, "--ipc", "private");
        assertOption(call, "--pids-limit", "34");
        assertOption(call, "--memory", "104857600");
        assertOption(call, "--memory-swap", "104857600");
        assertOption(call, "--cpus", "1.00");
        assertOption(call, "--shm-size", "2097152");
        assertOption(call, "--workdir", "/work");
        assertOption(call, "--hostname", "sandbox");
        assertOption(call, "--log-driver", "none");
        assertOption(call, "--entrypoint", "sleep");
        assertOption(call, "--stop-signal", "KILL");
        assertThat(call).contains("--detach", "--rm", "--read-only");
        assertThat(call)
                .containsSubsequence(
                        "--tmpfs", "/work:rw,exec,nosuid,nodev,mode=1777,size=8388608,uid=65532,gid=65532");
        assertThat(call)
                .containsSubsequence("--tmpfs", "/tmp:rw,exec,nosuid,nodev,mode=1777,size=4194304,uid=65532,gid=65532");
        assertThat(call).containsSubsequence("--ulimit", "nofile=256:256", "--ulimit", "core=0:0");
        assertThat(call).endsWith("python:3.12-slim", "3600");
        assertThat(call)
                .doesNotContain(
                        "--privileged", "--volume", "-v", "--mount", "--pid", "--userns", "--device", "--cap-add")
                .noneMatch(argument -> argument.contains("docker.sock") || argument.contains("seccomp"));
    }

    @Test
    void noVariableOfThisProcessReachesAContainer() throws IOException {
        try (Sandbox sandbox = open()) {
            sandbox.run(
                    SandboxCommand.of("env")
                            .withEnvironment(Map.of("GIVEN", "a b"))
                            .withStdin("x"),
                    Cancellation.none());
        } catch (SandboxException e) {
            assertThat(e.outcome()).isEqualTo(Outcome.NEVER_RAN);
        }
        assertThat(engine.environments()).doesNotContain("SECRET_TOKEN");
        assertThat(engine.calls().toString()).doesNotContain("abcdefgh");
        assertThat(engine.calls("run").get(0)).containsSubsequence("--env", "HTTP_PROXY=", "--env", "http_proxy=");
        assertThat(engine.calls("exec").get(0)).containsSubsequence("--env", "GIVEN=a b");
    }

    @Test
    void optionsChangeTheCommandLineAndNothingElse() throws IOException {
        provider(ContainerOptions.builder()
                        .image("node:22")
                        .runtime("runsc")
                        .pull(true)
                        .cpus(2.5)
                        .userId(1234)
                        .lifetime(Duration.ofMinutes(5)))
                .open(LIMITS.toBuilder().network(true).build(), Cancellation.none());
        List<String> call = engine.calls("run").get(0);

        assertOption(call, "--runtime", "runsc");
        assertOption(call, "--pull", "missing");
        assertOption(call, "--cpus", "2.50");
        assertOption(call, "--user", "1234:1234");
        assertThat(call).doesNotContain("--network").endsWith("node:22", "300");
        assertOption(call, "--cap-drop", "ALL");
    }

    @Test
    void podmanTakesARootFolderAndGoesWithoutControlGroups() throws IOException {
        Path other = Files.createDirectory(folder.resolve("podman"));
        engine = FakeEngine.in(other, "podman");
        ContainerProvider provider =
                provider(ContainerOptions.builder().rootfs(Path.of("/srv/root")).controlGroups(false));
        provider.check(LIMITS);
        provider.open(LIMITS, Cancellation.none());
        List<String> call = engine.calls("run").get(0);

        assertThat(call)
                .contains("--http-proxy=false", "/work:rw,exec,nosuid,nodev,mode=1777,size=8388608,U")
                .containsSubsequence("--ulimit", "nproc=34:34", "--ulimit", "data=104857600:104857600")
                .doesNotContain("--memory", "--pids-limit", "--cgroups=disabled");
        assertThat(call).endsWith("--rootfs", "/srv/root", "3600");
        assertThat(provider.promises())
                .doesNotContain(SandboxPromise.TOTAL_MEMORY_LIMIT)
                .contains(SandboxPromise.NO_NETWORK, SandboxPromise.PROCESS_LIMIT);
        assertThat(engine.calls("ps").get(0))
                .as("its listing knows no .Label")
                .endsWith("{{.ID}} {{index .Labels \"dev.intellibrix.sandbox\"}}");
    }

    @Test
    void whatWouldWeakenAContainerIsNoOption() {
        ContainerOptions.Builder options = ContainerOptions.builder();
        assertThatIllegalArgumentException().isThrownBy(() -> options.userId(0));
        assertThatIllegalArgumentException().isThrownBy(() -> options.image("--privileged"));
        assertThatIllegalArgumentException().isThrownBy(() -> options.image("a b"));
        assertThatIllegalArgumentException().isThrownBy(() -> options.runtime("-v"));
        assertThatIllegalArgumentException().isThrownBy(() -> options.engine("/bin/sh"));
        assertThatIllegalArgumentException().isThrownBy(() -> options.rootfs(Path.of("root")));
        assertThatIllegalStateException().isThrownBy(options::build);
    }

    @Test
    void eachThingThatIsMissingHasItsOwnMessage() throws IOException {
        assertMissing(
                new ContainerProvider(ContainerOptions.builder().image("a").build(), Map.of("PATH", "/nonexistent")),
                "neither docker nor podman is found on PATH");
        engine.answers("version", "exit 1");
        assertMissing(provider(), "the docker daemon does not answer; is it running?");
        engine.answers("version", "echo 28");
        engine.answers("inspect", "echo 'Error: No such image' >&2; exit 1");
        assertMissing(provider(), "the image python:3.12-slim is not there; pull it, or allow that with pull(true)");
        engine.answers("inspect", "echo s390x");
        assertMissing(provider(), "the image python:3.12-slim is for s390x");
        engine.answers("inspect", "echo " + FakeEngine.architecture());
        engine.answers("info", "echo 'runc io.containerd.runc.v2'");
        assertMissing(provider(ContainerOptions.builder().image("a").runtime("runsc")), "docker has no runtime runsc");
        engine.answers("info", "echo 'runc runsc'");
        provider(ContainerOptions.builder().image("a").runtime("runsc")).check(LIMITS);
    }

    private static void assertMissing(SandboxProvider provider, String message) {
        assertThatExceptionOfType(SandboxException.class)
                .isThrownBy(() -> provider.check(LIMITS))
                .satisfies(e -> assertThat(e.outcome()).isEqualTo(Outcome.NEVER_RAN))
                .withMessageContaining(message);
    }

    @Test
    void aContainerThatDoesNotStartIsRemovedAndNeverRan() throws IOException {
        engine.answers("run", "echo 'docker: Cannot connect to the Docker daemon at unix:///x.' >&2; exit 125");

        assertThatExceptionOfType(SandboxException.class)
                .isThrownBy(this::open)
                .satisfies(e -> assertThat(e.outcome()).isEqualTo(Outcome.NEVER_RAN))
                .withMessage("never ran: docker could not start a container: the docker daemon does not answer");
        assertThat(engine.calls("rm")).hasSize(1);
    }

    @Test
    void theStatusAndTheStreamsComeWithoutTheMarks() throws IOException {
        engine.answers(
                "exec",
                "echo out; printf '%s begun\\n"
                        + "' $mark >&2; printf 'err' >&2; printf '\\n"
                        + "%s ended 3 0\\n"
                        + "' $mark >&2; exit 3");
        SandboxRun run = run(open());

        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.ending()).isEqualTo(Ending.EXITED);
        assertThat(run.stdout()).isEqualTo(new SandboxOutput("out\n", 4, false));
        assertThat(run.stderr()).isEqualTo(new SandboxOutput("err", 3, false));
    }

    @Test
    void whatTheProgramCallsItselfDoesNotCount() throws IOException {
        engine.answers(
                "exec",
                "printf '%s begun\\n"
                        + "' $mark >&2; printf '\\n"
                        + "other ended 0 0\\n"
                        + "' >&2; printf '\\n"
                        + "%s ended 5 0\\n"
                        + "' $mark >&2; exit 125");
        SandboxRun run = run(open());

        assertThat(run.exitCode()).isEqualTo(5);
        assertThat(run.stderr().text()).isEqualTo("\nother ended 0 0\n");
    }

    @Test
    void aKillForWantOfMemoryIsNamed() throws IOException {
        engine.answers("exec", "printf '%s begun\\n\\n%s ended 137 1\\n' $mark $mark >&2; exit 137");
        assertThat(run(open()).ending()).isEqualTo(Ending.OUT_OF_MEMORY);
        engine.answers("exec", "printf '%s begun\\n\\n%s ended 137 0\\n' $mark $mark >&2; exit 137");
        assertThat(run(open()).ending()).isEqualTo(Ending.SIGNALLED);
        engine.answers("exec", "printf '%s begun\\n\\n%s ended 152 0\\n' $mark $mark >&2; exit 152");
        assertThat(run(open()).ending()).isEqualTo(Ending.OUT_OF_CPU_TIME);
    }

    @Test
    void neverRanAndGoneAndUnknownAreToldApart() throws IOException {
        engine.answers("exec", "echo 'Error response from daemon: something' >&2; exit 125");
        assertOutcome(open(), Outcome.NEVER_RAN);
        engine.answers("exec", "echo 'Error response from daemon: No such container: x' >&2; exit 1");
        assertOutcome(open(), Outcome.GONE);
        engine.answers("exec", "printf '%s begun\\n' $mark >&2; echo 'unexpected EOF' >&2; exit 1");
        Sandbox lost = open();
        assertOutcome(lost, Outcome.UNKNOWN);
        assertOutcome(lost, Outcome.GONE);
    }

    private static void assertOutcome(Sandbox sandbox, Outcome outcome) {
        assertThatExceptionOfType(SandboxException.class)
                .isThrownBy(() -> run(sandbox))
                .satisfies(e -> assertThat(e.outcome()).isEqualTo(outcome));
    }

    @Test
    void aProgramThatTakesTooLongIsEndedByRemovingTheContainer() throws IOException {
        engine.answers("exec", "printf '%s begun\\n' $mark >&2; echo so far; sleep 1000");
        Sandbox sandbox = open();
        SandboxRun run =
                sandbox.run(SandboxCommand.of("sleep", "1000").withTimeout(Duration.ofSeconds(5)), Cancellation.none());

        assertThat(run.ending()).isEqualTo(Ending.TIMED_OUT);
        assertThat(run.stdout().text()).isEqualTo("so far\n");
        assertThat(engine.calls("rm")).hasSize(1);
        assertOutcome(sandbox, Outcome.GONE);
        sandbox.close();
        assertThat(engine.calls("rm")).hasSize(1);
    }

    @Test
    void aCancellationRemovesTheContainer() throws Exception {
        engine.answers("exec", "printf '%s begun\\n' $mark >&2; sleep 1000");
        CancellationSource cancellation = new CancellationSource();
        Sandbox sandbox = open();
        CompletableFuture<Void> later = CompletableFuture.runAsync(
                cancellation::cancel, CompletableFuture.delayedExecutor(2, TimeUnit.SECONDS));

        assertThatExceptionOfType(CancellationException.class)
                .isThrownBy(() -> sandbox.run(SandboxCommand.of("x"), cancellation));
        later.get(1, TimeUnit.MINUTES);
        assertThat(engine.calls("rm")).hasSize(1);
    }

    @Test
    void theProgramRunsWithTheWorkingFolderAndTheTime() throws IOException {
        engine.answers("exec", "printf '%s begun\\n\\n%s ended 0 0\\n' $mark $mark >&2");
        run(open());
        List<String> call = engine.calls("exec").get(0);

        assertOption(call, "--workdir", "/work");
        assertThat(call).contains("--interactive").endsWith("7", "python3", "-c", "print(1)");
        assertThat(call).doesNotContain("--privileged", "--user");
    }

    @Test
    void filesGoInAsAnArchive() throws IOException {
        open().copyIn(List.of(SandboxFile.text("a/b.txt", "hello")), Cancellation.none());

        Artefacts unpacked;
        try (var in = Files.newInputStream(folder.resolve("unpacked"))) {
            unpacked = TarArtefacts.of(in, "a", LIMITS, true, Cancellation.none());
        }
        assertThat(unpacked.files().get(0).text()).isEqualTo("hello");
    }

    @Test
    void filesThatDoNotFitNeverRan() throws IOException {
        engine.answers("unpack", "echo 'tar: No space left on device' >&2; exit 2");
        assertThatExceptionOfType(SandboxException.class)
                .isThrownBy(() -> open().copyIn(List.of(SandboxFile.text("a", "b")), Cancellation.none()))
                .satisfies(e -> assertThat(e.outcome()).isEqualTo(Outcome.NEVER_RAN));
    }

    @Test
    void filesComeOutOfAnArchive() throws IOException {
        Path out = Files.createDirectories(folder.resolve("w/out"));
        Files.writeString(out.resolve("x"), "content");
        Files.createSymbolicLink(out.resolve("link"), Path.of("x"));
        engine.answers("pack", "cd w && tar -cf - out");
        Artefacts artefacts = open().copyOut("out", Cancellation.none());

        assertThat(artefacts.files()).singleElement().satisfies(file -> {
            assertThat(file.path()).isEqualTo("x");
            assertThat(file.text()).isEqualTo("content");
        });
        assertThat(artefacts.skipped()).containsExactly(new Artefacts.Skipped("link", "a link"));
        engine.answers("pack", "exit 0");
        assertThat(open().copyOut("out", Cancellation.none()).files()).isEmpty();
    }

    @Test
    void anArchiveWithoutAnEndIsCutOff() throws IOException {
        engine.answers("pack", "while :; do head -c 1000000 /dev/urandom || exit; done");
        assertThatExceptionOfType(SandboxException.class)
                .isThrownBy(() -> open().copyOut("out", Cancellation.none()))
                .satisfies(e -> assertThat(e.outcome()).isEqualTo(Outcome.FILES_LOST));
    }

    @Test
    void containersOfProcessesThatHaveEndedAreRemoved() throws Exception {
        Process ended = new ProcessBuilder("/bin/true").start();
        String owner = ContainerOwner.of(ended.toHandle());
        ended.waitFor();
        String old = "a".repeat(64);
        String ours = "b".repeat(64);
        String elsewhere = "c".repeat(64);
        engine.answers(
                "ps",
                "echo '" + old + " " + owner + "'; echo '" + ours + " " + ContainerOwner.current() + "'; echo '"
                        + elsewhere + " other-machine/1/2'; echo '-f " + owner + "'; echo odd");
        provider().check(LIMITS);

        assertThat(engine.calls("rm")).containsExactly(List.of("rm", "--force", "--volumes", old));
    }

    private static void assertOption(List<String> call, String name, String value) {
        assertThat(call).containsOnlyOnce(name);
        assertThat(call.get(call.indexOf(name) + 1)).as(name).isEqualTo(value);
    }
}

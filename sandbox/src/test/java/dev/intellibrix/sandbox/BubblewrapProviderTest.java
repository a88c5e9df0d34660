package dev.intellibrix.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.intellibrix.tool.Cancellation;
import dev.intellibrix.tool.CancellationSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class BubblewrapProviderTest {

    @TempDir
    Path folder;

    private BubblewrapOptions.Builder options() {
        return BubblewrapOptions.builder().folder(folder);
    }

    /** What is in the folder for sandboxes. */
    private List<Path> left() throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(path -> folder.relativize(path).getNameCount() > 1)
                    .toList();
        }
    }

    @Test
    void nothingIsLeftWhenTheProgramIsKilled() throws Exception {
        Bubblewrap.provider(options().build());
        String mark = UUID.randomUUID().toString();
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledProgram.class.getName(),
                        folder.toString(),
                        mark)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said").toFile())
                .start();
        List<ProcessHandle> running = inside(mark, program);
        program.destroyForcibly().waitFor();
        for (ProcessHandle each : running) {
            each.onExit().get(1, TimeUnit.MINUTES);
        }

        assertThat(Bubblewrap.processes(mark)).isEmpty();
        assertThat(left()).as("files of the one that was killed").isNotEmpty();
        Bubblewrap.provider(options().build());
        assertThat(left()).isEmpty();
    }

    /** Waits for the two shells in the sandbox, which are there some time after the program has begun. */
    private List<ProcessHandle> inside(String mark, Process program) throws IOException {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
        while (System.nanoTime() < end && program.isAlive()) {
            List<ProcessHandle> all = Bubblewrap.processes(mark).stream()
                    .filter(each -> each.pid() != program.pid())
                    .toList();
            if (all.size() >= 4) { // Bubblewrap twice, the script around, the program, the one that it started.
                return all;
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
        throw new AssertionError("nothing runs: " + Files.readString(folder.resolve("said")));
    }

    @Test
    void eachSandboxHasItsOwnUserWhereThisProcessIsRoot() throws Exception {
        SandboxProvider provider = Bubblewrap.provider(options().build());
        assumeTrue(Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid")), "not root");
        String mark = UUID.randomUUID().toString();
        CancellationSource end = new CancellationSource();
        Executor threads = task -> new Thread(task).start();
        CompletableFuture<Void> one = CompletableFuture.runAsync(() -> sleep(provider, mark, end), threads);
        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> sleep(provider, mark, end), threads);
        Set<String> users = new HashSet<>();
        long until = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
        while (users.size() < 2 && System.nanoTime() < until) {
            for (ProcessHandle each : Bubblewrap.processes(mark)) {
                String user = user(each);
                if (!user.isEmpty() && !user.equals("0")) { // The first step is still root.
                    users.add(user);
                }
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
        end.cancel();

        assertThat(users).hasSize(2).allMatch(user -> Integer.parseInt(user) >= 61_001);
        for (CompletableFuture<Void> each : List.of(one, other)) {
            assertThatExceptionOfType(ExecutionException.class)
                    .isThrownBy(() -> each.get(1, TimeUnit.MINUTES))
                    .withCauseInstanceOf(CancellationException.class);
        }
        assertThat(left()).isEmpty();
    }

    private static void sleep(SandboxProvider provider, String mark, Cancellation end) {
        try (Sandbox sandbox = provider.open(Bubblewrap.LIMITS, Cancellation.none())) {
            sandbox.run(SandboxCommand.of("sh", "-c", "while :; do sleep 1; done", mark), end);
        }
    }

    private static String user(ProcessHandle process) {
        try (Stream<String> lines = Files.lines(Path.of("/proc", String.valueOf(process.pid()), "status"))) {
            return lines.filter(line -> line.startsWith("Uid:"))
                    .map(line -> line.split("\\s+", 3)[1])
                    .findFirst()
                    .orElse("");
        } catch (IOException | UncheckedIOException e) {
            return ""; // It has ended.
        }
    }

    @Test
    void whenAllUserIdsAreTakenNoSandboxIsOpened() throws Exception {
        assumeTrue(Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid")), "not root");
        SandboxProvider provider =
                Bubblewrap.provider(options().userIds(61_190, 1).build());
        try (Sandbox first = provider.open(Bubblewrap.LIMITS, Cancellation.none())) {
            assertThat(Bubblewrap.sh(first, "true").succeeded()).isTrue();
            assertThatExceptionOfType(SandboxException.class)
                    .isThrownBy(() -> provider.open(Bubblewrap.LIMITS, Cancellation.none()))
                    .withMessageContaining("all 1 user ids for sandboxes are in use");
        }
        provider.open(Bubblewrap.LIMITS, Cancellation.none()).close();
        assertThat(left()).isEmpty();
    }

    @Test
    void eachLimitIsWhatWasAskedForAndCanNotBeRaised() {
        SandboxProvider provider = Bubblewrap.provider(options().build());
        SandboxLimits limits = SandboxLimits.builder()
                .memoryBytes(200L << 20)
                .diskBytes(8L << 20)
                .processes(33)
                .cpuTime(Duration.ofMillis(6500))
                .build();
        try (Sandbox sandbox = provider.open(limits, Cancellation.none())) {
            SandboxRun run = Bubblewrap.sh(sandbox, "sed 's/  */ /g' /proc/self/limits");

            assertThat(run.stdout().text())
                    .as(run.toString())
                    .contains("Max data size 209715200 209715200 bytes")
                    .contains("Max address space 68719476736 68719476736 bytes")
                    .contains("Max stack size 8388608 8388608 bytes")
                    .contains("Max file size 50331648 50331648 bytes")
                    .contains("Max open files 256 256 files")
                    .contains("Max core file size 0 0 bytes")
                    .contains("Max cpu time 7 8 seconds");
            if (provider.promises().contains(SandboxPromise.PROCESS_LIMIT)) {
                assertThat(run.stdout().text()).contains("Max processes 33 33 processes");
            }
        }
    }

    @Test
    void aNetworkIsRefusedBeforeAnythingRuns() {
        SandboxProvider provider = Bubblewrap.provider(options().build());
        SandboxLimits network = SandboxLimits.builder().network(true).build();

        assertThatIllegalArgumentException().isThrownBy(() -> provider.check(network));
        assertThatIllegalArgumentException().isThrownBy(() -> provider.open(network, Cancellation.none()));
    }

    @Test
    void aFolderThatIsShownCanBeReadAndNotWritten() throws IOException {
        Path shown = Files.createDirectories(Path.of("/var/tmp").resolve("intellibrix-shown-" + UUID.randomUUID()));
        try {
            Files.writeString(shown.resolve("module.py"), "answer = 42\n");
            SandboxProvider provider =
                    Bubblewrap.provider(options().readOnly(shown).build());
            try (Sandbox sandbox = provider.open(Bubblewrap.LIMITS, Cancellation.none())) {
                SandboxRun run = Bubblewrap.sh(
                        sandbox,
                        "cat " + shown + "/module.py; echo x > " + shown + "/module.py; echo x > " + shown + "/y");
                assertThat(run.stdout().text()).isEqualTo("answer = 42\n");
                assertThat(run.succeeded()).isFalse();
            }
            assertThat(shown.resolve("module.py")).hasContent("answer = 42");
        } finally {
            Files.deleteIfExists(shown.resolve("module.py"));
            Files.deleteIfExists(shown);
        }
    }

    @Test
    void filesThatDoNotFitNeverRan() {
        SandboxProvider provider = Bubblewrap.provider(options().build());
        try (Sandbox sandbox = provider.open(Bubblewrap.LIMITS, Cancellation.none())) {
            assertThatExceptionOfType(SandboxException.class)
                    .isThrownBy(() ->
                            sandbox.copyIn(List.of(SandboxFile.of("large", new byte[20 << 20])), Cancellation.none()))
                    .satisfies(e -> assertThat(e.outcome()).isEqualTo(SandboxException.Outcome.NEVER_RAN));
            sandbox.copyIn(List.of(SandboxFile.of("a", new byte[9 << 20])), Cancellation.none());
            sandbox.copyIn(List.of(SandboxFile.of("b", new byte[9 << 20])), Cancellation.none());
            assertThatExceptionOfType(SandboxException.class)
                    .isThrownBy(() -> Bubblewrap.sh(sandbox, "true"))
                    .satisfies(e -> assertThat(e.outcome()).isEqualTo(SandboxException.Outcome.NEVER_RAN));
        }
    }

    @Test
    void optionsThatMakeNoSenseAreRefused() {
        BubblewrapOptions.Builder options = BubblewrapOptions.builder();
        assertThatIllegalArgumentException().isThrownBy(() -> options.folder(Path.of("x")));
        assertThatIllegalArgumentException().isThrownBy(() -> options.userIds(0, 10));
        assertThatIllegalArgumentException().isThrownBy(() -> options.userIds(61_001, 0));
        for (String path : List.of("/", "/proc", "/dev/shm", "/work/x", "/tmp/x", "/usr/../proc", "x")) {
            assertThatIllegalArgumentException().as(path).isThrownBy(() -> options.readOnly(Path.of(path)));
        }
        SandboxLimits.Builder limits = SandboxLimits.builder();
        assertThatIllegalArgumentException().isThrownBy(() -> limits.timeout(Duration.ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> limits.cpuTime(Duration.ofDays(2)));
        assertThatIllegalArgumentException().isThrownBy(() -> limits.memoryBytes(1));
        assertThatIllegalArgumentException().isThrownBy(() -> limits.processes(1));
        assertThatIllegalArgumentException().isThrownBy(() -> limits.diskBytes(1));
        assertThatIllegalArgumentException().isThrownBy(() -> limits.outputBytes(1));
        assertThatIllegalArgumentException().isThrownBy(() -> limits.artefacts(-1, 1));
    }
}

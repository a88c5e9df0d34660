package dev.intellibrix.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@EnabledOnOs(OS.LINUX)
class MemoryWatchTest {

    private static final long MIB = 1L << 20;
    private static final SandboxLimits LIMITS =
            SandboxLimits.builder().memoryBytes(64 * MIB).diskBytes(8 * MIB).build();

    @TempDir
    Path proc;

    /** A machine on which processes are what a test says. */
    private void process(long number, String children, String status) throws IOException {
        Path folder = Files.createDirectories(proc.resolve(String.valueOf(number)));
        Path thread = Files.createDirectories(folder.resolve("task").resolve(String.valueOf(number)));
        Files.writeString(thread.resolve("children"), children);
        Files.writeString(folder.resolve("status"), "Name:\tx\n" + status);
    }

    private void machine(long available) throws IOException {
        Files.writeString(
                proc.resolve("meminfo"), "MemTotal: 3200000 kB\nMemFree: 1 kB\nMemAvailable: " + available + " kB\n");
    }

    private static String anonymous(long mib) {
        return "VmRSS:\t999999999 kB\nRssAnon:\t" + mib * 1024 + " kB\nVmPTE:\t1024 kB\nVmSwap:\t1024 kB\n";
    }

    @Test
    void whatAllOfThemHaveIsAddedUp() throws IOException {
        process(10, "11 12 ", anonymous(1));
        process(11, "13 ", anonymous(2));
        process(12, "", anonymous(3));
        process(13, "", anonymous(4));
        process(14, "", anonymous(1000));
        ProcessMemory memory = new ProcessMemory(proc);

        assertThat(memory.family(10)).containsExactlyInAnyOrder(10L, 11L, 12L, 13L);
        assertThat(memory.isOver(10, 18 * MIB))
                .as("10 in pages, 4 in tables, 4 elsewhere")
                .isFalse();
        assertThat(memory.isOver(10, 18 * MIB - 1)).isTrue();
    }

    @Test
    void whatSeveralShareCountsOnce() throws IOException {
        process(10, "11 ", anonymous(40));
        process(11, "", anonymous(40));
        for (int number : new int[] {10, 11}) {
            Files.writeString(
                    proc.resolve(number + "/smaps_rollup"), "Rss: 9 kB\nPss_Anon: 20480 kB\nSwapPss: 1024 kB\n");
        }
        ProcessMemory memory = new ProcessMemory(proc);

        assertThat(memory.isOver(10, 44 * MIB)).isFalse();
        assertThat(memory.isOver(10, 44 * MIB - 1)).isTrue();
    }

    @Test
    void aForkAloneIsNoMoreMemory() throws Exception {
        Path python = Path.of("/usr/bin/python3");
        assumeTrue(Files.isExecutable(python) && new ProcessMemory(ProcessMemory.PROC).tellsChildren(), "can not try");
        Process parent = new ProcessBuilder(python.toString(), "-c", """
                        import os, sys
                        x = bytearray(b'x' * (80 << 20))
                        for n in range(4):
                            read, write = os.pipe()
                            if os.fork() == 0:
                                os.write(write, b'x')
                                sys.stdin.read()
                                os._exit(0)
                            os.read(read, 1)
                        print('ready', flush=True)
                        sys.stdin.read()
                        """).start();
        ProcessMemory memory = new ProcessMemory(ProcessMemory.PROC);
        try (BufferedReader said = parent.inputReader()) {
            assertThat(said.readLine()).isEqualTo("ready");
            assertThat(memory.family(parent.pid())).hasSize(5);
            assertThat(memory.isOver(parent.pid(), 200 * MIB)).isFalse();
            assertThat(memory.isOver(parent.pid(), 75 * MIB)).isTrue();
        } finally {
            parent.toHandle().descendants().forEach(ProcessHandle::destroyForcibly);
            parent.destroyForcibly();
        }
    }

    @Test
    void aProgramIsKilledWithItsChildrenWhenItHasTooMuch() throws Exception {
        machine(3_000_000);
        Process program = sleeping();
        Process child = sleeping();
        process(child.pid(), "", anonymous(1));
        process(program.pid(), child.pid() + " ", anonymous(1));
        try (MemoryWatch.Program watched = new MemoryWatch(new ProcessMemory(proc)).program(LIMITS)) {
            watched.started(program.toHandle());
            assertThat(watched.wasKilled()).isFalse();
            Files.writeString(proc.resolve(child.pid() + "/status"), anonymous(100));

            assertThat(program.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(child.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(watched.wasKilled()).isTrue();
        }
    }

    @Test
    void aProgramIsKilledWhenTheMachineHasLostMoreThanItMayHave() throws Exception {
        machine(3_000_000);
        Process program = sleeping();
        process(program.pid(), "", anonymous(1));
        try (MemoryWatch.Program watched = new MemoryWatch(new ProcessMemory(proc)).program(LIMITS)) {
            watched.started(program.toHandle());
            machine(90_000);

            assertThat(program.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(watched.wasKilled()).isTrue();
        }
    }

    /** What can not be told is no permission, and does not end the watch over those that come after. */
    @Test
    void aProgramWhoseChildrenCanNotBeToldIsKilledAndTheNextOneIsWatchedAsWell() throws Exception {
        machine(3_000_000);
        MemoryWatch watch = new MemoryWatch(new ProcessMemory(proc));
        for (int round = 0; round < 2; round++) {
            Process program = sleeping();
            process(program.pid(), "no number ", anonymous(1));
            try (MemoryWatch.Program watched = watch.program(LIMITS)) {
                watched.started(program.toHandle());

                assertThat(program.waitFor(1, TimeUnit.MINUTES)).isTrue();
                assertThat(watched.wasKilled()).isTrue();
            } finally {
                program.destroyForcibly();
            }
        }
    }

    /** As when this process has no descriptor left. */
    @ParameterizedTest
    @ValueSource(strings = {"%d/status", "%d/task", "%1$d/task/%1$d/children", "meminfo"})
    void aProgramOfWhichSomethingIsThereAndCanNotBeReadIsKilled(String what) throws Exception {
        machine(3_000_000);
        Process program = sleeping();
        process(program.pid(), "", anonymous(1));
        try (MemoryWatch.Program watched = new MemoryWatch(new ProcessMemory(proc)).program(LIMITS)) {
            makeUnreadable(proc.resolve(what.formatted(program.pid())));
            watched.started(program.toHandle());

            assertThat(program.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(watched.wasKilled()).isTrue();
        } finally {
            program.destroyForcibly();
        }
    }

    @Test
    void nothingIsStartedThatNobodyCouldLookAt() throws IOException {
        makeUnreadable(proc.resolve("meminfo"));
        MemoryWatch watch = new MemoryWatch(new ProcessMemory(proc));

        assertThatExceptionOfType(SandboxException.class)
                .isThrownBy(() -> watch.program(LIMITS))
                .withMessageContaining("never ran: the memory of this machine can not be told");
    }

    /** A folder in place of a file, or a file in place of a folder, which nobody can read as what it was, not even root. */
    private static void makeUnreadable(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            Files.move(path, path.resolveSibling("moved"));
            Files.createFile(path);
        } else {
            Files.deleteIfExists(path);
            Files.createDirectory(path);
        }
    }

    @Test
    void theThreadIsThereOnlyWhileAProgramRuns() throws Exception {
        machine(90_000); // Little from the start on is nobody's fault.
        MemoryWatch watch = new MemoryWatch(new ProcessMemory(proc));
        for (int round = 0; round < 2; round++) {
            Process program = sleeping();
            process(program.pid(), "", anonymous(1));
            try (MemoryWatch.Program watched = watch.program(LIMITS);
                    MemoryWatch.Program other = watch.program(LIMITS)) {
                watched.started(program.toHandle());
                other.started(program.toHandle());
                assertThat(watch.isLooking()).isTrue();
                assertThat(watched.wasKilled()).isFalse();
            } finally {
                program.destroyForcibly();
            }
            assertThat(becomes(() -> !watch.isLooking())).isTrue();
        }
    }

    private static boolean becomes(BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (!condition.getAsBoolean() && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        return condition.getAsBoolean();
    }

    private static Process sleeping() throws IOException {
        String sleep = Stream.of("/bin/sleep", "/usr/bin/sleep")
                .filter(path -> Files.isExecutable(Path.of(path)))
                .findFirst()
                .orElseThrow();
        return new ProcessBuilder(sleep, "1000").start();
    }
}

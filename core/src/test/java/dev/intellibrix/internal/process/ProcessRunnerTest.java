package dev.intellibrix.internal.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.intellibrix.internal.process.ProcessStartException.Reason;
import dev.intellibrix.tool.Cancellation;
import dev.intellibrix.tool.CancellationSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ProcessRunnerTest {

    private static final Path SH = Path.of("/bin/sh");

    @TempDir
    Path folder;

    @Test
    void handsOverTheProcessWhenItHasBeenStarted() {
        AtomicReference<ProcessHandle> started = new AtomicReference<>();
        ProcessSpec spec = ProcessSpec.builder(SH, List.of("-c", "echo $$"), folder)
                .onStart(started::set)
                .build();
        ProcessResult result = ProcessRunner.run(spec, Cancellation.none());

        assertThat(result.stdout().text()).isEqualTo(started.get().pid() + "\n");
    }

    @Test
    void givesTheExitCodeAndBothStreams() {
        ProcessResult result = run(script("echo out; echo err >&2; exit 3"));

        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.stdout().text()).isEqualTo("out\n");
        assertThat(result.stderr().text()).isEqualTo("err\n");
        assertThat(result.timedOut()).isFalse();
        assertThat(result.truncated()).isFalse();
        assertThat(result.signal()).isEmpty();
    }

    @Test
    void passesArgumentsAsTheyAreAndTheEnvironmentExactly() {
        ProcessSpec spec = ProcessSpec.builder(
                        SH,
                        List.of("-c", "printf '%s|' \"$@\"; /usr/bin/env", "sh", "a b", "", "$HOME", "*", "äö€😀"),
                        folder)
                .environment(Map.of("ONLY", "wert ü€"))
                .build();

        ProcessResult result = run(spec);

        assertThat(result.stdout().text()).startsWith("a b||$HOME|*|äö€😀|").contains("ONLY=wert ü€\n");
        assertThat(result.stdout()
                        .text()
                        .lines()
                        .filter(line -> line.contains("="))
                        .map(line -> line.replaceAll(".*\\|", "").replaceAll("=.*", "")))
                .isSubsetOf("ONLY", "PWD", "OLDPWD", "SHLVL", "_");
    }

    @Test
    void runsInTheGivenDirectory() throws Exception {
        Path inside = Files.createDirectory(folder.resolve("süb"));

        ProcessResult result = run(
                ProcessSpec.builder(SH, List.of("-c", "echo x > here"), inside).build());

        assertThat(result.exitCode()).isZero();
        assertThat(inside.resolve("here")).hasContent("x");
    }

    @Test
    void readsAnEmptyInputWhenNoneIsGiven() {
        assertThat(run(script("cat; echo end")).stdout().text()).isEqualTo("end\n");
    }

    @Test
    void handsInInputOfAnySize() {
        byte[] input = "0123456789".repeat(100_000).getBytes(UTF_8);

        ProcessResult result = run(spec("cat | wc -c").input(input).build());

        assertThat(result.stdout().text().trim()).isEqualTo("1000000");
    }

    @Test
    void doesNotMindAProgramThatReadsNoInput() {
        ProcessResult result = run(spec("exit 0").input(new byte[1_000_000]).build());

        assertThat(result.exitCode()).isZero();
    }

    @Test
    void isNotBlockedByAFloodOnTheOtherStream() {
        ProcessResult result = run(script("head -c 5000000 /dev/zero | tr '\\0' e >&2; echo ok"));

        assertThat(result.stdout().text()).isEqualTo("ok\n");
        assertThat(result.stderr().totalBytes()).isEqualTo(5_000_000);
        assertThat(result.stderr().truncated()).isTrue();
        assertThat(result.stderr().text()).contains("[... 4,970,000 bytes cut ...]");
    }

    @Test
    void mergesTheStreamsInTheOrderOfWriting() {
        ProcessResult result =
                run(spec("echo 1; echo 2 >&2; echo 3").mergeErrors().build());

        assertThat(result.stdout().text()).isEqualTo("1\n2\n3\n");
        assertThat(result.stderr().text()).isEmpty();
    }

    @Test
    void endsAProgramWhoseTimeIsUpAndKeepsWhatItWrote() {
        ProcessResult result = run(
                spec("echo started; sleep 60").timeout(Duration.ofSeconds(2)).build());

        assertThat(result.timedOut()).isTrue();
        assertThat(result.stdout().text()).isEqualTo("started\n");
        assertThat(result.duration()).isLessThan(Duration.ofSeconds(20));
    }

    @Test
    void killsAProgramThatDoesNotWantToEnd() {
        ProcessResult result = run(spec("trap '' TERM; echo ready; while :; do sleep 1; done")
                .timeout(Duration.ofSeconds(2))
                .build());

        assertThat(result.timedOut()).isTrue();
        assertThat(result.signal()).contains("SIGKILL");
    }

    @Test
    void letsAProgramCleanUpWhenItsTimeIsUp() {
        ProcessResult result = run(spec("trap 'echo cleaned; exit 5' TERM; while :; do sleep 0.05; done")
                .timeout(Duration.ofSeconds(2))
                .build());

        assertThat(result.exitCode()).isEqualTo(5);
        assertThat(result.stdout().text()).isEqualTo("cleaned\n");
    }

    @Test
    void endsGrandchildrenWhenTheTimeIsUp() throws Exception {
        run(spec("sh -c 'echo $$ > one; sleep 60' & sh -c 'echo $$ > two; trap \"\" TERM; while :; do sleep 1; done'")
                .timeout(Duration.ofSeconds(3))
                .build());

        assertThat(isAlive("one")).isFalse();
        assertThat(isAlive("two")).isFalse();
    }

    @Test
    void endsAChildThatMadeASessionOfItsOwn() throws Exception {
        run(spec("/usr/bin/setsid sh -c 'echo $$ > one; sleep 60'; sleep 60")
                .timeout(Duration.ofSeconds(3))
                .build());

        assertThat(isAlive("one")).isFalse();
    }

    @Test
    void isNotHeldUpByABackgroundChildThatKeepsTheStreamsOpen() throws Exception {
        ProcessResult result =
                run(script("sh -c 'echo $$ > one; exec sleep 60' & while [ ! -s one ]; do :; done; echo done"));

        assertThat(result.exitCode()).isZero();
        assertThat(result.stdout().text()).isEqualTo("done\n");
        assertThat(result.duration()).isLessThan(Duration.ofSeconds(20));
        assertThat(isAlive("one")).isFalse();
    }

    @Test
    void endsABackgroundChildThatLetGoOfTheStreams() throws Exception {
        run(script("sh -c 'echo $$ > one; exec sleep 60' > /dev/null 2>&1 & while [ ! -s one ]; do :; done"));

        assertThat(isAlive("one")).isFalse();
    }

    @Test
    void isNotHeldUpByADaemonThatIsOutOfReachAndKeepsTheStreamsOpen() throws Exception {
        ProcessResult result = run(script(
                "/usr/bin/setsid sh -c 'echo $$ > one; exec sleep 20' & while [ ! -s one ]; do :; done; echo done"));

        assertThat(result.stdout().text()).isEqualTo("done\n");
        ProcessHandle.of(pid("one")).ifPresent(ProcessHandle::destroyForcibly);
    }

    @Test
    void boundsAnEndlessWriter() {
        ProcessResult result =
                run(spec("yes").keep(100, 100).timeout(Duration.ofSeconds(2)).build());

        assertThat(result.timedOut()).isTrue();
        assertThat(result.stdout().text().length()).isLessThan(300);
        assertThat(result.stdout().head()).startsWith("y\ny\n");
    }

    @Test
    void namesTheSignal() {
        ProcessResult result = run(script("kill -SEGV $$"));

        assertThat(result.exitCode()).isEqualTo(139);
        assertThat(result.signal()).contains("SIGSEGV");
    }

    @Test
    void endsWithTheCancellation() throws Exception {
        CancellationSource cancellation = new CancellationSource();
        ProcessSpec spec = spec("echo $$ > one; echo up; sleep 60")
                .onOutputLine((line, cut) -> cancellation.cancel())
                .build();

        assertThatThrownBy(() -> ProcessRunner.run(spec, cancellation)).isInstanceOf(CancellationException.class);

        assertThat(isAlive("one")).isFalse();
    }

    @Test
    void startsNothingWhenItIsCancelledBefore() {
        CancellationSource cancellation = new CancellationSource();
        cancellation.cancel();

        assertThatThrownBy(() -> ProcessRunner.run(script("echo x > one"), cancellation))
                .isInstanceOf(CancellationException.class);
        assertThat(folder.resolve("one")).doesNotExist();
    }

    @Test
    void endsWithAnInterruptAndKeepsTheFlag() throws Exception {
        CountDownLatch up = new CountDownLatch(1);
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        AtomicBoolean flag = new AtomicBoolean();
        ProcessSpec spec = spec("echo $$ > one; echo up; sleep 60")
                .onOutputLine((line, cut) -> up.countDown())
                .build();
        Thread caller = new Thread(() -> {
            try {
                run(spec);
            } catch (CancellationException e) {
                thrown.set(e);
                flag.set(Thread.currentThread().isInterrupted());
            }
        });
        caller.start();
        up.await();
        caller.interrupt();
        caller.join();

        assertThat(thrown.get()).isInstanceOf(CancellationException.class);
        assertThat(flag).isTrue();
        assertThat(isAlive("one")).isFalse();
    }

    @Test
    void tellsAMissingProgramFromAMissingDirectory() {
        ProcessSpec noProgram = ProcessSpec.builder(folder.resolve("no-such"), List.of(), folder)
                .build();
        ProcessSpec noDirectory =
                ProcessSpec.builder(SH, List.of(), folder.resolve("gone")).build();

        assertThatThrownBy(() -> run(noProgram))
                .isInstanceOfSatisfying(
                        ProcessStartException.class, e -> assertThat(e.reason()).isEqualTo(Reason.PROGRAM_NOT_FOUND))
                .hasMessageContaining("no-such")
                .hasMessageNotContaining(folder.toString());
        assertThatThrownBy(() -> run(noDirectory))
                .isInstanceOfSatisfying(
                        ProcessStartException.class, e -> assertThat(e.reason()).isEqualTo(Reason.DIRECTORY_NOT_FOUND))
                .hasMessageNotContaining(folder.toString());
    }

    @Test
    void refusesArgumentsThatTheSystemCanNotTake() {
        assertThatThrownBy(() -> run(ProcessSpec.builder(SH, List.of("x".repeat(3_000_000)), folder)
                        .build()))
                .isInstanceOfSatisfying(
                        ProcessStartException.class, e -> assertThat(e.reason()).isEqualTo(Reason.ARGUMENTS_TOO_LONG));
        List<String> many = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            many.add("x".repeat(100_000));
        }
        assertThatThrownBy(() -> run(ProcessSpec.builder(SH, many, folder).build()))
                .isInstanceOfSatisfying(
                        ProcessStartException.class, e -> assertThat(e.reason()).isEqualTo(Reason.ARGUMENTS_TOO_LONG));
    }

    @Test
    void refusesHalfACharacter() {
        assertThatThrownBy(() ->
                        run(ProcessSpec.builder(SH, List.of("\ud800"), folder).build()))
                .isInstanceOfSatisfying(
                        ProcessStartException.class, e -> assertThat(e.reason()).isEqualTo(Reason.NOT_ENCODABLE));
    }

    @Test
    void refusesWhatNoProgramCanGet() {
        assertThatThrownBy(() -> ProcessSpec.builder(SH, List.of("a\0b"), folder))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ProcessSpec.builder(Path.of("sh"), List.of(), folder))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> spec("").environment(Map.of("A=B", ""))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> spec("").timeout(Duration.ZERO)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void handsOverLinesWhileTheProgramRuns() {
        List<String> lines = new ArrayList<>();
        CancellationSource stop = new CancellationSource();
        ProcessSpec spec = spec("printf 'one\\r\\n\\ntwo\\nlast'; printf e >&2")
                .onOutputLine((line, cut) -> lines.add(line))
                .build();

        ProcessRunner.run(spec, stop);

        assertThat(lines).containsExactly("one", "", "two", "last");
    }

    @Test
    void cutsAnEndlessLine() {
        List<Integer> lengths = new ArrayList<>();
        List<Boolean> cuts = new ArrayList<>();
        ProcessSpec spec = spec("head -c 3000000 /dev/zero | tr '\\0' 'x'; echo; echo y")
                .onOutputLine((line, cut) -> {
                    lengths.add(line.length());
                    cuts.add(cut);
                })
                .build();

        run(spec);

        assertThat(lengths).containsExactly(LineListener.MAX_LINE, 1);
        assertThat(cuts).containsExactly(true, false);
    }

    @Test
    void endsTheProgramWhenTheListenerThrows() throws Exception {
        ProcessSpec spec = spec("echo $$ > one; echo up; sleep 60")
                .onOutputLine((line, cut) -> {
                    throw new IllegalStateException("enough");
                })
                .build();

        assertThatThrownBy(() -> run(spec))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("enough");
        assertThat(isAlive("one")).isFalse();
    }

    @Test
    void endsOnlyTheRunThatIsCancelled() throws Exception {
        CancellationSource cancellation = new CancellationSource();
        CountDownLatch up = new CountDownLatch(1);
        AtomicReference<ProcessResult> other = new AtomicReference<>();
        ProcessSpec waiting = spec("echo up; while [ ! -e go ]; do sleep 0.02; done; echo ended by itself")
                .onOutputLine((line, cut) -> up.countDown())
                .build();
        Thread thread = new Thread(() -> other.set(run(waiting)));
        thread.start();
        up.await();
        ProcessSpec cancelled = spec("echo up; sleep 60")
                .onOutputLine((line, cut) -> cancellation.cancel())
                .build();

        assertThatThrownBy(() -> ProcessRunner.run(cancelled, cancellation)).isInstanceOf(CancellationException.class);
        Files.createFile(folder.resolve("go"));
        thread.join();

        assertThat(other.get().exitCode()).isZero();
        assertThat(other.get().stdout().text()).isEqualTo("up\nended by itself\n");
    }

    @Test
    void runsManyAtOnce() throws Exception {
        List<Thread> threads = new ArrayList<>();
        List<String> outputs = Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < 20; i++) {
            String word = "run" + i;
            threads.add(newThread(
                    () -> outputs.add(run(script("echo " + word)).stdout().text())));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(outputs).hasSize(20).doesNotHaveDuplicates().allMatch(text -> text.matches("run\\d+\n"));
    }

    /** A virtual thread where there are some. */
    private static Thread newThread(Runnable work) throws ReflectiveOperationException {
        if (Runtime.version().feature() < 21) {
            return new Thread(work);
        }
        Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
        return (Thread) Class.forName("java.lang.Thread$Builder")
                .getMethod("unstarted", Runnable.class)
                .invoke(builder, work);
    }

    @Test
    void leavesNoThreadBehind() {
        for (int i = 0; i < 20; i++) {
            run(script("echo x"));
        }

        assertThat(Thread.getAllStackTraces().keySet())
                .filteredOn(thread -> thread.getName().startsWith("intellibrix-process-"))
                .allMatch(Thread::isDaemon)
                .hasSizeLessThan(4);
    }

    private ProcessSpec script(String text) {
        return spec(text).build();
    }

    private ProcessSpec.Builder spec(String text) {
        return ProcessSpec.builder(SH, List.of("-c", text), folder)
                .environment(Map.of("PATH", "/usr/local/bin:/usr/bin:/bin"));
    }

    private static ProcessResult run(ProcessSpec spec) {
        return ProcessRunner.run(spec, Cancellation.none());
    }

    private long pid(String file) throws Exception {
        return Long.parseLong(Files.readString(folder.resolve(file)).trim());
    }

    /** A killed process may take a moment to go, so its end is waited for; a zombie that nobody collects counts as gone. */
    private boolean isAlive(String file) throws Exception {
        Path stat = Path.of("/proc/" + pid(file) + "/stat");
        long end = System.nanoTime() + Duration.ofSeconds(5).toNanos();
        while (System.nanoTime() < end) {
            if (!Files.exists(stat)) {
                return false;
            }
            try {
                if (Files.readString(stat).contains(") Z ")) {
                    return false;
                }
            } catch (java.io.IOException e) {
                return false;
            }
            Thread.onSpinWait();
        }
        return true;
    }
}

package dev.intellibrix.testing;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.intellibrix.sandbox.Artefacts;
import dev.intellibrix.sandbox.Sandbox;
import dev.intellibrix.sandbox.SandboxCommand;
import dev.intellibrix.sandbox.SandboxException;
import dev.intellibrix.sandbox.SandboxFile;
import dev.intellibrix.sandbox.SandboxLimits;
import dev.intellibrix.sandbox.SandboxProvider;
import dev.intellibrix.sandbox.SandboxRun;
import dev.intellibrix.sandbox.SandboxRun.Ending;
import dev.intellibrix.tool.Cancellation;
import dev.intellibrix.tool.CancellationSource;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * What the sandboxes of every {@link SandboxProvider} have to do, as JUnit tests. Extend it in a test, say which provider,
 * and run it; a provider that runs the code on this machine extends {@link SandboxIsolationContract}, which attacks it as well.
 *
 * <pre>{@code
 * class FirecrackerProviderTest extends SandboxProviderContract {
 *     @Override
 *     protected SandboxProvider provider() {
 *         return new FirecrackerProvider(image);
 *     }
 * }
 * }</pre>
 *
 * <p>It needs JUnit 6 or newer on the test's class path, which this module does not bring, and {@code intellibrix-sandbox}. The
 * sandboxes need {@code sh} and the usual small programs; those without {@code python3} or {@code node} skip what needs them.
 */
@SuppressWarnings("exports") // Whoever extends it has the module of sandboxes.
public abstract class SandboxProviderContract {

    /** Time enough for everything that is to end by itself, on a busy machine. */
    private static final Duration LONG = Duration.ofMinutes(2);

    /** For subclasses. */
    protected SandboxProviderContract() {}

    /** The provider; called by each test. One that cannot be used here may skip the test, with a reason. */
    protected abstract SandboxProvider provider();

    /** The limits that the tests run in, unless a test needs others. */
    protected SandboxLimits limits() {
        return SandboxLimits.builder()
                .timeout(LONG)
                .cpuTime(Duration.ofSeconds(60))
                .memoryBytes(256L << 20)
                .processes(40)
                .diskBytes(16L << 20)
                .outputBytes(10_000)
                .artefacts(20, 1 << 20)
                .build();
    }

    /** A new sandbox with {@link #limits}; the test closes it. */
    protected final Sandbox open() {
        return open(limits());
    }

    /** A new sandbox; the test closes it. */
    protected final Sandbox open(SandboxLimits limits) {
        return provider().open(limits, Cancellation.none());
    }

    /** Runs a script of a shell. */
    protected static SandboxRun sh(Sandbox sandbox, String script) {
        return sandbox.run(SandboxCommand.of("sh", "-c", script), Cancellation.none());
    }

    /** Runs a program in Python, or skips the test where there is no Python. */
    protected static SandboxRun python(Sandbox sandbox, String code) {
        assumeTrue(sh(sandbox, "command -v python3").succeeded(), "the sandbox has no python3");
        return sandbox.run(SandboxCommand.of("python3", "-c", code), Cancellation.none());
    }

    @Test
    void aStatusAndTwoStreamsAreTheResult() {
        try (Sandbox sandbox = open()) {
            SandboxRun run = sh(sandbox, "echo out; echo err >&2; exit 3");

            assertEquals(3, run.exitCode());
            assertEquals(Ending.EXITED, run.ending());
            assertFalse(run.succeeded());
            assertEquals("out\n", run.stdout().text());
            assertEquals("err\n", run.stderr().text());
            assertEquals(4, run.stdout().totalBytes());
            assertFalse(run.stdout().truncated());
            assertTrue(sh(sandbox, "true").succeeded());
        }
    }

    @Test
    void aProgramThatIsNotThereIsAResultAndNotAFault() {
        try (Sandbox sandbox = open()) {
            SandboxRun run = sandbox.run(SandboxCommand.of("no-such-program", "x"), Cancellation.none());

            assertEquals(127, run.exitCode());
            assertEquals(Ending.EXITED, run.ending());
        }
    }

    @Test
    void argumentsArriveAsTheyAre() {
        List<String> arguments = List.of("a b", "", "$HOME", "'\"`\\", "*", "-n", "--", "line\nline");
        try (Sandbox sandbox = open()) {
            String[] all = new String[arguments.size() + 3];
            all[0] = "-c";
            all[1] = "printf '<%s>' \"$@\"";
            all[2] = "sh";
            for (int i = 0; i < arguments.size(); i++) {
                all[i + 3] = arguments.get(i);
            }
            SandboxRun run = sandbox.run(SandboxCommand.of("sh", all), Cancellation.none());

            assertEquals(
                    arguments.stream().map(each -> "<" + each + ">").collect(Collectors.joining()),
                    run.stdout().text());
        }
    }

    @Test
    void argumentsThatAreTooLongNeverRan() {
        try (Sandbox sandbox = open()) {
            SandboxCommand command = SandboxCommand.of("sh", "-c", "true", "x".repeat(4_000_000));

            SandboxException e = assertThrows(SandboxException.class, () -> sandbox.run(command, Cancellation.none()));
            assertEquals(SandboxException.Outcome.NEVER_RAN, e.outcome());
        }
    }

    @Test
    void pythonRuns() {
        try (Sandbox sandbox = open()) {
            SandboxRun run = python(sandbox, "import json, math; print(json.dumps({'a': math.comb(10, 3)}))");

            assertEquals("{\"a\": 120}\n", run.stdout().text(), run.stderr().text());
        }
    }

    @Test
    void javaScriptRuns() {
        try (Sandbox sandbox = open()) {
            assumeTrue(sh(sandbox, "command -v node").succeeded(), "the sandbox has no node");
            SandboxRun run = sandbox.run(
                    SandboxCommand.of("node", "-e", "Promise.resolve(6 * 7).then(x => console.log(x))"),
                    Cancellation.none());

            assertEquals("42\n", run.stdout().text(), run.stderr().text());
        }
    }

    @Test
    void aReadWithoutInputMeetsTheEndAtOnce() {
        try (Sandbox sandbox = open()) {
            assertEquals("end\n", sh(sandbox, "cat; echo end").stdout().text());
        }
    }

    @Test
    void inputArrivesAsItIs() {
        String input = "one\ntwo \u00e4\u65e5\ud83d\ude00\n" + "x".repeat(200_000);
        try (Sandbox sandbox = open()) {
            SandboxRun run = sandbox.run(
                    SandboxCommand.of("sh", "-c", "head -n 2; wc -c").withStdin(input), Cancellation.none());
            SandboxRun ignored = sandbox.run(SandboxCommand.of("true").withStdin(input), Cancellation.none());

            assertTrue(
                    run.stdout().text().startsWith("one\ntwo \u00e4\u65e5\ud83d\ude00\n"),
                    run.stdout().text());
            assertTrue(ignored.succeeded());
        }
    }

    @Test
    void theEnvironmentIsWhatWasGiven() {
        try (Sandbox sandbox = open()) {
            SandboxRun run = sandbox.run(
                    SandboxCommand.of("sh", "-c", "echo \"[$GREETING][$HOME]\"; cd && pwd")
                            .withEnvironment(Map.of("GREETING", "good morning")),
                    Cancellation.none());

            assertTrue(
                    run.stdout().text().startsWith("[good morning]["),
                    run.stdout().text());
            assertEquals("[]\n", sh(sandbox, "echo \"[$GREETING]\"").stdout().text());
        }
    }

    @Test
    void filesGoInAndComeOut() {
        byte[] bytes = new byte[256];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) i;
        }
        String longName = "l".repeat(180) + ".txt";
        try (Sandbox sandbox = open()) {
            sandbox.copyIn(
                    List.of(
                            SandboxFile.text("in/a b.txt", "text \u00e4"),
                            SandboxFile.of("in/deep/er/bytes", bytes),
                            SandboxFile.text("in/" + longName, "long"),
                            SandboxFile.text("in/\u00e4\u65e5", "name"),
                            SandboxFile.text("empty", "")),
                    Cancellation.none());
            sandbox.copyIn(List.of(SandboxFile.text("in/a b.txt", "newer")), Cancellation.none());
            SandboxRun run = sh(sandbox, "cat 'in/a b.txt' empty && mkdir out && cp -r in out/ && echo x > out/x");
            Map<String, SandboxFile> files = byPath(sandbox.copyOut("out", Cancellation.none()));

            assertEquals("newer", run.stdout().text(), run.stderr().text());
            assertEquals("newer", text(files, "in/a b.txt"));
            assertArrayEquals(bytes, content(files, "in/deep/er/bytes"));
            assertEquals("long", text(files, "in/" + longName));
            assertEquals("name", text(files, "in/\u00e4\u65e5"));
            assertEquals("x\n", text(files, "x"));
            assertEquals(5, files.size());
        }
    }

    @Test
    void filesStayAndProcessesAndVariablesDoNot() {
        try (Sandbox sandbox = open()) {
            sh(
                    sandbox,
                    "x=1; export x; echo kept > file; mkdir d; mkfifo pipe; ln -s file link; echo s > d/s; chmod +x"
                            + " d/s");
            SandboxRun run = sh(sandbox, "cat file \"link\" d/s; test -x d/s && test -p pipe && echo \"[$x]\"");

            assertEquals(
                    "kept\nkept\ns\n[]\n", run.stdout().text(), run.stderr().text());
        }
    }

    @Test
    void twoSandboxesShareNothing() {
        try (Sandbox one = open();
                Sandbox other = open()) {
            sh(one, "echo secret > file; echo secret > /tmp/file");

            assertNotEquals(0, sh(other, "cat file /tmp/file").exitCode());
            assertEquals(
                    "", sh(other, "cat file /tmp/file 2>/dev/null").stdout().text());
        }
    }

    @Test
    void nothingIsCopiedOutWhereThereIsNoFolder() {
        try (Sandbox sandbox = open()) {
            assertEquals(List.of(), sandbox.copyOut("out", Cancellation.none()).files());
            sh(sandbox, "echo x > out");
            assertEquals(List.of(), sandbox.copyOut("out", Cancellation.none()).files());
            assertThrows(IllegalArgumentException.class, () -> sandbox.copyOut("../etc", Cancellation.none()));
            assertThrows(IllegalArgumentException.class, () -> sandbox.copyOut("/etc", Cancellation.none()));
        }
    }

    @Test
    void onlyTheStartAndTheEndOfAFloodAreKept() {
        try (Sandbox sandbox = open()) {
            SandboxRun run = sh(sandbox, "echo begin; head -c 30000000 /dev/zero | tr '\\0' x; echo; echo end");

            assertTrue(run.stdout().truncated());
            assertTrue(run.stdout().totalBytes() > 20_000, "much more was written than is kept");
            assertTrue(run.stdout().text().length() < 11_000, "bounded");
            assertTrue(run.stdout().text().startsWith("begin\n"));
        }
    }

    @Test
    void aProgramEndsWhenItsTimeIsUp() {
        try (Sandbox sandbox = open()) {
            SandboxRun run = sandbox.run(
                    SandboxCommand.of("sh", "-c", "echo begun; sleep 1000 & sleep 1000")
                            .withTimeout(Duration.ofSeconds(5)),
                    Cancellation.none());

            assertEquals(Ending.TIMED_OUT, run.ending());
            assertFalse(run.succeeded());
            assertEquals("begun\n", run.stdout().text());
        }
    }

    @Test
    void afterATimeOutTheSandboxWorksOrSaysThatItHasGone() {
        try (Sandbox sandbox = open()) {
            sh(sandbox, "echo kept > file");
            sandbox.run(SandboxCommand.of("sleep", "1000").withTimeout(Duration.ofSeconds(5)), Cancellation.none());
            try {
                assertEquals("kept\n", sh(sandbox, "cat file").stdout().text());
            } catch (SandboxException e) {
                assertEquals(SandboxException.Outcome.GONE, e.outcome());
            }
        }
    }

    @Test
    void aCancellationEndsARun() throws Exception {
        CancellationSource cancellation = new CancellationSource();
        try (Sandbox sandbox = open()) {
            CompletableFuture<Void> later = CompletableFuture.runAsync(
                    cancellation::cancel, CompletableFuture.delayedExecutor(2, TimeUnit.SECONDS));
            assertThrows(
                    CancellationException.class, () -> sandbox.run(SandboxCommand.of("sleep", "1000"), cancellation));
            later.get(1, TimeUnit.MINUTES);
        }
    }

    @Test
    void whatIsCancelledBeforeItBeginsDoesNotBegin() {
        CancellationSource cancellation = new CancellationSource();
        cancellation.cancel();

        assertThrows(CancellationException.class, () -> provider().open(limits(), cancellation));
        try (Sandbox sandbox = open()) {
            assertThrows(CancellationException.class, () -> sandbox.run(SandboxCommand.of("true"), cancellation));
            assertThrows(
                    CancellationException.class,
                    () -> sandbox.copyIn(List.of(SandboxFile.text("a", "b")), cancellation));
            assertThrows(CancellationException.class, () -> sandbox.copyOut("out", cancellation));
        }
    }

    @Test
    void aClosedSandboxRunsNothing() {
        Sandbox sandbox = open();
        sandbox.close();
        sandbox.close();

        assertThrows(IllegalStateException.class, () -> sh(sandbox, "true"));
        assertThrows(
                IllegalStateException.class,
                () -> sandbox.copyIn(List.of(SandboxFile.text("a", "b")), Cancellation.none()));
        assertThrows(IllegalStateException.class, () -> sandbox.copyOut("out", Cancellation.none()));
    }

    @Test
    void aCheckStartsNothingAndMayBeRepeated() {
        SandboxProvider provider = provider();
        provider.check(limits());
        provider.check(limits());

        assertFalse(provider.name().isBlank());
        assertEquals(provider.promises(), provider.promises());
    }

    private static byte[] content(Map<String, SandboxFile> files, String path) {
        SandboxFile file = files.get(path);
        assertNotNull(file, path);
        return file == null ? new byte[0] : file.content();
    }

    /** What is in the file of this path, which must be there. */
    protected static String text(Map<String, SandboxFile> files, String path) {
        return new String(content(files, path), StandardCharsets.UTF_8);
    }

    /** The files by their paths. */
    protected static Map<String, SandboxFile> byPath(Artefacts artefacts) {
        return artefacts.files().stream().collect(Collectors.toMap(SandboxFile::path, file -> file));
    }
}

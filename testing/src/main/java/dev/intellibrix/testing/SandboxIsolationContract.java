package dev.intellibrix.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.intellibrix.sandbox.Artefacts;
import dev.intellibrix.sandbox.Artefacts.Skipped;
import dev.intellibrix.sandbox.Sandbox;
import dev.intellibrix.sandbox.SandboxException;
import dev.intellibrix.sandbox.SandboxFile;
import dev.intellibrix.sandbox.SandboxLimits;
import dev.intellibrix.sandbox.SandboxPromise;
import dev.intellibrix.sandbox.SandboxRun;
import dev.intellibrix.sandbox.SandboxRun.Ending;
import dev.intellibrix.tool.Cancellation;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * {@link SandboxProviderContract}, and attacks on what the provider {@linkplain SandboxPromise promises}, for sandboxes on this
 * machine. What is not promised is skipped. The attacks need {@code python3} in the sandbox; they reach for nothing but this
 * machine, and stay small enough to do no harm where a promise does not hold.
 */
@SuppressWarnings("exports") // Whoever extends it has the module of sandboxes.
public abstract class SandboxIsolationContract extends SandboxProviderContract {

    /** Variables of this process that a sandbox may well have too, with the same value. */
    private static final Set<String> COMMON = Set.of("PATH", "LANG", "LC_ALL", "LANGUAGE", "HOSTNAME", "HOME", "SHELL");

    /** For subclasses. */
    protected SandboxIsolationContract() {}

    private void assumePromised(SandboxPromise promise) {
        assumeTrue(provider().promises().contains(promise), () -> provider().name() + " does not promise " + promise);
    }

    @Test
    void thereIsNoNetworkBesideItsOwnLoopback() throws IOException {
        assumePromised(SandboxPromise.NO_NETWORK);
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Sandbox sandbox = open()) {
            SandboxRun devices = sh(sandbox, "tail -n +3 /proc/net/dev | sed 's/:.*//' | tr -d ' '");
            SandboxRun connect = python(sandbox, """
                import socket
                try:
                  socket.create_connection(('127.0.0.1', %d), 5)
                  print('connected')
                except OSError: print('refused')
                """.formatted(server.getLocalPort()));

            assertEquals("lo\n", devices.stdout().text());
            assertEquals("refused\n", connect.stdout().text(), connect.stderr().text());
        }
    }

    @Test
    void noNameIsLookedUpOutside() {
        assumePromised(SandboxPromise.NO_NETWORK);
        try (Sandbox sandbox = open()) {
            assumeTrue(
                    sh(sandbox, "tail -n +3 /proc/net/dev")
                            .stdout()
                            .text()
                            .trim()
                            .startsWith("lo:"),
                    "there is a network, and a test sends nothing to it");
            SandboxRun run = python(sandbox, """
                import socket
                try:
                  print(socket.getaddrinfo('name.invalid', 80))
                except OSError: print('not found')
                """);

            assertEquals("not found\n", run.stdout().text(), run.stderr().text());
        }
    }

    @Test
    void theHostsVariablesAreNowhere() {
        assumePromised(SandboxPromise.HOST_HIDDEN);
        Map<String, String> secrets = System.getenv().entrySet().stream()
                .filter(variable -> variable.getValue().length() >= 8 && !COMMON.contains(variable.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        SandboxLimits wide = limits().toBuilder().outputBytes(1_000_000).build();
        try (Sandbox sandbox = open(wide)) {
            String seen = sh(sandbox, "env; cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline 2>/dev/null; cat /.dockerenv")
                    .stdout()
                    .text();

            secrets.forEach((name, value) -> assertFalse(seen.contains(name + "=" + value), name));
        }
    }

    @Test
    void theHostsFilesAreNotSeen() throws IOException {
        assumePromised(SandboxPromise.HOST_HIDDEN);
        Path secret = Files.createTempFile("sandbox-contract", ".secret");
        String script = """
            cat 'SECRET'
            for p in /proc/[0-9]*; do cat "$p/rootSECRET" "$p/cwd/../..SECRET"; done
            cat /etc/shadow
            ls /root /home /var/log
            """.replace("SECRET", secret.toString());
        try (Sandbox sandbox = open()) {
            Files.writeString(secret, "the secret of the host");
            SandboxRun run = sh(sandbox, script);

            assertFalse(
                    run.stdout().text().contains("the secret of the host"),
                    run.stdout().text());
            assertFalse(
                    run.stdout().text().lines().anyMatch(line -> line.startsWith("root:")),
                    run.stdout().text());
        } finally {
            Files.delete(secret);
        }
    }

    @Test
    void theHostsProcessesAreNotSeen() {
        assumePromised(SandboxPromise.HOST_HIDDEN);
        try (Sandbox sandbox = open()) {
            int processes = Integer.parseInt(
                    sh(sandbox, "ls -d /proc/[0-9]* | wc -l").stdout().text().trim());

            assertTrue(processes < 12, processes + " processes");
        }
    }

    @Test
    void nothingOutsideOfItsOwnFoldersIsWritten() {
        assumePromised(SandboxPromise.HOST_UNCHANGED);
        String script = """
            for d in / /usr /usr/bin /etc /proc /proc/sys/kernel /dev /sys /lib /bin; do
              if [ -w $d ] || echo x > $d/intellibrix-was-here; then echo can write to $d; fi
            done 2>/dev/null
            echo end
            """;
        try (Sandbox sandbox = open()) {
            assertEquals("end\n", sh(sandbox, script).stdout().text());
        }
    }

    @Test
    void thereAreNoPrivilegesAndNoneAreGained() {
        assumePromised(SandboxPromise.NO_PRIVILEGES);
        try (Sandbox sandbox = open()) {
            SandboxRun run =
                    sh(sandbox, "id -u; grep -E '^(CapInh|CapPrm|CapEff|CapBnd|CapAmb|NoNewPrivs)' /proc/self/status");
            String text = run.stdout().text();

            assertNotEquals("0", text.lines().findFirst().orElse("0"));
            assertTrue(text.contains("NoNewPrivs:\t1"), text);
            assertEquals(
                    5,
                    text.lines().filter(line -> line.matches("Cap\\w+:\\t0+")).count(),
                    text);
        }
    }

    @Test
    void anEndlessLoopEndsWithItsProcessorTime() {
        assumePromised(SandboxPromise.CPU_LIMIT);
        SandboxLimits brief =
                limits().toBuilder().cpuTime(Duration.ofSeconds(1)).build();
        try (Sandbox sandbox = open(brief)) {
            SandboxRun run = python(sandbox, "while True: pass");

            assertEquals(Ending.OUT_OF_CPU_TIME, run.ending());
        }
    }

    @Test
    void aMemoryBombIsContained() {
        assumeTrue(
                provider().promises().contains(SandboxPromise.PROCESS_MEMORY_LIMIT)
                        || provider().promises().contains(SandboxPromise.TOTAL_MEMORY_LIMIT),
                "memory is not limited");
        try (Sandbox sandbox = open()) {
            SandboxRun private_ = python(sandbox, "x = bytearray(600 << 20); print(len(x))");
            SandboxRun shared = python(sandbox, """
                import mmap
                m = mmap.mmap(-1, 600 << 20)
                for i in range(0, 600 << 20, 4096): m[i] = 1
                print('written')\
                """);

            assertFalse(private_.succeeded(), private_.stdout().text());
            assertFalse(shared.succeeded(), shared.stdout().text());
        }
    }

    @Test
    void aForkBombIsContained() {
        assumePromised(SandboxPromise.PROCESS_LIMIT);
        try (Sandbox sandbox = open()) {
            SandboxRun run = python(sandbox, """
                import os, time
                n = 0
                try:
                  while n < 300:
                    if os.fork() == 0: time.sleep(1000)
                    n += 1
                except OSError: pass
                print(n)\
                """);
            int forks = Integer.parseInt(run.stdout().text().trim());

            assertTrue(forks <= limits().processes(), forks + " processes");
        }
    }

    @Test
    void aDiskFillerIsContained() {
        assumePromised(SandboxPromise.DISK_LIMIT);
        try (Sandbox sandbox = open()) {
            SandboxRun run = python(sandbox, """
                import os
                total = 0
                block = b'x' * (1 << 20)
                for d in ['.', '/tmp', '/dev/shm', '/var/tmp', '/run', '/', '/dev', '/mnt']:
                  for n in range(100):
                    try:
                      with open(os.path.join(d, 'f%d' % n), 'wb', 0) as f: total += f.write(block)
                    except OSError: break
                print(total)\
                """);
            long written = Long.parseLong(run.stdout().text().trim());

            assertTrue(written <= 2 * limits().diskBytes(), written + " bytes");
        }
    }

    @Test
    void onlyRegularFilesWithPlainNamesComeOut() throws IOException {
        try (Sandbox sandbox = open()) {
            SandboxRun run = python(sandbox, """
                import os, socket
                os.makedirs('out/sub/sub')
                open('out/plain', 'w').write('plain')
                open('out/sub/sub/x', 'w').write('x')
                open('secret', 'w').write('not below out')
                os.symlink('/etc/passwd', 'out/link')
                os.symlink('../secret', 'out/link2')
                os.symlink('/etc', 'out/folder')
                os.mkfifo('out/pipe')
                socket.socket(socket.AF_UNIX).bind('out/socket')
                for n in ['a\\nb', 'a\\\\b', 'a\\x1b[31m', '-rf', ' x', 'x ', 'c:x', 'a\\u202eb']:
                  open('out/' + n, 'w').write('odd')
                open(b'out/\\xff\\xfe', 'w').write('odd')
                d = 'out'
                for n in range(60):
                  d += '/d'
                  os.mkdir(d)
                open(d + '/deep', 'w').write('deep')
                os.chmod('out/sub', 0o755)
                """);
            assertTrue(run.succeeded(), run.stderr().text());
            Artefacts artefacts = sandbox.copyOut("out", Cancellation.none());

            assertEquals(Set.of("plain", "sub/sub/x"), byPath(artefacts).keySet());
            assertEquals("plain", text(byPath(artefacts), "plain"));
            assertTrue(artefacts.skippedCount() >= 8, artefacts.skipped().toString());
            for (Skipped skipped : artefacts.skipped()) {
                assertTrue(skipped.name().chars().noneMatch(c -> c < ' ' || c == 0x202e), skipped.name());
            }
        }
    }

    @Test
    void aFolderThatIsALinkIsNotCopied() {
        try (Sandbox sandbox = open()) {
            sh(sandbox, "ln -s /usr/share out; mkdir real; echo x > real/x; ln -s real out2");

            assertEquals(List.of(), sandbox.copyOut("out", Cancellation.none()).files());
            assertEquals(List.of(), sandbox.copyOut("out2", Cancellation.none()).files());
            assertEquals(
                    Set.of("x"),
                    byPath(sandbox.copyOut("real", Cancellation.none())).keySet());
        }
    }

    @Test
    void tooMuchIsNotCopiedOut() {
        try (Sandbox sandbox = open()) {
            SandboxRun run = python(sandbox, """
                import os
                os.mkdir('out')
                open('out/a-large', 'wb').write(os.urandom(3 << 20))
                for n in range(200): open('out/f%03d' % n, 'w').write('x')
                """);
            assertTrue(run.succeeded(), run.stderr().text());
            Artefacts artefacts = sandbox.copyOut("out", Cancellation.none());

            assertEquals(limits().artefacts(), artefacts.files().size());
            assertFalse(byPath(artefacts).containsKey("a-large"));
            assertEquals(201 - limits().artefacts(), artefacts.skippedCount());
        }
    }

    @Test
    void aFileOfHolesIsNoFloodOfZeros() {
        try (Sandbox sandbox = open()) {
            SandboxRun run = python(sandbox, """
                import os
                os.mkdir('out')
                open('out/x', 'w').write('x')
                for n in range(50):
                  try:
                    f = open('out/hole%d' % n, 'wb'); f.truncate(16 << 20); f.close()
                  except OSError: pass
                """);
            try {
                Map<String, SandboxFile> files = byPath(sandbox.copyOut("out", Cancellation.none()));
                assertEquals("x", text(files, "x"), run.stderr().text());
                assertTrue(files.values().stream().mapToLong(SandboxFile::size).sum() <= limits().artefactBytes());
            } catch (SandboxException e) {
                assertEquals(SandboxException.Outcome.FILES_LOST, e.outcome()); // It says that it could not.
            }
        }
    }
}

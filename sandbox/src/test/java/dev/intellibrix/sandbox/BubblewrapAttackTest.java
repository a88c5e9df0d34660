package dev.intellibrix.sandbox;

import static dev.intellibrix.sandbox.Bubblewrap.python;
import static dev.intellibrix.sandbox.Bubblewrap.sh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.intellibrix.sandbox.SandboxRun.Ending;
import dev.intellibrix.tool.Cancellation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Ways out of the sandbox, each tried. What every provider has to withstand is in the contract; this is what the kernel offers. */
@EnabledOnOs(OS.LINUX)
class BubblewrapAttackTest {

    private static final boolean X86 = System.getProperty("os.arch").equals("amd64");

    /** Calls the kernel by number, and prints the error for each. */
    private static final String CALL = """
        import ctypes, errno
        libc = ctypes.CDLL(None, use_errno=True)
        def call(name, number, *arguments):
            ctypes.set_errno(0)
            result = libc.syscall(number, *[ctypes.c_long(a) for a in arguments])
            print(name, 'done' if result >= 0 else errno.errorcode[ctypes.get_errno()])
        """;

    @TempDir
    Path folder;

    private static Map<String, String> calls(String script) {
        try (Sandbox sandbox = Bubblewrap.open()) {
            SandboxRun run = python(sandbox, CALL + script);
            assertThat(run.stderr().text()).isEmpty();
            return run.stdout()
                    .text()
                    .lines()
                    .map(line -> line.split(" "))
                    .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1]));
        }
    }

    private static String numbers(String pattern, List<List<Object>> calls) {
        return calls.stream()
                .map(call -> pattern.formatted(call.get(0), call.get(X86 ? 1 : 2)))
                .collect(Collectors.joining("\n"));
    }

    @Test
    void callsThatReachBeyondAProcessAreRefused() {
        Map<String, String> errors = calls(numbers(
                "call('%s', %s, 0, 0, 0, 0, 0)",
                List.of(
                        List.of("ptrace", 101, 117),
                        List.of("process_vm_readv", 310, 270),
                        List.of("process_vm_writev", 311, 271),
                        List.of("pidfd_getfd", 438, 438),
                        List.of("kcmp", 312, 272),
                        List.of("keyctl", 250, 219),
                        List.of("add_key", 248, 217),
                        List.of("request_key", 249, 218),
                        List.of("io_uring_setup", 425, 425),
                        List.of("bpf", 321, 280),
                        List.of("perf_event_open", 298, 241),
                        List.of("userfaultfd", 323, 282),
                        List.of("unshare", 272, 97),
                        List.of("setns", 308, 268),
                        List.of("mount", 165, 40),
                        List.of("umount2", 166, 39),
                        List.of("pivot_root", 155, 41),
                        List.of("open_tree", 428, 428),
                        List.of("fsopen", 430, 430),
                        List.of("move_mount", 429, 429),
                        List.of("chroot", 161, 51),
                        List.of("open_by_handle_at", 304, 265),
                        List.of("name_to_handle_at", 303, 264),
                        List.of("memfd_create", 319, 279),
                        List.of("memfd_secret", 447, 447),
                        List.of("vmsplice", 278, 75),
                        List.of("map_shadow_stack", 453, 453),
                        List.of("shmget", 29, 194),
                        List.of("msgget", 68, 186),
                        List.of("semget", 64, 190),
                        List.of("mq_open", 240, 180),
                        List.of("io_setup", 206, 0),
                        List.of("syslog", 103, 116),
                        List.of("kexec_load", 246, 104),
                        List.of("init_module", 175, 105),
                        List.of("reboot", 169, 142))));

        assertThat(errors)
                .hasSize(36)
                .allSatisfy((name, error) -> assertThat(error).as(name).isEqualTo("EPERM"));
    }

    @Test
    void newNamespacesAreRefusedHoweverTheyAreAskedFor() {
        Map<String, String> errors =
                calls(numbers("call('%s', %s, 0x10000000, 0, 0, 0, 0)", List.of(List.of("user", 56, 220)))
                        + "\n"
                        + numbers("call('%s', %s, 0x00020000 | 17, 0, 0, 0, 0)", List.of(List.of("files", 56, 220)))
                        + "\ncall('clone3', 435, 0, 0)");

        assertThat(errors)
                .containsOnly(Map.entry("user", "EPERM"), Map.entry("files", "EPERM"), Map.entry("clone3", "ENOSYS"));
    }

    @Test
    void callsOfAnotherNumberingAreUnknown() {
        assumeTrue(X86, "x32 is a numbering of x86_64");
        assertThat(calls("call('getpid', 0x40000000 + 39)\ncall('ptrace', 0x40000000 + 521)"))
                .containsOnly(Map.entry("getpid", "ENOSYS"), Map.entry("ptrace", "ENOSYS"));
    }

    @Test
    void socketsThatKnowNoNamespacesAreRefused() {
        try (Sandbox sandbox = Bubblewrap.open()) {
            SandboxRun run = python(sandbox, """
                import errno, socket
                for family in range(3, 46):
                    if family in (10, 16): continue
                    for kind in (1, 2, 3, 5):
                        try:
                            socket.socket(family, kind, 0)
                            print('socket', family, kind)
                        except OSError: pass
                        try:
                            socket.socketpair(family, kind, 0)
                            print('pair', family, kind)
                        except OSError as e:
                            if e.errno != errno.EAFNOSUPPORT: print('pair', family, kind, e)
                for family in (1, 2, 10): socket.socket(family, 1, 0)
                for end in socket.socketpair(): end.close()
                print('end')
                """);
            assertThat(run.stdout().text()).as(run.stderr().text()).isEqualTo("end\n");
        }
    }

    @Test
    void noMemoryIsHadThatNoLimitCounts() {
        try (Sandbox sandbox = Bubblewrap.open()) {
            SandboxRun run = python(sandbox, """
                import mmap, os
                def attempt(name, fd, flags):
                    try:
                        mmap.mmap(fd, 1 << 20, flags=flags)
                        print(name)
                    except (OSError, ValueError): pass
                attempt('shared', -1, mmap.MAP_SHARED | mmap.MAP_ANONYMOUS)
                attempt('validated', -1, 3 | mmap.MAP_ANONYMOUS)
                attempt('stack', -1, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x100)
                zero = os.open('/dev/zero', os.O_RDWR)
                attempt('zero', zero, mmap.MAP_SHARED)
                print(os.read(zero, 4), 'end')
                """);
            assertThat(run.stdout().text()).as(run.stderr().text()).isEqualTo("b'\\x00\\x00\\x00\\x00' end\n");
        }
    }

    @Test
    void privateMemoryIsCountedHoweverItIsMapped() {
        try (Sandbox sandbox = Bubblewrap.open()) {
            SandboxRun run = python(sandbox, """
                import ctypes
                libc = ctypes.CDLL(None, use_errno=True)
                libc.mmap.restype = ctypes.c_void_p
                size = 400 << 20
                address = libc.mmap(None, ctypes.c_size_t(size), 1, 0x22, -1, ctypes.c_long(0))
                print('reads' if address != ctypes.c_void_p(-1).value else 'no')
                print(libc.mprotect(ctypes.c_void_p(address), ctypes.c_size_t(size), 3))
                far = libc.mmap(None, ctypes.c_size_t(1 << 40), 1, 0x4022, -1, ctypes.c_long(0))
                print('far' if far != ctypes.c_void_p(-1).value else 'no')
                """);
            assertThat(run.stdout().text()).as(run.stderr().text()).isEqualTo("reads\n-1\nno\n");
        }
    }

    /** Pages that can not be written to any more count in no limit of a process. It waits, so that it has to be ended. */
    @Test
    void memoryThatWasMadeReadOnlyIsCountedAsWell() {
        try (Sandbox sandbox = Bubblewrap.openWith(SandboxPromise.TOTAL_MEMORY_LIMIT)) {
            SandboxRun run = python(sandbox, """
                import ctypes, time
                libc = ctypes.CDLL(None, use_errno=True)
                libc.mmap.restype = ctypes.c_void_p
                libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t] + [ctypes.c_int] * 3 + [ctypes.c_long]
                libc.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
                size = 32 << 20
                for n in range(10):
                    address = libc.mmap(None, size, 3, 0x22, -1, 0)
                    if address == ctypes.c_void_p(-1).value: break
                    ctypes.memset(address, 1, size)
                    libc.mprotect(address, size, 1)
                    print(n, flush=True)
                time.sleep(1000)
                """);
            assertThat(run.ending()).as(run.toString()).isEqualTo(Ending.OUT_OF_MEMORY);
            assertThat(sh(sandbox, "echo again").stdout().text()).isEqualTo("again\n");
        }
    }

    @Test
    void processesTogetherHaveNoMoreMemoryThanOne() {
        try (Sandbox sandbox = Bubblewrap.openWith(SandboxPromise.TOTAL_MEMORY_LIMIT)) {
            SandboxRun run = python(sandbox, """
                import os, time
                for n in range(5):
                    if os.fork() == 0:
                        x = bytearray(b'x' * (64 << 20))
                        time.sleep(1000)
                time.sleep(1000)
                """);
            assertThat(run.ending()).as(run.toString()).isEqualTo(Ending.OUT_OF_MEMORY);
        }
    }

    @Test
    void aProgramThatCanHandleItMeetsItsOwnLimitFirst() {
        try (Sandbox sandbox = Bubblewrap.open()) {
            SandboxRun run = python(sandbox, """
                parts = []
                try:
                    while True: parts.append(b'x' * (1 << 20))
                except MemoryError: pass
                print(len(parts) > 100)
                """);
            assertThat(run.stdout().text()).as(run.toString()).isEqualTo("True\n");
        }
    }

    @Test
    void limitsAreNotRaised() {
        try (Sandbox sandbox = Bubblewrap.open()) {
            SandboxRun run = python(sandbox, """
                import resource
                for name in ('DATA', 'AS', 'STACK', 'FSIZE', 'NOFILE', 'NPROC', 'CPU', 'CORE', 'MSGQUEUE'):
                    which = getattr(resource, 'RLIMIT_' + name, 12)
                    soft, hard = resource.getrlimit(which)
                    if hard == resource.RLIM_INFINITY: print(name, 'unlimited')
                    try:
                        resource.setrlimit(which, (hard + 1, hard + 1))
                        print(name, 'raised')
                    except (OSError, ValueError): pass
                print('end')
                """);
            assertThat(run.stdout().text()).as(run.stderr().text()).isEqualTo("end\n");
        }
    }

    @Test
    void theHostsAbstractSocketsAreNotThere() throws Exception {
        String name = "intellibrix-" + UUID.randomUUID();
        Path python = Path.of("/usr/bin/python3");
        assumeTrue(Files.isExecutable(python), "no python3 to listen with");
        Process listener = new ProcessBuilder(
                        python.toString(),
                        "-c",
                        "import socket, sys; s = socket.socket(socket.AF_UNIX); s.bind('\\0" + name
                                + "'); s.listen(); print('ready', flush=True); sys.stdin.read()")
                .start();
        try (Sandbox sandbox = Bubblewrap.open()) {
            assertThat(listener.inputReader().readLine()).isEqualTo("ready");
            String connect = "import socket; socket.socket(socket.AF_UNIX).connect('\\0" + name + "')";
            Process here = new ProcessBuilder(python.toString(), "-c", connect).start();
            assertThat(here.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(here.exitValue()).as("the listener listens").isZero();
            assertThat(python(sandbox, connect).stderr().text()).contains("ConnectionRefusedError");
        } finally {
            listener.destroyForcibly();
        }
    }

    @Test
    void thereIsNothingOfTheHostInProc() {
        try (Sandbox sandbox = Bubblewrap.open()) {
            SandboxRun run = sh(sandbox, """
                for p in 1 self $PPID; do tr '\\0' '\\n' < /proc/$p/environ | sed 's/=.*//'; done 2>/dev/null | sort -u
                head -c 1 /proc/kcore && echo kcore
                head -c 1 /proc/kmsg && echo kmsg
                (echo h > /proc/sysrq-trigger) && echo sysrq
                (echo x > /proc/sys/kernel/core_pattern) && echo pattern
                (echo 1 > /proc/sys/kernel/hostname) && echo hostname
                cat /proc/keys
                ls -A /sys /run /home /root /var /mnt /media /opt /srv /boot 2>/dev/null
                ls /etc
                """);
            assertThat(run.stdout().text().lines())
                    .containsAll(List.of("HOME", "LANG", "PATH"))
                    .isSubsetOf(
                            "HOME",
                            "LANG",
                            "PATH",
                            "PWD",
                            "TMPDIR",
                            "alternatives",
                            "ld.so.cache",
                            "_",
                            "OLDPWD",
                            "SHLVL");
            assertThat(sh(sandbox, "cat /proc/self/status").stdout().text()).contains("Seccomp:\t2");
        }
    }

    @Test
    void noProcessOfTheHostGetsASignal() {
        try (Sandbox sandbox = Bubblewrap.open()) {
            SandboxRun run = python(sandbox, """
                import os, signal
                for n in range(2, 70000):
                    if n in (os.getpid(), os.getppid()): continue
                    try:
                        os.kill(n, 0)
                        print(n)
                    except ProcessLookupError: pass
                print('end')
                """);
            assertThat(run.stdout().text().lines().count()).isLessThan(4);
            assertThat(sh(sandbox, "kill -KILL -1; echo alive").exitCode()).isZero();
            assertThat(ProcessHandle.current().isAlive()).isTrue();
        }
    }

    @Test
    void theScriptAroundItIsNotKilled() {
        try (Sandbox sandbox = Bubblewrap.open()) {
            SandboxRun run = sh(sandbox, "echo kept > file; for s in KILL STOP TERM SEGV; do kill -$s 1; done; exit 3");

            assertThat(run.exitCode()).isEqualTo(3);
            assertThat(sh(sandbox, "cat file").stdout().text()).isEqualTo("kept\n");
        }
    }

    @Test
    void processesWithoutAParentAreCollectedWhenTheyEnd() {
        try (Sandbox sandbox = Bubblewrap.open()) {
            SandboxRun run = python(sandbox, """
                import os
                for n in range(60): # More than there may be at a time.
                    child = os.fork()
                    if child == 0:
                        read, write = os.pipe()
                        if os.fork() == 0:
                            os.read(read, 1) # Until its parent has ended.
                            os._exit(0)
                        os._exit(0)
                    os.waitpid(child, 0)
                print('end')
                """);
            assertThat(run.stdout().text()).as(run.stderr().text()).isEqualTo("end\n");
        }
    }

    @Test
    void theDescriptorsOfTheScriptAroundItAreOfNoUse() {
        try (Sandbox sandbox = Bubblewrap.open()) {
            SandboxRun run = sh(
                    sandbox,
                    "ls -l /proc/self/fd | grep -v 'fd/[0-2]\\|total\\|/proc/' ; mkdir out; echo x > out/x; for f in 3"
                            + " 4 5 6 7 9; do echo forged > /proc/$PPID/fd/$f; cat /proc/$PPID/fd/$f; done 2>/dev/null;"
                            + " true");
            assertThat(run.exitCode()).isZero();
            assertThat(run.stdout().text()).doesNotContain("intellibrix");
            try {
                assertThat(sandbox.copyOut("out", Cancellation.none()).files()).hasSizeLessThanOrEqualTo(1);
            } catch (SandboxException e) {
                assertThat(e.outcome()).isEqualTo(SandboxException.Outcome.FILES_LOST);
            }
        }
    }

    @Test
    void whoTakesOverAnotherProcessOfTheSandboxHasNoMoreThanBefore() {
        try (Sandbox sandbox = Bubblewrap.open()) {
            SandboxRun run = python(sandbox, """
                import os
                names = ('cpu time', 'file size', 'data size', 'stack size', 'processes', 'open files', 'address space')
                def limits(process):
                    lines = open('/proc/%s/limits' % process).readlines()
                    return [line.split() for line in lines if line[4:].startswith(names)]
                def filtered(process):
                    return [line for line in open('/proc/%s/status' % process) if line.startswith(('Seccomp:', 'Cap'))]
                for process in filter(str.isdigit, os.listdir('/proc')):
                    if limits(process) != limits('self'): print(process, limits(process))
                    if filtered(process) != filtered('self'): print(process, filtered(process))
                print(len(limits('self')))
                """);
            assertThat(run.stdout().text()).as(run.stderr().text()).isEqualTo("7\n");
        }
    }

    @Test
    void itIsTheFirstToGoWhenTheMachineHasNoMemoryLeft() {
        try (Sandbox sandbox = Bubblewrap.open()) {
            SandboxRun run = sh(sandbox, "cat /proc/1/oom_score_adj /proc/self/oom_score_adj");
            assertThat(run.stdout().text()).isEqualTo("1000\n1000\n");
        }
    }

    @Test
    void nobodyBecomesRoot() {
        try (Sandbox sandbox = Bubblewrap.open()) {
            SandboxRun run = python(sandbox, """
                import os
                for name in ('setuid', 'setgid'):
                    try:
                        getattr(os, name)(0)
                        print(name)
                    except OSError: pass
                try:
                    os.setgroups([0])
                    print('setgroups')
                except OSError: pass
                print(os.getuid(), os.geteuid(), 'end')
                """);
            assertThat(run.stdout().text()).as(run.stderr().text()).isEqualTo("1000 1000 end\n");
        }
    }

    @Test
    void anArchiveOfLinksLeadsNowhereInTheNextProgram() throws Exception {
        Path target = Files.writeString(folder.resolve("host.txt"), "of the host");
        try (Sandbox sandbox = Bubblewrap.open()) {
            sh(sandbox, "ln -s " + folder + " in; ln -s " + target + " file; ln -s / out");
            sandbox.copyIn(
                    List.of(SandboxFile.text("in/host.txt", "changed"), SandboxFile.text("file", "changed")),
                    Cancellation.none());
            try {
                sh(sandbox, "echo changed > file");
            } catch (SandboxException e) {
                assertThat(e.outcome()).isEqualTo(SandboxException.Outcome.GONE);
            }
            assertThat(target).hasContent("of the host");
        }
    }

    @Test
    void filesThatCanNotBeReadAreSaidToBeMissing() {
        try (Sandbox sandbox = Bubblewrap.open()) {
            sh(sandbox, "mkdir out; echo x > out/a; echo x > out/b; chmod 0 out/b");
            Artefacts artefacts = sandbox.copyOut("out", Cancellation.none());

            assertThat(artefacts.files())
                    .singleElement()
                    .satisfies(file -> assertThat(file.path()).isEqualTo("a"));
            assertThat(artefacts.skipped())
                    .containsExactly(new Artefacts.Skipped(
                            ".", "something in the working folder can not be read, and is missing"));
        }
    }

    @Test
    void aFileThatIsAFolderAsWellNeverRan() {
        try (Sandbox sandbox = Bubblewrap.open()) {
            sandbox.copyIn(List.of(SandboxFile.text("a/b", "x")), Cancellation.none());
            assertThatThrownBy(() -> sandbox.copyIn(List.of(SandboxFile.text("a/b/c", "y")), Cancellation.none()))
                    .hasMessage("never ran: a path is both a file and the folder of another file");
            assertThat(sh(sandbox, "cat a/b").stdout().text()).isEqualTo("x");
        }
    }

    @Test
    void codeThatLeavesNoRoomForTheNextFilesLosesItsSandbox() {
        try (Sandbox sandbox = Bubblewrap.open()) {
            sh(sandbox, "mkdir .code.sh; touch .code.sh/file");
            sandbox.copyIn(List.of(SandboxFile.text(".code.sh", "true")), Cancellation.none());

            assertThatThrownBy(() -> sh(sandbox, "sh .code.sh"))
                    .isInstanceOfSatisfying(
                            SandboxException.class,
                            e -> assertThat(e.outcome()).isEqualTo(SandboxException.Outcome.GONE));
        }
    }

    @Test
    void nothingIsLeftOfAProgramThatDoesNotWantToEnd() throws Exception {
        String mark = UUID.randomUUID().toString();
        try (Sandbox sandbox = Bubblewrap.open()) {
            SandboxRun run = sandbox.run(
                    SandboxCommand.of(
                                    "sh",
                                    "-c",
                                    "trap '' TERM HUP INT; (trap '' TERM; setsid sh -c 'trap \"\" TERM; while :; do"
                                            + " sleep 1; done' "
                                            + mark + ") & while :; do sleep 1; done",
                                    mark)
                            .withTimeout(Duration.ofSeconds(5)),
                    Cancellation.none());
            assertThat(run.ending()).isEqualTo(Ending.TIMED_OUT);
        }
        for (ProcessHandle left : Bubblewrap.processes(mark)) {
            left.onExit().get(1, TimeUnit.MINUTES); // It has been killed, and may be about to end.
        }
        assertThat(Bubblewrap.processes(mark)).isEmpty();
    }
}

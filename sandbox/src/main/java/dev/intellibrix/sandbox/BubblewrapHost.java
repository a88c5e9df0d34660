package dev.intellibrix.sandbox;

import dev.intellibrix.internal.process.ProcessResult;
import dev.intellibrix.internal.process.ProcessSpec;
import dev.intellibrix.internal.process.ProgramFinder;
import dev.intellibrix.tool.Cancellation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What this machine has for sandboxes of bubblewrap.
 *
 * @param bwrap the program
 * @param setpriv the program, where this process is root
 * @param user the id of this process's user
 * @param limitsProcesses whether the processes of one sandbox can be counted apart from others
 * @param skipsHoles whether {@code tar} has the option for files with holes
 * @param links arguments for {@code /bin} and its like, which on most systems are links into {@code /usr}, and on others folders
 * @param filter the filter of system calls
 */
record BubblewrapHost(
        Path bwrap,
        Optional<Path> setpriv,
        int user,
        boolean limitsProcesses,
        boolean skipsHoles,
        List<String> links,
        SystemCallFilter filter) {

    private static final Path SHELL = Path.of("/bin/sh");
    private static final List<String> LINKED = List.of("bin", "sbin", "lib", "lib32", "lib64", "libx32");
    private static final String SEARCH = "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin";
    private static final Pattern VERSION = Pattern.compile("bubblewrap ([0-9]{1,5})\\.([0-9]{1,5})");
    private static final Pattern KERNEL = Pattern.compile("([0-9]{1,5})\\.([0-9]{1,5}).*");

    /**
     * Looks at this machine.
     *
     * @throws SandboxException that says what is missing
     */
    static BubblewrapHost find() {
        if (!"Linux".equals(System.getProperty("os.name"))) {
            throw missing("bubblewrap works on Linux only");
        }
        Path bwrap = program("bwrap", "bubblewrap");
        requireVersion(bwrap);
        inSandbox("tar", "tar");
        int user = ownUser();
        Optional<Path> setpriv = user == 0 ? Optional.of(program("setpriv", "util-linux")) : Optional.empty();
        SystemCallFilter filter = SystemCallFilter.of(System.getProperty("os.arch", ""))
                .orElseThrow(() ->
                        missing("there is no filter of system calls for this processor yet (x86_64 and aarch64)"));
        boolean counts = user == 0 || countsByNamespace();
        return new BubblewrapHost(bwrap, setpriv, user, counts, hasGnuTar(), findLinks(), filter);
    }

    static SandboxException missing(String what) {
        return SandboxException.neverRan("the sandbox can not be used here: " + what);
    }

    /** A shell of this machine, to open files for what it starts. */
    Path shell() {
        return SHELL;
    }

    boolean isRoot() {
        return setpriv.isPresent();
    }

    private static Path program(String name, String packageName) {
        return ProgramFinder.find(name, SEARCH, path -> false)
                .orElseThrow(() -> missing(name + " is not installed (package " + packageName + ")"));
    }

    /** The program as the sandbox sees it, which shows {@code /usr} and what leads there. */
    private static void inSandbox(String name, String packageName) {
        boolean there = ProgramFinder.find(name, "/usr/local/bin:/usr/bin:/bin", path -> false)
                .isPresent();
        if (!there) {
            throw missing(name + " is not installed (package " + packageName + ")");
        }
    }

    private static List<String> findLinks() {
        List<String> all = new ArrayList<>();
        LINKED.forEach(name -> linked(Path.of("/", name), all));
        return List.copyOf(all);
    }

    private static void linked(Path path, List<String> all) {
        try {
            if (Files.isSymbolicLink(path)) {
                all.addAll(List.of("--symlink", Files.readSymbolicLink(path).toString(), path.toString()));
            } else if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                all.addAll(List.of("--ro-bind", path.toString(), path.toString()));
            }
        } catch (IOException e) {
            throw missing(path + " can not be read");
        }
    }

    private static void requireVersion(Path bwrap) {
        Matcher version = VERSION.matcher(output(bwrap, "--version"));
        boolean known = version.find();
        if (!known || !isAtLeast(version, 0, 8)) {
            throw missing("bubblewrap 0.8.0 or newer is needed");
        }
    }

    private static boolean hasGnuTar() {
        return ProgramFinder.find("tar", "/usr/local/bin:/usr/bin:/bin", path -> false)
                .map(tar -> output(tar, "--version").contains("GNU tar"))
                .orElse(false);
    }

    private static String output(Path program, String argument) {
        ProcessSpec spec = ProcessSpec.builder(program, List.of(argument), Path.of("/"))
                .timeout(Duration.ofSeconds(30))
                .build();
        ProcessResult result = PlatformThread.run(spec, Cancellation.none());
        return result.stdout().text();
    }

    /** Since 5.14 the kernel counts the processes of a user within a user namespace on their own. */
    private static boolean countsByNamespace() {
        Matcher kernel = KERNEL.matcher(System.getProperty("os.version", ""));
        return kernel.matches() && isAtLeast(kernel, 5, 14);
    }

    private static boolean isAtLeast(Matcher version, int major, int minor) {
        int first = Integer.parseInt(version.group(1));
        return first > major || (first == major && Integer.parseInt(version.group(2)) >= minor);
    }

    private static int ownUser() {
        try {
            return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
        } catch (IOException | UnsupportedOperationException e) {
            throw missing("/proc is not mounted");
        }
    }
}

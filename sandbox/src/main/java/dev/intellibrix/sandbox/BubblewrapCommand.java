package dev.intellibrix.sandbox;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The command line that runs one program in new namespaces. A shell outside opens the files for it with the rights of this
 * process; then it becomes another user, bubblewrap, and a shell inside, which unpacks what goes in, runs the program, kills
 * what is left of it, and packs what comes out.
 */
final class BubblewrapCommand {

    /** Where the program works. */
    static final String WORK = "/work";

    /** The status of the shell inside when the files do not fit. */
    static final int DOES_NOT_FIT = 90;

    private static final int NOT_LIMITED = 92; // A limit could not be set, so that nothing was run.

    /** How many files are put in place without an archive. */
    static final int PLACED = 3;

    /**
     * Opens the files, then becomes the rest of its arguments. Where the machine's memory runs out, the kernel ends what is in
     * the sandbox first; when root said so, the sandbox can not take it back.
     */
    private static final String OUTSIDE = "{ echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null;"
            + " exec 3>\"$1\" 4>\"$2\" 5<\"$3\" 6<\"$4\" 7<\"$5\" 8<\"$6\" 9<\"$7\" && shift 7 && exec \"$@\"";

    /**
     * In front of an archive that was kept stands the status of the program that left it. Descriptor 3 says that the program
     * is about to start, and is closed before it does; 4 gets its status and the archive of its files; 6 and 7 are archives to
     * unpack. The last step is no new process, since those that were killed may still count, and its status is that of all.
     */
    private static final String INSIDE = "p() { tar -xpf - 2>/dev/null || exit " + DOES_NOT_FIT + "; };"
            + " [ \"$1\" = no ] || { read -r status && p; } <&6;"
            + " [ \"$2\" = no ] || p <&7;"
            + " holes=$3; shift 3; exec 6<&- 7<&- 8<&- 9<&-;"
            + " echo begun >&3 && exec 3>&- || exit 91;"
            + " \"$@\" 4>&-; status=$?;"
            + " kill -s KILL -- -1 2>/dev/null;"
            + " echo \"$status\" >&4;"
            + " exec tar $holes -cf - . >&4 2>/dev/null </dev/null";

    private static final long ADDRESS_SPACE = 64L << 30; // Node.js and Java reserve much, and use little of it.
    private static final int OPEN_FILES = 256;
    private static final int FILE_BLOCK = 512; // The unit of POSIX for the size of a file.
    private static final long STACK = 8L << 20; // A stack does not count as data, and grows as far as this lets it.

    private final BubblewrapHost host;
    private final BubblewrapOptions options;
    private final SandboxLimits limits;
    private final int userId;

    BubblewrapCommand(BubblewrapHost host, BubblewrapOptions options, SandboxLimits limits, int userId) {
        this.host = host;
        this.options = options;
        this.limits = limits;
        this.userId = userId;
    }

    /**
     * The files that go in and out, on this machine.
     *
     * @param begun gets a line when the program is about to start
     * @param archive gets the status and the archive of the files
     * @param filter for system calls
     * @param kept an archive with a status in front, or {@code /dev/null}
     * @param added an archive, or {@code /dev/null}
     * @param placed files by their paths in the working folder, at most {@link #PLACED}; only where nothing was kept, since
     *     a name in there may be a link
     */
    record Streams(Path begun, Path archive, Path filter, Path kept, Path added, Map<String, Path> placed) {

        static final Path NOTHING = Path.of("/dev/null");

        private static final int FIRST_PLACED = 7; // The descriptor of the archive, which is not there then.

        private List<String> paths() {
            List<Path> all = new ArrayList<>(List.of(begun, archive, filter, kept));
            all.addAll(placed.isEmpty() ? List.of(added) : placed.values());
            while (all.size() < FIRST_PLACED - 3 + PLACED) {
                all.add(NOTHING);
            }
            return all.stream().map(Path::toString).toList();
        }

        /** Bubblewrap copies them, and makes the folders that they are in. */
        private List<String> places() {
            List<String> all = new ArrayList<>();
            int descriptor = FIRST_PLACED;
            for (String path : placed.keySet()) {
                all.addAll(List.of("--perms", "0644", "--file", String.valueOf(descriptor++), WORK + "/" + path));
            }
            return all;
        }

        private static String whether(Path archive) {
            return archive.equals(NOTHING) ? "no" : "yes";
        }
    }

    /** The arguments of the shell outside. */
    List<String> arguments(SandboxCommand command, Streams streams) {
        List<String> all = new ArrayList<>(List.of("-c", OUTSIDE, "sh"));
        all.addAll(streams.paths());
        host.setpriv().ifPresent(setpriv -> {
            all.add(setpriv.toString());
            all.addAll(List.of("--reuid", String.valueOf(userId), "--regid", String.valueOf(userId)));
            all.addAll(List.of("--clear-groups", "--no-new-privs", "--"));
        });
        all.add(host.bwrap().toString());
        all.addAll(namespaces());
        all.addAll(environment(command.environment()));
        all.addAll(files());
        all.addAll(streams.places());
        all.addAll(List.of("--remount-ro", "/dev", "--remount-ro", "/", "--chdir", WORK, "--"));
        all.addAll(List.of("/bin/sh", "-c", limited() + INSIDE, "sh"));
        all.add(Streams.whether(streams.kept()));
        all.add(Streams.whether(streams.added()));
        all.add(host.skipsHoles() ? "-S" : "");
        all.addAll(command.argv());
        return all;
    }

    private static List<String> namespaces() {
        return List.of(
                "--unshare-all",
                "--unshare-user",
                "--disable-userns",
                "--uid",
                "1000",
                "--gid",
                "1000",
                "--hostname",
                "sandbox",
                "--die-with-parent",
                "--new-session",
                // Otherwise bwrap stays inside as the first process, whose memory the others can write and which has no
                // limits.
                "--as-pid-1",
                "--cap-drop",
                "ALL",
                "--seccomp",
                "5");
    }

    private static List<String> environment(Map<String, String> variables) {
        List<String> all = new ArrayList<>(List.of("--clearenv"));
        set(all, "PATH", "/usr/local/bin:/usr/bin:/bin");
        set(all, "HOME", WORK);
        set(all, "TMPDIR", "/tmp");
        set(all, "LANG", "C.UTF-8");
        variables.forEach((name, value) -> set(all, name, value));
        return all;
    }

    private static void set(List<String> all, String name, String value) {
        all.addAll(List.of("--setenv", name, value));
    }

    private List<String> files() {
        List<String> all = new ArrayList<>(List.of("--ro-bind", "/usr", "/usr"));
        all.addAll(host.links());
        for (String path : List.of("/etc/ld.so.cache", "/etc/alternatives")) {
            all.addAll(List.of("--ro-bind-try", path, path));
        }
        options.readOnly().forEach(path -> all.addAll(List.of("--ro-bind", path.toString(), path.toString())));
        // Memory that is mapped from /dev/zero counts nowhere; /dev/full reads the same and can not be mapped.
        all.addAll(List.of("--proc", "/proc", "--dev", "/dev", "--dev-bind", "/dev/full", "/dev/zero"));
        tmpfs(all, limits.diskBytes() / 4, "/dev/shm");
        tmpfs(all, limits.diskBytes() / 2, "/tmp");
        tmpfs(all, limits.diskBytes(), WORK);
        return all;
    }

    private static void tmpfs(List<String> all, long bytes, String path) {
        all.addAll(List.of("--size", String.valueOf(bytes), "--tmpfs", path));
    }

    /**
     * What the shell inside does first, where the processes of the new user namespace count on their own: it sets its limits,
     * soft and hard, which costs nothing; a program for that would take longer to start than the shell itself. Nothing goes on
     * when one of them is refused. The limit of processes is {@code u} to some shells and {@code p} to others. Queues of
     * messages have no limit here, since the filter of system calls lets nobody make one.
     */
    private String limited() {
        List<String> all = new ArrayList<>();
        all.add("ulimit -d " + kilobytes(limits.memoryBytes()));
        all.add("ulimit -v " + kilobytes(Math.max(ADDRESS_SPACE, 2 * limits.memoryBytes())));
        all.add("ulimit -s " + kilobytes(STACK));
        // The archive of all files is a file as well.
        all.add("ulimit -f " + (2 * limits.diskBytes() + (32L << 20)) / FILE_BLOCK);
        all.add("ulimit -n " + OPEN_FILES);
        all.add("ulimit -c 0");
        if (host.limitsProcesses()) {
            int most = limits.processes();
            all.add("{ ulimit -u " + most + " 2>/dev/null || ulimit -p " + most + "; }");
        }
        long seconds = seconds(limits.cpuTime());
        all.add("ulimit -t " + (seconds + 1));
        all.add("ulimit -S -t " + seconds); // First a signal that says why.
        return String.join(" && ", all) + " || exit " + NOT_LIMITED + "; ";
    }

    private static long kilobytes(long bytes) {
        return bytes >> 10;
    }

    private static long seconds(Duration duration) {
        return duration.plusNanos(999_999_999).toSeconds();
    }
}

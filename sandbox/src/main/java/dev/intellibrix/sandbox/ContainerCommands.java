package dev.intellibrix.sandbox;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The command lines of docker and podman, without the program. */
final class ContainerCommands {

    static final String WORK = "/work";

    /** Whoever made a container, see {@link ContainerOwner}. */
    static final String LABEL = "dev.intellibrix.sandbox";

    /** Docker and podman hand on what their own configuration says about proxies, passwords included. */
    private static final List<String> PROXIES =
            List.of("HTTP_PROXY", "HTTPS_PROXY", "FTP_PROXY", "ALL_PROXY", "NO_PROXY");

    private static final int OPEN_FILES = 256;
    private static final long STACK = 8L << 20; // A stack does not count as data.

    /**
     * Says that the program is about to start, sets the limit of time for its processes, runs it, kills what is left of it, and
     * says its status and how often the kernel has killed for want of memory. The mark is unknown to the image, not to the program.
     */
    private static final String RUN = "mark=$1; cpu=$2; shift 2; printf '%s begun\\n' \"$mark\" >&2; "
            + "ulimit -S -t \"$cpu\" 2>/dev/null; ulimit -H -t $((cpu + 1)) 2>/dev/null; "
            + "\"$@\"; status=$?; kill -s KILL -- -1 2>/dev/null; "
            + "killed=$(sed -n 's/^oom_kill //p' /sys/fs/cgroup/memory.events 2>/dev/null); "
            + "printf '\\n%s ended %s %s\\n' \"$mark\" \"$status\" \"${killed:-0}\" >&2; exit \"$status\"";

    private static final String UNPACK = "exec tar -xf -";

    private static final String PACK =
            "kill -s KILL -- -1 2>/dev/null; [ -d \"$1\" ] && [ ! -L \"$1\" ] || exit 0; exec tar -cf - \"$1\"";

    private ContainerCommands() {}

    /** Makes a container that does nothing until it is removed, or its time is up. */
    static List<String> start(
            ContainerOptions options, SandboxLimits limits, boolean podman, String name, String owner) {
        List<String> all = new ArrayList<>(List.of("run", "--detach", "--rm"));
        add(all, "--pull", options.pull() ? "missing" : "never");
        add(all, "--name", name);
        add(all, "--label", LABEL + "=" + owner);
        add(all, "--hostname", "sandbox");
        add(all, "--log-driver", "none");
        add(all, "--stop-signal", "KILL"); // What waits is deaf to the usual one, for which rm --force then waits long.
        options.runtime().ifPresent(runtime -> add(all, "--runtime", runtime));
        isolation(all, options, limits);
        limits(all, options, limits);
        files(all, options, limits, podman);
        environment(all, podman);
        add(all, "--entrypoint", "sleep");
        options.image().ifPresent(all::add);
        options.rootfs().ifPresent(folder -> add(all, "--rootfs", folder.toString()));
        all.add(String.valueOf(options.lifetime().toSeconds()));
        return all;
    }

    private static void isolation(List<String> all, ContainerOptions options, SandboxLimits limits) {
        if (!limits.network()) {
            add(all, "--network", "none");
        }
        add(all, "--cap-drop", "ALL");
        add(all, "--security-opt", "no-new-privileges");
        add(all, "--user", options.userId() + ":" + options.userId());
        add(all, "--ipc", "private");
        all.add("--read-only");
    }

    private static void limits(List<String> all, ContainerOptions options, SandboxLimits limits) {
        if (options.controlGroups()) {
            add(all, "--pids-limit", String.valueOf(limits.processes() + 1)); // The one that waits counts as well.
            add(all, "--memory", String.valueOf(limits.memoryBytes()));
            add(all, "--memory-swap", String.valueOf(limits.memoryBytes())); // The same number means no swap.
            add(all, "--cpus", String.format(Locale.ROOT, "%.2f", options.cpus()));
        } else { // No --cgroups=disabled: runc refuses it, and an engine without root does without them unasked.
            ulimit(all, "nproc", limits.processes() + 1);
            ulimit(all, "data", limits.memoryBytes());
            ulimit(all, "stack", STACK);
        }
        ulimit(all, "nofile", OPEN_FILES);
        ulimit(all, "core", 0);
    }

    private static void ulimit(List<String> all, String name, long value) {
        add(all, "--ulimit", name + "=" + value + ":" + value);
    }

    /** Where an image has a folder of the name, a runtime may give its mode to what is mounted there, but not its owner. */
    private static void files(List<String> all, ContainerOptions options, SandboxLimits limits, boolean podman) {
        String owner = podman ? "U" : "uid=" + options.userId() + ",gid=" + options.userId();
        add(all, "--shm-size", String.valueOf(limits.diskBytes() / 4));
        tmpfs(all, WORK, limits.diskBytes(), owner);
        tmpfs(all, "/tmp", limits.diskBytes() / 2, owner);
        add(all, "--workdir", WORK);
    }

    private static void tmpfs(List<String> all, String path, long bytes, String owner) {
        add(all, "--tmpfs", path + ":rw,exec,nosuid,nodev,mode=1777,size=" + bytes + "," + owner);
    }

    private static void environment(List<String> all, boolean podman) {
        if (podman) {
            all.add("--http-proxy=false");
        }
        for (String name : PROXIES) {
            add(all, "--env", name + "=");
            add(all, "--env", name.toLowerCase(Locale.ROOT) + "=");
        }
        add(all, "--env", "HOME=" + WORK);
        add(all, "--env", "TMPDIR=/tmp");
        add(all, "--env", "LANG=C.UTF-8");
    }

    /** Runs a program; standard error holds the marks as well. */
    static List<String> run(String container, SandboxCommand command, SandboxLimits limits, String mark) {
        List<String> all = new ArrayList<>(List.of("exec", "--interactive", "--workdir", WORK));
        for (Map.Entry<String, String> variable : command.environment().entrySet()) {
            add(all, "--env", variable.getKey() + "=" + variable.getValue());
        }
        all.addAll(List.of(container, "sh", "-c", RUN, "sh", mark));
        all.add(String.valueOf(seconds(limits.cpuTime())));
        all.addAll(command.argv());
        return all;
    }

    /** Unpacks an archive from standard input. */
    static List<String> unpack(String container) {
        return List.of("exec", "--interactive", "--workdir", WORK, container, "sh", "-c", UNPACK);
    }

    /** Writes an archive of a folder to standard output; nothing when there is no such folder. */
    static List<String> pack(String container, String folder) {
        return List.of("exec", "--workdir", WORK, container, "sh", "-c", PACK, "sh", folder);
    }

    /** Removes containers, whatever runs in them. */
    static List<String> remove(List<String> containers) {
        List<String> all = new ArrayList<>(List.of("rm", "--force", "--volumes"));
        all.addAll(containers);
        return all;
    }

    /** Lists what programs of this SDK have made: a line each, of the container's id and the owner. */
    static List<String> list(boolean podman) {
        String owner = podman ? "{{index .Labels \"" + LABEL + "\"}}" : "{{.Label \"" + LABEL + "\"}}";
        return List.of("ps", "--all", "--no-trunc", "--filter", "label=" + LABEL, "--format", "{{.ID}} " + owner);
    }

    /** Tells the version of what does the work: for docker that of the daemon. */
    static List<String> version(boolean podman) {
        return List.of("version", "--format", podman ? "{{.Client.Version}}" : "{{.Server.Version}}");
    }

    /** Tells the processor that an image is for. */
    static List<String> architecture(String image) {
        return List.of("image", "inspect", "--format", "{{.Architecture}}", image);
    }

    /** Tells the runtimes that docker knows. */
    static List<String> runtimes() {
        return List.of("info", "--format", "{{range $name, $runtime := .Runtimes}}{{$name}} {{end}}");
    }

    /** What a shell of this machine does to put the output of a command into a file of a bounded size. */
    static List<String> intoFile(Path file, long bytes, Path program, List<String> arguments) {
        List<String> all =
                new ArrayList<>(List.of("-c", "ulimit -f \"$1\"; f=$2; shift 2; exec \"$@\" > \"$f\"", "sh"));
        all.add(String.valueOf(bytes / 512 + 1));
        all.add(file.toString());
        all.add(program.toString());
        all.addAll(arguments);
        return all;
    }

    private static long seconds(Duration duration) {
        return duration.plusNanos(999_999_999).toSeconds();
    }

    private static void add(List<String> all, String option, String value) {
        all.add(option);
        all.add(value);
    }
}

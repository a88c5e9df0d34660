package dev.intellibrix.sandbox;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;

/**
 * The scripts that do in a sandbox what differs from service to service or is not in their APIs: two streams that are told apart and
 * bounded, a time limit with a result, an environment that is known, a program that is started once at most. They need a POSIX
 * shell and {@code base64}, {@code env}, {@code head}, {@code tail}, {@code tar}, {@code wc}. What they print are the lines that
 * {@link RemoteReport} reads.
 *
 * <p>A sandbox has a working folder, and beside it a folder of ours, which each script looks for: a service that starts a new
 * machine under an old name has none.
 */
final class RemoteScript {

    /** What a shell, its wrapper and the service can surely be given as one argument. */
    static final int LONGEST = 60_000;

    private static final int FILE_BLOCK = 512;

    /** Shells tell of processes that were killed, and some services put that between the lines of standard output. */
    private static final String QUIET = "exec 2> /dev/null\n";

    private final String work;
    private final String own;
    private final String mark;

    /**
     * Scripts for a sandbox.
     *
     * @param folder that both folders are made in; of plain names
     * @param mark of plain characters, and known to nobody else
     */
    RemoteScript(String folder, String mark) {
        this.work = folder + "/work";
        this.own = folder + "/." + mark;
        this.mark = mark;
    }

    String mark() {
        return mark;
    }

    /** The path of a file in the folder of ours. */
    String path(String name) {
        return own + "/" + name;
    }

    /** Makes both folders. */
    String prepare() {
        return QUIET + "mkdir -p " + work + " " + own + " && cd " + work + " && echo '" + mark + " ready'\n";
    }

    /** Runs a script that was written to a file, and removes the file. */
    String file(String path) {
        return gone() + "sh " + path + "; rm -f " + path + "\n";
    }

    /** Claims a run before its program starts: whoever comes second finds the folder there. */
    String claim(int number) {
        return gone() + "mkdir " + run(number) + " 2>/dev/null && echo '" + mark + " free' || echo '" + mark
                + " taken'\n";
    }

    /** Unpacks an archive into the working folder. */
    String unpack(byte[] archive) {
        return gone() + decode(archive, "| " + unpacked());
    }

    /** Unpacks an archive that lies in a file, and removes it. */
    String unpackFile(String path) {
        return gone() + "cat " + path + " | " + unpacked() + "\nrm -f " + path + "\n";
    }

    private String unpacked() {
        return "{ mkdir -p " + work + " && tar -xf - -C " + work + " && echo '" + mark + " ready'; }";
    }

    /**
     * Packs a folder into a file, and prints it when it is small.
     *
     * @param folder below the working folder
     * @param most how much of the archive is kept, in bytes
     * @param small how much of it is printed
     */
    String pack(String folder, String file, long most, int small) {
        return gone()
                + "cd " + work + " 2>/dev/null && [ -d " + quoted(folder) + " ] && [ ! -L " + quoted(folder)
                + " ] || { echo '"
                + mark + " nothing'; exit 0; }\n"
                + "tar -cf - " + quoted(folder) + " 2>/dev/null | head -c " + most + " > " + file + "\n"
                + size(file)
                + "echo '" + mark + "' size \"$n\"\n"
                + "[ \"$n\" -gt " + small + " ] || { base64 < " + file + "; rm -f " + file + "; }\n"
                + "echo '" + mark + " done'\n";
    }

    /** Removes a file. */
    String remove(String path) {
        return QUIET + "rm -f " + path + "\n";
    }

    /** Runs a program, unless its run was claimed before, and prints how it ended and what it printed. */
    String run(int number, SandboxCommand command, SandboxLimits limits) {
        String run = run(number);
        byte[] stdin = command.stdin().orElse("").getBytes(StandardCharsets.UTF_8);
        return gone()
                + "mkdir " + run + " 2>/dev/null || { echo '" + mark + " taken'; exit 0; }\n"
                + "mkdir -p " + work + " && cd " + work + " || exit 1\n"
                + (stdin.length == 0 ? ": > " + run + "/in\n" : decode(stdin, "> " + run + "/in"))
                + start(run, command, limits)
                + watch(run, command.timeout(limits))
                + "echo '" + mark + "' ended \"$status\" \"$late\"\n"
                + print("out", run, limits.outputBytes())
                + print("err", run, limits.outputBytes())
                + "echo '" + mark + " done'\n"
                + "rm -f " + run + "/*\n";
    }

    private static String start(String run, SandboxCommand command, SandboxLimits limits) {
        long cpu = seconds(limits.cpuTime());
        StringBuilder script = new StringBuilder("session=; command -v setsid >/dev/null 2>&1 && session=setsid\n(\n");
        script.append("ulimit -c 0; ulimit -f ")
                .append(limits.diskBytes() / FILE_BLOCK)
                .append('\n');
        script.append("ulimit -S -t ")
                .append(cpu)
                .append("; ulimit -H -t ")
                .append(cpu + 1)
                .append('\n');
        script.append("exec $session env -i PATH=\"$PATH\" HOME=\"$PWD\" TMPDIR=/tmp LANG=C.UTF-8");
        for (Map.Entry<String, String> each : command.environment().entrySet()) {
            script.append(' ').append(each.getKey()).append('=').append(quoted(each.getValue()));
        }
        // The name of a program is none of a variable, whatever is in it.
        script.append(" sh -c 'exec \"$@\"' sh");
        command.argv().forEach(argument -> script.append(' ').append(quoted(argument)));
        return script.append("\n) < " + run + "/in > " + run + "/out 2> " + run + "/err &\nprogram=$!\n")
                .toString();
    }

    /** Waits for the program, ends it when its time is up, and then what is left of its session. */
    private static String watch(String run, Duration timeout) {
        String kill = "kill -s KILL -- \"-$program\" 2>/dev/null; kill -s KILL \"$program\" 2>/dev/null";
        return "( trap 'kill \"$sleep\"; exit 0' TERM; sleep " + sleep(timeout) + " & sleep=$!; wait \"$sleep\"\n"
                + ": > " + run + "/late; " + kill + " ) < /dev/null > /dev/null 2>&1 &\n"
                + "watch=$!\n"
                + "wait \"$program\"; status=$?\n"
                + "kill \"$watch\" 2>/dev/null; kill -s KILL -- \"-$program\" 2>/dev/null\n"
                + "late=no; [ -e " + run + "/late ] && late=late\n";
    }

    private String print(String stream, String run, int bytes) {
        String file = run + "/" + stream;
        return size(file)
                + "echo '" + mark + "' " + stream + " \"$n\"\n"
                + "if [ \"$n\" -le " + bytes + " ]; then head -c " + bytes + " " + file + " | base64\n"
                + "else head -c " + (bytes + 1) / 2 + " " + file + " | base64; echo '" + mark + " tail'; tail -c "
                + bytes / 2 + " " + file + " | base64; fi\n";
    }

    private static String size(String file) {
        return "n=$(wc -c < " + file + "); n=$((n + 0))\n";
    }

    private String gone() {
        return QUIET + "[ -d " + own + " ] || { echo '" + mark + " gone'; exit 0; }\n";
    }

    private String run(int number) {
        return own + "/" + number;
    }

    /** Gives the content to what follows on the line. */
    private static String decode(byte[] content, String into) {
        String text = Base64.getMimeEncoder(76, new byte[] {'\n'}).encodeToString(content);
        return "base64 -d << 'EOF' " + into + "\n" + text + "\nEOF\n";
    }

    static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }

    private static long seconds(Duration duration) {
        return duration.plusNanos(999_999_999).toSeconds();
    }

    /** Fractions of a second are not for every {@code sleep}. */
    private static String sleep(Duration duration) {
        long millis = duration.plusNanos(999_999).toMillis();
        return millis % 1000 == 0
                ? String.valueOf(millis / 1000)
                : java.math.BigDecimal.valueOf(millis, 3).toPlainString();
    }
}

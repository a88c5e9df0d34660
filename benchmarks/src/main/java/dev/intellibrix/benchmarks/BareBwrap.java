package dev.intellibrix.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A line of {@code bwrap} with the namespaces and limits of our sandbox, which copies nothing in or out. It needs root. */
final class BareBwrap {

    private static final String LINE =
            "prlimit --data=536870912 --as=68719476736 --stack=8388608 --nproc=64 --cpu=30 --fsize=167772160 --nofile=256 --core=0"
                    + " setpriv --reuid 61200 --regid 61200 --clear-groups --no-new-privs bwrap --unshare-all --unshare-user"
                    + " --disable-userns --die-with-parent --new-session --hostname sandbox --cap-drop ALL --clearenv"
                    + " --setenv PATH /usr/bin:/bin --setenv HOME /work --setenv LANG C.UTF-8 --ro-bind /usr /usr"
                    + " --symlink usr/bin /bin --symlink usr/lib /lib --symlink usr/lib64 /lib64 --ro-bind-try"
                    + " /etc/ld.so.cache /etc/ld.so.cache --proc /proc --dev /dev --size 16777216 --tmpfs /dev/shm"
                    + " --size 33554432 --tmpfs /tmp --size 67108864 --tmpfs /work --remount-ro /dev --remount-ro /"
                    + " --chdir /work";

    private BareBwrap() {}

    /** Runs a program to its end, and gives what it wrote. */
    static String run(String... program) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(LINE.split(" ")));
        command.addAll(List.of(program));
        Process process = new ProcessBuilder(command)
                .directory(Path.of("/").toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException("status " + process.exitValue() + ": " + output);
        }
        return output;
    }
}

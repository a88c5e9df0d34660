package dev.intellibrix.sandbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * Names a process on a label, so that another one can tell whether it still lives. The number of a process means something within
 * its machine, its start and its namespace only.
 */
final class ContainerOwner {

    private ContainerOwner() {}

    /** This process. */
    static String current() {
        return of(ProcessHandle.current());
    }

    static String of(ProcessHandle process) {
        return place() + "/" + process.pid() + "/" + start(process);
    }

    /** Whether this is a process of this place that has ended; false when that can not be told. */
    static boolean hasEnded(String owner) {
        String[] parts = owner.split("/", -1);
        if (parts.length != 3 || !parts[0].equals(place()) || place().isEmpty() || !parts[1].matches("[0-9]{1,18}")) {
            return false;
        }
        Optional<ProcessHandle> process = ProcessHandle.of(Long.parseLong(parts[1]));
        return process.isEmpty()
                || !process.get().isAlive()
                || !String.valueOf(start(process.get())).equals(parts[2]);
    }

    private static long start(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    /** This start of this machine, and the namespace; empty where there is no such thing. */
    private static String place() {
        try {
            String start = Files.readString(Path.of("/proc/sys/kernel/random/boot_id"), StandardCharsets.US_ASCII)
                    .strip();
            String namespace =
                    Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
            return start + "." + namespace.replaceAll("[^0-9]", "");
        } catch (IOException e) {
            return "";
        }
    }
}

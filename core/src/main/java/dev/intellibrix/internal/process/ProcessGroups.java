package dev.intellibrix.internal.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Looks for members of a process group in Linux's {@code /proc}, which costs much less than starting a program that signals
 * the group. Of use soon after the group was made, when all its members have higher numbers than its leader.
 */
final class ProcessGroups {

    private static final Path PROC = Path.of("/proc");
    private static final int GROUP_FIELD = 2; // After the name: state, parent, group.

    private ProcessGroups() {}

    /** Whether nobody is left in a group whose leader has ended; false also when that can not be told. */
    static boolean isSurelyEmpty(long leader) {
        try {
            if (newestProcess() < leader) {
                return false; // The numbers have started anew, or this is no Linux.
            }
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(PROC, ProcessGroups::isNumber)) {
                for (Path entry : entries) {
                    if (number(entry) > leader && group(entry) == leader) {
                        return false;
                    }
                }
            }
            return true;
        } catch (IOException | DirectoryIteratorException | NumberFormatException e) {
            return false; // One has just ended, perhaps after it started another one.
        }
    }

    /** Whether a process is a member of a group; false also when that can not be told. */
    static boolean isSurelyIn(long leader, long process) {
        try {
            return group(PROC.resolve(Long.toString(process))) == leader;
        } catch (IOException | NumberFormatException e) {
            return false; // It has ended, or this is no Linux.
        }
    }

    private static long newestProcess() throws IOException {
        String load = Files.readString(PROC.resolve("loadavg"), StandardCharsets.UTF_8)
                .strip();
        return Long.parseLong(load.substring(load.lastIndexOf(' ') + 1));
    }

    private static boolean isNumber(Path entry) {
        char first = entry.getFileName().toString().charAt(0);
        return first >= '0' && first <= '9';
    }

    private static long number(Path entry) {
        return Long.parseLong(entry.getFileName().toString());
    }

    /** The name of a process may hold anything, but no field after it holds a parenthesis. */
    private static long group(Path entry) throws IOException {
        String stat = Files.readString(entry.resolve("stat"), StandardCharsets.ISO_8859_1);
        return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ", GROUP_FIELD + 2)[GROUP_FIELD]);
    }
}

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
    private static final int FEW = 64; // Numbers; to look at one is no dearer than to be told of a process.
    private static final int GROUP_FIELD = 2; // After the name: state, parent, group.

    private ProcessGroups() {}

    /** Whether nobody is left in a group whose leader has ended; false also when that can not be told. */
    static boolean isSurelyEmpty(long leader) {
        try {
            return newestProcess() - leader > FEW ? isNobodyListed(leader) : isNobodyNumbered(leader);
        } catch (IOException | DirectoryIteratorException | NumberFormatException e) {
            return false; // One has just ended, perhaps after it started another one.
        }
    }

    /**
     * Asks for each number that was given since, of which there are mostly fewer than processes of the machine. A member that
     * has ended before it is asked for may have started another one; its number is higher, and is asked for later.
     */
    static boolean isNobodyNumbered(long leader) throws IOException {
        long last = leader;
        for (long newest = newestProcess(); newest != last; newest = newestProcess()) {
            if (newest < last || newest - leader > 2 * FEW) {
                return false; // The numbers have started anew, this is no Linux, or too much is going on.
            }
            while (last < newest) {
                last++;
                if (mayBeIn(leader, PROC.resolve(Long.toString(last)))) {
                    return false;
                }
            }
        }
        return true;
    }

    static boolean isNobodyListed(long leader) throws IOException {
        if (newestProcess() < leader) {
            return false; // The numbers have started anew.
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(PROC, ProcessGroups::isNumber)) {
            for (Path entry : entries) {
                if (number(entry) > leader && group(entry) == leader) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Whether a process is a member of a group; false also when that can not be told. */
    static boolean isSurelyIn(long leader, long process) {
        try {
            return group(PROC.resolve(Long.toString(process))) == leader;
        } catch (IOException | NumberFormatException e) {
            return false; // It has ended, or this is no Linux.
        }
    }

    private static boolean mayBeIn(long leader, Path process) {
        try {
            return Files.exists(process) && group(process) == leader;
        } catch (IOException e) {
            return Files.exists(process); // Otherwise it has just ended.
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

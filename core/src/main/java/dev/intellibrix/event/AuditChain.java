package dev.intellibrix.event;

import dev.intellibrix.internal.hash.Sha256;
import dev.intellibrix.internal.json.JsonFault;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The chain of hashes that holds the lines of an audit log together. */
final class AuditChain {

    /** What the first line has in place of the hash of a line before it. */
    static final String NONE = "0".repeat(64);

    private AuditChain() {}

    static AuditLog.Verification verify(byte[] log, AuditLog.@Nullable Head head) {
        long number = 0;
        String hash = NONE;
        for (int start = 0; start < log.length; ) {
            int end = indexOfLineFeed(log, start);
            if (end < 0) {
                return new AuditLog.Verification(number, "line " + (number + 1) + " is cut off");
            }
            byte[] line = Arrays.copyOfRange(log, start, end);
            String fault = fault(line, number + 1, hash);
            if (fault != null) {
                return new AuditLog.Verification(number, fault);
            }
            hash = Sha256.hex(line);
            number++;
            start = end + 1;
        }
        return new AuditLog.Verification(number, faultOfEnd(number, hash, head));
    }

    /** The length of the whole lines at the start. */
    static int wholeLines(byte[] log) {
        int end = log.length;
        while (end > 0 && log[end - 1] != '\n') {
            end--;
        }
        return end;
    }

    /** The hash of the last of the whole lines. */
    static String lastHash(byte[] log, int whole) {
        if (whole == 0) {
            return NONE;
        }
        int start = whole - 1;
        while (start > 0 && log[start - 1] != '\n') {
            start--;
        }
        return Sha256.hex(Arrays.copyOfRange(log, start, whole - 1));
    }

    private static @Nullable String fault(byte[] line, long number, String hashBefore) {
        try {
            JsonNode node = AuditLog.parse(line);
            if (node.path("seq").longValue(0) != number) {
                return "line " + number + " has the number " + node.path("seq") + ": lines are missing or were moved";
            }
            return hashBefore.equals(node.path("prev").stringValue(""))
                    ? null
                    : "line " + number + " does not follow from the line before: one of the two was changed";
        } catch (JsonFault e) {
            return "line " + number + " is no line of a log: " + e.getMessage();
        }
    }

    /** A crash between the two writes leaves the head one line behind, and never ahead. */
    private static @Nullable String faultOfEnd(long number, String hash, AuditLog.@Nullable Head head) {
        if (head == null) {
            return number == 0 ? null : "the file with the head is missing or can not be read";
        }
        if (head.number() > number) {
            return "the log ends after line " + number + ", but had " + head.number() + " lines";
        }
        if (head.number() == number && !head.hash().equals(hash)) {
            return "line " + number + " was changed";
        }
        return head.number() < number - 1 ? "lines were added after line " + head.number() : null;
    }

    private static int indexOfLineFeed(byte[] log, int from) {
        for (int i = from; i < log.length; i++) {
            if (log[i] == '\n') {
                return i;
            }
        }
        return -1;
    }
}

package dev.intellibrix.event;

import dev.intellibrix.internal.hash.Sha256;
import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The chain of hashes that holds the lines of an audit log together, read from the start of the log as far as it holds. One
 * line is in memory at a time, since a log grows for as long as the application is used.
 */
final class AuditChain {

    /** What the first line has in place of the hash of a line before it. */
    static final String NONE = "0".repeat(64);

    /** No event is as long, in bytes; what else is in a file must not fill the memory. */
    static final int MAX_LINE = 64 * 1024 * 1024;

    private static final int CHUNK = 65_536;

    private final int maxLine;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private String hash = NONE;
    private long lines;
    private long length;
    private @Nullable String fault;

    private AuditChain(int maxLine) {
        this.maxLine = maxLine;
    }

    static AuditChain read(Path log) throws IOException {
        return read(log, MAX_LINE);
    }

    static AuditChain read(Path log, int maxLine) throws IOException {
        AuditChain chain = new AuditChain(maxLine);
        try (InputStream in = Files.newInputStream(log)) {
            byte[] chunk = new byte[CHUNK];
            for (int n = in.read(chunk); n >= 0 && chain.fault == null; n = in.read(chunk)) {
                chain.take(chunk, n);
            }
        }
        return chain;
    }

    /** How many lines hold. */
    long lines() {
        return lines;
    }

    /** The hash of the last one of them. */
    String hash() {
        return hash;
    }

    /** How many bytes they take up. */
    long length() {
        return length;
    }

    /** What is wrong with the whole lines; null when nothing is. */
    @Nullable String fault(AuditLog.@Nullable Head head) {
        return fault == null ? faultOfEnd(head) : fault;
    }

    AuditLog.Verification verification(AuditLog.@Nullable Head head) {
        boolean isCutOff = fault == null && line.size() > 0;
        return new AuditLog.Verification(lines, isCutOff ? "line " + (lines + 1) + " is cut off" : fault(head));
    }

    private void take(byte[] chunk, int count) {
        int start = 0;
        for (int end = 0; end < count && fault == null; end++) {
            if (chunk[end] == '\n') {
                line.write(chunk, start, end - start);
                start = end + 1;
                endLine();
            }
        }
        line.write(chunk, start, count - start);
        if (fault == null && line.size() > maxLine) {
            fault = "line " + (lines + 1) + " is no line of a log: it is longer than any";
        }
    }

    private void endLine() {
        byte[] whole = line.toByteArray();
        line.reset();
        fault = faultOf(whole);
        if (fault == null) {
            hash = Sha256.hex(whole);
            lines++;
            length += whole.length + 1L;
        }
    }

    private @Nullable String faultOf(byte[] whole) {
        long number = lines + 1;
        try {
            JsonNode node = Json.parse(new String(whole, StandardCharsets.UTF_8));
            if (node.path("seq").longValue(0) != number) {
                return "line " + number + " has the number " + node.path("seq") + ": lines are missing or were moved";
            }
            return hash.equals(node.path("prev").stringValue(""))
                    ? null
                    : "line " + number + " does not follow from the line before: one of the two was changed";
        } catch (JsonFault e) {
            return "line " + number + " is no line of a log: " + e.getMessage();
        }
    }

    /** A crash between the two writes leaves the head one line behind, and never ahead. */
    private @Nullable String faultOfEnd(AuditLog.@Nullable Head head) {
        if (head == null) {
            return lines == 0 ? null : "the file with the head is missing or can not be read";
        }
        if (head.number() > lines) {
            return "the log ends after line " + lines + ", but had " + head.number() + " lines";
        }
        if (head.number() == lines && !head.hash().equals(hash)) {
            return "line " + lines + " was changed";
        }
        return head.number() < lines - 1 ? "lines were added after line " + head.number() : null;
    }
}

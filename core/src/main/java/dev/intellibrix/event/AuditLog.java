package dev.intellibrix.event;

import dev.intellibrix.internal.hash.Sha256;
import dev.intellibrix.internal.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Keeps what happened in a file, so that it can be shown later that nothing was changed: JSON Lines, each with a number and
 * the hash of the line before. The number and the hash of the last line stand in a second file beside it, whose name ends in
 * {@code .head}, so that lines which are cut off at the end are missed as well. Whoever can write both files can forge both;
 * keep a copy of {@link #head} elsewhere where that matters.
 *
 * <p>Pieces of streams and progress are left out. Text of tools is kept to its first {@value AuditLine#MAX_TEXT} characters,
 * with its length. What must not be written is removed by {@link #redacting}.
 *
 * <p>A gated call runs only after its approval was written; a log that cannot be written denies it. Thread-safe; one file
 * belongs to one log in one process at a time.
 */
public final class AuditLog {

    private final Path file;
    private final Path headFile;
    private final UnaryOperator<String> redaction;
    private final Tail tail;

    private AuditLog(Path file, UnaryOperator<String> redaction, Tail tail) {
        this.file = file;
        this.headFile = headOf(file);
        this.redaction = redaction;
        this.tail = tail;
    }

    /**
     * A log that goes on at the end of a file, or starts it. A last line that a crash cut off is taken off.
     *
     * @throws IllegalStateException when the file is not a log, or does not verify
     */
    public static AuditLog in(Path file) {
        return new AuditLog(file, UnaryOperator.identity(), new Tail());
    }

    /**
     * This log with something done to each text before it is written, such as taking out secrets. Let one of the two listen to
     * a run, not both: each would write every event into the same file.
     */
    public AuditLog redacting(UnaryOperator<String> with) {
        Objects.requireNonNull(with, "with");
        return new AuditLog(file, text -> with.apply(redaction.apply(text)), tail);
    }

    /**
     * Writes one event, unless it is a piece of a stream or progress.
     *
     * @throws UncheckedIOException when it cannot be written; the log is as it was
     */
    public void append(RunEvent event) {
        ObjectNode line = AuditLine.of(event, redaction);
        if (line == null) {
            return;
        }
        tail.lock.lock();
        try {
            tail.open(file);
            if (tail.number == 0 && !Files.exists(headFile)) {
                writeHead(0, AuditChain.NONE); // First, so that no crash leaves a log without a head.
            }
            write(line);
        } catch (IOException e) {
            throw new UncheckedIOException("the audit log can not be written: " + file, e);
        } finally {
            tail.lock.unlock();
        }
    }

    /** The number and the hash of the last line, to be kept elsewhere. */
    public Head head() {
        tail.lock.lock();
        try {
            tail.open(file);
            return new Head(tail.number, tail.hash);
        } catch (IOException e) {
            throw new UncheckedIOException("the audit log can not be read: " + file, e);
        } finally {
            tail.lock.unlock();
        }
    }

    /**
     * Checks a log line by line.
     *
     * @return how many whole lines hold, and the first thing that does not
     */
    public static Verification verify(Path file) throws IOException {
        return AuditChain.read(file).verification(readHead(headOf(file)));
    }

    /**
     * Where a log ends.
     *
     * @param number the number of lines
     * @param hash the SHA-256 of the last line, in hexadecimal; zeros where there is none
     */
    public record Head(long number, String hash) {}

    /**
     * What {@link #verify} found.
     *
     * @param lines how many lines from the start are whole and unchanged
     * @param fault what is wrong with the line after them, or null when nothing is
     */
    public record Verification(long lines, @Nullable String fault) {

        /** Whether nothing is wrong. */
        public boolean isIntact() {
            return fault == null;
        }
    }

    private void write(ObjectNode line) throws IOException {
        ObjectNode numbered = Json.object().put("seq", tail.number + 1).put("prev", tail.hash);
        numbered.setAll(line);
        byte[] json = (Json.write(numbered) + "\n").getBytes(StandardCharsets.UTF_8);
        if (json.length > AuditChain.MAX_LINE) {
            throw new IOException(
                    "an event has " + json.length + " bytes, which is more than a line of a log can have");
        }
        String hash = Sha256.hex(Arrays.copyOf(json, json.length - 1));
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            long before = channel.size();
            try {
                writeAll(channel, json);
                writeHead(tail.number + 1, hash);
            } catch (IOException e) {
                takeBack(channel, before, e);
                throw e;
            }
        }
        tail.number++;
        tail.hash = hash;
    }

    /** A line without its head must not stay, since the call that it allows is denied. */
    private void takeBack(FileChannel channel, long length, IOException why) {
        try {
            channel.truncate(length);
        } catch (IOException e) {
            tail.isOpen = false; // The next line finds out what is there.
            why.addSuppressed(e);
        }
    }

    /** In place and always of the same length, so that a full disk leaves the head before. */
    private void writeHead(long number, String hash) throws IOException {
        String head = String.format(Locale.ROOT, "%020d %s\n", number, hash);
        try (FileChannel channel = FileChannel.open(headFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            writeAll(channel, head.getBytes(StandardCharsets.US_ASCII));
        }
    }

    private static void writeAll(FileChannel channel, byte[] bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
    }

    private static Path headOf(Path file) {
        return file.resolveSibling(file.getFileName() + ".head");
    }

    private static @Nullable Head readHead(Path headFile) throws IOException {
        if (!Files.exists(headFile)) {
            return null;
        }
        String[] parts =
                Files.readString(headFile, StandardCharsets.UTF_8).strip().split(" ", -1);
        try {
            return parts.length == 2 ? new Head(Long.parseLong(parts[0]), parts[1]) : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** Where the next line goes; shared by a log and its redacting copies. */
    private static final class Tail {

        final ReentrantLock lock = new ReentrantLock();
        private boolean isOpen; // All guarded by lock.
        private long number;
        private String hash = AuditChain.NONE;

        void open(Path file) throws IOException {
            if (isOpen) {
                return;
            }
            if (Files.exists(file)) {
                AuditChain chain = AuditChain.read(file);
                String fault = chain.fault(readHead(headOf(file)));
                if (fault != null) {
                    throw new IllegalStateException(file + " does not verify, so it is not gone on with: " + fault);
                }
                if (chain.length() < Files.size(file)) {
                    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                        channel.truncate(chain.length());
                    }
                }
                number = chain.lines();
                hash = chain.hash();
            }
            isOpen = true;
        }
    }
}

package dev.intellibrix.mcp.client;

import dev.intellibrix.internal.process.LiveProcess;
import dev.intellibrix.internal.process.ProcessRunner;
import dev.intellibrix.internal.process.ProcessSpec;
import dev.intellibrix.internal.process.ProcessStartException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server that is a program: one message a line on its standard streams. What is no message on its output is skipped, its
 * errors are read and dropped but for the end. A line that is too long, or a server that does not read, ends the program with
 * all that it started.
 */
final class StdioLink implements Link {

    private static final Logger LOG = LoggerFactory.getLogger(StdioLink.class);
    private static final int MAX_QUEUED = 256;
    private static final Sent END = new Sent("", null);

    private final ProcessSpec program;
    private final int maxMessageBytes;
    private final BlockingQueue<Sent> queue = new ArrayBlockingQueue<>(MAX_QUEUED);
    private final TailText errors = new TailText();
    private final AtomicBoolean over = new AtomicBoolean();
    private volatile @Nullable LiveProcess process;
    private volatile @Nullable Receiver receiver;
    private volatile @Nullable String writing; // The request that is being written.

    StdioLink(ProcessSpec program, int maxMessageBytes) {
        this.program = program;
        this.maxMessageBytes = maxMessageBytes;
    }

    /** A message on its way out. */
    private record Sent(String json, @Nullable String id) {

        boolean isEnd() {
            return json.isEmpty();
        }
    }

    @Override
    public void open(Receiver to) throws ServerFailure {
        receiver = to;
        LiveProcess started;
        try {
            started = ProcessRunner.open(program);
        } catch (ProcessStartException e) {
            throw new ServerFailure(ServerFailure.Kind.NOT_SENT, "could not be started: " + e.getMessage(), e);
        }
        process = started;
        if (over.get()) {
            started.close(); // Closed meanwhile.
        }
        daemon(started, "out", () -> read(started, to));
        daemon(started, "err", () -> drain(started.errors()));
        daemon(started, "in", () -> write(started.input()));
    }

    private static void daemon(LiveProcess process, String role, Runnable work) {
        Thread thread = new Thread(null, work, "intellibrix-mcp-" + process.pid() + "-" + role, 0, false);
        thread.setDaemon(true);
        thread.start();
    }

    private void read(LiveProcess from, Receiver to) {
        BoundedLines lines = new BoundedLines(from.output(), maxMessageBytes);
        String why = "ended before it had answered";
        try {
            for (String line = lines.next(); line != null; line = lines.next()) {
                to.received(line);
            }
        } catch (BoundedLines.TooLongException e) {
            why = "sent a message of more than " + maxMessageBytes + " bytes";
        } catch (IOException e) {
            // The program was closed under the read.
        } finally {
            end(why);
        }
    }

    private void drain(InputStream stream) {
        byte[] buffer = new byte[8192];
        try (stream) {
            for (int n = stream.read(buffer); n >= 0; n = stream.read(buffer)) {
                errors.append(buffer, n);
            }
        } catch (IOException e) {
            // The program was closed under the read.
        }
    }

    private void write(OutputStream stream) {
        try {
            for (Sent next = queue.take(); !next.isEnd(); next = queue.take()) {
                writing = next.id();
                stream.write((next.json() + "\n").getBytes(StandardCharsets.UTF_8));
                stream.flush();
                writing = null;
            }
        } catch (IOException e) {
            end("does not read any more");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void send(String json, @Nullable String id) throws ServerFailure {
        if (over.get()) {
            throw new ServerFailure(ServerFailure.Kind.NOT_SENT, "has ended");
        }
        if (!queue.offer(new Sent(json, id))) {
            end("does not read what it is sent");
            throw new ServerFailure(ServerFailure.Kind.NOT_SENT, "does not read what it is sent");
        }
    }

    /** A request that could not even be written all the time that somebody waited for it says that nothing is read. */
    @Override
    public void forget(String id) {
        if (id.equals(writing) || queue.stream().anyMatch(sent -> id.equals(sent.id()))) {
            end("does not read what it is sent");
        }
    }

    @Override
    public void agreed(String version) {
        // Nothing of a line depends on it.
    }

    @Override
    public String lastWords() {
        return errors.text();
    }

    /** Ends the program from a thread of this link, which must not wait for it. */
    private void end(String why) {
        Receiver to = receiver;
        if (to != null) {
            to.closed(new ServerFailure(ServerFailure.Kind.LOST, why));
        }
        LiveProcess running = process;
        if (running != null && over.compareAndSet(false, true)) {
            LOG.debug("a server is ended, which {}", why);
            daemon(running, "end", () -> end(running));
        }
    }

    private void end(LiveProcess running) {
        queue.clear();
        queue.offer(END);
        running.close();
    }

    @Override
    public void close() {
        over.set(true);
        LiveProcess running = process;
        if (running != null) {
            end(running);
        }
    }
}

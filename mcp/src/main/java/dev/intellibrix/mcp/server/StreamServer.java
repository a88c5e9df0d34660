package dev.intellibrix.mcp.server;

import dev.intellibrix.internal.json.Json;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/** Serves the one client at the other end of two streams: one message a line. */
public final class StreamServer {

    private static final Logger LOG = LoggerFactory.getLogger(StreamServer.class);

    /** How long calls that are stopped at the end have to end by themselves; more than the loop gives a tool. */
    private static final long GRACE_SECONDS = 5;

    private final ServerSettings settings;
    private final OutputStream out;
    private final Session session;
    private final ExecutorService workers = Executors.newCachedThreadPool(Threads.daemon("intellibrix-mcp-call-"));

    /** A call that is cancelled has its threads interrupted, which would close the stream of a channel in the middle of a line. */
    private final ExecutorService writer = Executors.newSingleThreadExecutor(Threads.daemon("intellibrix-mcp-write-"));

    private StreamServer(ServerSettings settings, ServedTools tools, OutputStream out) {
        this.settings = settings;
        this.out = out;
        this.session =
                new Session(settings, tools, new Semaphore(settings.limits().maxCalls()));
    }

    /**
     * Serves until the client closes its stream; then the calls that are under way are stopped.
     *
     * @throws IOException when a stream is broken
     */
    public static void serve(ServerSettings settings, ServedTools tools, InputStream in, OutputStream out)
            throws IOException {
        StreamServer server = new StreamServer(settings, tools, out);
        try {
            server.read(new Lines(new BufferedInputStream(in), settings.limits().maxMessageBytes()));
        } finally {
            server.close();
        }
    }

    private void read(Lines lines) throws IOException {
        while (true) {
            try {
                byte[] line = lines.next();
                if (line == null) {
                    return;
                }
                if (!isBlank(line)) {
                    take(Frame.read(line));
                }
            } catch (Lines.TooLongException e) {
                send(Rpc.error(
                        null,
                        Rpc.INVALID_REQUEST,
                        "a message has at most " + settings.limits().maxMessageBytes() + " bytes"));
            } catch (FrameFault e) {
                send(Rpc.error(e));
            }
        }
    }

    private void take(Frame frame) throws IOException {
        Session.Work work = session.take(frame, this::send);
        if (work == null) {
            return;
        }
        if (work.isLong()) {
            workers.execute(() -> answer(work));
        } else {
            sendAny(work.answer().get());
        }
    }

    private void answer(Session.Work work) {
        try {
            sendAny(work.answer().get());
        } catch (IOException e) {
            LOG.debug("an answer did not reach the client", e);
        }
    }

    private void sendAny(@Nullable ObjectNode message) throws IOException {
        if (message != null) {
            send(message);
        }
    }

    private void send(ObjectNode message) throws IOException {
        byte[] line = (Json.writeEscaped(message) + "\n").getBytes(StandardCharsets.UTF_8);
        try {
            waitFor(writer.submit(() -> {
                out.write(line);
                out.flush();
                return null;
            }));
        } catch (RejectedExecutionException e) {
            throw new IOException("the connection is closed", e);
        }
    }

    /** Waits as a write does, which no interrupt ends. */
    private static void waitFor(Future<?> written) throws IOException {
        boolean isInterrupted = false;
        try {
            while (true) {
                try {
                    written.get();
                    return;
                } catch (InterruptedException e) {
                    isInterrupted = true;
                }
            }
        } catch (ExecutionException e) {
            throw new IOException("the client can not be written to", e.getCause());
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void close() {
        session.close();
        workers.shutdown();
        try {
            if (!workers.awaitTermination(GRACE_SECONDS, TimeUnit.SECONDS)) {
                workers.shutdownNow();
            }
        } catch (InterruptedException e) {
            workers.shutdownNow();
            Thread.currentThread().interrupt();
        }
        writer.shutdown();
    }

    private static boolean isBlank(byte[] line) {
        for (byte each : line) {
            if (each != ' ' && each != '\t' && each != '\r') {
                return false;
            }
        }
        return true;
    }
}

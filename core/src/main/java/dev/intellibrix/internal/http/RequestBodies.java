package dev.intellibrix.internal.http;

import com.sun.net.httpserver.HttpExchange;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Receives the bodies of requests to a server of the JDK, within a time. A body is received to its end, also where nothing is done
 * with it: once an answer has been begun, that server waits for the rest of the body without any bound on the time, and can not be
 * told not to. So a sender that falls silent would hold a thread for ever. Thread-safe.
 */
public final class RequestBodies {

    private static final int CHUNK = 64 * 1024;

    private final Duration timeout;
    private final ScheduledThreadPoolExecutor timer;

    /** Takes what comes of a body. */
    @FunctionalInterface
    public interface Sink {

        /**
         * Takes a piece.
         *
         * @param chunk holds it at its start; has other content later
         * @param count how many bytes it has
         */
        void take(byte[] chunk, int count) throws IOException;
    }

    /**
     * Receives each body within this time.
     *
     * @param name what the thread is called that watches the time; there is none where nothing is received
     */
    public RequestBodies(String name, Duration timeout) {
        this.timeout = timeout;
        this.timer = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        });
        timer.setRemoveOnCancelPolicy(true);
        timer.setKeepAliveTime(1, TimeUnit.MINUTES);
        timer.allowCoreThreadTimeOut(true);
    }

    /**
     * Receives a whole body. To be called before an answer is begun, for every request.
     *
     * @param max how many bytes it may have; it is received to its end when it has more, up to about twice as many
     * @throws IOException when it takes too long, is much too large, or breaks off: nothing is left to do but to close the exchange
     */
    public void receive(HttpExchange exchange, int max, Sink sink) throws IOException {
        Future<?> alarm = timer.schedule(exchange::close, timeout.toMillis(), TimeUnit.MILLISECONDS);
        try {
            InputStream in = exchange.getRequestBody();
            byte[] chunk = new byte[CHUNK];
            long received = 0;
            for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
                received += read;
                if (received > 2L * max + CHUNK) {
                    throw new IOException("a body without an end");
                }
                sink.take(chunk, read);
            }
        } finally {
            alarm.cancel(false);
        }
    }

    /**
     * A body, as in {@link #receive(HttpExchange, int, Sink)}.
     *
     * @return all of it, or its first {@code max} bytes and one more
     */
    public byte[] receive(HttpExchange exchange, int max) throws IOException {
        ByteArrayOutputStream kept = new ByteArrayOutputStream();
        receive(exchange, max, (chunk, count) -> kept.write(chunk, 0, Math.min(count, max + 1 - kept.size())));
        return kept.toByteArray();
    }
}

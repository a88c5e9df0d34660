package dev.intellibrix.mcp.server;

import com.sun.net.httpserver.HttpExchange;
import dev.intellibrix.internal.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.ReentrantLock;
import tools.jackson.databind.node.ObjectNode;

/**
 * The answer to one POST: plain JSON when nothing has to be said before it, otherwise a stream of events that ends with it.
 * What is sent takes no longer than a transfer may. Thread-safe.
 */
final class HttpReply implements Outbox {

    private final HttpExchange exchange;
    private final ConnectionThreads threads;
    private final ReentrantLock lock = new ReentrantLock();
    private boolean isStream; // All guarded by lock.
    private boolean isOver;

    HttpReply(HttpExchange exchange, ConnectionThreads threads) {
        this.exchange = exchange;
        this.threads = threads;
    }

    @Override
    public void send(ObjectNode message) throws IOException {
        lock.lock();
        try {
            writeEvent("event: message\ndata: " + Json.writeEscaped(message) + "\n\n");
        } finally {
            lock.unlock();
        }
    }

    /** Shows that the answer is still being worked on, so that no proxy takes the connection for dead. */
    void keepAlive() {
        if (!lock.tryLock()) {
            return; // Something is being sent just now.
        }
        try {
            if (!isOver) {
                writeEvent(": still working\n\n");
            }
        } catch (IOException e) {
            isOver = true; // The client is gone; its call goes on, as the protocol wants it.
        } finally {
            lock.unlock();
        }
    }

    /** Sends the answer, which is the last. */
    void finish(ObjectNode answer) throws IOException {
        lock.lock();
        try {
            if (isStream) {
                writeEvent("event: message\ndata: " + Json.writeEscaped(answer) + "\n\n");
                isOver = true;
            } else if (!isOver) {
                isOver = true;
                write(200, answer);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Sends an answer that is no stream. */
    void write(int status, ObjectNode body) throws IOException {
        byte[] bytes = Json.writeEscaped(body).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        threads.transfer(() -> {
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.getResponseBody().close();
        });
    }

    /** Sends an answer without a body. */
    void writeEmpty(int status) throws IOException {
        threads.transfer(() -> exchange.sendResponseHeaders(status, -1));
    }

    private void writeEvent(String event) throws IOException {
        if (isOver) {
            throw new IOException("the answer was sent before");
        }
        threads.transfer(() -> {
            if (!isStream) {
                exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
                exchange.getResponseHeaders().set("Cache-Control", "no-store");
                exchange.sendResponseHeaders(200, 0);
                isStream = true;
            }
            exchange.getResponseBody().write(event.getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
        });
    }
}

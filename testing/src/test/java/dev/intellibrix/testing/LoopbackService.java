package dev.intellibrix.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.intellibrix.sandbox.SandboxProvider;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.function.Supplier;

/** Plays a hosted service on the loopback address, by its public documents; faults can be put in its place. */
abstract class LoopbackService implements AutoCloseable {

    static final String KEY = "secret-key-0123456789";

    /** What came in. */
    static final class Seen {
        private final String method;
        private final String path;
        private final String query;
        private final Map<String, List<String>> headers;
        private final byte[] body;

        Seen(String method, String path, String query, Map<String, List<String>> headers, byte[] body) {
            this.method = method;
            this.path = path;
            this.query = query;
            this.headers = headers;
            this.body = body;
        }

        String method() {
            return method;
        }

        String path() {
            return path;
        }

        String query() {
            return query;
        }

        byte[] body() {
            return body;
        }

        String header(String name) {
            return headers.entrySet().stream()
                    .filter(each -> each.getKey().equalsIgnoreCase(name))
                    .map(each -> each.getValue().get(0))
                    .findFirst()
                    .orElse("");
        }

        String text() {
            return new String(body, UTF_8);
        }

        @Override
        public String toString() {
            return method + " " + path;
        }
    }

    /** What is answered. */
    static final class Reply {
        private final int status;
        private final Map<String, String> headers;
        private final byte[] body;
        private final int missing; // Bytes that are announced and do not come.

        Reply(int status, Map<String, String> headers, byte[] body, int missing) {
            this.status = status;
            this.headers = headers;
            this.body = body;
            this.missing = missing;
        }

        static Reply json(int status, String json) {
            return new Reply(status, Map.of("Content-Type", "application/json"), json.getBytes(UTF_8), 0);
        }

        static Reply of(int status) {
            return json(status, "{\"message\":\"no, not with " + KEY + "\"}");
        }

        static Reply bytes(String type, byte[] body) {
            return new Reply(200, Map.of("Content-Type", type), body, 0);
        }

        /** The same, broken off before its last bytes. */
        Reply cutBy(int bytes) {
            return new Reply(status, headers, java.util.Arrays.copyOf(body, Math.max(0, body.length - bytes)), bytes);
        }

        Reply with(String name, String value) {
            Map<String, String> all = new java.util.HashMap<>(headers);
            all.put(name, value);
            return new Reply(status, all, body, missing);
        }
    }

    final List<Seen> seen = new CopyOnWriteArrayList<>();
    final Map<String, ServiceMachine> machines = new ConcurrentHashMap<>();
    final Map<String, String> labels = new ConcurrentHashMap<>(); // By the id of the sandbox.
    final CountDownLatch closing = new CountDownLatch(1);
    private final Supplier<ServiceMachine> maker;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "loopback-service");
        thread.setDaemon(true);
        return thread;
    });
    private volatile Function<Seen, Optional<Reply>> fault = request -> Optional.empty();

    LoopbackService(Supplier<ServiceMachine> maker) {
        this.maker = maker;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    /** The answer to a request. */
    abstract Reply answer(Seen request);

    /** Whether a request runs a program or a script of ours. */
    abstract boolean isRun(Seen request);

    /** A provider that uses this service. */
    abstract SandboxProvider provider(String key, String folder, Duration requestTimeout);

    /** What the service answers to a run whose program printed this. */
    abstract Reply printed(String stdout);

    /** Whether a run starts a program, rather than a script that prepares or claims. */
    boolean startsProgram(Seen request) {
        return isRun(request) && request.text().contains("ended");
    }

    /** Answers this instead of what the service would, where there is something. */
    void fault(Function<Seen, Optional<Reply>> answers) {
        this.fault = answers;
    }

    String origin() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    ServiceMachine make(String id, String label) {
        ServiceMachine machine = maker.get();
        machines.put(id, machine);
        labels.put(id, label);
        return machine;
    }

    boolean drop(String idOrLabel) {
        String id = machines.containsKey(idOrLabel)
                ? idOrLabel
                : labels.entrySet().stream()
                        .filter(each -> each.getValue().equals(idOrLabel))
                        .map(Map.Entry::getKey)
                        .findFirst()
                        .orElse("");
        ServiceMachine machine = machines.remove(id);
        if (machine != null) {
            machine.end();
        }
        return machine != null;
    }

    /** Waits until the service is closed, as a server does that has forgotten a request. */
    Reply hang() {
        try {
            closing.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Reply.of(500);
    }

    private void handle(HttpExchange exchange) throws IOException {
        Seen request = new Seen(
                exchange.getRequestMethod(),
                exchange.getRequestURI().getPath(),
                Optional.ofNullable(exchange.getRequestURI().getQuery()).orElse(""),
                exchange.getRequestHeaders(),
                exchange.getRequestBody().readAllBytes());
        seen.add(request);
        Reply reply;
        try {
            reply = fault.apply(request).orElseGet(() -> answer(request));
        } catch (RuntimeException e) {
            reply = Reply.json(500, "{}");
        }
        reply.headers.forEach(exchange.getResponseHeaders()::set);
        long length = reply.body.length + (long) reply.missing;
        exchange.sendResponseHeaders(reply.status, length == 0 ? -1 : length);
        if (length > 0) {
            OutputStream out = exchange.getResponseBody();
            out.write(reply.body);
            out.flush();
        }
        exchange.close();
    }

    @Override
    public void close() {
        closing.countDown();
        machines.keySet().forEach(this::drop);
        server.stop(0);
        threads.shutdownNow();
    }
}

package dev.intellibrix.github;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** A server on loopback that answers what a test says, and writes down what it was asked. */
final class FakeGitHub implements AutoCloseable {

    /** A request as it came. */
    record Seen(String method, String uri, Map<String, String> headers, String body) {

        String header(String name) {
            return headers.getOrDefault(name.toLowerCase(java.util.Locale.ROOT), "");
        }
    }

    /** What is answered. */
    static final class Answer {

        private final int status;
        private final Map<String, String> headers = new LinkedHashMap<>();
        private final byte[] body;
        private boolean isCut;
        private boolean isStuck;

        private Answer(int status, byte[] body) {
            this.status = status;
            this.body = body;
        }

        static Answer json(String body) {
            return status(200, body);
        }

        static Answer status(int status, String body) {
            return new Answer(status, body.getBytes(StandardCharsets.UTF_8))
                    .header("Content-Type", "application/json; charset=utf-8");
        }

        static Answer bytes(byte[] body) {
            return new Answer(200, body);
        }

        Answer header(String name, String value) {
            headers.put(name, value);
            return this;
        }

        /** Ends before the whole body was sent. */
        Answer cut() {
            isCut = true;
            return this;
        }

        /** Sends the half of the body, and nothing more until the test is over. */
        Answer stuck() {
            isStuck = true;
            return this;
        }
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, Function<Seen, Answer>> answers = new ConcurrentHashMap<>();
    private final List<Seen> seen = new CopyOnWriteArrayList<>();
    private final CountDownLatch over = new CountDownLatch(1);

    FakeGitHub() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    String origin() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** What is answered to a method and a path with its query, such as {@code GET /repos/octo/hello}. */
    FakeGitHub on(String request, Answer answer) {
        return on(request, each -> answer);
    }

    FakeGitHub on(String request, Function<Seen, Answer> answer) {
        answers.put(request, answer);
        return this;
    }

    FakeGitHub on(String request, String json) {
        return on(request, Answer.json(json));
    }

    List<Seen> seen() {
        return seen;
    }

    List<String> uris() {
        return seen.stream().map(Seen::uri).toList();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            Map<String, String> headers = new LinkedHashMap<>();
            exchange.getRequestHeaders()
                    .forEach((name, values) ->
                            headers.put(name.toLowerCase(java.util.Locale.ROOT), String.join(", ", values)));
            byte[] body = exchange.getRequestBody().readAllBytes();
            Seen request = new Seen(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().toString(),
                    headers,
                    new String(body, StandardCharsets.UTF_8));
            seen.add(request);
            Answer answer = answers.getOrDefault(
                            request.method() + " " + request.uri(),
                            each -> Answer.status(404, "{\"message\":\"Not Found\"}"))
                    .apply(request);
            send(exchange, answer);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void send(HttpExchange exchange, Answer answer) throws IOException, InterruptedException {
        answer.headers.forEach(exchange.getResponseHeaders()::set);
        exchange.getResponseHeaders().set("Connection", "close");
        exchange.sendResponseHeaders(answer.status, answer.body.length == 0 ? -1 : answer.body.length);
        int half = answer.isCut || answer.isStuck ? answer.body.length / 2 : answer.body.length;
        exchange.getResponseBody().write(answer.body, 0, half);
        exchange.getResponseBody().flush();
        if (answer.isStuck) {
            over.await();
        }
    }

    /** The pages of a list, each with a link to the next one in the form that GitHub's own answers have. */
    FakeGitHub pages(String path, List<String> pages) {
        for (int i = 0; i < pages.size(); i++) {
            Answer answer = Answer.json(pages.get(i));
            if (i + 1 < pages.size()) {
                answer.header(
                        "Link",
                        "<" + origin() + "/repositories/77" + path + "?per_page=100&page=" + (i + 2)
                                + ">; rel=\"next\", <" + origin() + "/repositories/77" + path + "?per_page=100&page="
                                + pages.size() + ">; rel=\"last\"");
            }
            on("GET " + path + "?per_page=100&page=" + (i + 1), answer);
        }
        return this;
    }

    /** A JSON array of comments with these numbers. */
    static String comments(int from, int to) {
        List<String> all = new ArrayList<>();
        for (int i = from; i <= to; i++) {
            all.add("{\"id\":" + i
                    + ",\"user\":{\"login\":\"octocat\"},\"created_at\":\"2026-01-01T00:00:00Z\",\"body\":\"text " + i
                    + ".\"}");
        }
        return "[" + String.join(",", all) + "]";
    }

    @Override
    public void close() {
        over.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}

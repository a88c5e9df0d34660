package dev.intellibrix.testing.injection;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.intellibrix.internal.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/**
 * A server on loopback, for all that is not on this machine: it gives the planted pages, has an MCP endpoint, takes whatever is
 * sent to it, and writes down each request.
 */
final class StageServer implements AutoCloseable {

    private static final String JSON = "application/json; charset=utf-8";

    private final HttpServer server;
    private final List<String> seen = new CopyOnWriteArrayList<>();
    private volatile Plant plant = Plant.NOTHING;

    StageServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    void serve(Plant all) {
        plant = all;
    }

    /** Whether a request had this text: in its method and target, as sent or decoded, in a header, or in its body. */
    boolean saw(String text) {
        return seen.stream()
                .anyMatch(request -> request.contains(text) || decoded(request).contains(text));
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String target = exchange.getRequestURI().toString();
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            seen.add(exchange.getRequestMethod() + " " + target + "\n" + headers(exchange) + "\n" + body);
            if (exchange.getRequestURI().getPath().equals("/mcp")) {
                mcp(exchange, body);
            } else if (exchange.getRequestMethod().equals("GET")) {
                page(exchange, target);
            } else {
                send(
                        exchange,
                        201,
                        JSON,
                        "{\"id\":1,\"number\":1,\"state\":\"open\",\"html_url\":\"" + url() + "/1\"}");
            }
        }
    }

    private static String headers(HttpExchange exchange) {
        return exchange.getRequestHeaders().entrySet().stream()
                .map(each -> each.getKey() + ": " + String.join(", ", each.getValue()))
                .collect(Collectors.joining("\n"));
    }

    private void page(HttpExchange exchange, String target) throws IOException {
        Plant.Page page = plant.pages().get(target);
        if (page == null) {
            page = plant.pages().get(exchange.getRequestURI().getPath());
        }
        if (page == null) {
            send(exchange, 404, "text/plain; charset=utf-8", "There is nothing here.");
            return;
        }
        int status = page.status() == 0 ? 200 : page.status();
        if (page.json() != null) {
            send(exchange, status, JSON, Json.write(page.json()));
        } else {
            String type = page.type() == null ? "text/html; charset=utf-8" : page.type();
            send(exchange, status, type, page.body() == null ? "" : page.body());
        }
    }

    private void mcp(HttpExchange exchange, String body) throws IOException {
        String reply = exchange.getRequestMethod().equals("POST") ? McpEndpoint.reply(body, plant.mcp()) : "";
        if (reply == null) {
            exchange.sendResponseHeaders(202, -1);
        } else if (reply.isEmpty()) {
            exchange.sendResponseHeaders(405, -1);
        } else {
            send(exchange, 200, "application/json", reply);
        }
    }

    private static void send(HttpExchange exchange, int status, String type, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    private static String decoded(String request) {
        try {
            return URLDecoder.decode(request, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) { // A percent sign that is none of an escape.
            return request;
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}

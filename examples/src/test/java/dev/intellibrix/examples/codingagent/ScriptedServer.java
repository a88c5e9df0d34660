package dev.intellibrix.examples.codingagent;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A model behind the Chat Completions API that does as it is told: {@code write NAME} writes a file, {@code slow NAME} does so
 * when {@link #goOn} was called, {@code ask} asks the user, {@code hang} never answers, and anything else is answered. After a call it says so.
 */
final class ScriptedServer implements AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch goesOn = new CountDownLatch(1);
    private final CountDownLatch hangs = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);

    ScriptedServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/v1", exchange -> {
            try (exchange) {
                answer(exchange);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        server.start();
    }

    String baseUrl() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
    }

    void awaitAsked() throws InterruptedException {
        asked.await();
    }

    void goOn() {
        goesOn.countDown();
    }

    void awaitHanging() throws InterruptedException {
        hangs.await();
    }

    @Override
    public void close() {
        closed.countDown();
        goesOn.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    private void answer(HttpExchange exchange) throws IOException, InterruptedException {
        JsonNode messages =
                JSON.readTree(exchange.getRequestBody().readAllBytes()).path("messages");
        JsonNode last = messages.path(messages.size() - 1);
        String text = last.path("content").stringValue("");
        if (last.path("role").stringValue("").equals("tool")) {
            say(
                    exchange,
                    "I am done. The tool said: " + text.lines().findFirst().orElse(""));
        } else if (text.startsWith("write ")) {
            write(exchange, text.substring("write ".length()));
        } else if (text.startsWith("slow ")) {
            asked.countDown();
            goesOn.await();
            write(exchange, text.substring("slow ".length()));
        } else if (text.equals("ask")) {
            call(exchange, "ask_user", Map.of("question", "Which office?", "choices", new String[] {"Berlin", "Rome"}));
        } else if (text.equals("hang")) {
            hangs.countDown();
            closed.await();
        } else {
            say(exchange, "You said: " + text);
        }
    }

    private static void say(HttpExchange exchange, String text) throws IOException {
        send(exchange, Map.of("content", text));
    }

    private static void write(HttpExchange exchange, String name) throws IOException {
        call(exchange, "write_file", Map.of("path", name, "content", "hello from the model"));
    }

    private static void call(HttpExchange exchange, String tool, Map<String, ?> input) throws IOException {
        Map<String, ?> function = Map.of("name", tool, "arguments", JSON.writeValueAsString(input));
        Map<String, ?> call =
                Map.of("index", 0, "id", "call-" + System.nanoTime(), "type", "function", "function", function);
        send(exchange, Map.of("content", "I call " + tool + ".", "tool_calls", new Object[] {call}));
    }

    private static void send(HttpExchange exchange, Map<String, ?> delta) throws IOException {
        String event = JSON.writeValueAsString(Map.of("choices", new Object[] {Map.of("index", 0, "delta", delta)}));
        String end = JSON.writeValueAsString(
                Map.of("choices", new Object[] {Map.of("index", 0, "delta", Map.of(), "finish_reason", "stop")}));
        byte[] body = ("data: " + event + "\n\ndata: " + end + "\n\ndata: [DONE]\n\n").getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
    }
}

package dev.intellibrix.agenttools.search;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.intellibrix.internal.net.GuardedHttp;
import dev.intellibrix.internal.net.NetPolicy;
import dev.intellibrix.internal.net.WebUrl;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.function.Supplier;

/** A search service on loopback that answers what it is told to, the last of it again and again, and writes down what it is asked. */
final class Service implements AutoCloseable {

    static final String KEY = "BSA-0123456789-key";

    /** What was asked. */
    record Asked(String method, String uri, Map<String, List<String>> headers, String body) {
        String header(String name) {
            return String.join(",", headers.getOrDefault(name, List.of()));
        }
    }

    private record Answer(int status, Map<String, String> headers, String body) {}

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Queue<Answer> answers = new ArrayDeque<>(); // Guarded by itself.
    private final List<Asked> asked = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile Optional<Runnable> taken = Optional.empty();

    Service() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    Service json(String body) {
        return answer(200, Map.of("Content-Type", "application/json"), body);
    }

    Service status(int status) {
        return answer(status, Map.of(), "");
    }

    Service answer(int status, Map<String, String> headers, String body) {
        synchronized (answers) {
            answers.add(new Answer(status, headers, body));
        }
        return this;
    }

    /** Answers nothing any more: runs this when a request is there, and keeps it. */
    Service silent(Runnable onRequest) {
        taken = Optional.of(onRequest);
        return this;
    }

    List<Asked> asked() {
        return asked;
    }

    Asked onlyAsked() {
        if (asked.size() != 1) {
            throw new AssertionError("asked " + asked.size() + " times: " + asked);
        }
        return asked.get(0);
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** A provider on this service, with a time of its own. */
    SearchProvider provider(
            Function<WebUrl, SearchApi> api, Supplier<String> key, SearchServiceOptions.Builder options, Time time) {
        NetPolicy policy =
                NetPolicy.ofPublicHosts().withHosts(List.of("127.0.0.1")).withPrivateNetwork(true);
        return new HttpSearch(
                api.apply(WebUrl.parse(url())), GuardedHttp.of(policy), Optional.of(key), options.build(), time);
    }

    /** A provider with a key, which has time enough for a slow machine, and for which waiting takes no time. */
    SearchProvider provider(Function<WebUrl, SearchApi> api) {
        return provider(api, () -> KEY, options(), new Watch());
    }

    static SearchServiceOptions.Builder options() {
        return SearchServiceOptions.builder().timeout(Duration.ofSeconds(60));
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
            asked.add(new Asked(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().toString(),
                    Map.copyOf(exchange.getRequestHeaders()),
                    body));
            if (taken.isPresent()) {
                taken.get().run();
                closed.await();
            }
            Answer answer;
            synchronized (answers) {
                answer = answers.size() > 1 ? answers.remove() : answers.element();
            }
            byte[] bytes = answer.body.getBytes(UTF_8);
            answer.headers.forEach(exchange.getResponseHeaders()::set);
            exchange.getResponseHeaders().set("Connection", "close");
            exchange.sendResponseHeaders(answer.status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}

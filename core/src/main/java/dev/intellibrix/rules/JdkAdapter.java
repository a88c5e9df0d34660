package dev.intellibrix.rules;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.intellibrix.internal.http.RequestBodies;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The endpoint behind a server of the JDK. */
final class JdkAdapter implements HttpHandler {

    private static final int THREADS = 8;
    private static final int IDLE_SECONDS = 10;
    private static final Duration USUAL_TIMEOUT = Duration.ofSeconds(30);

    private final RulesHandler handler;
    private final RequestBodies bodies;

    private JdkAdapter(RulesHandler handler, Duration bodyTimeout) {
        this.handler = handler;
        this.bodies = new RequestBodies("intellibrix-rules-timer", bodyTimeout);
    }

    /** In the type that the caller names, so that {@link RulesHandler} loads where the JDK's server is missing. */
    static HttpHandler of(RulesHandler handler) {
        return of(handler, USUAL_TIMEOUT);
    }

    /** The same, with a time for a body to come in. */
    static HttpHandler of(RulesHandler handler, Duration bodyTimeout) {
        return new JdkAdapter(handler, bodyTimeout);
    }

    /** Threads that end by themselves when nothing comes, since nobody is there to end them. */
    static Executor threads() {
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                THREADS, THREADS, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "intellibrix-rules");
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            boolean own = exchange.getRequestURI()
                    .getPath()
                    .equals(exchange.getHttpContext().getPath());
            byte[] body = bodies.receive(exchange, RulesHandler.MAX_BODY);
            RulesHandler.Response response = own
                    ? handler.handle(exchange.getRequestMethod(), exchange.getRequestHeaders(), body)
                    : RulesAnswers.fault(404, "there is nothing here", Map.of());
            byte[] bytes = response.body().getBytes(StandardCharsets.UTF_8);
            response.headers().forEach(exchange.getResponseHeaders()::set);
            boolean head = exchange.getRequestMethod().equals("HEAD");
            exchange.sendResponseHeaders(response.status(), head ? -1 : bytes.length);
            if (!head) {
                exchange.getResponseBody().write(bytes);
            }
        }
    }
}

package dev.intellibrix.rules;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** The endpoint behind a server of the JDK. */
final class JdkAdapter implements HttpHandler {

    private final RulesHandler handler;

    private JdkAdapter(RulesHandler handler) {
        this.handler = handler;
    }

    /** In the type that the caller names, so that {@link RulesHandler} loads where the JDK's server is missing. */
    static HttpHandler of(RulesHandler handler) {
        return new JdkAdapter(handler);
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            boolean own = exchange.getRequestURI()
                    .getPath()
                    .equals(exchange.getHttpContext().getPath());
            byte[] body = exchange.getRequestBody().readNBytes(RulesHandler.MAX_BODY + 1);
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

package dev.intellibrix.github;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A webhook behind a server of the JDK. Bodies that nobody has verified yet are bounded in their length, in the time that they take,
 * and in what they take up together.
 */
final class WebhookHttpHandler implements HttpHandler {

    private static final int CHUNK = 64 * 1024;
    private static final int BODIES_AT_ONCE = 4;

    private final GitHubWebhook webhook;
    private final Duration bodyTimeout;
    private final AtomicLong receiving = new AtomicLong();
    private final ScheduledThreadPoolExecutor timer;

    private WebhookHttpHandler(GitHubWebhook webhook, Duration bodyTimeout) {
        this.webhook = webhook;
        this.bodyTimeout = bodyTimeout;
        this.timer = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "intellibrix-webhook-timer");
            thread.setDaemon(true);
            return thread;
        });
        timer.setRemoveOnCancelPolicy(true);
        timer.setKeepAliveTime(1, TimeUnit.MINUTES);
        timer.allowCoreThreadTimeOut(true);
    }

    /** In the type that the caller names, so that {@link GitHubWebhook} loads where the JDK's server is missing. */
    static HttpHandler of(GitHubWebhook webhook, Duration bodyTimeout) {
        return new WebhookHttpHandler(webhook, bodyTimeout);
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            GitHubWebhook.Answer answer = answer(exchange);
            byte[] text = (answer.text() + "\n").getBytes(StandardCharsets.UTF_8);
            boolean isHead = exchange.getRequestMethod().equals("HEAD");
            exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
            exchange.sendResponseHeaders(answer.status(), isHead ? -1 : text.length);
            if (!isHead) {
                exchange.getResponseBody().write(text);
            }
        }
    }

    private GitHubWebhook.Answer answer(HttpExchange exchange) throws IOException {
        if (!exchange.getRequestMethod().equals("POST")) {
            exchange.getResponseHeaders().set("Allow", "POST");
            return new GitHubWebhook.Answer(405, "only POST is known here");
        }
        Future<?> alarm = timer.schedule(exchange::close, bodyTimeout.toMillis(), TimeUnit.MILLISECONDS);
        Body body = new Body();
        try {
            Optional<byte[]> bytes = body.read(exchange.getRequestBody());
            alarm.cancel(false);
            return bytes.isEmpty()
                    ? new GitHubWebhook.Answer(503, "not taken: too much comes in at once; send it again later")
                    : webhook.handleOwned(exchange.getRequestHeaders(), bytes.get());
        } finally {
            alarm.cancel(false);
            receiving.addAndGet(-body.reserved);
        }
    }

    /** A body that is being received. It takes up what has come of it, never what was announced. */
    private final class Body {

        private long reserved;

        /** All of it, or one byte more than it may have; nothing when there is no room for it. */
        Optional<byte[]> read(InputStream in) throws IOException {
            int max = webhook.maxBytes() + 1;
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            byte[] chunk = new byte[CHUNK];
            while (bytes.size() < max) {
                int read = in.read(chunk, 0, Math.min(CHUNK, max - bytes.size()));
                if (read < 0) {
                    break;
                }
                reserved += read;
                if (receiving.addAndGet(read) > (long) BODIES_AT_ONCE * webhook.maxBytes()) {
                    return Optional.empty();
                }
                bytes.write(chunk, 0, read);
            }
            return Optional.of(bytes.toByteArray());
        }
    }
}

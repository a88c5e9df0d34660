package dev.intellibrix.github;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.intellibrix.internal.http.RequestBodies;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A webhook behind a server of the JDK. Bodies that nobody has verified yet are bounded in their length, in the time that they take,
 * and in what they take up together.
 */
final class WebhookHttpHandler implements HttpHandler {

    private static final int BODIES_AT_ONCE = 4;

    /** The part of the largest body that each may have, however much comes in: large ones do not keep the usual ones out. */
    private static final int FREE_SHARE = 25;

    private final GitHubWebhook webhook;
    private final RequestBodies bodies;
    private final AtomicLong receiving = new AtomicLong();

    private WebhookHttpHandler(GitHubWebhook webhook, Duration bodyTimeout) {
        this.webhook = webhook;
        this.bodies = new RequestBodies("intellibrix-webhook-timer", bodyTimeout);
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

    /** Receives the body, also where nothing is done with it, and answers it. */
    private GitHubWebhook.Answer answer(HttpExchange exchange) throws IOException {
        boolean isPost = exchange.getRequestMethod().equals("POST");
        Body body = new Body(isPost ? webhook.maxBytes() : 0);
        try {
            bodies.receive(exchange, webhook.maxBytes(), body::take);
            if (isPost) {
                return body.answer(exchange);
            }
            exchange.getResponseHeaders().set("Allow", "POST");
            return new GitHubWebhook.Answer(405, "only POST is known here");
        } finally {
            body.drop();
        }
    }

    /** A body that is being received. It takes up what has come of it, never what was announced. */
    private final class Body {

        private final int max;
        private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
        private long received;
        private long reserved;
        private boolean hasRoom = true;

        Body(int max) {
            this.max = max;
        }

        /** Keeps a piece while it is not too large and there is room for it. */
        void take(byte[] chunk, int count) {
            received += count;
            if (received <= max && hasRoom) {
                keep(chunk, count);
            } else {
                drop();
            }
        }

        private void keep(byte[] chunk, int count) {
            kept.write(chunk, 0, count);
            if (reserve(kept.size()) > (long) BODIES_AT_ONCE * webhook.maxBytes()) {
                hasRoom = false;
                drop();
            }
        }

        /** Counts what is kept, but for what is free, and gives what all bodies have together; 0 when this one has nothing. */
        private long reserve(int size) {
            long more = Math.max(0, size - webhook.maxBytes() / FREE_SHARE) - reserved;
            reserved += more;
            long all = receiving.addAndGet(more);
            return reserved == 0 ? 0 : all;
        }

        void drop() {
            reserve(0);
            kept.reset();
        }

        GitHubWebhook.Answer answer(HttpExchange exchange) {
            if (received > max) {
                return webhook.tooLarge();
            }
            return hasRoom
                    ? webhook.handleOwned(exchange.getRequestHeaders(), kept.toByteArray())
                    : new GitHubWebhook.Answer(503, "not taken: too much comes in at once; send it again later");
        }
    }
}

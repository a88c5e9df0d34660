package dev.intellibrix.mcp.server;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The streamable HTTP transport: a message a POST, and DELETE for the end of a session. There is no stream for a GET, since
 * nothing is sent to a client beside the answers to its requests. Thread-safe.
 */
final class HttpRequests implements HttpHandler {

    private static final Logger LOG = LoggerFactory.getLogger(HttpRequests.class);
    private static final String SESSION = "Mcp-Session-Id";

    /** Those that a request may name in its header: also the one that clients without a header are taken to mean. */
    private static final List<String> VERSIONS = List.of("2025-11-25", "2025-06-18", "2025-03-26");

    private static final long KEEP_ALIVE_SECONDS = 15;

    private final ServerSettings settings;
    private final ServedTools tools;
    private final HttpGuard guard;
    private final Sessions sessions;
    private final ConnectionThreads threads;
    private final Semaphore calls;

    HttpRequests(
            ServerSettings settings, ServedTools tools, HttpGuard guard, Sessions sessions, ConnectionThreads threads) {
        this.settings = settings;
        this.tools = tools;
        this.guard = guard;
        this.sessions = sessions;
        this.threads = threads;
        this.calls = new Semaphore(settings.limits().maxCalls());
    }

    /** A request that gets no further. */
    private static final class RefusedException extends Exception {
        private static final long serialVersionUID = 1L;
        final int status;
        final transient ObjectNode body;

        RefusedException(int status, ObjectNode body) {
            super(null, null, false, false);
            this.status = status;
            this.body = body;
        }

        RefusedException(int status, int code, String text) {
            this(status, Rpc.error(null, code, text));
        }
    }

    @Override
    public void handle(HttpExchange exchange) {
        HttpReply reply = new HttpReply(exchange, threads);
        try {
            serve(exchange, reply);
        } catch (RefusedException e) {
            refuse(reply, e.status, e.body);
        } catch (IOException e) {
            LOG.debug("a connection broke", e);
        } catch (RuntimeException e) {
            LOG.error("a request failed", e);
            refuse(reply, 500, Rpc.error(null, Rpc.INTERNAL_ERROR, "the request failed; the server's log says why"));
        } finally {
            close(exchange);
        }
    }

    /** What is left of a request's body is read before, so it takes its time as well. */
    private void close(HttpExchange exchange) {
        try {
            threads.transfer(exchange::close);
        } catch (IOException e) {
            exchange.close();
        }
    }

    private static void refuse(HttpReply reply, int status, ObjectNode body) {
        try {
            reply.write(status, body);
        } catch (IOException | RuntimeException e) {
            LOG.debug("a refusal did not reach the client", e);
        }
    }

    private void serve(HttpExchange exchange, HttpReply reply) throws IOException, RefusedException {
        HttpGuard.Refusal refusal = guard.check(exchange.getRequestHeaders());
        if (refusal != null) {
            if (refusal.status() == 401) {
                exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
            }
            throw new RefusedException(refusal.status(), Rpc.INVALID_REQUEST, refusal.text());
        }
        if (!exchange.getRequestURI().getRawPath().equals(HttpServing.PATH)) {
            throw new RefusedException(
                    404, Rpc.INVALID_REQUEST, "there is nothing here; the path is " + HttpServing.PATH);
        }
        switch (exchange.getRequestMethod()) {
            case "POST" -> post(exchange, reply);
            case "DELETE" -> delete(exchange, reply);
            default -> {
                exchange.getResponseHeaders().set("Allow", "POST, DELETE");
                throw new RefusedException(405, Rpc.INVALID_REQUEST, "only POST and DELETE are known here");
            }
        }
    }

    private void delete(HttpExchange exchange, HttpReply reply) throws IOException, RefusedException {
        String id = sessionId(exchange);
        find(id);
        sessions.end(Objects.requireNonNull(id, "id"));
        reply.writeEmpty(204);
    }

    private void post(HttpExchange exchange, HttpReply reply) throws IOException, RefusedException {
        checkHeaders(exchange.getRequestHeaders());
        Frame frame = read(exchange);
        threads.arrived();
        String id = sessionId(exchange);
        if (id == null
                && frame instanceof Frame.Request request
                && request.method().equals("initialize")) {
            begin(exchange, request, reply);
            return;
        }
        Session.Work work = find(id).take(frame, reply);
        if (work == null) {
            reply.writeEmpty(202);
        } else {
            answer(frame, work, reply);
        }
    }

    private static void checkHeaders(Headers headers) throws RefusedException {
        String type = headers.getFirst("Content-Type");
        if (type == null || !bare(type).equals("application/json")) {
            throw new RefusedException(415, Rpc.INVALID_REQUEST, "Content-Type must be application/json");
        }
        List<String> accepted = headers.getOrDefault("Accept", List.of());
        if (!accepts(accepted, "application/json") || !accepts(accepted, "text/event-stream")) {
            throw new RefusedException(
                    406, Rpc.INVALID_REQUEST, "Accept must name both application/json and text/event-stream");
        }
        String version = headers.getFirst("Mcp-Protocol-Version");
        if (version != null && !VERSIONS.contains(version.strip())) {
            throw new RefusedException(
                    400, Rpc.INVALID_REQUEST, "this version of the protocol is not spoken here; " + VERSIONS + " are");
        }
    }

    private static boolean accepts(List<String> headers, String type) {
        String any = type.substring(0, type.indexOf('/') + 1) + "*";
        for (String header : headers) {
            for (String each : header.split(",", -1)) {
                String named = bare(each);
                if (named.equals(type) || named.equals(any) || named.equals("*/*")) {
                    return true;
                }
            }
        }
        return false;
    }

    /** A media type without its parameters. */
    private static String bare(String type) {
        int semicolon = type.indexOf(';');
        return (semicolon < 0 ? type : type.substring(0, semicolon)).strip().toLowerCase(Locale.ROOT);
    }

    private Frame read(HttpExchange exchange) throws IOException, RefusedException {
        int max = settings.limits().maxMessageBytes();
        String told = exchange.getRequestHeaders().getFirst("Content-Length");
        byte[] body = isMore(told, max) ? null : exchange.getRequestBody().readNBytes(max + 1);
        if (body == null || body.length > max) {
            throw new RefusedException(413, Rpc.INVALID_REQUEST, "a message has at most " + max + " bytes");
        }
        try {
            return Frame.read(body);
        } catch (FrameFault e) {
            throw new RefusedException(400, Rpc.error(e));
        }
    }

    private static boolean isMore(@Nullable String told, int max) {
        try {
            return told != null && Long.parseLong(told.strip()) > max;
        } catch (NumberFormatException e) {
            return true;
        }
    }

    private static @Nullable String sessionId(HttpExchange exchange) throws RefusedException {
        List<String> ids = exchange.getRequestHeaders().getOrDefault(SESSION, List.of());
        if (ids.size() > 1) {
            throw new RefusedException(400, Rpc.INVALID_REQUEST, "there is more than one " + SESSION);
        }
        return ids.isEmpty() ? null : ids.get(0).strip();
    }

    private Session find(@Nullable String id) throws RefusedException {
        if (id == null) {
            throw new RefusedException(400, Rpc.INVALID_REQUEST, SESSION + " is missing; initialize gives one");
        }
        Session session = sessions.find(id);
        if (session == null) {
            throw new RefusedException(
                    404, Rpc.INVALID_REQUEST, "there is no such session; initialize gives a new one");
        }
        return session;
    }

    private void begin(HttpExchange exchange, Frame.Request request, HttpReply reply)
            throws IOException, RefusedException {
        Session session = new Session(settings, tools, calls);
        Session.Work work = Objects.requireNonNull(session.take(request, reply), "work");
        ObjectNode answer = Objects.requireNonNull(work.answer().get(), "answer");
        if (answer.has("error")) {
            throw new RefusedException(400, answer);
        }
        String id = sessions.add(session);
        if (id == null) {
            throw new RefusedException(
                    503, Rpc.error(request.id(), Rpc.BUSY, "there are too many sessions; try again later"));
        }
        exchange.getResponseHeaders().set(SESSION, id);
        reply.finish(answer);
    }

    private void answer(Frame frame, Session.Work work, HttpReply reply) throws IOException {
        ObjectNode answer =
                work.isLong() ? keptAlive(work, reply) : work.answer().get();
        if (answer == null) {
            answer = Rpc.error(
                    frame instanceof Frame.Request request ? request.id() : null,
                    Rpc.CANCELLED,
                    "the request was cancelled");
        }
        reply.finish(answer);
    }

    private @Nullable ObjectNode keptAlive(Session.Work work, HttpReply reply) {
        var ticks = threads.timer()
                .scheduleWithFixedDelay(
                        () -> threads.beside(reply::keepAlive),
                        KEEP_ALIVE_SECONDS,
                        KEEP_ALIVE_SECONDS,
                        TimeUnit.SECONDS);
        try {
            return work.answer().get();
        } finally {
            ticks.cancel(false);
        }
    }
}

package dev.intellibrix.mcp.server;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.intellibrix.internal.http.RequestGuard;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
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

    /** How many messages of full length may be in memory at once; of shorter ones there may be more. */
    private static final long FULL_MESSAGES = 8;

    private final ServerSettings settings;
    private final ServedTools tools;
    private final RequestGuard guard;
    private final Sessions sessions;
    private final ConnectionThreads threads;
    private final Duration keepAlive;
    private final Semaphore calls;
    private final Semaphore bytes;

    HttpRequests(
            ServerSettings settings,
            ServedTools tools,
            HttpSettings http,
            Sessions sessions,
            ConnectionThreads threads) {
        this.settings = settings;
        this.tools = tools;
        this.guard = new RequestGuard(http.token(), http.hosts());
        this.sessions = sessions;
        this.threads = threads;
        this.keepAlive = http.keepAlive();
        this.calls = new Semaphore(settings.limits().maxCalls());
        this.bytes = new Semaphore((int)
                Math.min(Integer.MAX_VALUE, FULL_MESSAGES * settings.limits().maxMessageBytes()));
    }

    @Override
    public void handle(HttpExchange exchange) {
        HttpReply reply = new HttpReply(exchange, threads);
        try {
            serve(exchange, reply);
        } catch (RefusedRequest e) {
            refuse(reply, e.status(), e.body());
        } catch (IOException e) {
            LOG.debug("a connection broke", e);
        } catch (RuntimeException | Error e) {
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

    private void serve(HttpExchange exchange, HttpReply reply) throws IOException, RefusedRequest {
        Headers headers = exchange.getRequestHeaders();
        RequestGuard.Refusal refusal = guard.refusal(name -> headers.getOrDefault(name, List.of()));
        if (refusal != null) {
            if (refusal.status() == 401) {
                exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
            }
            throw new RefusedRequest(refusal.status(), Rpc.INVALID_REQUEST, refusal.reason());
        }
        if (!HttpServing.PATH.equals(exchange.getRequestURI().getRawPath())) {
            throw new RefusedRequest(
                    404, Rpc.INVALID_REQUEST, "there is nothing here; the path is " + HttpServing.PATH);
        }
        switch (exchange.getRequestMethod()) {
            case "POST" -> post(exchange, reply);
            case "DELETE" -> delete(exchange, reply);
            default -> {
                exchange.getResponseHeaders().set("Allow", "POST, DELETE");
                throw new RefusedRequest(405, Rpc.INVALID_REQUEST, "only POST and DELETE are known here");
            }
        }
    }

    private void delete(HttpExchange exchange, HttpReply reply) throws IOException, RefusedRequest {
        String id = sessionId(exchange);
        find(id);
        sessions.end(Objects.requireNonNull(id, "id"));
        reply.writeEmpty(204);
    }

    private void post(HttpExchange exchange, HttpReply reply) throws IOException, RefusedRequest {
        HttpHeaders.check(exchange.getRequestHeaders());
        String id = sessionId(exchange);
        Session session = id == null ? null : find(id);
        int length = length(exchange);
        if (!bytes.tryAcquire(length)) {
            throw new RefusedRequest(503, Rpc.BUSY, "there is too much to read; try again later");
        }
        int held = length;
        try {
            byte[] body = body(exchange);
            threads.arrived();
            bytes.release(length - body.length); // A call may take long, so it holds no more than it has.
            held = body.length;
            take(exchange, frame(body), session, reply);
        } finally {
            bytes.release(held);
        }
    }

    private void take(HttpExchange exchange, Frame frame, @Nullable Session session, HttpReply reply)
            throws IOException, RefusedRequest {
        if (session == null
                && frame instanceof Frame.Request request
                && request.method().equals("initialize")) {
            begin(exchange, request, reply);
            return;
        }
        Session.Work work = (session == null ? find(null) : session).take(frame, reply);
        if (work == null) {
            reply.writeEmpty(202);
        } else {
            answer(frame, work, reply);
        }
    }

    /** How long the body is told to be, or may be where that is not told. */
    private int length(HttpExchange exchange) throws RefusedRequest {
        int max = settings.limits().maxMessageBytes();
        String told = exchange.getRequestHeaders().getFirst("Content-Length");
        if (told == null) {
            return max;
        }
        try {
            long length = Long.parseLong(told.strip());
            if (length >= 0 && length <= max) {
                return (int) length;
            }
        } catch (NumberFormatException e) {
            LOG.debug("a length is no number", e);
        }
        throw tooLong(max);
    }

    private byte[] body(HttpExchange exchange) throws IOException, RefusedRequest {
        int max = settings.limits().maxMessageBytes();
        byte[] body = exchange.getRequestBody().readNBytes(max + 1);
        if (body.length > max) {
            throw tooLong(max);
        }
        return body;
    }

    private static Frame frame(byte[] body) throws RefusedRequest {
        try {
            return Frame.read(body);
        } catch (FrameFault e) {
            throw new RefusedRequest(400, Rpc.error(e));
        }
    }

    private static RefusedRequest tooLong(int max) {
        return new RefusedRequest(413, Rpc.INVALID_REQUEST, "a message has at most " + max + " bytes");
    }

    private static @Nullable String sessionId(HttpExchange exchange) throws RefusedRequest {
        List<String> ids = exchange.getRequestHeaders().getOrDefault(SESSION, List.of());
        if (ids.size() > 1) {
            throw new RefusedRequest(400, Rpc.INVALID_REQUEST, "there is more than one " + SESSION);
        }
        return ids.isEmpty() ? null : ids.get(0).strip();
    }

    private Session find(@Nullable String id) throws RefusedRequest {
        if (id == null) {
            throw new RefusedRequest(400, Rpc.INVALID_REQUEST, SESSION + " is missing; initialize gives one");
        }
        Session session = sessions.find(id);
        if (session == null) {
            throw new RefusedRequest(404, Rpc.INVALID_REQUEST, "there is no such session; initialize gives a new one");
        }
        return session;
    }

    private void begin(HttpExchange exchange, Frame.Request request, HttpReply reply)
            throws IOException, RefusedRequest {
        Session session = new Session(settings, tools, calls);
        Session.Work work = Objects.requireNonNull(session.take(request, reply), "work");
        ObjectNode answer = Objects.requireNonNull(work.answer().get(), "answer");
        if (answer.has("error")) {
            throw new RefusedRequest(400, answer);
        }
        String id = sessions.add(session);
        if (id == null) {
            throw new RefusedRequest(
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
                        keepAlive.toNanos(),
                        keepAlive.toNanos(),
                        TimeUnit.NANOSECONDS);
        try {
            return work.answer().get();
        } finally {
            ticks.cancel(false);
        }
    }
}

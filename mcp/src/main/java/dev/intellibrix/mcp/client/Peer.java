package dev.intellibrix.mcp.client;

import dev.intellibrix.internal.json.Json;
import dev.intellibrix.tool.Cancellation;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpClientSession;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One session with a server, from the handshake to its end; over a link of its own. Thread-safe. */
final class Peer implements AutoCloseable {

    private static final TypeRef<JsonNode> TREE = new TypeRef<>() {};

    /** The SDK's own limit; each request has a shorter one of ours, which tells the server. */
    private static final Duration LONGEST = Duration.ofDays(1);

    private static final long BURST = 32L * 1024 * 1024;
    private static final long PER_SECOND = 2L * 1024 * 1024;

    private final Link link;
    private final LinkTransport transport;
    private final McpClientSession session;
    private boolean hasTools;

    private Peer(Link link, LinkTransport transport) {
        this.link = link;
        this.transport = transport;
        this.session = new McpClientSession(LONGEST, transport, Map.of(), Map.of(), connection -> connection);
    }

    /**
     * Opens the link and shakes hands.
     *
     * @param onToolsChanged told, on a thread of the link, that the server's list of tools is another one
     * @throws ServerFailure when that does not succeed; the link is closed then
     */
    static Peer connect(Link link, Wire wire, Duration timeout, Runnable onToolsChanged)
            throws ServerFailure, InterruptedException {
        FloodGuard flood = new FloodGuard(BURST, PER_SECOND, System::nanoTime);
        Peer peer = new Peer(link, new LinkTransport(link, wire, flood, onToolsChanged));
        try {
            link.open(peer.transport);
            peer.shakeHands(timeout);
            return peer;
        } catch (ServerFailure | InterruptedException | RuntimeException e) {
            link.close();
            throw e;
        }
    }

    private void shakeHands(Duration timeout) throws ServerFailure, InterruptedException {
        JsonNode result =
                request("initialize", Handshake.request(), timeout, Cancellation.none(), Ticket.ProgressListener.NONE);
        link.agreed(Handshake.version(result));
        hasTools = Handshake.hasTools(result);
        session.sendNotification("notifications/initialized").subscribe(ignored -> {}, ignored -> {});
    }

    /** Whether the server has tools at all, by its own word. */
    boolean hasTools() {
        return hasTools;
    }

    /** Whether requests can be sent. */
    boolean isOpen() {
        return transport.whyClosed() == null;
    }

    /** Whether nobody waits for an answer. */
    boolean isIdle() {
        return transport.isIdle();
    }

    /** What the server has said beside the protocol. */
    String lastWords() {
        return link.lastWords();
    }

    /**
     * Asks the server and waits for the answer.
     *
     * @throws ServerFailure when there is none
     * @throws CancellationException when the cancellation fires first; the server is told
     * @throws InterruptedException when this thread is interrupted; the server is told
     */
    JsonNode request(
            String method,
            ObjectNode params,
            Duration timeout,
            Cancellation cancellation,
            Ticket.ProgressListener progress)
            throws ServerFailure, InterruptedException {
        cancellation.throwIfCancelled();
        Ticket ticket = new Ticket(progress);
        if (progress != Ticket.ProgressListener.NONE) {
            params.set("_meta", Json.object().put("progressToken", ticket.token()));
        }
        Mono<JsonNode> request = session.sendRequest(method, params, TREE);
        CompletableFuture<@Nullable JsonNode> answer = request.contextWrite(
                        context -> context.put(Ticket.class, ticket))
                .toFuture();
        Cancellation.Registration registration = cancellation.onCancel(() -> giveUp(ticket, answer, "cancelled"));
        try {
            JsonNode result = answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            if (result == null) {
                throw failure(ticket, null);
            }
            return result;
        } catch (TimeoutException e) {
            giveUp(ticket, answer, "timed out");
            throw timedOut(timeout);
        } catch (InterruptedException e) {
            giveUp(ticket, answer, "cancelled");
            throw e;
        } catch (ExecutionException e) {
            throw failure(ticket, e.getCause());
        } finally {
            registration.close();
        }
    }

    private void giveUp(Ticket ticket, CompletableFuture<?> answer, String reason) {
        answer.cancel(false);
        transport.abandon(ticket, reason);
    }

    private static ServerFailure timedOut(Duration timeout) {
        String length = timeout.toMillis() < 10_000 ? timeout.toMillis() + " ms" : timeout.toSeconds() + " s";
        return new ServerFailure(
                ServerFailure.Kind.TIMED_OUT,
                "did not answer within " + length + "; it was told to stop, but may have done it");
    }

    private static ServerFailure failure(Ticket ticket, @Nullable Throwable cause) {
        ServerFailure known = ticket.failure();
        if (known != null) {
            return known;
        }
        return cause instanceof ServerFailure failure
                ? failure
                : new ServerFailure(ServerFailure.Kind.LOST, "gave an answer that can not be used", cause);
    }

    @Override
    public void close() {
        transport.closed(new ServerFailure(ServerFailure.Kind.LOST, "was disconnected before it had answered"));
        link.close();
    }
}

package dev.intellibrix.mcp.client;

import dev.intellibrix.internal.json.Json;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Stands between a link and the SDK's session, which gets nothing but answers that somebody waits for, and pings. All else that
 * a server may send would make the session log it, list the server's tools again for each notification, or keep it. Thread-safe.
 */
final class LinkTransport implements McpClientTransport, Link.Receiver {

    private static final Logger LOG = LoggerFactory.getLogger(LinkTransport.class);
    private static final String PROGRESS = "notifications/progress";
    private static final String TOOLS_CHANGED = "notifications/tools/list_changed";
    private static final int MAX_PROGRESS_TOKEN = 100;

    /** An id that is longer is not repeated, so that answers stay small whatever is asked. */
    private static final int MAX_ID = 256;

    private final Link link;
    private final Wire wire;
    private final FloodGuard flood;
    private final Runnable onToolsChanged;
    private final Map<String, Ticket> waiting = new ConcurrentHashMap<>();
    private volatile @Nullable Function<Mono<McpSchema.JSONRPCMessage>, Mono<McpSchema.JSONRPCMessage>> session;
    private volatile @Nullable ServerFailure closed;

    LinkTransport(Link link, Wire wire, FloodGuard flood, Runnable onToolsChanged) {
        this.link = link;
        this.wire = wire;
        this.flood = flood;
        this.onToolsChanged = onToolsChanged;
    }

    /** Why nothing can be sent any more, or null. */
    @Nullable ServerFailure whyClosed() {
        return closed;
    }

    /** Whether nobody waits for an answer. */
    boolean isIdle() {
        return waiting.isEmpty();
    }

    /** Nobody waits for this request any more: the session forgets it, and the server is told. */
    void abandon(Ticket ticket, String reason) {
        String id = ticket.id();
        if (id == null || waiting.remove(id) == null) {
            return;
        }
        link.forget(id);
        deliver(noAnswer(id));
        ObjectNode params = Json.object().put("requestId", id).put("reason", reason);
        try {
            link.send(message("notifications/cancelled", null, params), null);
        } catch (ServerFailure e) {
            LOG.debug("the server could not be told that a request is cancelled: {}", e.getMessage());
        }
    }

    @Override
    public List<String> protocolVersions() {
        return Handshake.VERSIONS;
    }

    @Override
    public Mono<Void> connect(Function<Mono<McpSchema.JSONRPCMessage>, Mono<McpSchema.JSONRPCMessage>> handler) {
        session = handler;
        return Mono.empty();
    }

    @Override
    public Mono<Void> sendMessage(McpSchema.JSONRPCMessage message) {
        return Mono.deferContextual(context -> {
            try {
                send(message, context.getOrDefault(Ticket.class, null));
                return Mono.empty();
            } catch (ServerFailure e) {
                return Mono.error(e);
            }
        });
    }

    private void send(McpSchema.JSONRPCMessage message, @Nullable Ticket ticket) throws ServerFailure {
        if (message instanceof McpSchema.JSONRPCRequest request && ticket != null) {
            String id = request.id().toString();
            ticket.sentAs(id);
            waiting.put(id, ticket);
            ServerFailure over = closed;
            try {
                if (over != null) {
                    throw new ServerFailure(ServerFailure.Kind.NOT_SENT, over.getMessage());
                }
                link.send(message(request.method(), id, node(request.params())), id);
            } catch (ServerFailure e) {
                waiting.remove(id);
                throw e;
            }
        } else if (message instanceof McpSchema.JSONRPCNotification notification) {
            link.send(message(notification.method(), null, node(notification.params())), null);
        } else if (message instanceof McpSchema.JSONRPCResponse response) {
            link.send(Json.write(response), null);
        }
    }

    private static @Nullable JsonNode node(@Nullable Object params) {
        return params == null ? null : Json.mapper().valueToTree(params);
    }

    private static String message(String method, @Nullable String id, @Nullable JsonNode params) {
        ObjectNode message = Json.object().put("jsonrpc", "2.0");
        if (id != null) {
            message.put("id", id);
        }
        message.put("method", method);
        if (params != null) {
            message.set("params", params);
        }
        return Json.writeEscaped(message);
    }

    /** Results stay trees: one odd field is no reason to lose the rest. */
    @Override
    @SuppressWarnings("unchecked")
    public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
        return (T) data;
    }

    @Override
    public Mono<Void> closeGracefully() {
        return Mono.fromRunnable(link::close);
    }

    @Override
    public @Nullable String received(String json) {
        ObjectNode message = wire.read(json);
        String answered = message == null || message.has("method") ? null : answered(message);
        if (answered == null && !flood.admits(json.length())) {
            closed(new ServerFailure(ServerFailure.Kind.LOST, "sent too much that nobody had asked for"));
            link.close();
        } else if (message != null && answered == null) {
            unasked(message);
        }
        return answered;
    }

    private @Nullable String answered(ObjectNode message) {
        JsonNode id = message.path("id");
        String name = id.isString() ? id.stringValue() : "";
        Ticket ticket = waiting.remove(name);
        if (ticket == null) {
            return null;
        }
        deliver(answer(name, message, ticket));
        return name;
    }

    private static McpSchema.JSONRPCResponse answer(String id, ObjectNode message, Ticket ticket) {
        JsonNode error = message.path("error");
        if (error.isObject()) {
            ticket.failed(new ServerFailure(
                    ServerFailure.Kind.ERROR,
                    "answered with the error " + error.path("code").asInt(0) + ": "
                            + ResultReader.quoted(error.path("message").stringValue(""))));
            return noAnswer(id);
        }
        JsonNode result = message.path("result");
        if (!result.isObject()) {
            ticket.failed(new ServerFailure(ServerFailure.Kind.LOST, "sent an answer without a result"));
            return noAnswer(id);
        }
        return new McpSchema.JSONRPCResponse("2.0", id, result, null);
    }

    private static McpSchema.JSONRPCResponse noAnswer(String id) {
        return new McpSchema.JSONRPCResponse(
                "2.0",
                id,
                null,
                new McpSchema.JSONRPCResponse.JSONRPCError(McpSchema.ErrorCodes.INTERNAL_ERROR, "none"));
    }

    private void unasked(ObjectNode message) {
        String method = message.path("method").stringValue("");
        JsonNode id = message.path("id");
        if (id.isString() || id.isIntegralNumber()) {
            if (id.asString().length() <= MAX_ID) {
                answer(method, id);
            }
        } else if (method.equals(TOOLS_CHANGED)) {
            onToolsChanged.run();
        } else if (method.equals(PROGRESS) && message.path("params") instanceof ObjectNode params) {
            progress(params);
        }
    }

    /** The server asks: it gets an answer to a ping, and learns that there is nothing else to ask for. */
    private void answer(String method, JsonNode id) {
        ObjectNode answer = Json.object().put("jsonrpc", "2.0");
        answer.set("id", id);
        if (method.equals("ping")) {
            answer.set("result", Json.object());
        } else {
            answer.set("error", Json.object().put("code", -32601).put("message", "this client offers no such method"));
        }
        try {
            link.send(Json.writeEscaped(answer), null);
        } catch (ServerFailure e) {
            LOG.debug("a question of the server could not be answered: {}", e.getMessage());
        }
    }

    private void progress(ObjectNode params) {
        JsonNode token = params.path("progressToken");
        String id = token.isString() ? token.stringValue() : "";
        if (id.length() <= MAX_PROGRESS_TOKEN) {
            waiting.values().stream()
                    .filter(ticket -> ticket.isKnownAs(id))
                    .findFirst()
                    .ifPresent(ticket -> ticket.listener().progress(params));
        }
    }

    @Override
    public void failed(String id, ServerFailure why) {
        Ticket ticket = waiting.remove(id);
        if (ticket != null) {
            ticket.failed(why);
            deliver(noAnswer(id));
        }
    }

    @Override
    public void closed(ServerFailure why) {
        if (closed == null) {
            closed = why;
        }
        waiting.keySet().forEach(id -> failed(id, why));
    }

    private void deliver(McpSchema.JSONRPCResponse answer) {
        Function<Mono<McpSchema.JSONRPCMessage>, Mono<McpSchema.JSONRPCMessage>> known = session;
        if (known != null) {
            known.apply(Mono.just(answer)).subscribe();
        }
    }
}

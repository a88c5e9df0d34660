package dev.intellibrix.mcp.server;

import dev.intellibrix.IntelligenceOptions;
import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.Permissions;
import dev.intellibrix.internal.json.Json;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.tool.Tool;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One client's session: answers its requests, makes its calls, and asks its user. It knows nothing of how messages travel.
 * Thread-safe.
 */
final class Session {

    /** The versions of the protocol that are spoken, newest first. */
    static final List<String> VERSIONS = List.of("2025-11-25", "2025-06-18");

    private static final Logger LOG = LoggerFactory.getLogger(Session.class);
    private static final int MAX_TOOL_NAME = 128;

    private final ServerSettings settings;
    private final ServedTools tools;
    private final Semaphore calls;
    private final String conversationId = "mcp-" + UUID.randomUUID();
    private final Map<String, ToolCall> underWay = new ConcurrentHashMap<>();
    private final Elicitations elicitations = new Elicitations();
    private volatile @Nullable Client client; // Set once, by initialize.
    private volatile boolean isClosed;

    /**
     * A session.
     *
     * @param calls a permit for each call that may be under way, shared by all sessions
     */
    Session(ServerSettings settings, ServedTools tools, Semaphore calls) {
        this.settings = settings;
        this.tools = tools;
        this.calls = calls;
    }

    /**
     * The work on a message.
     *
     * @param isLong whether it may take long
     * @param answer makes the answer; gives null when there is none to give, as of a cancelled request
     */
    record Work(boolean isLong, Supplier<@Nullable ObjectNode> answer) {

        static Work of(ObjectNode answer) {
            return new Work(false, () -> answer);
        }
    }

    /** Whether calls are under way. */
    boolean isBusy() {
        return !underWay.isEmpty();
    }

    /**
     * Takes a message. Called in the order in which messages arrive, so that a call is known before it is cancelled.
     *
     * @param outbox where messages go that come before the answer
     * @return what there is to do for an answer; null for a message that wants none
     */
    @Nullable Work take(Frame frame, Outbox outbox) {
        if (frame instanceof Frame.Request request) {
            return take(request, outbox);
        }
        if (frame instanceof Frame.Answer answer) {
            elicitations.take(answer);
        } else if (frame instanceof Frame.Notification notification
                && notification.method().equals("notifications/cancelled")) {
            cancel(notification.params().path("requestId"));
        }
        return null;
    }

    /** Ends the session: its calls are stopped. */
    void close() {
        isClosed = true;
        underWay.values().forEach(ToolCall::cancel);
    }

    private Work take(Frame.Request request, Outbox outbox) {
        String method = request.method();
        if (method.equals("ping")) {
            return Work.of(Rpc.result(request.id(), Json.object()));
        }
        if (method.equals("initialize")) {
            return Work.of(initialize(request));
        }
        Client known = client;
        if (known == null) {
            return refused(request, Rpc.INVALID_REQUEST, "initialize comes first");
        }
        return switch (method) {
            case "tools/list" -> list(request);
            case "tools/call" -> call(request, known, outbox);
            default -> refused(request, Rpc.UNKNOWN_METHOD, "there is no such method here");
        };
    }

    private static Work refused(Frame.Request request, int code, String text) {
        return Work.of(Rpc.error(request.id(), code, text));
    }

    private synchronized ObjectNode initialize(Frame.Request request) {
        JsonNode wanted = request.params().path("protocolVersion");
        if (client != null) {
            return Rpc.error(request.id(), Rpc.INVALID_REQUEST, "the session was initialized before");
        }
        if (!wanted.isString()) {
            return Rpc.error(request.id(), Rpc.INVALID_PARAMS, "protocolVersion is missing");
        }
        client = Client.of(request.params());
        ObjectNode result = Json.object()
                .put(
                        "protocolVersion",
                        VERSIONS.contains(wanted.stringValue()) ? wanted.stringValue() : VERSIONS.get(0));
        result.putObject("capabilities").putObject("tools");
        result.putObject("serverInfo").put("name", settings.name()).put("version", settings.version());
        if (!settings.instructions().isEmpty()) {
            result.put("instructions", settings.instructions());
        }
        return Rpc.result(request.id(), result);
    }

    private Work list(Frame.Request request) {
        if (request.params().has("cursor")) {
            return refused(request, Rpc.INVALID_PARAMS, "there is one page only, and no cursor to another one");
        }
        return new Work(
                false,
                () -> guarded(request, () -> {
                    ObjectNode result = Json.object();
                    result.set("tools", tools.describe());
                    return Rpc.result(request.id(), result);
                }));
    }

    private Work call(Frame.Request request, Client known, Outbox outbox) {
        JsonNode name = request.params().path("name");
        JsonNode arguments = request.params().path("arguments");
        if (!name.isString() || name.stringValue().length() > MAX_TOOL_NAME) {
            return refused(
                    request, Rpc.INVALID_PARAMS, "name must be a text of at most " + MAX_TOOL_NAME + " characters");
        }
        if (!arguments.isMissingNode() && !arguments.isObject()) {
            return refused(request, Rpc.INVALID_PARAMS, "arguments must be a JSON object");
        }
        String key = key(request.id());
        ToolCall call = new ToolCall();
        if (!calls.tryAcquire()) {
            return refused(request, Rpc.BUSY, "too many calls are under way; try again when one has ended");
        }
        if (underWay.putIfAbsent(key, call) != null) {
            calls.release();
            return refused(request, Rpc.INVALID_REQUEST, "a request with this id is under way");
        }
        return new Work(true, () -> {
            try {
                return guarded(request, () -> make(call, request, known, outbox));
            } finally {
                underWay.remove(key);
                calls.release();
            }
        });
    }

    private @Nullable ObjectNode make(ToolCall call, Frame.Request request, Client known, Outbox outbox) {
        if (isClosed) {
            call.cancel();
        }
        List<Tool> now = tools.all();
        ToolCallPart part = part(request);
        ToolResultPart result = call.make(options(part, now, request, known, outbox), conversationId, known.name())
                .orElse(null);
        if (call.isCancelled()) {
            return null;
        }
        if (result == null) {
            throw new IllegalStateException("the call of " + part.toolName() + " has no result");
        }
        boolean isUnknown = result.outcome() == ToolOutcome.INTERCEPTED
                && now.stream().noneMatch(tool -> tool.name().equals(part.toolName()));
        return isUnknown
                ? Rpc.error(request.id(), Rpc.INVALID_PARAMS, result.text())
                : Rpc.result(request.id(), CallResults.of(result));
    }

    private static ToolCallPart part(Frame.Request request) {
        JsonNode arguments = request.params().path("arguments");
        return ToolCallPart.of(
                "call",
                request.params().path("name").stringValue(),
                arguments.isObject() ? Json.writeWhole(arguments) : "{}");
    }

    private IntelligenceOptions options(
            ToolCallPart part, List<Tool> now, Frame.Request request, Client known, Outbox outbox) {
        IntelligenceOptions.Builder options = settings.policy().toBuilder()
                .provider(new CallingClient(part))
                .model(known.name())
                .tools(now.toArray(Tool[]::new))
                .permissions(permissions(part, now))
                .stopWhen(messages -> true); // After the one call.
        JsonNode token = request.params().path("_meta").path("progressToken");
        if (token.isIntegralNumber() || (token.isString() && token.stringValue().length() <= Frame.MAX_ID)) {
            options.onRunEvent(new ProgressReports(token, outbox));
        }
        if (settings.hasDecider()) {
            options.onToolApproval(new CallApproval(settings.hook(), user(known, outbox)));
        }
        return options.build();
    }

    /** Where nobody can approve anything, no call of a tool that needs approval runs, whatever the call. */
    private Permissions permissions(ToolCallPart part, List<Tool> now) {
        boolean isHidden = now.stream().anyMatch(tool -> tool.name().equals(part.toolName()) && !tools.shows(tool));
        return isHidden ? ToolCall.askingAlways(settings.permissions()) : settings.permissions();
    }

    private CallApproval.@Nullable ClientUser user(Client known, Outbox outbox) {
        if (!settings.elicits()) {
            return null;
        }
        return asked -> known.canElicit()
                ? elicitations.ask(asked, outbox)
                : ApprovalDecision.deny("the client has no way to ask its user");
    }

    private @Nullable ObjectNode guarded(Frame.Request request, Supplier<@Nullable ObjectNode> work) {
        try {
            return work.get();
        } catch (RuntimeException | Error e) { // The client waits for an answer, whatever it is.
            LOG.error("a request for {} failed", request.method(), e);
            return Rpc.error(request.id(), Rpc.INTERNAL_ERROR, "the request failed; the server's log says why");
        }
    }

    private void cancel(JsonNode id) {
        ToolCall call = id.isString() || id.isIntegralNumber() ? underWay.get(key(id)) : null;
        if (call != null) {
            call.cancel();
        }
    }

    /** An id as a key: 1 is not "1". */
    private static String key(JsonNode id) {
        return id.isString() ? "text " + id.stringValue() : "number " + id.bigIntegerValue();
    }
}

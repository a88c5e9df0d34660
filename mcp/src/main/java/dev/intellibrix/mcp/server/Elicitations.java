package dev.intellibrix.mcp.server;

import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.internal.json.Json;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Asks the user of a session's client about calls. Only a form that was sent off with its box ticked is a yes. Thread-safe;
 * each question has one answer, the first that comes.
 */
final class Elicitations {

    private static final Logger LOG = LoggerFactory.getLogger(Elicitations.class);

    private final Map<String, CompletableFuture<Frame.Answer>> open = new ConcurrentHashMap<>();
    private final AtomicInteger count = new AtomicInteger();

    /**
     * Asks and waits.
     *
     * @throws IOException when the question does not reach the client
     * @throws InterruptedException when nobody waits for the decision any more, which the client is told
     */
    ApprovalDecision ask(ApprovalRequest call, Outbox outbox) throws IOException, InterruptedException {
        String id = "approval-" + count.incrementAndGet();
        CompletableFuture<Frame.Answer> answer = new CompletableFuture<>();
        open.put(id, answer);
        try {
            outbox.send(Rpc.request(id, "elicitation/create", question(call)));
            return decision(answer.get().result());
        } catch (InterruptedException e) {
            withdraw(id, outbox);
            throw e;
        } catch (ExecutionException e) {
            throw new IOException(e);
        } finally {
            open.remove(id);
        }
    }

    /** Takes what a client answered; what answers no open question is passed over. */
    void take(Frame.Answer answer) {
        CompletableFuture<Frame.Answer> asked =
                answer.id().isString() ? open.get(answer.id().stringValue()) : null;
        if (asked != null) {
            asked.complete(answer);
        }
    }

    private static ObjectNode question(ApprovalRequest call) {
        ObjectNode params = Json.object().put("message", call.describe());
        ObjectNode schema = params.putObject("requestedSchema").put("type", "object");
        schema.putObject("properties")
                .putObject("allow")
                .put("type", "boolean")
                .put("title", "Allow this call")
                .put("description", "Tick it to let the call run, once and with exactly this input");
        schema.putArray("required").add("allow");
        return params;
    }

    private static ApprovalDecision decision(@Nullable JsonNode result) {
        if (result == null) {
            return ApprovalDecision.deny("the client did not ask its user");
        }
        JsonNode action = result.path("action");
        JsonNode allow = result.path("content").path("allow");
        return switch (action.isString() ? action.stringValue() : "") {
            case "accept" ->
                allow.isBoolean() && allow.booleanValue()
                        ? ApprovalDecision.allow()
                        : ApprovalDecision.deny(
                                allow.isBoolean()
                                        ? "the client's user did not allow it"
                                        : "the client's answer does not fit the question");
            case "decline" -> ApprovalDecision.deny("the client's user declined");
            case "cancel" -> ApprovalDecision.deny("the client's user gave no answer");
            default -> ApprovalDecision.deny("the client's answer does not fit the question");
        };
    }

    private static void withdraw(String id, Outbox outbox) {
        ObjectNode params = Json.object().put("requestId", id).put("reason", "nobody waits for the answer any more");
        try {
            outbox.send(Rpc.notification("notifications/cancelled", params));
        } catch (IOException e) {
            LOG.debug("a question could not be withdrawn", e);
        }
    }
}

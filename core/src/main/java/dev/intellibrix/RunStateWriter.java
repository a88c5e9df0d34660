package dev.intellibrix;

import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import dev.intellibrix.message.Message;
import dev.intellibrix.provider.Usage;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes the state of a suspended run: keys sorted, so that the same state has the same text and the same signature. */
final class RunStateWriter {

    static final String FORMAT = "intellibrix-run-state";
    static final int VERSION = 1;

    private RunStateWriter() {}

    static String write(SuspendedRun run) {
        ObjectNode node = Json.object();
        node.put("format", FORMAT).put("version", VERSION);
        node.put("runId", run.runId()).put("conversationId", run.conversationId());
        node.put("suspendedAt", run.suspendedAt().toString()).put("policyRevision", run.policyRevision());
        node.set("label", tree(run.label().toJson()));
        write(run.usage(), node.putObject("usage"));
        node.put("steps", run.steps()).put("callsTakenUp", run.callsTakenUp());
        Spent spent = run.spent();
        if (spent != null) {
            write(spent, node.putObject("spent"));
        }
        node.put("runMillis", run.runTime().toMillis());
        ArrayNode repetitions = node.putArray("repetitions");
        run.repetitions().forEach(repetitions::add);
        ArrayNode messages = node.putArray("messages");
        run.messages().forEach(message -> messages.add(tree(message.toJson())));
        node.set("results", tree(Message.toolResults(run.results()).toJson()));
        ArrayNode pending = node.putArray("pending");
        run.waiting().forEach(request -> write(request, pending.addObject()));
        return Json.sorted(node);
    }

    static String signed(String unsigned, String signature) {
        ObjectNode node = (ObjectNode) tree(unsigned);
        return Json.sorted(node.put("signature", signature));
    }

    private static void write(Usage usage, ObjectNode node) {
        node.put("inputTokens", usage.inputTokens())
                .put("outputTokens", usage.outputTokens())
                .put("cachedTokens", usage.cachedTokens())
                .put("reasoningTokens", usage.reasoningTokens());
        if (usage.cacheWriteTokens() > 0) {
            node.put("cacheWriteTokens", usage.cacheWriteTokens());
        }
    }

    private static void write(Spent spent, ObjectNode node) {
        node.put("steps", spent.steps()).put("calls", spent.calls());
        BigDecimal cost = spent.cost().setScale(StateFields.MAX_SCALE, RoundingMode.UP);
        node.put("cost", cost.stripTrailingZeros().toPlainString());
        write(spent.usage(), node.putObject("usage"));
    }

    private static void write(ApprovalRequest request, ObjectNode node) {
        node.put("callId", request.callId()).put("toolName", request.toolName());
        node.put("category", request.category().name().toLowerCase(Locale.ROOT));
        node.put("inputJson", request.inputJson()).put("digest", request.digest());
        ArrayNode notes = node.putArray("notes");
        request.notes().forEach(notes::add);
        node.set("label", tree(request.label().toJson()));
        ArrayNode path = node.putArray("agentPath");
        request.agentPath().forEach(path::add);
        ArrayNode reasons = node.putArray("reasons");
        request.reasons()
                .forEach(reason -> reasons.addObject()
                        .put("kind", reason.kind().name().toLowerCase(Locale.ROOT))
                        .put("text", reason.text()));
    }

    private static JsonNode tree(String ours) {
        try {
            return Json.parse(ours);
        } catch (JsonFault e) {
            throw new IllegalStateException("what was written can not be read: " + e.getMessage(), e);
        }
    }
}

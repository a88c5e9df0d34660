package dev.intellibrix;

import dev.intellibrix.approval.ApprovalReason;
import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Role;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.provider.Usage;
import dev.intellibrix.tool.ToolCategory;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads the state of a suspended run. Whatever is not exactly what the writer writes is refused, but for labels. */
final class RunStateReader {

    private static final Set<String> STATE = Set.of(
            "format",
            "version",
            "runId",
            "conversationId",
            "suspendedAt",
            "policyRevision",
            "label",
            "usage",
            "steps",
            "callsTakenUp",
            "spent",
            "runMillis",
            "repetitions",
            "messages",
            "results",
            "pending",
            "signature");
    private static final Set<String> USAGE =
            Set.of("inputTokens", "outputTokens", "cachedTokens", "reasoningTokens", "cacheWriteTokens");
    private static final Set<String> SPENT = Set.of("steps", "calls", "cost", "usage");
    private static final Set<String> PENDING =
            Set.of("callId", "toolName", "category", "inputJson", "digest", "notes", "label", "agentPath", "reasons");
    private static final Set<String> REASON = Set.of("kind", "text");

    /** Every name that a message, a part or a label has. */
    private static final Set<String> MESSAGE = Set.of(
            "role",
            "parts",
            "type",
            "text",
            "label",
            "trust",
            "origins",
            "kind",
            "name",
            "providerData",
            "provider",
            "json",
            "mimeType",
            "base64",
            "uri",
            "id",
            "toolName",
            "arguments",
            "repaired",
            "callId",
            "outcome",
            "media");

    private RunStateReader() {}

    /**
     * What was read.
     *
     * @param unsigned the text without its signature
     */
    record Document(
            SuspendedRun run, String unsigned, @Nullable String signature) {}

    static Document read(String json) {
        if (json.length() > RunState.MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "not a run state: it has " + json.length() + " characters, more than " + RunState.MAX_LENGTH);
        }
        try {
            StateFields fields = checked(Json.parse(json));
            SuspendedRun run = readRun(fields);
            requireWhole(run);
            ObjectNode unsigned = (ObjectNode) Json.parse(json);
            unsigned.remove("signature");
            String signature = fields.any("signature").isMissingNode() ? null : fields.text("signature");
            return new Document(run, Json.sorted(unsigned), signature);
        } catch (JsonFault | JacksonException | DateTimeException e) {
            throw new IllegalArgumentException("not a run state: " + e.getMessage(), e);
        }
    }

    private static StateFields checked(JsonNode node) throws JsonFault {
        if (!RunStateWriter.FORMAT.equals(node.path("format").stringValue(""))) {
            throw new JsonFault("field format is not " + RunStateWriter.FORMAT);
        }
        if (node.path("version").intValue(0) != RunStateWriter.VERSION) {
            throw new JsonFault("it is of version " + node.path("version") + ", and only version "
                    + RunStateWriter.VERSION + " can be read");
        }
        return new StateFields("the state", node, STATE);
    }

    private static SuspendedRun readRun(StateFields state) throws JsonFault {
        List<Message> messages = new ArrayList<>();
        for (JsonNode message : state.list("messages")) {
            messages.add(readMessage(message));
        }
        List<ApprovalRequest> waiting = new ArrayList<>();
        for (JsonNode pending : state.list("pending")) {
            waiting.add(readPending(pending, state.text("runId"), TrustedTexts.of(messages)));
        }
        return new SuspendedRun(
                state.text("runId"),
                state.text("conversationId"),
                Instant.parse(state.text("suspendedAt")),
                List.copyOf(messages),
                readLabel(state.any("label")),
                readUsage(state),
                state.smallCount("steps"),
                state.smallCount("callsTakenUp"),
                Duration.ofMillis(state.count("runMillis")),
                state.smallCounts("repetitions"),
                readMessage(state.any("results")).toolResults(),
                List.copyOf(waiting),
                state.any("spent").isMissingNode() ? null : readSpent(state.any("spent")),
                state.text("policyRevision"));
    }

    private static Usage readUsage(StateFields of) throws JsonFault {
        StateFields usage = new StateFields("usage", of.any("usage"), USAGE);
        return new Usage(
                usage.count("inputTokens"),
                usage.count("outputTokens"),
                usage.count("cachedTokens"),
                usage.count("reasoningTokens"),
                usage.any("cacheWriteTokens").isMissingNode() ? 0 : usage.count("cacheWriteTokens"));
    }

    private static Spent readSpent(JsonNode node) throws JsonFault {
        StateFields spent = new StateFields("spent", node, SPENT);
        return new Spent(spent.smallCount("steps"), spent.smallCount("calls"), readUsage(spent), spent.amount("cost"));
    }

    private static Message readMessage(JsonNode node) throws JsonFault {
        requireKnownNames(node);
        try {
            return Message.fromJson(Json.sorted(node));
        } catch (IllegalArgumentException e) {
            throw new JsonFault("a message can not be read: " + e.getMessage());
        }
    }

    private static void requireKnownNames(JsonNode node) throws JsonFault {
        for (String name : node.propertyNames()) {
            if (!MESSAGE.contains(name)) {
                throw new JsonFault("field " + name + " of a message is not known");
            }
        }
        for (JsonNode child : node) {
            requireKnownNames(child);
        }
    }

    private static ApprovalRequest readPending(JsonNode node, String runId, List<String> trustedTexts)
            throws JsonFault {
        StateFields pending = new StateFields("a pending call", node, PENDING);
        List<ApprovalReason> reasons = new ArrayList<>();
        for (JsonNode item : pending.list("reasons")) {
            StateFields reason = new StateFields("a reason", item, REASON);
            reasons.add(new ApprovalReason(reason.word("kind", ApprovalReason.Kind.class), reason.text("text")));
        }
        String input = pending.text("inputJson");
        if (!Json.parse(input).isObject()) {
            throw new JsonFault("the input of a pending call is no object");
        }
        return ApprovalRequest.builder(pending.text("toolName"))
                .runId(runId)
                .callId(pending.text("callId"))
                .agentPath(pending.texts("agentPath"))
                .category(pending.word("category", ToolCategory.class))
                .inputJson(input)
                .notes(pending.texts("notes"))
                .label(readLabel(pending.any("label")))
                .reasons(reasons)
                .digest(pending.text("digest"))
                .trustedTexts(trustedTexts)
                .build();
    }

    private static Label readLabel(JsonNode node) {
        return Label.fromJson(Json.sorted(node));
    }

    /** Each call of the last turn has a result or waits, and not both. */
    private static void requireWhole(SuspendedRun run) throws JsonFault {
        List<Message> messages = run.messages();
        if (messages.isEmpty() || messages.get(messages.size() - 1).role() != Role.ASSISTANT) {
            throw new JsonFault("the last message is no turn of a model");
        }
        Map<String, String> toolOfCall = new HashMap<>();
        for (ToolCallPart call : messages.get(messages.size() - 1).toolCalls()) {
            if (toolOfCall.put(call.id(), call.toolName()) != null) {
                throw new JsonFault("two calls have the id " + call.id());
            }
        }
        for (ToolResultPart result : run.results()) {
            takeOut(toolOfCall, result.callId(), result.toolName());
        }
        for (ApprovalRequest request : run.waiting()) {
            takeOut(toolOfCall, request.callId(), request.toolName());
        }
        if (!toolOfCall.isEmpty() || run.waiting().isEmpty()) {
            throw new JsonFault("the calls that wait are not those of the last message");
        }
    }

    private static void takeOut(Map<String, String> toolOfCall, String callId, String toolName) throws JsonFault {
        if (!toolName.equals(toolOfCall.remove(callId))) {
            throw new JsonFault("call " + callId + " is not one of the last message, or is there twice");
        }
    }
}

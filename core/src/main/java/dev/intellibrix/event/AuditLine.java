package dev.intellibrix.event;

import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.text.CharacterBorder;
import dev.intellibrix.message.Label;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What an audit log keeps of an event. */
final class AuditLine {

    static final int MAX_TEXT = 4_000;

    private final ObjectNode node = Json.object();
    private final UnaryOperator<String> redaction;

    private AuditLine(UnaryOperator<String> redaction) {
        this.redaction = redaction;
    }

    /** The line of an event, or null for one that is not kept. */
    static @Nullable ObjectNode of(RunEvent event, UnaryOperator<String> redaction) {
        if (event instanceof RunEvent.TextDelta
                || event instanceof RunEvent.ReasoningDelta
                || event instanceof RunEvent.ToolProgress
                || event instanceof RunEvent.ModelCallStarted
                || event instanceof RunEvent.ModelCallFinished) {
            return null;
        }
        AuditLine line = new AuditLine(redaction);
        line.node.put("at", event.at().toString()).put("run", event.runId()).put("type", event.type());
        if (!event.source().agentPath().isEmpty()) {
            event.source().agentPath().forEach(line.node.putArray("agentPath")::add);
        }
        line.add(event);
        return line.node;
    }

    private void add(RunEvent event) {
        if (event instanceof RunEvent.RunStarted started) {
            node.put("conversation", started.conversationId()).put("model", started.model());
        } else if (event instanceof RunEvent.ToolRequested requested) {
            node.put("call", requested.callId());
            text("tool", requested.toolName());
            text("arguments", requested.arguments());
            label(requested.label());
        } else if (event instanceof RunEvent.ToolIntercepted intercepted) {
            node.put("call", intercepted.callId()).put("rule", intercepted.rule());
            text("tool", intercepted.toolName());
            text("message", intercepted.message());
        } else if (event instanceof RunEvent.ApprovalRequested requested) {
            request(requested.request());
        } else if (event instanceof RunEvent.ApprovalResolved resolved) {
            resolution(resolved);
        } else if (event instanceof RunEvent.ToolStarted started) {
            node.put("call", started.callId()).put("tool", started.toolName());
            text("input", started.inputJson());
        } else if (event instanceof RunEvent.ToolFinished finished) {
            result(finished);
        } else if (event instanceof RunEvent.RulesChanged changed) {
            node.put("revision", changed.difference().after());
            changed.difference().added().forEach(node.putArray("added")::add);
            changed.difference().removed().forEach(node.putArray("removed")::add);
            changed.difference().changed().forEach(node.putArray("changed")::add);
        } else if (event instanceof RunEvent.UsageReported usage) {
            node.put("inputTokens", usage.usage().inputTokens())
                    .put("outputTokens", usage.usage().outputTokens());
        } else if (event instanceof RunEvent.RunFinished finished) {
            node.put("stopReason", finished.stopReason());
            text("text", finished.text());
        } else if (event instanceof RunEvent.RunFailed failed) {
            text("failure", failed.failure().toString());
        } else if (event instanceof RunEvent.RunSuspended suspended) {
            suspended.callIds().forEach(node.putArray("calls")::add);
        }
    }

    private void result(RunEvent.ToolFinished finished) {
        node.put("call", finished.callId()).put("outcome", lower(finished.outcome()));
        text("tool", finished.toolName());
        text("text", finished.text());
        finished.failure().ifPresent(failure -> text("failure", failure.toString()));
        node.put("tookMs", finished.took().toMillis());
        label(finished.label());
    }

    private void request(ApprovalRequest request) {
        node.put("call", request.callId()).put("tool", request.toolName()).put("digest", request.digest());
        text("input", request.inputJson());
        ArrayNode reasons = node.putArray("reasons");
        request.reasons().forEach(reason -> reasons.add(reason.text()));
        label(request.label());
    }

    private void resolution(RunEvent.ApprovalResolved resolved) {
        ApprovalDecision decision = resolved.decision();
        node.put("call", resolved.request().callId())
                .put("tool", resolved.request().toolName())
                .put("digest", resolved.request().digest())
                .put("decision", decision.getClass().getSimpleName().toLowerCase(Locale.ROOT))
                .put("decidedBy", lower(resolved.decidedBy()))
                .put("waitedMs", resolved.waited().toMillis());
        if (!resolved.code().isEmpty()) {
            node.put("code", resolved.code());
        }
        if (decision instanceof ApprovalDecision.Deny deny) {
            text("reason", deny.reason());
        }
        resolved.editedInputJson().ifPresent(input -> text("editedInput", input));
    }

    private void label(Label label) {
        node.put("trust", lower(label.trust()));
        ArrayNode origins = node.putArray("origins");
        label.origins().forEach(origin -> origins.add(redaction.apply(origin.toString())));
    }

    private void text(String field, String text) {
        String kept = redaction.apply(text);
        if (kept.length() > MAX_TEXT) {
            node.put(field + "Length", kept.length());
            int end = CharacterBorder.upTo(kept, MAX_TEXT);
            kept = kept.substring(0, end);
        }
        node.put(field, kept);
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}

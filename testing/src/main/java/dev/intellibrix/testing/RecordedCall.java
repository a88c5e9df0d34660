package dev.intellibrix.testing;

import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.internal.json.Json;
import dev.intellibrix.internal.json.JsonFault;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.Message;
import dev.intellibrix.message.Part;
import dev.intellibrix.message.Role;
import dev.intellibrix.message.TextPart;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.message.ToolResultPart;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A call to be decided about anew.
 *
 * @param agentPath the sub-agents on the way to it
 * @param id its id
 * @param toolName the tool as the model named it
 * @param arguments the arguments as the model wrote them
 * @param label the trust of what led to it
 * @param said what the user had said before
 * @param answer what was answered when somebody was asked about it
 * @param decided what was decided; empty when the gate had not come to it
 */
record RecordedCall(
        List<String> agentPath,
        String id,
        String toolName,
        String arguments,
        Label label,
        List<TextPart> said,
        Optional<ApprovalDecision> answer,
        Optional<Decided> decided) {

    static List<RecordedCall> in(RunLog run) {
        List<TextPart> all = new ArrayList<>();
        Map<String, List<TextPart>> saidBefore = new HashMap<>();
        for (Message message : run.messages()) {
            addSaid(message, all);
            message.toolCalls().forEach(call -> saidBefore.put(call.id(), List.copyOf(all)));
        }
        List<RecordedCall> calls = new ArrayList<>();
        for (LoggedCall call : run.calls()) {
            List<LoggedApproval> approvals = call.decisions();
            Optional<LoggedApproval> last =
                    approvals.isEmpty() ? Optional.empty() : Optional.of(approvals.get(approvals.size() - 1));
            calls.add(new RecordedCall(
                    call.agentPath(),
                    call.id(),
                    call.toolName(),
                    call.arguments(),
                    call.label(),
                    call.agentPath().isEmpty() ? saidBefore.getOrDefault(call.id(), all) : all,
                    last.flatMap(each -> Optional.ofNullable(each.decision())),
                    Decided.of(call)));
        }
        return List.copyOf(calls);
    }

    static List<RecordedCall> in(List<Message> messages) {
        Map<String, ToolResultPart> results = new HashMap<>();
        messages.forEach(message -> message.toolResults().forEach(result -> results.put(result.callId(), result)));
        List<TextPart> said = new ArrayList<>();
        List<RecordedCall> calls = new ArrayList<>();
        for (Message message : messages) {
            addSaid(message, said);
            for (ToolCallPart call : message.toolCalls()) {
                calls.add(new RecordedCall(
                        List.of(),
                        call.id(),
                        call.toolName(),
                        call.arguments(),
                        call.label(),
                        List.copyOf(said),
                        Optional.empty(),
                        Optional.ofNullable(results.get(call.id()))
                                .flatMap(result -> Decided.of(result.outcome(), result.text()))));
            }
        }
        return List.copyOf(calls);
    }

    /** The arguments with the keys in order, so that two writings of one input are one text; as they are if they are no JSON. */
    String sortedInput() {
        try {
            return Json.sorted(Json.parse(arguments));
        } catch (JsonFault e) {
            return arguments;
        }
    }

    private static void addSaid(Message message, List<TextPart> said) {
        if (message.role() != Role.USER) {
            return;
        }
        for (Part part : message.parts()) {
            if (part instanceof TextPart text) {
                said.add(text);
            }
        }
    }
}

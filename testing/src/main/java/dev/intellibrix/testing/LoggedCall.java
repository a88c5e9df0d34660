package dev.intellibrix.testing;

import dev.intellibrix.approval.ApprovalDecision;
import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.event.RunEvent;
import dev.intellibrix.message.Label;
import dev.intellibrix.message.ToolOutcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** One call of a log, put together from its events. Complete once {@link #in} has returned. */
final class LoggedCall {

    private final String id;
    private final String toolName;
    private final List<String> agentPath;
    private final String arguments;
    private final Label label;
    private final List<LoggedApproval> approvals = new ArrayList<>();
    private int startedAs = -1;
    private @Nullable ToolOutcome outcome;
    private String resultText = "";

    private LoggedCall(String id, String toolName, List<String> agentPath, String arguments, Label label) {
        this.id = id;
        this.toolName = toolName;
        this.agentPath = agentPath;
        this.arguments = arguments;
        this.label = label;
    }

    /** The calls of these events, in the order in which they were made. */
    static List<LoggedCall> in(List<RunEvent> events) {
        Map<List<String>, LoggedCall> calls = new LinkedHashMap<>();
        int started = 0;
        for (RunEvent event : events) {
            if (event instanceof RunEvent.ToolRequested requested) {
                call(calls, event, requested.callId(), requested.toolName(), requested.arguments(), requested.label());
            } else if (event instanceof RunEvent.ApprovalRequested requested) {
                asked(calls, event, requested.request()).approvals.add(new LoggedApproval(requested.request()));
            } else if (event instanceof RunEvent.ApprovalResolved resolved) {
                asked(calls, event, resolved.request()).resolve(resolved);
            } else if (event instanceof RunEvent.ToolStarted start) {
                LoggedCall call =
                        call(calls, event, start.callId(), start.toolName(), start.inputJson(), Label.untrusted());
                call.startedAs = started++;
            } else if (event instanceof RunEvent.ToolFinished end) {
                LoggedCall call = call(calls, event, end.callId(), end.toolName(), "", end.label());
                call.outcome = end.outcome();
                call.resultText = end.text();
            }
        }
        return List.copyOf(calls.values());
    }

    private static LoggedCall asked(Map<List<String>, LoggedCall> calls, RunEvent event, ApprovalRequest request) {
        return call(calls, event, request.callId(), request.toolName(), request.inputJson(), request.label());
    }

    /** A call of a resumed run may have been made before there was a log. */
    private static LoggedCall call(
            Map<List<String>, LoggedCall> calls,
            RunEvent event,
            String callId,
            String toolName,
            String arguments,
            Label label) {
        return calls.computeIfAbsent(
                List.of(event.runId(), callId),
                key -> new LoggedCall(callId, toolName, event.source().agentPath(), arguments, label));
    }

    private void resolve(RunEvent.ApprovalResolved resolved) {
        if (approvals.isEmpty() || approvals.get(approvals.size() - 1).isResolved()) {
            approvals.add(new LoggedApproval(resolved.request()));
        }
        approvals.get(approvals.size() - 1).resolve(resolved);
    }

    String id() {
        return id;
    }

    String toolName() {
        return toolName;
    }

    List<String> agentPath() {
        return agentPath;
    }

    /** As the model wrote them. */
    String arguments() {
        return arguments;
    }

    /** The trust of what led to the call. */
    Label label() {
        return label;
    }

    List<LoggedApproval> approvals() {
        return approvals;
    }

    /** The approvals without those that were put off and came again. */
    List<LoggedApproval> decisions() {
        return IntStream.range(0, approvals.size())
                .filter(i ->
                        i == approvals.size() - 1 || !(approvals.get(i).decision() instanceof ApprovalDecision.Defer))
                .mapToObj(approvals::get)
                .toList();
    }

    /** Whether it ran, or may have; a log that was given to the agent late has the end of a call without its start. */
    boolean ran() {
        return startedAs >= 0 || (outcome != null && Decided.ran(outcome));
    }

    /** Its place among the calls that were started. */
    int startedAs() {
        return startedAs;
    }

    /** The input that ran in place of the model's, when somebody changed it. */
    Optional<String> editedInput() {
        RunEvent.ApprovalResolved last =
                approvals.isEmpty() ? null : approvals.get(approvals.size() - 1).resolved();
        return ran() && last != null ? last.editedInputJson() : Optional.empty();
    }

    /** Null while it has no result. */
    @Nullable ToolOutcome outcome() {
        return outcome;
    }

    String resultText() {
        return resultText;
    }

    /** Whether somebody said yes to it, be it to another input. */
    boolean wasApproved() {
        return approvals.stream()
                .map(LoggedApproval::decision)
                .anyMatch(each -> each instanceof ApprovalDecision.Allow || each instanceof ApprovalDecision.Edit);
    }
}

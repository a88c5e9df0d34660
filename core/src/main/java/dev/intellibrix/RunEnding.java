package dev.intellibrix;

import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.event.RunEvent;
import dev.intellibrix.internal.gate.Gate;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Ends a run: closes what is open, and makes the result and, where calls wait, the state. On the run's thread. */
final class RunEnding {

    private final IntelligenceOptions options;
    private final Transcript transcript;
    private final RunHost host;
    private final Gate gate;

    RunEnding(IntelligenceOptions options, Transcript transcript, RunHost host, Gate gate) {
        this.options = options;
        this.transcript = transcript;
        this.host = host;
        this.gate = gate;
    }

    /** No call is ever left without a result, nor to anybody who could still start it. */
    void closeOpenCalls(String text) {
        if (transcript.openCalls().isEmpty()) {
            return;
        }
        List<ToolResultPart> results = new ArrayList<>();
        List<ToolCallPart> notTakenUp = new ArrayList<>();
        for (ToolCallPart call : transcript.openCalls()) {
            ToolResultPart result = transcript.settled(call.id()).orElse(null);
            if (result == null) {
                result = notRun(call, text);
                publish(call, result);
                if (result.outcome() == ToolOutcome.NOT_EXECUTED) {
                    notTakenUp.add(call);
                }
            }
            results.add(result);
        }
        transcript.recordClosed(results, notTakenUp);
    }

    private void publish(ToolCallPart call, ToolResultPart result) {
        host.publish(new RunEvent.ToolRequested(
                host.source(), call.id(), call.toolName(), call.arguments(), call.repaired(), call.label()));
        host.publish(new RunEvent.ToolFinished(
                host.source(),
                call.id(),
                call.toolName(),
                result.outcome(),
                result.text(),
                result.label(),
                Optional.empty(),
                Duration.ZERO));
    }

    private ToolResultPart notRun(ToolCallPart call, String text) {
        ToolResultPart result = ToolResultPart.of(call, ToolOutcome.NOT_EXECUTED, text);
        return transcript
                .asked(call.id())
                .map(asked -> gate.close(call, asked, result))
                .orElse(result);
    }

    /** The result of a run that ends for this reason; tells of the end. */
    RunResult finish(StopReason reason) {
        if (reason != StopReason.AWAITING_APPROVAL) {
            closeOpenCalls("Not run (run_ended): the run ended before this call's turn came");
        }
        RunResult result = new RunResult(
                host.runId(),
                reason,
                transcript.answerText(),
                transcript.messages(),
                transcript.callsNotTakenUp(),
                transcript.pendingApprovals(),
                transcript.label(),
                host.budget().spent().usage(),
                transcript.steps(),
                reason == StopReason.AWAITING_APPROVAL ? Optional.of(state()) : Optional.empty());
        publishEnd(result);
        return result;
    }

    private RunState state() {
        SuspendedRun run = SuspendedRun.of(
                host,
                transcript,
                transcript.waitingSince().orElseGet(options.clock()::instant),
                gate.policyRevision(transcript.pendingApprovals()));
        return RunState.of(run, options.stateKey());
    }

    private void publishEnd(RunResult result) {
        if (result.stopReason() == StopReason.AWAITING_APPROVAL) {
            List<String> waiting = result.pendingApprovals().stream()
                    .map(ApprovalRequest::callId)
                    .toList();
            host.publish(new RunEvent.RunSuspended(host.source(), waiting));
        } else {
            host.publish(
                    new RunEvent.RunFinished(host.source(), result.stopReason().name(), result.text()));
        }
    }
}

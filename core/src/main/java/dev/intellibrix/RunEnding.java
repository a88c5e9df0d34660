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
    private final RunTimer timer;
    private final RunHost host;
    private final Gate gate;

    RunEnding(IntelligenceOptions options, Transcript transcript, RunTimer timer, RunHost host, Gate gate) {
        this.options = options;
        this.transcript = transcript;
        this.timer = timer;
        this.host = host;
        this.gate = gate;
    }

    /** No call is ever left without a result. */
    void closeOpenCalls(String text) {
        if (transcript.openCalls().isEmpty()) {
            return;
        }
        List<ToolResultPart> results = new ArrayList<>();
        for (ToolCallPart call : transcript.openCalls()) {
            Optional<ToolResultPart> settled = transcript.settled(call.id());
            ToolResultPart result = settled.orElseGet(() -> notRun(call, text));
            results.add(result);
            if (settled.isPresent()) {
                continue;
            }
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
        transcript.recordClosed(results);
    }

    /** Of a call that somebody, who is gone, had taken up before it is not known that it did not run. */
    private ToolResultPart notRun(ToolCallPart call, String text) {
        return transcript
                .waiting(call.id())
                .filter(asked -> transcript.wasTakenUp(call.id()))
                .map(asked -> gate.earlierResult(call, asked))
                .orElseGet(() -> ToolResultPart.of(call, ToolOutcome.NOT_EXECUTED, text));
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
                transcript.usage(),
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
                timer.spent(),
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

package dev.intellibrix;

import dev.intellibrix.approval.ApprovalRequest;
import dev.intellibrix.event.RunEvent;
import dev.intellibrix.internal.gate.Gate;
import dev.intellibrix.internal.gate.Toolbox;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.message.ToolOutcome;
import dev.intellibrix.message.ToolResultPart;
import dev.intellibrix.provider.ModelResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The one loop: asks the model, takes its calls through the gate, and goes on until {@link NextStep} says that the run is
 * over. Used once, on a thread of its own, which it may leave behind in a tool that does not end.
 */
final class RunLoop {

    private final IntelligenceOptions options;
    private final Transcript transcript;
    private final RunControl control;
    private final RunTimer timer;
    private final RunHost host;
    private final Gate gate;
    private final ModelCaller model;
    private final End end;

    /** Takes what a run has come to, once: a result, or a failure. */
    @FunctionalInterface
    interface End {
        void reached(@Nullable RunResult result, @Nullable Throwable failure);
    }

    RunLoop(
            IntelligenceOptions options,
            Toolbox toolbox,
            String runId,
            String conversationId,
            Transcript transcript,
            RunControl control,
            Duration spent,
            End end) {
        this.options = options;
        this.transcript = transcript;
        this.control = control;
        this.timer = new RunTimer(control, options.limits().maxRunTime().orElse(null), spent);
        this.host = new RunHost(runId, conversationId, options, control, timer, transcript);
        this.gate = new Gate(options.gatePolicy(), toolbox, host);
        this.model = new ModelCaller(options, toolbox, transcript, control, timer, host);
        this.end = end;
    }

    /** Runs to the end, on this thread unless it has to be left behind in a tool; then tells so. */
    void run() {
        timer.start();
        host.publish(new RunEvent.RunStarted(host.source(), host.conversationId(), options.model()));
        goOn(null);
    }

    /**
     * Carries the run to its end.
     *
     * @param late the outcome of calls for which another thread had to be left behind, or null
     */
    private void goOn(ToolRunner.@Nullable Outcome late) {
        RunResult result;
        try {
            if (late != null) {
                record(late);
            }
            StopReason reason = loop();
            if (reason == null) {
                return; // Another thread carries the run.
            }
            result = finish(reason);
            publishEnd(result);
        } catch (Throwable e) {
            fail(e);
            return;
        }
        close();
        end.reached(result, null);
    }

    private void fail(Throwable failure) {
        if (failure instanceof ResumeException) {
            transcript.keepNoMore(); // The calls are somebody else's to close.
        }
        try {
            closeOpenCalls("Not run (run_failed): the run ended before this call's turn came");
            host.publish(new RunEvent.RunFailed(host.source(), failure));
        } finally {
            close();
            end.reached(null, failure);
        }
    }

    private void close() {
        timer.stop();
        host.thread().close();
    }

    /** Why the run ends, or null when another thread goes on with it. */
    private @Nullable StopReason loop() {
        while (true) {
            Step step = NextStep.of(transcript, options.limits(), control.stopped());
            if (step instanceof Step.AskModel ask) {
                if (transcript.steps() > 0 && options.stopCondition().isMet(transcript.messages())) {
                    return StopReason.STOPPED;
                }
                askModel(ask);
            } else if (step instanceof Step.RunTools run) {
                ToolRunner.Outcome outcome = runTools(run.calls());
                if (outcome == null) {
                    return null;
                }
                record(outcome);
            } else if (step instanceof Step.CloseCalls close) {
                closeCalls(close);
            } else if (step instanceof Step.Finish finish) {
                return finish.reason();
            }
        }
    }

    private void askModel(Step.AskModel ask) {
        int number = transcript.steps() + 1;
        host.publish(new RunEvent.StepStarted(host.source(), number));
        ModelResponse response = model.call(ask.withTools());
        if (response == null) {
            return; // The run was stopped meanwhile.
        }
        transcript.recordAnswer(
                response.message(), response.finishReason(), response.usage().orElse(null));
        response.usage().ifPresent(usage -> host.publish(new RunEvent.UsageReported(host.source(), usage)));
        if (transcript.openCalls().isEmpty()) {
            host.publish(new RunEvent.StepFinished(host.source(), number));
        }
    }

    private ToolRunner.@Nullable Outcome runTools(List<ToolCallPart> calls) {
        return new ToolRunner(host, control, gate, options.limits().toolTimeout(), transcript).run(calls, this::goOn);
    }

    private void record(ToolRunner.Outcome outcome) {
        if (outcome.pending().isEmpty()) {
            transcript.recordResults(outcome.results());
        } else {
            transcript.recordPending(outcome.pending(), outcome.results());
        }
        host.publish(new RunEvent.StepFinished(host.source(), transcript.steps()));
    }

    private void closeCalls(Step.CloseCalls close) {
        closeOpenCalls(close.text());
        host.publish(new RunEvent.StepFinished(host.source(), transcript.steps()));
        if (close.finalTurnFor() != null) {
            transcript.recordFinalTurn(close.finalTurnFor());
        }
    }

    /** No call is ever left without a result. */
    private void closeOpenCalls(String text) {
        if (transcript.openCalls().isEmpty()) {
            return;
        }
        List<ToolResultPart> results = new ArrayList<>();
        for (ToolCallPart call : transcript.openCalls()) {
            Optional<ToolResultPart> settled = transcript.settled(call.id());
            ToolResultPart result = settled.orElseGet(() -> ToolResultPart.of(call, ToolOutcome.NOT_EXECUTED, text));
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
                    text,
                    result.label(),
                    Optional.empty(),
                    Duration.ZERO));
        }
        transcript.recordClosed(results);
    }

    private RunResult finish(StopReason reason) {
        if (reason != StopReason.AWAITING_APPROVAL) {
            closeOpenCalls("Not run (run_ended): the run ended before this call's turn came");
        }
        return new RunResult(
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
    }

    private RunState state() {
        SuspendedRun run = SuspendedRun.of(
                host,
                transcript,
                options.clock().instant(),
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

package dev.intellibrix;

import dev.intellibrix.event.RunEvent;
import dev.intellibrix.internal.gate.Gate;
import dev.intellibrix.internal.gate.Toolbox;
import dev.intellibrix.message.Role;
import dev.intellibrix.message.ToolCallPart;
import dev.intellibrix.provider.ModelResponse;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The one loop: asks the model, takes its calls through the gate, and goes on until {@link Budget#next} says that the run is
 * over. Used once, on a thread of its own, which it may leave behind in a tool that does not end.
 */
final class RunLoop {

    private final IntelligenceOptions options;
    private final Transcript transcript;
    private final RunControl control;
    private final @Nullable Delegation task;
    private final RunHost host;
    private final Gate gate;
    private final ModelCaller model;
    private final RunEnding ending;
    private final End end;
    private final List<String> toolNames;

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
            RunListeners listeners,
            Transcript transcript,
            RunControl control,
            Before before,
            @Nullable Delegation task,
            End end) {
        this.options = options;
        this.transcript = transcript;
        this.control = control;
        this.task = task;
        this.host = new RunHost(runId, conversationId, options, before, listeners, control, transcript, task);
        this.gate = new Gate(host.policy(), toolbox, host);
        this.model = new ModelCaller(options, toolbox, transcript, control, host);
        this.ending = new RunEnding(options, transcript, host, gate);
        this.end = end;
        this.toolNames = toolbox.names();
        transcript.recordSeen(toolbox.label());
    }

    /** Runs to the end, on this thread unless it has to be left behind in a tool; then tells so. */
    void run() {
        host.timer().start();
        host.publish(new RunEvent.RunStarted(host.source(), host.conversationId(), options.model(), toolNames));
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
            result = ending.finish(reason);
        } catch (Throwable e) {
            fail(e);
            return;
        }
        close();
        end.reached(result, null);
    }

    private void fail(Throwable failure) {
        try {
            if (failure instanceof ResumeException) {
                transcript.keepNoMore(); // The calls are somebody else's to close.
            } else {
                ending.closeOpenCalls("Not run (run_failed): the run ended before this call's turn came");
            }
        } finally {
            failed(failure);
        }
    }

    /** Tells of the failure, also where not even the calls could be closed: what began has an end for whoever watches. */
    private void failed(Throwable failure) {
        try {
            host.publish(new RunEvent.RunFailed(host.source(), failure));
        } finally {
            close();
            end.reached(null, failure);
        }
    }

    private void close() {
        host.timer().stop();
        host.thread().close();
        if (task != null) {
            task.saw(transcript.label());
        }
    }

    /** Why the run ends, or null when another thread goes on with it. */
    private @Nullable StopReason loop() {
        while (true) {
            Step step = host.budget().next(transcript, control.stopped(), isEnough());
            if (step instanceof Step.AskModel ask) {
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

    /** Of the condition to stop, which is asked before the model is, and not of a run that has stopped already. */
    private boolean isEnough() {
        return transcript.steps() > 0
                && transcript.last().role() != Role.ASSISTANT
                && control.stopped() == null
                && transcript.pendingApprovals().isEmpty()
                && options.stopCondition().isMet(transcript.messages());
    }

    private void askModel(Step.AskModel ask) {
        int number = transcript.steps() + 1;
        host.publish(new RunEvent.StepStarted(host.source(), number));
        StopReason finalTurnFor = ask.finalTurnFor();
        if (finalTurnFor != null) {
            transcript.recordFinalTurn(finalTurnFor);
        }
        ModelResponse response = model.call(finalTurnFor == null);
        if (response == null) {
            return; // The run was stopped meanwhile.
        }
        transcript.recordAnswer(
                response.message(), response.finishReason(), response.usage().orElse(null));
        response.usage().ifPresent(usage -> {
            host.budget().use(usage);
            host.publish(new RunEvent.UsageReported(host.source(), usage));
        });
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
        ending.closeOpenCalls(close.text());
        host.publish(new RunEvent.StepFinished(host.source(), transcript.steps()));
        if (close.finalTurnFor() != null) {
            transcript.recordFinalTurn(close.finalTurnFor());
        }
    }
}
